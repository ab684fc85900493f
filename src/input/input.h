/* input.h: sources of monitor data: plain files, pipes, compressed and growing files, devices. */
#ifndef INPUT_INPUT_H
#define INPUT_INPUT_H

#include "monread.h"
#include "cli/progress.h"
#include "compress/compress.h"
#include "base/bounds.h"

#define INPUT_TEXT 400 /* maximum size of a message */
/* bytes at the beginning of a file that show its kind */
#define INPUT_HEAD 16

struct input_options {
	enum monread_container container;
	unsigned flags; /* for monread_set_flags() */
	int follow;
	/* With ->follow: returns the name of the file after the file NAME, or NULL if that file
	 * does not exist yet. The returned name must live as long as the input. HAS_FAILED is 1 if
	 * NAME could not be opened. If this pointer is NULL, follow only the name of the input. */
	const char *(*successor)(void *arg, const char *name, int has_failed);
	void *successor_arg;
	int watch; /* with ->follow: the result of input_watch(), or 0 */
	size_t piece; /* maximum number of bytes of the input in memory; 0: no limit */
	/* names that were found in directories: if one of these files was removed, print only a
	 * note; NULL: none */
	char *const *listed;
	int keeps; /* 1: input_close() does not close the descriptor */
	int quiet; /* 1: print no messages; in->why has the error */
	uint64_t limit; /* maximum bytes to read of a compressed file; 0: all */
	struct wait wait;
};

struct input_kind;

enum input_more {
	INPUT_FED, /* call monread_next() again */
	INPUT_GAP,    /* data was lost: see ->gap */
	INPUT_STOPPED, /* a signal, --duration, or a failure with a message */
	INPUT_ENDED,
	/* With --follow: */
	INPUT_IDLE, /* no new data: try again after input_wait() */
	INPUT_OTHER, /* in->m is a new reader for a new or rewritten file */
	INPUT_SAME /* in->m is a new reader for the rest of the file, which became shorter */
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
	int is_device;
	int is_live;   /* 1 if z/VM or another program still writes data to the input */
	/* 1: if ->readers is not 0, input_more() feeds blocks of several MB, each of which is valid
	 * until the next call of input_more() */
	int is_large;
	/* set by the caller: number of threads that read parts of a block; 0: none */
	unsigned readers;
	/* of a device: data sets that were read, bytes in them, and lost bytes */
	unsigned long long sets, bytes, lost;
	char why[INPUT_TEXT]; /* why reading failed; "": no error */
	int error;                           /* errno that belongs to ->why */
	int is_at_end;                       /* 1 if the input was read to its end */
	struct input_gap gap; /* the last loss that a device reported */
	/* Private to src/input. */
	const struct input_options *options;
	const struct input_kind *kind;
	void *state;
	unsigned char head[INPUT_HEAD];
	size_t nhead;
	int has_head;
	/* which file follows: INPUT_OTHER, INPUT_SAME, or INPUT_FED for none */
	enum input_more replaced;
	/* 1: reading stopped early, and ->m knows that its input ends */
	int is_stopped;
	uint64_t fed; /* bytes that ->m got */
	struct {
		const void *bytes;
		size_t n;
	} block; /* what input_more() read last; for copy.c, which has no reader */
};

/* Open NAME with the options O; both must live until input_close(). Return 0, or -1 after a message
 * or if the user asked to stop. */
int input_open(struct input *in, const char *name, const struct input_options *o);

/* Like input_open(), but if FD is not negative, read from FD, which input_close() closes. */
int input_open_fd(struct input *in, const char *name, int fd, const struct input_options *o);
void input_close(struct input *in);

/* Return 1 if input_open() would open NAME as a monreader device. */
int input_names_device(const char *name, const struct input_options *o);

/* Give back the memory of the bytes of IN before OFFSET, which all threads have read. */
void input_passed(struct input *in, uint64_t offset);

/* Stop reading from a device; input_more() still returns the data sets in the queue. */
void input_end_reading(struct input *in);

/* After input_end_reading(): write the next loss to in->gap and return 1; return 0 if no loss is
 * left. Discard the data sets before it, and add their number and bytes to *SETS and *BYTES. */
int input_next_loss(struct input *in, uint64_t *sets, uint64_t *bytes);

/* Print a note if end-of-data records of MONWRITE were skipped; with only one, at the end of IN,
 * only with --verbose. */
void input_note_end_records(const struct input *in);

/* For a file, compressed or not, return the offset of the next byte to read; for other inputs the
 * number of bytes received. */
uint64_t input_position(const struct input *in);

/* Return where in the compressed file the bytes begin that the reader got last; ->kind is NULL if
 * IN is not compressed. */
struct uncompress_place input_place(const struct input *in);

enum input_more input_more(struct input *in);

/* After monread_next() returned NULL, feed more bytes to in->m, or report why IN ended. */
enum input_more input_step(struct input *in);

/* Return the next event of IN, which must not be a device. Return NULL at the end, or if the first
 * MOST bytes have no event; then monread_code() is MONREAD_AGAIN. */
const struct monread_ev *input_event(struct input *in, uint64_t most);

/* ---- Growing files ---- */

/* Return a descriptor for ->watch of struct input_options, or -1. */
int input_watch(void);

/* Wait, for at most a second, until a file that was opened with O may have new data. */
void input_wait(const struct input_options *o);

/* ---- Copies ---- */

/* Open NAME for repeated reading, or use FD if it is not negative. Return the descriptor of NAME,
 * or of a temporary file with its uncompressed bytes. PROGRESS may be NULL. WHY, of INPUT_TEXT
 * bytes, gets the reason if bytes are missing, else "".
 *
 * On failure return -1 with the reason in WHY; unless o->quiet is 1, it was also printed. WHY is ""
 * if NAME was removed or the user asked to stop. */
int copy_open(const char *name, int fd, const struct input_options *o, struct progress *progress,
              char *why);

#endif
