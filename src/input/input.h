/* input.h: sources of monitor data: plain files, pipes, compressed and growing files, devices, directories. */
#ifndef INPUT_INPUT_H
#define INPUT_INPUT_H

#include <stddef.h>
#include <sys/stat.h>

#include "monread.h"
#include "cli/moment.h"
#include "cli/progress.h"
#include "cli/stop.h"
#include "compress/compress.h"
#include "input/ordered.h"
#include "port/bounds.h"

#define INPUT_TEXT 400 /* bytes of a message */
#define INPUT_HEAD 16  /* bytes needed to detect a kind */

struct input_options {
	enum monread_container container;
	unsigned flags; /* for monread_set_flags() */
	int follow;
	size_t piece;  /* several inputs are open: maximum bytes of each in memory; 0: a single input */
	char *const *listed; /* see inputs_is_gone(); may be NULL */
	int quiet; /* report nothing; errors are only in ->why of the input */
	uint64_t limit; /* maximum bytes to read of a compressed file; 0: all */
	struct wait wait;
};

struct input_kind;

enum input_more {
	INPUT_FED,    /* call monread_next() again */
	INPUT_GAP,    /* data was lost: see *gap */
	INPUT_STOPPED, /* by a signal or --duration, or after a failure that was reported */
	INPUT_ENDED,  /* the input was read to its end */
	/* --follow: in->m was at its end, and is now a new reader: */
	INPUT_OTHER,  /* of another file, or of a rewritten file */
	INPUT_SAME    /* of the same file, whose end was cut off */
};

struct input {
	const char *name;
	int fd;
	struct monread *m;
	int is_device;                       /* it returns whole data sets, which can be lost */
	int is_live;                         /* data comes while it is created */
	/* with ->readers, large amounts are fed at once, and stay valid until more is fed */
	int is_large;
	unsigned readers;                    /* set by the caller: threads that read the fed data; 0: only the caller */
	unsigned long long sets, gaps, lost; /* device: data sets, gaps, discarded bytes */
	unsigned long long bytes;            /* bytes of these data sets */
	char why[INPUT_TEXT];                /* the reason why reading failed; "": no error */
	int error;                           /* its errno */
	int is_at_end;                       /* it was read to its end */
	/* Private to src/input. */
	const struct input_options *options;
	const struct input_kind *kind;
	void *state; /* data of the kind */
	unsigned char head[INPUT_HEAD];
	size_t nhead;
	int has_head;
	/* --follow: INPUT_OTHER or INPUT_SAME at the end of ->m; INPUT_FED: no file follows */
	enum input_more replaced;
	int is_stopped;           /* 1: reading stopped before the end of the input, and the end was fed to ->m */
	uint64_t fed;             /* bytes fed to the current reader */
	const void *block;        /* last fed block, for inputs without a reader */
	size_t nblock;
};

struct input_gap {
	size_t lost; /* bytes */
	long sets;   /* lost data sets; -1: unknown */
	int error;
	char text[INPUT_TEXT]; /* "": one of many, only counted */
	int severed; /* nothing follows */
};

/* Open NAME. NAME and O must live until input_close(). Return 0, or -1 after an error message or if the user asked
 * to stop. */
int input_open(struct input *in, const char *name, const struct input_options *o);

/* input_open() for an open descriptor FD, which then belongs to the input; < 0: open NAME. */
int input_open_fd(struct input *in, const char *name, int fd, const struct input_options *o);
void input_close(struct input *in);

/* Return 1 if input_open() would open NAME as a device, as far as the name shows. */
int input_names_device(const char *name, const struct input_options *o);

/* With ->readers: data before OFFSET of in->m is no longer needed. */
void input_passed(struct input *in, uint64_t offset);

/* Stop reading from a device; only data that waits is still returned. */
void input_end_reading(struct input *in);

/* After input_end_reading(): return 1 and the next loss in *GAP that was not returned yet; 0 if there are no more.
 * Discard the data sets before it, and add them to *SETS and *BYTES. */
int input_next_loss(struct input *in, struct input_gap *gap, uint64_t *sets, uint64_t *bytes);

/* Report the losses that were only counted. */
void input_say_losses(struct input *in);

