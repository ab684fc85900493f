/* copy.c: copies a capture to a temporary file if it is compressed, or if lseek(2) does not work on
 * it. */
#include "config.h"

#include "input/kind.h"

#include <stdio.h>
#include <sys/stat.h>

#include "cli/again.h"
#include "cli/descriptors.h"

/* Bytes per read(2). With ->piece of struct input_options, input_open() reads a file in pieces of
 * this size instead of mapping it. */
#define PIECE (256u * 1024u)

/* Return 1 if IN is an uncompressed regular file that is read from its first byte on. */
static int copy_is_plain(const struct input *in)
{
	struct stat st;

	return in->kind == &input_pipe && fstat(in->fd, &st) == 0 && S_ISREG(st.st_mode) &&
	       lseek(in->fd, 0, SEEK_CUR) == 0;
}

static int write_failed(struct input *in)
{
	input_fail(in, 0, "cannot be copied to a temporary file in $TMPDIR: %s", strerror(errno));
	return -1;
}

/* Copy all bytes of IN to the descriptor TO. Return 0, or -1 after a message or if the user asked
 * to stop. */
static int copy_all(struct input *in, int to, struct progress *progress)
{
	uint64_t left = temporary_limit();
	enum input_more more;
	size_t done;

	for (more = input_more(in); more == INPUT_FED && in->block.n > 0;
	     more = input_more(in)) {
		if (in->block.n > left) {
			input_fail(in, 0, "cannot be copied: " TEMPORARY_FULL);
			return -1;
		}
		left -= in->block.n;
		if (again_write(to, in->block.bytes, in->block.n, -1, &done))
			return write_failed(in);
		if (progress && progress_due(progress))
			progress_show(progress, in->name, input_position(in));
	}
	return more == INPUT_FED || *in->why ? 0 : -1;
}

static int copy_input(struct input *in, struct progress *progress)
{
	int to = temporary_open();

	if (to < 0)
		return write_failed(in);
	if (copy_all(in, to, progress) == 0)
		return to;
	close(to);
	return -1;
}

int copy_open(const char *name, int fd, const struct input_options *o, struct progress *progress,
              char *why)
{
	struct input_options pieces = *o;
	struct input in;
	int rc = -1;

	/* Read a monreader device like a pipe: MONREAD_CONTAINER_AUTO would start a thread that
	 * reads the device. */
	pieces.container = MONREAD_CONTAINER_STREAM;
	pieces.piece = PIECE;
	if (input_open_fd(&in, name, fd, &pieces) == 0) {
		monread_close(in.m);
		in.m = NULL;
		if (copy_is_plain(&in)) {
			rc = in.fd;
			in.fd = -1;
		} else {
			rc = copy_input(&in, progress);
		}
		input_close(&in);
	}
	snprintf(why, INPUT_TEXT, "%s", in.why);
	return rc;
}
