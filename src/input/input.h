/* input.h: sources of monitor data: plain files, pipes, compressed and growing files, devices. */
#ifndef INPUT_INPUT_H
#define INPUT_INPUT_H

#include "monread.h"
#include "cli/progress.h"
#include "compress/compress.h"
#include "base/bounds.h"

#define INPUT_TEXT 400 /* maximum size of a message */
/* number of bytes at the beginning of an input that show its kind */
#define INPUT_HEAD 16

struct input_options {
	enum monread_container container;
	unsigned flags; /* for monread_set_flags() */
	int follow;
	/* With ->follow: returns the name of the file that comes after the file NAME in a series,
	 * or NULL if this next file does not exist yet. ARG is ->successor_arg. The returned name
	 * must live as long as the input. HAS_FAILED is 1 if NAME could not be opened. If
	 * ->successor is NULL, follow only the name of the input. */
	const char *(*successor)(void *arg, const char *name, int has_failed);
	void *successor_arg;
	int watch; /* with ->follow: the result of input_watch(), or 0 */
	size_t piece; /* maximum number of bytes of the input in memory; 0: no limit */
	/* names of files that were found in directories: if one of these files was removed, print
	 * only a note; NULL: none */
	char *const *listed;
	int keeps; /* 1: input_close() does not close ->fd of struct input */
	int quiet; /* 1: print no messages; ->why of struct input has the error */
	uint64_t limit; /* maximum bytes to read of a compressed file; 0: all */
	struct wait wait;
};

struct input_kind;

enum input_more {
	INPUT_FED, /* call monread_next() again */
	INPUT_GAP,    /* a device lost data: see ->gap of struct input */
	INPUT_STOPPED, /* stopped by a signal, by --duration, or by an error, after a message */
	INPUT_ENDED,
	/* With --follow: */
	INPUT_IDLE, /* no new data: try again after input_wait() */
	INPUT_OTHER, /* ->m of struct input is a new reader for a new or rewritten file */
	/* ->m of struct input is a new reader for the rest of a file that became shorter */
	INPUT_SAME
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
	/* number of threads that read parts of a block at the same time, set by the caller; 0:
	 * none */
	unsigned readers;
	/* only for a device: numbers of data sets that were read, of bytes in these, and of lost
	 * bytes */
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
	/* what --follow reads after the end of the file: INPUT_OTHER: another file; INPUT_SAME: the
	 * rest of the same file; INPUT_FED: nothing */
	enum input_more replaced;
	/* 1: reading was stopped before the end, and monread_feed() has ended the input of ->m */
	int is_stopped;
	uint64_t fed; /* bytes that ->m got */
	struct {
		const void *bytes;
		size_t n;
	} block; /* bytes that input_more() read last, for copy.c, which has no reader */
};

/* Open NAME with the options O. NAME and O must stay valid until input_close(). Return 0, or -1
 * after a message or if the user asked to stop. */
int input_open(struct input *in, const char *name, const struct input_options *o);

/* Like input_open(), but if FD is not negative, read from FD, which input_close() closes. */
int input_open_fd(struct input *in, const char *name, int fd, const struct input_options *o);
void input_close(struct input *in);

/* Return 1 if input_open() would open NAME as a monreader device. */
int input_names_device(const char *name, const struct input_options *o);

/* All threads have read the bytes of IN before OFFSET: give back the memory of these bytes. */
void input_passed(struct input *in, uint64_t offset);

/* Stop reading from a device. input_more() still feeds the data sets that were read before. */
void input_end_reading(struct input *in);

/* After input_end_reading(): write the next loss to in->gap and return 1; return 0 if no loss is
 * left. Discard the data sets before the loss, add their number to *SETS, and their bytes to
 * *BYTES. */
int input_next_loss(struct input *in, uint64_t *sets, uint64_t *bytes);

/* Print a note if the reader of IN has skipped end-of-data records of MONWRITE. A record at the end
 * of IN is reported only with --verbose. */
void input_note_end_records(const struct input *in);

/* For a file, compressed or not, return the offset of the next byte to read; for other inputs the
 * number of bytes received. */
uint64_t input_position(const struct input *in);

/* Return the place in the compressed file IN at which the bytes that the reader got last begin. If
 * IN is not compressed, ->kind of the returned structure is NULL. */
struct uncompress_place input_place(const struct input *in);

enum input_more input_more(struct input *in);

/* After monread_next() returned NULL, feed more bytes to in->m, or report why IN ended. */
enum input_more input_step(struct input *in);

/* Return the next event of IN, which must not be a device. Return NULL at the end, or if the first
 * MOST bytes have no event; then monread_code() is MONREAD_AGAIN. */
const struct monread_ev *input_event(struct input *in, uint64_t most);

/* ---- Growing files ---- */

/* Return an inotify(7) descriptor for ->watch of struct input_options, or -1 on failure. */
int input_watch(void);

/* Wait, for at most a second, until a file that was opened with O may have new data. */
void input_wait(const struct input_options *o);

/* ---- Copies ---- */

/* Open the file NAME for repeated reading, or use FD if it is not negative. Return the descriptor
 * of the file, or of a temporary file with its uncompressed bytes. PROGRESS may be NULL. If bytes
 * of the file are missing, WHY, an array of INPUT_TEXT bytes, gets the reason, else "".
 *
 * On failure return -1 with the reason in WHY; unless o->quiet is 1, the reason was also printed.
 * WHY is "" if NAME was removed or the user asked to stop. */
int copy_open(const char *name, int fd, const struct input_options *o, struct progress *progress,
              char *why);

#endif
