/* input.h: where monitor data comes from: a plain file or pipe, a compressed one, a growing one, a device. */
#ifndef INPUT_INPUT_H
#define INPUT_INPUT_H

#include <stddef.h>
#include <sys/stat.h>

#include "monread.h"
#include "cli/moment.h"
#include "cli/progress.h"
#include "cli/wait.h"
#include "compress/compress.h"
#include "input/ordered.h"
#include "port/bounds.h"

#define INPUT_TEXT 400 /* bytes of a message */
#define INPUT_HEAD 16  /* bytes by which a kind is recognised */

struct input_options {
	enum monread_container container;
	unsigned flags; /* of monread_set_flags() */
	int follow;
	size_t piece;  /* several inputs are open at the same time: so many bytes of each are in memory; 0: one is */
	char *const *listed; /* as of inputs_is_gone(); may be NULL */
	int quiet; /* report nothing: what went wrong is in ->why of the input only */
	uint64_t limit; /* so many bytes of a compressed file are read; 0: all */
	struct wait wait;
};

struct input_kind;

enum input_more {
	INPUT_FED,    /* call monread_next() again */
	INPUT_GAP,    /* data was lost: see *gap */
	INPUT_STOPPED, /* by a signal or --duration, or after a failure that was reported */
	INPUT_ENDED,  /* the input was read to its end */
	/* --follow: in->m was at its end, and is a new reader: */
	INPUT_OTHER,  /* of another file, or the same one written anew */
	INPUT_SAME    /* of the same file, of which the end was cut off */
};

struct input {
	const char *name;
	int fd;
	struct monread *m;
	int is_device;                       /* whole data sets come, and may be lost */
	int is_live;                         /* data comes as it is made */
	int is_large;                        /* with ->readers much is fed at once, and stays where it is until more is fed */
	unsigned readers;                    /* the caller's: so many threads read what was fed; 0: nobody but the caller */
	unsigned long long sets, gaps, lost; /* of a device: data sets, gaps, bytes that were thrown away */
	unsigned long long bytes;            /* of these data sets */
	char why[INPUT_TEXT];                /* why it cannot be read, or not to its end; "": nothing went wrong */
	int error;                           /* errno then */
	/* Private to src/input. */
	const struct input_options *options;
	const struct input_kind *kind;
	void *state; /* of the kind */
	unsigned char head[INPUT_HEAD];
	size_t nhead;
	int has_head;
	enum input_more replaced; /* --follow: INPUT_OTHER or INPUT_SAME, at the end of ->m; INPUT_FED: nothing follows */
	uint64_t fed;             /* bytes, to the reader that ->m is */
	const void *block;        /* what was fed last, without a reader */
	size_t nblock;
};

struct input_gap {
	size_t lost; /* bytes */
	long sets;   /* data sets that were lost; -1: it is not known how many */
	int error;
	char text[INPUT_TEXT]; /* "": one of many, only counted */
	int severed; /* nothing comes behind it */
};

/* NAME and O must live until input_close().  0, or -1: the reason was reported, or the user asked to stop. */
int input_open(struct input *in, const char *name, const struct input_options *o);

/* The same of FD, which was opened already and is the input's then; < 0: open NAME. */
int input_open_fd(struct input *in, const char *name, int fd, const struct input_options *o);
void input_close(struct input *in);

/* Whether input_open() would take NAME for a device, as far as that is known before it is opened. */
int input_names_device(const char *name, const struct input_options *o);

/* With ->readers: nobody needs any more what was fed before OFFSET, of those of in->m. */
void input_passed(struct input *in, uint64_t offset);

/* Nothing more is read from a device, nor taken: only what waits is asked for. */
void input_end_reading(struct input *in);

/* Add to *SETS and *BYTES the data sets that were read from a device and not taken yet. */
void input_waiting(const struct input *in, uint64_t *sets, uint64_t *bytes);

