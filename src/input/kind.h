/* kind.h: what a kind of input is: how it is known, opened and read.  Of this room only. */
#ifndef INPUT_KIND_H
#define INPUT_KIND_H

#include "input/input.h"

/* The kinds, in the order in which they are asked: the first that takes an input reads it. */
#define INPUT_KINDS(KIND) \
	KIND(device)      \
	KIND(compressed)  \
	KIND(follow)      \
	KIND(mapped)      \
	KIND(pipe) /* takes what is left */

enum input_taken {
	INPUT_TAKEN,
	INPUT_PASSED, /* it is of another kind */
	INPUT_REFUSED /* as was reported, or the user asked to stop */
};

struct input_kind {
	int is_device; /* whole data sets come, and may be lost */
	int is_live;   /* data comes as it is made */
	int flags;     /* of open(2), where ->is_named() knows it */
	/* By its name and the options alone; may be NULL. */
	int (*is_named)(const char *name, const struct input_options *o);
	/* Such a one cannot be opened: what to do about ERROR, to stand behind the message; may be NULL. */
	const char *(*cure)(const char *name, int error);
	/* in->fd is open.  What reading needs goes to input_state(). */
	enum input_taken (*open)(struct input *in);
	/* Feed in->m, which asked for it. */
	enum input_more (*more)(struct input *in, struct input_gap *gap);
	/* Release what is in in->state, where that was had, also after open() has refused; in->state itself and in->fd are
	 * the caller's.  May be NULL. */
	void (*close)(struct input *in);
	/* See input_waiting() and input_say_losses(); may be NULL. */
	void (*waiting)(const struct input *in, uint64_t *sets, uint64_t *bytes);
	void (*say_losses)(struct input *in);
};

#define INPUT_DECLARE(kind) extern const struct input_kind input_##kind;
INPUT_KINDS(INPUT_DECLARE)

/* Ended by NULL. */
extern const struct input_kind *const input_kinds[];

/* Have in->head filled with what the input begins with: in->nhead bytes, fewer than INPUT_HEAD only where there are no
 * more.  0, or -1: the reason was reported, or the user asked to stop. */
int input_read_head(struct input *in);

/* Read a regular file from where it stood before its head was read.  0, or -1: it is none. */
int input_rewind(struct input *in);

/* in->state: SIZE bytes, zeroed.  NULL: out of memory, which was reported. */
void *input_state(struct input *in, size_t size);

/* N bytes, or the end (0), for the reader; they stay as they are until it asks for more. */
static inline enum input_more input_feed(struct input *in, const void *bytes, size_t n)
{
	return monread_feed(in->m, bytes, n) ? INPUT_STOPPED : INPUT_FED;
}

/* The end of this file; another one follows, see input_next(). */
static inline enum input_more input_replaced(struct input *in)
{
	in->replaced = 1;
	return input_feed(in, NULL, 0);
}

#endif
