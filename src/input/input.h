/* input.h: where monitor data comes from: a plain file or pipe, a compressed one, a growing one, a device. */
#ifndef INPUT_INPUT_H
#define INPUT_INPUT_H

#include <stddef.h>

#include "monread.h"
#include "cli/wait.h"
#include "port/bounds.h"

#define INPUT_TEXT 320 /* bytes of a message */
#define INPUT_HEAD 16  /* bytes by which a kind is recognised */

/* Where those that rest keep what comes next. */
struct spill;
struct spill *spill_new(void); /* NULL: out of memory */
void spill_free(struct spill *s);

struct input_options {
	enum monread_container container;
	unsigned flags; /* of monread_set_flags() */
	int follow;
	size_t buffer; /* of a device; 0: see live.h */
	size_t piece;  /* several inputs are open at the same time: so many bytes of each are in memory; 0: one is */
	struct spill *spill; /* with ->piece; NULL: that stays in memory */
	struct wait wait;
};

struct input_kind;

/* What follows where in->m is at its end. */
enum input_next {
	INPUT_NONE,
	INPUT_OTHER, /* another file, or the same one written anew */
	INPUT_SAME   /* the same file, of which the end was cut off */
};

struct input {
	const char *name;
	int fd;
	struct monread *m;
	int is_device;                       /* whole data sets come, and may be lost */
	int is_live;                         /* data comes as it is made */
	int in_place;                        /* much is fed at once, and copied nowhere: of a pipe, with ->readers */
	unsigned readers;                    /* the caller's: so many threads read what was fed; 0: nobody but the caller */
	unsigned long long sets, gaps, lost; /* of a device: data sets, gaps, bytes that were thrown away */
	unsigned long long bytes;            /* of these data sets */
	/* Private to src/input. */
	const struct input_options *options;
	const struct input_kind *kind;
	void *state; /* of the kind */
	unsigned char head[INPUT_HEAD];
	size_t nhead;
	int has_head;
	enum input_next replaced; /* --follow: what comes behind the end */
	uint64_t fed;             /* bytes, to the reader that ->m is */
};

enum input_more {
	INPUT_FED,    /* call monread_next() again */
	INPUT_GAP,    /* data was lost: see *gap */
	INPUT_STOPPED /* by a signal or --duration, or after a failure that was reported */
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
void input_close(struct input *in);

/* Whether input_open() would take NAME for a device, as far as that is known before it is opened. */
int input_names_device(const char *name, const struct input_options *o);

/* With ->piece, others are read for a while: give back memory that it takes little to have again.  Events of in->m stay. */
void input_rest(struct input *in);

/* With ->readers, while threads read what was fed: read what is there of that which is fed next. */
void input_ahead(struct input *in);

/* With ->readers: nobody needs any more what was fed before OFFSET, of those of in->m. */
void input_passed(struct input *in, uint64_t offset);

/* in->m is at its end.  But for INPUT_NONE it is a new reader then. */
enum input_next input_next(struct input *in);

/* Nothing more is read from a device, nor taken: only what waits is asked for. */
void input_end_reading(struct input *in);

/* Add to *SETS and *BYTES the data sets that were read from a device and not taken yet. */
void input_waiting(const struct input *in, uint64_t *sets, uint64_t *bytes);

/* After input_end_reading(): the next loss that waits.  0: there is none. */
int input_next_loss(struct input *in, struct input_gap *gap);

/* Report the losses that were only counted so far. */
void input_say_losses(struct input *in);

/* in->m is at MONREAD_FATAL: say why, by errno. */
void input_say_fatal(const struct input *in);

/* How many bytes of a file were read; of a compressed one, of what it holds before it is uncompressed.  Of what is no
 * file: how many came. */
uint64_t input_position(const struct input *in);

/* in->m asked for data. */
enum input_more input_more(struct input *in, struct input_gap *gap);

/* ---- Directories ---- */

/* What the first record of a file tells. */
struct folder_look {
	int is_capture; /* monitor data begins in it, or close behind its beginning */
	uint64_t tod;   /* TOD clock of the first record that is neither a mark nor repeated; 0: there is none */
	int apart; /* as of struct overlap_source of cli/overlap.h */
	char system[MR_SYSTEM_ID_SIZE]; /* the identifier of its system, where it was asked for and is told early; "" */
	char why[INPUT_TEXT]; /* it is no capture; "": that was reported */
};

/* Look at NAME, a regular file; with LAYOUTS (or NULL) also which system it is of.  0, or -1: out of memory, or the user
 * asked to stop. */
int folder_look(struct folder_look *look, const char *name, const struct input_options *o,
                const struct monread_layouts *layouts);

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

/* sample.c: where the samples of a capture begin that is read later. */
struct input_sample {
	uint64_t tod; /* TOD clock of the first record of sample data that is no configuration */
	char system[MR_SYSTEM_ID_SIZE]; /* the identifier of its system; "": it is not told before */
	uint64_t identity; /* a hash of what D1R4 says of it; 0: there is none before */
};

/* Of what the D1R4 record EV says: the same system after an IPL, or another one, has another. */
uint64_t input_identity(const struct monread_ev *ev);

/* Look into the capture NAME.  RELEASE of its system, 0: its records tell.  1: there is none, or NAME cannot be opened; 0;
 * -1: that cannot be known early, as NAME is no regular file.  Nothing is said. */
int input_first_sample(struct input_sample *sample, const char *name, const struct input_options *o, unsigned release,
                       const struct monread_layouts *layouts);

#endif
