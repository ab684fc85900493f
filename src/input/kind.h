/* kind.h: the functions of a kind of input (plain file, pipe, device ...). Private to src/input. */
#ifndef INPUT_KIND_H
#define INPUT_KIND_H

#include "input/input.h"

/* The kinds of input, in the order of detection: the first kind that accepts the input reads it. */
#define INPUT_KINDS(KIND) \
	KIND(device)      \
	KIND(follow)      \
	KIND(compressed)  \
	KIND(mapped)      \
	KIND(pipe) /* accepts all other inputs */

enum input_taken {
	INPUT_TAKEN,
	INPUT_PASSED, /* the input is of a different kind */
	INPUT_REFUSED /* the input cannot be read (after a message), or the user asked to stop */
};

struct input_kind {
	/* Find out if in->fd is an input of this kind. If so, prepare reading, with memory from
	 * input_state(), and set ->is_device, ->is_live and ->is_large of IN. */
	enum input_taken (*open)(struct input *in);
	/* input_more() */
	enum input_more (*more)(struct input *in);
	/* Release what the members of in->state refer to; the caller frees in->state and closes
	 * in->fd. This function is also called after INPUT_REFUSED, but not if in->state is NULL.
	 * If this pointer is NULL, the kind has nothing to release. */
	void (*close)(struct input *in);
};

#define INPUT_DECLARE(kind) extern const struct input_kind input_##kind;
INPUT_KINDS(INPUT_DECLARE)

/* Return 1 if NAME or the options O alone select a device. Such a device is opened with
 * O_NONBLOCK. */
int device_is_named(const char *name, const struct input_options *o);

/* A device cannot be opened because of ERROR. Return advice for the end of the message about this,
 * such as "; run monread as root"; or "". */
const char *device_cure(int error);

/* Print that IN cannot be read, or not to its end, and store this message in in->why. DAMAGE is 1
 * if the reason is damage of the input. */
void input_fail(struct input *in, int damage, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* uncompress_next() has failed for U, which uncompresses IN, and has set errno: print the
 * reason. */
void input_fail_uncompress(struct input *in, const struct uncompress *u);

/* Read the first INPUT_HEAD bytes of the input, or all of a shorter input, into in->head. Return 0,
 * or -1 after a message or if the user asked to stop. */
int input_read_head(struct input *in);

/* Seek a regular file back to the offset at which input_read_head() began. Return 0, or -1 if the
 * input is not a regular file. */
int input_rewind(struct input *in);

/* Set in->state to SIZE zeroed bytes, and return it. If out of memory, print a message and return
 * NULL. */
void *input_state(struct input *in, size_t size);

/* Feed N bytes to in->m. The bytes must stay valid until the next call of this function. N is 0 at
 * the end of the input. */
static inline enum input_more input_feed(struct input *in, const void *bytes, size_t n)
{
	in->fed += n;
	in->block.bytes = bytes;
	in->block.n = n;
	return in->m && monread_feed(in->m, bytes, n) ? INPUT_STOPPED : INPUT_FED;
}

/* Tell the reader in->m that its file has ended, and that NEXT follows: INPUT_OTHER (a new or
 * rewritten file) or INPUT_SAME (the same file, which became shorter). */
static inline enum input_more input_feed_end(struct input *in, enum input_more next)
{
	in->replaced = next;
	return input_feed(in, NULL, 0);
}

#endif
