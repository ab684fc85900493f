/* kind.h: the functions of a kind of input (plain file, pipe, device ...). Private to src/input. */
#ifndef INPUT_KIND_H
#define INPUT_KIND_H

#include "input/input.h"

/* The kinds of input, in the order of detection: each kind examines the input, and the first kind
 * that accepts the input reads it. */
#define INPUT_KINDS(KIND) \
	KIND(device)      \
	KIND(follow)      \
	KIND(compressed)  \
	KIND(mapped)      \
	KIND(pipe) /* accepts all other inputs */

enum input_taken {
	INPUT_TAKEN,
	INPUT_PASSED, /* the input is of a different kind: the caller tries the next kind */
	/* the input is of this kind but cannot be read (after a message), or the user asked to
	 * stop */
	INPUT_REFUSED
};

struct input_kind {
	int is_device; /* 1 for monreader devices, which can lose data sets */
	int is_live;   /* 1 if data is read while a different program writes it */
	int in_place;  /* 1 if reading does not move the position of in->fd */
	int is_large;  /* see struct input */
	int flags;     /* flags to add to the flags of open(2) if is_named() returns 1 */
	/* Return 1 if NAME or the options O alone select this kind, whatever the contents of the
	 * file are; may be NULL. */
	int (*is_named)(const char *name, const struct input_options *o);
	/* Return advice for the end of the message that NAME cannot be opened because of ERROR,
	 * such as "; run monread as root", or return "". May be NULL. */
	const char *(*cure)(int error);
	/* Detect the kind of in->fd and prepare reading, with memory from input_state(). */
	enum input_taken (*open)(struct input *in);
	/* Read the next bytes and feed them to the reader in->m, as input_more() describes. */
	enum input_more (*more)(struct input *in);
	/* Free the memory and close the descriptors to which in->state refers. This function is
	 * called if in->state is not NULL, even if ->open returned INPUT_REFUSED. The caller frees
	 * in->state itself and closes in->fd. May be NULL. */
	void (*close)(struct input *in);
};

#define INPUT_DECLARE(kind) extern const struct input_kind input_##kind;
INPUT_KINDS(INPUT_DECLARE)

/* Print that IN cannot be read or cannot be read to its end, and store this message in in->why.
 * DAMAGE is 1 if the reason is damage of the input. */
void input_fail(struct input *in, int damage, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Print why uncompress_next() failed with U, which uncompresses IN. errno must still have the error
 * of uncompress_next(). */
void input_fail_uncompress(struct input *in, const struct uncompress *u);

/* Read the first INPUT_HEAD bytes of the input into in->head, or all its bytes if it is shorter.
 * Return 0, or -1 after a message or if the user asked to stop. */
int input_read_head(struct input *in);

/* Seek a regular file back to the position that it had before input_read_head(). Return 0, or -1 if
 * the input is not a regular file. */
int input_rewind(struct input *in);

/* Allocate SIZE zeroed bytes as in->state and return them. If out of memory, print a message and
 * return NULL. */
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

/* Tell the reader in->m that its file has ended. NEXT says which file follows: INPUT_OTHER (a new
 * or rewritten file) or INPUT_SAME (the same file, which became shorter). */
static inline enum input_more input_feed_end(struct input *in, enum input_more next)
{
	in->replaced = next;
	return input_feed(in, NULL, 0);
}

#endif
