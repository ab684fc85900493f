/* input.h: sources of monitor data: plain files, pipes, compressed and growing files, devices. */
#ifndef INPUT_INPUT_H
#define INPUT_INPUT_H

#include <stddef.h>

#include "monread.h"
#include "cli/progress.h"
#include "cli/stop.h"
#include "compress/compress.h"
#include "base/bounds.h"

#define INPUT_TEXT 400 /* maximum number of bytes of a message */
/* number of bytes at the beginning of a file from which its kind is detected */
#define INPUT_HEAD 16

struct input_options {
	enum monread_container container;
	unsigned flags; /* for monread_set_flags() */
	int follow;
	/* With ->follow: a function that returns the name of the file after the file NAME, or NULL
	 * if that file does not exist yet. The returned name must live as long as the input.
	 * HAS_FAILED is 1 if NAME could not be opened.
	 *
	 * If this pointer is NULL, follow only the name of the input. */
	const char *(*successor)(void *arg, const char *name, int has_failed);
	void *successor_arg;
	int watch; /* with ->follow: the result of input_watch(), or 0 */
	size_t piece; /* maximum number of bytes of the input in memory; 0: no limit */
	/* names of the files that were found in directories: if one of them was removed, print only
	 * a note; NULL: no such files */
	char *const *listed;
	int keeps; /* 1: input_close() does not close the descriptor */
	int quiet; /* 1: print no messages; errors are only in ->why of the input */
	uint64_t limit; /* maximum number of bytes to read of a compressed file; 0: all */
	struct wait wait;
};

struct input_kind;

enum input_more {
	INPUT_FED,    /* the reader has new bytes: call monread_next() again */
	INPUT_GAP,    /* data was lost: see ->gap */
	INPUT_STOPPED, /* stopped by a signal, by --duration, or by a failure with a message */
	INPUT_ENDED,  /* the input was read to its end */
	/* With --follow: */
	INPUT_IDLE,   /* the file has no new data: try again after input_wait() */
	INPUT_OTHER,  /* the file ended; in->m is a new reader for a new or rewritten file */
	INPUT_SAME    /* the file became shorter; in->m is a new reader for the rest of it */
};

/* A loss that a device reported. */
struct input_gap {
	size_t lost;
	long sets;   /* number of lost data sets; -1: unknown */
	char text[INPUT_TEXT];
	int severed; /* 1: the device returns no more data */
};

struct input {
	const char *name;
	int fd;
	struct monread *m;
	int is_device; /* 1 for a monreader device, which may lose data sets */
	int is_live;   /* 1 if z/VM or another program still writes data to the input */
	/* 1 if input_more() feeds blocks of several MB when ->readers is not 0; a block is valid
	 * until the next call of input_more() */
	int is_large;
	/* set by the caller: number of threads that read parts of the blocks; 0: none */
	unsigned readers;
	/* for a device: number of data sets that were read, of bytes in them, and of lost bytes */
	unsigned long long sets, bytes, lost;
	char why[INPUT_TEXT];                /* the reason why reading failed; "": no error */
	int error;                           /* errno that belongs to ->why */
	int is_at_end;                       /* 1 if the input was read to its end */
	struct input_gap gap;                /* the last loss of data that a device reported */
	/* Private to src/input. */
	const struct input_options *options;
	const struct input_kind *kind;
	void *state; /* data that belongs to ->kind */
	unsigned char head[INPUT_HEAD];
	size_t nhead;
	int has_head;
	/* which file follows at the end of this one: INPUT_OTHER, INPUT_SAME, or INPUT_FED for
	 * none */
	enum input_more replaced;
	/* 1: reading stopped early, and ->m has got the end of its input */
	int is_stopped;
	uint64_t fed;             /* number of bytes that the reader ->m got */
	struct {
		const void *bytes;
		size_t n;
	} block; /* the block that input_more() read last; used by copy.c, which has no reader */
};

/* Open the input NAME with the options O; both must live until input_close(). Return 0, or -1 after
 * an error message or if the user asked to stop. */
int input_open(struct input *in, const char *name, const struct input_options *o);

/* Like input_open(), but if FD is not negative, read from this descriptor, which input_close()
 * closes. */
int input_open_fd(struct input *in, const char *name, int fd, const struct input_options *o);
void input_close(struct input *in);

/* Return 1 if input_open() would open NAME as a monreader device. */
int input_names_device(const char *name, const struct input_options *o);

/* Give back the memory for the bytes of IN before OFFSET, because all threads have read them. */
void input_passed(struct input *in, uint64_t offset);

/* Stop reading from a device. input_more() still returns the data sets in the queue. */
void input_end_reading(struct input *in);

/* After input_end_reading(): write the next loss to in->gap and return 1; return 0 if no loss is
 * left. Discard the data sets before this loss, and add their number and bytes to *SETS and
 * *BYTES. */
int input_next_loss(struct input *in, uint64_t *sets, uint64_t *bytes);

/* Print a note if end-of-data records of MONWRITE were skipped. If IN has only one, at its end,
 * print it only with --verbose. */
void input_note_end_records(const struct input *in);

/* For a file, compressed or not, return the offset of the next byte to read; for other inputs the
 * number of bytes received. */
uint64_t input_position(const struct input *in);

/* Return where in the compressed file the bytes begin that the reader got last; ->kind is NULL if
 * the input is not compressed. */
struct uncompress_place input_place(const struct input *in);

enum input_more input_more(struct input *in);

/* After monread_next() returned NULL, feed more bytes to in->m, or report why IN ended. */
enum input_more input_step(struct input *in);

/* Return the next event of IN, which must not be a device. Return NULL at the end of the input, or
 * if the first MOST bytes have no event; in the second case monread_code() is MONREAD_AGAIN. */
const struct monread_ev *input_event(struct input *in, uint64_t most);

/* ---- Growing files ---- */

/* Return a descriptor of inotify(7) for ->watch of struct input_options, or -1. */
int input_watch(void);

/* Wait until a file that is opened with the options O may have new data, for at most a second. */
void input_wait(const struct input_options *o);

/* ---- Copies ---- */

/* Open NAME for repeated reading, or use FD if it is not negative. Return the descriptor of NAME,
 * or of a temporary file with its uncompressed bytes. PROGRESS may be NULL. WHY, of INPUT_TEXT
 * bytes, gets the reason if bytes are missing, else "".
 *
 * On failure return -1 with the reason in WHY; this reason was also printed, unless o->quiet is 1.
 * WHY is "" if NAME was removed or the user asked to stop. */
int copy_open(const char *name, int fd, const struct input_options *o, struct progress *progress,
              char *why);

#endif