/* After input_end_reading(): the next loss that waits.  0: there is none. */
int input_next_loss(struct input *in, struct input_gap *gap);

/* Report the losses that were only counted so far. */
void input_say_losses(struct input *in);

/* How many bytes of a file were read; of a compressed one, of what it holds before it is uncompressed.  Of what is no
 * file: how many came. */
uint64_t input_position(const struct input *in);

/* Where the bytes are from that were fed last; ->kind is NULL if the input is not compressed. */
struct uncompress_place input_place(const struct input *in);

/* in->m asked for data. */
enum input_more input_more(struct input *in, struct input_gap *gap);

/* monread_next() has returned no event: feed in->m, or report why there is nothing more. */
enum input_more input_step(struct input *in, struct input_gap *gap);

/* The next event of IN, which is not a device.  NULL: there is none; or it is not among the first MOST bytes: then
 * monread_code() is MONREAD_AGAIN. */
const struct monread_ev *input_event(struct input *in, uint64_t most);

/* ---- Copies ---- */

/* Open NAME, or take FD if that is not negative, to read it again and again: return the descriptor of a regular file,
 * which is NAME itself, or a temporary file that has its bytes, uncompressed.  ST: of NAME.  PROGRESS may be NULL.
 * WHY, of INPUT_TEXT bytes: why there are not more bytes; "": all are there.  -1: WHY is the reason; "": somebody
 * removed NAME, or the user asked to stop.  Both were reported, unless QUIET. */
int copy_open(const char *name, int fd, const struct input_options *o, struct progress *progress, struct stat *st,
              char *why);

/* ---- Directories ---- */

/* What the first record of a file tells. */
struct folder_look {
	int is_capture; /* monitor data begins in it, or close behind its beginning */
	int is_late;    /* and something else is before that data, as ->why says */
	struct ordered_look begins;
	char system[MR_SYSTEM_ID_SIZE]; /* the identifier of its system, where it was asked for and is told early; "" */
	char why[INPUT_TEXT]; /* it is no capture; "": that was reported */
};

/* Look at NAME, a regular file; with LAYOUTS (or NULL) also which system it is of.  0, or -1: out of memory, or the
 * user asked to stop. */
int folder_look(struct folder_look *look, const char *name, const struct input_options *o,
                const struct monread_layouts *layouts);

/* Whether the regular file NAME is a capture in any form, also compressed.  Reports nothing. */
int folder_is_capture(const char *name);

/* Whether NAME, the file of an output, is a capture.  If it is, reports that it needs --force. */
int folder_refuses_output(const char *name);

/* The inputs of a command line.  {0} to begin with. */
struct folder_names {
	char **names; /* ended by NULL */
	int n;
	int *of;      /* which of the operands each is, or is in */
	char **made;  /* names that are no operands, ended by NULL */
};

/* Put for each of the N NAMES that is a directory the captures in it, and in directories in it: by the times of their
 * first records.  What is left out is said with --verbose; a directory without captures is reported.  0, or -1: out of
 * memory, which was reported, or the user asked to stop. */
int folder_expand(struct folder_names *f, char *const *names, int n, const struct input_options *o);
void folder_done(struct folder_names *f);

/* sample.c: where a capture ends. */

/* If M counts back from the end, as -1h does, make it absolute: go back from the time of the last record of the N
 * captures NAMES.  --OPTION=TEXT is refused if one of them is not a regular file.  0, or -1: the user asked to stop. */
int input_settle_end(struct moment *m, const char *option, const char *text, char *const *names, int n,
                     const struct input_options *o);

/* ---- Which records captures contain ---- */

#define PRESENT_PRODUCTS 256u

struct present {
	const struct monread_layouts *layouts;
	unsigned files; /* that could be opened */
	int samples;    /* there are sample records */
	uint64_t counts[MR_DOMAINS][MR_RECORDS];
	struct {
		const char *name; /* of application data */
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
