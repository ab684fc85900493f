/* kind.h: the kinds of input (plain file, pipe, device ...). Private to src/input. */
#ifndef INPUT_KIND_H
#define INPUT_KIND_H

#include "input/input.h"

/* The kinds in the order of detection: the first kind that accepts an input reads it. */
#define INPUT_KINDS(KIND) \
	KIND(device)      \
	KIND(follow)      \
	KIND(compressed)  \
	KIND(mapped)      \
	KIND(pipe) /* accepts all inputs */

enum input_taken {
	INPUT_TAKEN,
	INPUT_PASSED, /* the input is of another kind */
	INPUT_REFUSED /* the input cannot be read (after a message), or the user asked to stop */
};

struct input_kind {
	/* Find out if in->fd is of this kind. If so, prepare reading, with memory from
	 * input_state(), and set ->is_device, ->is_live and ->is_large of IN. */
	enum input_taken (*open)(struct input *in);
	enum input_more (*more)(struct input *in);
	/* Release the memory and files of in->state; the caller frees in->state and closes in->fd.
	 * input_close() calls this even after INPUT_REFUSED, but not if in->state is NULL. ->close
	 * may be NULL. */
	void (*close)(struct input *in);
};

#define INPUT_DECLARE(kind) extern const struct input_kind input_##kind;
INPUT_KINDS(INPUT_DECLARE)

/* Return 1 if the name NAME or the options O show, before NAME is opened, that it is a device. Such
 * a device is opened with O_NONBLOCK. */
int device_is_named(const char *name, const struct input_options *o);

/* A device cannot be opened because of ERROR. Return advice for the end of the message, such as ";
 * run monread as root", or "". */
const char *device_cure(int error);

/* Store a message in in->why, and print it unless in->options->quiet is 1. DAMAGE is 1 if IN is
 * damaged, 0 if it cannot be read. */
void input_fail(struct input *in, int damage, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Report why uncompress_next() has failed for U, which uncompresses IN. errno must still have the
 * value that uncompress_next() has set. */
void input_fail_uncompress(struct input *in, const struct uncompress *u);

/* Read the first INPUT_HEAD bytes of IN, or all bytes if IN is shorter, into in->head. Return 0, or
 * -1 after a message or if the user asked to stop. */
int input_read_head(struct input *in);

/* Seek a regular file back to the offset at which input_read_head() began. Return -1 if IN is not a
 * regular file. */
int input_rewind(struct input *in);

/* Set in->state to SIZE zeroed bytes, and return in->state; NULL after a message if out of
 * memory. */
void *input_state(struct input *in, size_t size);

/* Feed N bytes, which must stay valid until the next call, to the reader in->m. N is 0 at the end
 * of the input. */
static inline enum input_more input_feed(struct input *in, const void *bytes, size_t n)
{
	in->fed += n;
	in->block.bytes = bytes;
	in->block.n = n;
	return in->m && monread_feed(in->m, bytes, n) ? INPUT_STOPPED : INPUT_FED;
}

/* Tell the reader in->m that its file has ended. NEXT is what --follow reads then: INPUT_OTHER:
 * another file; INPUT_SAME: the rest of the same file. */
static inline enum input_more input_feed_end(struct input *in, enum input_more next)
{
	in->replaced = next;
	return input_feed(in, NULL, 0);
}

#endif
