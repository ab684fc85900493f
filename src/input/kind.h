/* kind.h: a kind of input: how it is recognised, opened and read.  Private to src/input. */
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
	INPUT_REFUSED /* the reason was reported, or the user asked to stop */
};

struct input_kind {
	int is_device; /* whole data sets come, and may be lost */
	int is_live;   /* data comes as it is made */
	int in_place;  /* the descriptor stays where reading began */
	int is_large;  /* with ->readers much is fed at once, and stays where it is until more is fed */
	int flags;     /* of open(2), where is_named() holds */
	/* Whether the name or the options alone tell this kind; may be NULL. */
	int (*is_named)(const char *name, const struct input_options *o);
	/* Advice, with its punctuation, for the message that such a NAME cannot be opened because of ERROR; may be
	 * NULL. */
	const char *(*cure)(int error);
	/* Recognise in->fd and prepare reading it, with memory from input_state(). */
	enum input_taken (*open)(struct input *in);
	/* Feed in->m, which asked for it. */
	enum input_more (*more)(struct input *in, struct input_gap *gap);
	/* Release what in->state refers to; called where it was allocated, also when open() then refused.  The
	 * caller frees in->state itself and closes in->fd.  May be NULL. */
	void (*close)(struct input *in);
};

#define INPUT_DECLARE(kind) extern const struct input_kind input_##kind;
INPUT_KINDS(INPUT_DECLARE)

/* IN cannot be read, or not to its end: the message, with the name before it, is reported, and kept in in->why.
 * DAMAGE: the input is the reason. */
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