/* Return the position in a file; for a compressed file, in the compressed data. For other inputs, the number of
 * bytes received. */
uint64_t input_position(const struct input *in);

/* Return the position in a compressed file of the last fed bytes; ->kind is NULL if the input is not compressed. */
struct uncompress_place input_place(const struct input *in);

/* Feed in->m, which asked for data. */
enum input_more input_more(struct input *in, struct input_gap *gap);

/* After monread_next() returned no event: feed in->m, or report the reason for the end. */
enum input_more input_step(struct input *in, struct input_gap *gap);

/* Return the next event of IN, which must not be a device. NULL: the end; or no event in the first MOST bytes, and
 * monread_code() is MONREAD_AGAIN. */
const struct monread_ev *input_event(struct input *in, uint64_t most);

/* ---- Copies ---- */

/* Open NAME, or use FD if it is not negative, for repeated reading: return a descriptor of a regular file, which is
 * NAME itself, or a temporary file with its uncompressed bytes. ST: of NAME. PROGRESS may be NULL. WHY, of
 * INPUT_TEXT bytes: the reason if bytes are missing, "" if not. Return -1 with the reason in WHY; "" if NAME was
 * removed or the user asked to stop. Both were reported, unless QUIET. */
int copy_open(const char *name, int fd, const struct input_options *o, struct progress *progress, struct stat *st,
              char *why);

/* ---- Directories ---- */

/* The results of examining the beginning of a file. */
struct folder_look {
	int is_file;    /* 0: not a regular file. It could be read only once, so it was not read */
	int is_capture; /* monitor data begins at its beginning or soon after */
	int is_late;    /* other bytes precede the data, see ->why */
	struct ordered_look begins;
	char system[MR_SYSTEM_ID_SIZE]; /* identifier of its system, if requested and found early; else "" */
	char why[INPUT_TEXT]; /* the reason why it is not a capture; "": already reported */
};

/* Examine NAME; with LAYOUTS (or NULL), also find its system. QUIET: do not report what is wrong, as the file will be
 * read. Return 0, or -1 if out of memory or if the user asked to stop. */
int folder_look(struct folder_look *look, const char *name, const struct input_options *o, int quiet,
                const struct monread_layouts *layouts);

/* Return 1 if the regular file NAME is a capture in any form, also compressed. Reports nothing. */
int folder_is_capture(const char *name);

/* Return 1 after a message that --force is needed if NAME, the file of an output, is a capture. */
int folder_refuses_output(const char *name);

/* The inputs of a command line. Initialize with {0}. */
struct folder_names {
	char **names; /* ended by NULL */
	int n;
	int *of;      /* number of the operand of each input */
	char **made;  /* allocated names, ended by NULL */
};

/* Replace each directory in the N NAMES by the captures in it and in its subdirectories, sorted by the times of
 * their first records. Ignored files are reported with --verbose; a directory without captures is reported. Return
 * 0, or -1 after a message about ENOMEM, or if the user asked to stop. */
int folder_expand(struct folder_names *f, char *const *names, int n, const struct input_options *o);
void folder_done(struct folder_names *f);

/* If M counts back from the end, as -1h does, make it absolute: go back from the time of the last record of the N
 * captures NAMES.  --OPTION=TEXT is refused if one of them is not a regular file.  0, or -1: the user asked to stop. */
int input_settle_end(struct moment *m, const char *option, const char *text, char *const *names, int n,
                     const struct input_options *o);

/* ---- Records that captures contain ---- */

#define PRESENT_PRODUCTS 256u

struct present {
	const struct monread_layouts *layouts;
	unsigned files; /* files that could be opened */
	int samples;    /* there are sample records */
	uint64_t counts[MR_DOMAINS][MR_RECORDS];
	struct {
		const char *name; /* name of the layout of application data */
		uint64_t count;
	} products[PRESENT_PRODUCTS];
	size_t nproducts;
};

/* Count the records of the N FILES, which must be captures.  The caller frees it.  NULL: out of memory. */
struct present *present_find(char *const *files, int n, const struct input_options *o,
                             const struct monread_layouts *layouts);

/* How many records of layout L, also of application data, were counted.  -1: unknown, as no file could be read. */
int64_t present_count(const struct present *p, const struct monread_layout *l);

#endif
