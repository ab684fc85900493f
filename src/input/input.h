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
	/* with ->follow: a function that returns the name of the file after the file NAME, or NULL
	 * if it does not exist yet. The name must live as long as the input. HAS_FAILED: 1 if NAME,
	 * which this function has returned, could not be opened. If this pointer is NULL, follow
	 * only one name. */
	const char *(*successor)(void *arg, const char *name, int has_failed);
	void *successor_arg;
	/* with ->follow: the result of input_watch(), by which input_wait() notices changes at
	 * once; 0: input_wait() waits for a second */
	int watch;
	/* maximum number of bytes of the input that are kept in memory; 0: no limit */
	size_t piece;
	/* names of files found in directories; these files may be removed before they are read;
	 * NULL: no names */
	char *const *listed;
	int keeps; /* 1: input_close() does not close the descriptor that the caller opened */
	int quiet; /* 1: print no messages; errors are only in ->why of the input */
	uint64_t limit; /* maximum number of bytes to read of a compressed file; 0: all */
	struct wait wait;
};

struct input_kind;

enum input_more {
	INPUT_FED,    /* the reader has new bytes: call monread_next() again */
	INPUT_GAP,    /* data was lost: see ->gap */
	/* reading ended after a signal, at the end of --duration, or after a failure with a
	 * message */
	INPUT_STOPPED,
	INPUT_ENDED,  /* the input was read to its end */
	/* With --follow: */
	INPUT_IDLE,   /* the file has no new data: try again after input_wait() */
	/* the reader in->m was at the end of its file; in->m is now a reader for a new or a
	 * rewritten file */
	INPUT_OTHER,
	/* the reader in->m was at the end of its file; in->m is now a new reader for the same file,
	 * which became shorter */
	INPUT_SAME
};

/* A loss that a device reported. */
struct input_gap {
	size_t lost; /* number of lost bytes */
	long sets;   /* number of lost data sets; -1: unknown */
	char text[INPUT_TEXT];
	int severed; /* 1: the device returns no more data */
};

struct input {
	const char *name;
	int fd;
	struct monread *m;
	/* 1 for a monreader device, which returns data sets and may lose some of them */
	int is_device;
	/* 1 if monread waits for data that z/VM or a different program is writing */
	int is_live;
	/* 1 if input_more() feeds blocks of several MB when ->readers is not 0; a block is valid
	 * until the next call of input_more() */
	int is_large;
	/* number of threads that read parts of the blocks of input_more(), filled in by the caller;
	 * 0: none */
	unsigned readers;
	/* for a device: number of data sets that were read, and number of lost bytes */
	unsigned long long sets, lost;
	unsigned long long bytes;            /* number of bytes of the data sets that were read */
	char why[INPUT_TEXT];                /* the reason why reading failed; "": no error */
	int error;                           /* errno that belongs to ->why */
	int is_at_end;                       /* 1 if the input was read to its end */
	struct input_gap gap;                /* the last loss of data that a device reported */
	/* Private to src/input. */
	const struct input_options *options;
	const struct input_kind *kind;
	void *state; /* data of the kind of input */
	unsigned char head[INPUT_HEAD];
	size_t nhead;
	int has_head;
	/* with --follow: INPUT_OTHER or INPUT_SAME if another file follows after the file that the
	 * reader ->m reads; INPUT_FED: no file follows */
	enum input_more replaced;
	/* 1: reading stopped before the end of the input, and the reader ->m knows that no more
	 * bytes come */
	int is_stopped;
	uint64_t fed;             /* number of bytes that the reader ->m got */
	struct {
		const void *bytes;
		size_t n;
	} block; /* the block that input_more() read last; for copy.c, which has no reader */
};

/* Open NAME. NAME and O must live until input_close(). Return 0, or -1 after an error message or if
 * the user asked to stop. */
int input_open(struct input *in, const char *name, const struct input_options *o);

/* Do the same as input_open(), but read from the open descriptor FD, which input_close() closes. If
 * FD is negative, open NAME. */
int input_open_fd(struct input *in, const char *name, int fd, const struct input_options *o);
void input_close(struct input *in);

/* Return 1 if input_open() would open NAME as a monreader device. This function does not open the
 * device. */
int input_names_device(const char *name, const struct input_options *o);

/* Tell IN that all threads that read its data have read the data before OFFSET, so that IN may free
 * the memory of this data. */
void input_passed(struct input *in, uint64_t offset);

/* Stop reading from a device. input_more() still returns the data sets in the queue. */
void input_end_reading(struct input *in);

/* After input_end_reading(): return 1 if there was another loss, and describe it in in->gap; return
 * 0 if there are no more losses. Discard the data sets before this loss, and add their number and
 * bytes to *SETS and *BYTES. */
int input_next_loss(struct input *in, uint64_t *sets, uint64_t *bytes);

/* Print a note that end-of-data records of MONWRITE were skipped. Usually print it only with
 * --verbose. */
void input_note_end_records(const struct input *in);

/* Return the read position in a file; for a compressed file, the position in the compressed data.
 * For other inputs, return the number of bytes received. */
uint64_t input_position(const struct input *in);

/* Return the position in the compressed file of the bytes that the reader got last. If the input is
 * not compressed, ->kind of the result is NULL. */
struct uncompress_place input_place(const struct input *in);

/* Read the next bytes of IN and feed them to in->m. */
enum input_more input_more(struct input *in);

/* Call this function after monread_next() returned NULL: it feeds more bytes to the reader in->m,
 * or reports why the input has ended. */
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

/* Open NAME for repeated reading, or use FD if FD is not negative. Return the descriptor of a
 * regular file: of NAME itself, or of a temporary file with the uncompressed bytes of NAME.
 * PROGRESS may be NULL. WHY has INPUT_TEXT bytes; it becomes the reason if bytes are missing, else
 * "". On failure return -1 with the reason in WHY, or with "" if NAME was removed or the user asked
 * to stop. Reasons were already reported, unless o->quiet is 1. */
int copy_open(const char *name, int fd, const struct input_options *o, struct progress *progress,
              char *why);

#endif
