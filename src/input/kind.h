/* kind.h: a kind of input: functions to detect, open and read it. Private to src/input. */
#ifndef INPUT_KIND_H
#define INPUT_KIND_H

#include "input/input.h"

/* The kinds, in the order of detection: the first kind that takes an input reads it. */
#define INPUT_KINDS(KIND) \
	KIND(device)      \
	KIND(compressed)  \
	KIND(follow)      \
	KIND(mapped)      \
	KIND(pipe) /* takes all other inputs */

enum input_taken {
	INPUT_TAKEN,
	INPUT_PASSED, /* the input is of another kind */
	INPUT_REFUSED /* the reason was reported, or the user asked to stop */
};

struct input_kind {
	int is_device; /* it returns whole data sets, which can be lost */
	int is_live;   /* data comes while it is created */
	int in_place;  /* the descriptor stays at its first position */
	int is_large;  /* see struct input */
	int flags;     /* flags for open(2), if is_named() returns 1 */
	/* Return 1 if the name or the options alone select this kind; may be NULL. */
	int (*is_named)(const char *name, const struct input_options *o);
	/* Advice, with its punctuation, for the message that such a NAME cannot be opened because of ERROR; may be
	 * NULL. */
	const char *(*cure)(int error);
	/* Detect the kind of in->fd and prepare reading, with memory from input_state(). */
	enum input_taken (*open)(struct input *in);
	/* Feed in->m, which asked for data. */
	enum input_more (*more)(struct input *in, struct input_gap *gap);
	/* Release what in->state refers to; called where it was allocated, also when open() then refused.  The
	 * caller frees in->state itself and closes in->fd.  May be NULL. */
	void (*close)(struct input *in);
};

#define INPUT_DECLARE(kind) extern const struct input_kind input_##kind;
INPUT_KINDS(INPUT_DECLARE)

/* Report that IN cannot be read, or not to its end, and keep the message in in->why. DAMAGE: the input is damaged. */
void input_fail(struct input *in, int damage, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* Fill in->head with the first in->nhead bytes of the input: INPUT_HEAD, or all of a shorter one.  0, or -1: the reason
 * was reported, or the user asked to stop. */
int input_read_head(struct input *in);

/* Seek a regular file to where it was before its head was read.  0, or -1: it is not a regular file. */
int input_rewind(struct input *in);

/* in->state: SIZE bytes, zeroed.  NULL: out of memory, which was reported. */
void *input_state(struct input *in, size_t size);

/* Feed the reader N bytes, which must stay valid until it asks for more; 0: the end. */
static inline enum input_more input_feed(struct input *in, const void *bytes, size_t n)
{
	in->fed += n;
	in->block = bytes;
	in->nblock = n;
	return !in->m ? INPUT_FED : monread_feed(in->m, bytes, n) ? INPUT_STOPPED : INPUT_FED;
}

/* Feed the end of this file; NEXT follows: INPUT_OTHER or INPUT_SAME. */
static inline enum input_more input_feed_end(struct input *in, enum input_more next)
{
	in->replaced = next;
	return input_feed(in, NULL, 0);
}

#endif
