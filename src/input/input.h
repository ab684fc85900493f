/* input.h: sources of monitor data: plain files, pipes, compressed and growing files, devices. */
#ifndef INPUT_INPUT_H
#define INPUT_INPUT_H

#include <stddef.h>

#include "monread.h"
#include "cli/progress.h"
#include "cli/stop.h"
#include "compress/compress.h"
#include "port/bounds.h"

#define INPUT_TEXT 400 /* bytes of a message */
#define INPUT_HEAD 16  /* number of first bytes of a file that detect its kind */

struct input_options {
	enum monread_container container;
	unsigned flags; /* for monread_set_flags() */
	int follow;
	size_t piece;  /* maximum bytes of the input in memory; 0: not limited */
	/* names found in directories, which may be removed before they are read; NULL: none */
	char *const *listed;
	int keeps; /* 1: input_close() does not close the descriptor of input_open_fd() */
	int quiet; /* 1: print no messages; errors are only in ->why of the input */
	uint64_t limit; /* maximum bytes to read of a compressed file; 0: all */
	struct wait wait;
};

struct input_kind;

enum input_more {
	INPUT_FED,    /* the reader has new bytes: call monread_next() again */
	INPUT_GAP,    /* data was lost: see ->gap */
	/* reading ended because of a signal, --duration, or a failure after a message */
	INPUT_STOPPED,
	INPUT_ENDED,  /* the input was read to its end */
	/* With --follow: */
	/* in->m was at the end of the file; now it is a reader for another or a rewritten file */
	INPUT_OTHER,
	/* in->m was at the end of the file; now it is a reader for the same file, which became
	 * shorter */
	INPUT_SAME
};

/* A loss of a device. */
struct input_gap {
	size_t lost; /* bytes */
	long sets;   /* lost data sets; -1: unknown */
	char text[INPUT_TEXT];
	int severed; /* 1: the device returns no more data */
};

struct input {
	const char *name;
	int fd;
	struct monread *m;
	/* 1 for a monreader device, which returns data sets, and may lose some */
	int is_device;
	/* 1 if monread waits for data that z/VM or another program is writing */
	int is_live;
	/* 1 if input_more() feeds blocks of some MB if ->readers is not 0; a block is valid until
	 * the next call */
	int is_large;
	/* threads that read fed blocks, set by the caller; 0: only the caller */
	unsigned readers;
	/* of a device: number of data sets read, and lost bytes */
	unsigned long long sets, lost;
	unsigned long long bytes;            /* bytes of these data sets */
	char why[INPUT_TEXT];                /* the reason why reading failed; "": no error */
	int error;                           /* errno of ->why */
	int is_at_end;                       /* 1 if the input was read to its end */
	struct input_gap gap;                /* the last loss of a device */
	/* Private to src/input. */
	const struct input_options *options;
	const struct input_kind *kind;
	void *state; /* data of the kind */
	unsigned char head[INPUT_HEAD];
	size_t nhead;
	int has_head;
	/* with --follow: INPUT_OTHER or INPUT_SAME if another file follows the end of ->m;
	 * INPUT_FED: none follows */
	enum input_more replaced;
	/* 1: reading stopped before the end of the input, and the end was fed to ->m */
	int is_stopped;
	uint64_t fed;             /* number of bytes that ->m got */
	struct {
		const void *bytes;
		size_t n;
	} block; /* the block that input_more() read last; for copy.c, which has no reader */
};

/* Open NAME. NAME and O must live until input_close(). Return 0, or -1 after an error message or if
 * the user asked to stop. */
int input_open(struct input *in, const char *name, const struct input_options *o);

/* Like input_open(), but read from the open descriptor FD, which input_close() closes; FD < 0: open
 * NAME. */
int input_open_fd(struct input *in, const char *name, int fd, const struct input_options *o);
void input_close(struct input *in);

/* Return 1 if input_open() would open NAME as a monreader device. Does not open it. */
int input_names_device(const char *name, const struct input_options *o);

/* With ->readers: allow IN to free its memory of the data before OFFSET, which all threads have
 * read. */
void input_passed(struct input *in, uint64_t offset);

/* Stop reading from a device. Data sets in the queue are still returned. */
void input_end_reading(struct input *in);

/* After input_end_reading(): return 1 if ->gap is the next loss; 0 if there are no more.
 * Discard the data sets before it, and add them to *SETS and *BYTES. */
int input_next_loss(struct input *in, uint64_t *sets, uint64_t *bytes);

/* Print, mostly only with --verbose, that end-of-data records of MONWRITE were skipped. */
void input_note_end_records(const struct input *in);

/* Return the position in a file; for a compressed file, in the compressed data. For other inputs,
 * the number of bytes received. */
uint64_t input_position(const struct input *in);

/* Return where in the compressed file the last fed bytes lie; ->kind is NULL if the input is not
 * compressed. */
struct uncompress_place input_place(const struct input *in);

/* Read the next bytes of IN and feed them to in->m. */
enum input_more input_more(struct input *in);

/* Call this after monread_next() returned NULL: it feeds more bytes to in->m, or reports why the
 * input has ended. */
enum input_more input_step(struct input *in);

/* Return the next event of IN, which must not be a device. Return NULL at the end, or if the first
 * MOST bytes have no event; then monread_code() is MONREAD_AGAIN. */
const struct monread_ev *input_event(struct input *in, uint64_t most);

/* ---- Copies ---- */

/* Open NAME, or use FD if it is not negative, for repeated reading: return a descriptor of a
 * regular file, which is NAME itself, or a temporary file with its uncompressed bytes. PROGRESS may
 * be NULL. WHY, of INPUT_TEXT bytes: the reason if bytes are missing, "" if not. Return -1 with the
 * reason in WHY; "" if NAME was removed or the user asked to stop. Both were reported, unless
 * QUIET. */
int copy_open(const char *name, int fd, const struct input_options *o, struct progress *progress,
              char *why);

#endif
