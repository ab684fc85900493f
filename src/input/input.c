/* input.c: find out of what kind an input is, and keep its reader fed. */
#include "config.h"

#include "input/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/again.h"
#include "cli/diag.h"
#include "cli/inputs.h"
#include "input/kind.h"

#define ROW(kind) &input_##kind,
static const struct input_kind *const kinds[] = { INPUT_KINDS(ROW) NULL };

/* ---- For the kinds ---- */

int input_read_head(struct input *in)
{
	while (!in->has_head) {
		ssize_t n = wait_read(&in->options->wait, in->fd, in->head + in->nhead, INPUT_HEAD - in->nhead);

		if (n < 0) {
			if (errno != EINTR)
				diag_fail("%s: cannot be read: %s", in->name, strerror(errno));
			return -1;
		}
		in->nhead += (size_t)n;
		in->has_head = n == 0 || in->nhead == INPUT_HEAD;
	}
	return 0;
}

int input_rewind(struct input *in)
{
	struct stat st;

	if (fstat(in->fd, &st) || !S_ISREG(st.st_mode) || lseek(in->fd, -(off_t)in->nhead, SEEK_CUR) < 0)
		return -1;
	in->nhead = 0;
	return 0;
}

void *input_state(struct input *in, size_t size)
{
	in->state = calloc(1, size);
	if (!in->state)
		diag_fail("out of memory");
	return in->state;
}

/* ---- Opening ---- */

/* The kind that the name or the options tell; NULL: the contents have to. */
static const struct input_kind *named(const char *name, const struct input_options *o)
{
	const struct input_kind *const *k;

	for (k = kinds; *k; k++)
		if ((*k)->is_named && (*k)->is_named(name, o))
			return *k;
	return NULL;
}

static int open_fd(const char *name, const struct input_options *o)
{
	const struct input_kind *k = named(name, o);
	int fd, error;

	if (strcmp(name, "-") == 0)
		return STDIN_FILENO;
	if (!*name) {
		diag_fail("\"\": expected the name of a file; - is standard input");
		return -1;
	}
	fd = again_open_unless_stopped(name, O_RDONLY | O_CLOEXEC | (k ? k->flags : 0), 0);
	error = errno;
	if (fd < 0 && !inputs_is_gone(o->listed, name, error))
		diag_fail("%s: cannot be opened: %s%s", name, strerror(error),
		          k && k->cure ? k->cure(name, error) : "");
	return fd;
}

/* 0, or -1: the reason was reported, or the user asked to stop. */
static int choose(struct input *in)
{
	enum input_taken taken = INPUT_PASSED;
	const struct input_kind *const *k;

	for (k = kinds; *k && taken == INPUT_PASSED; k++) {
		in->kind = *k;
		taken = in->kind->open(in);
	}
	in->is_device = in->kind->is_device;
	in->is_live = in->kind->is_live;
	in->is_large = in->kind->is_large && !in->options->piece;
	return taken == INPUT_TAKEN ? 0 : -1;
}

static int start_reader(struct input *in)
{
	in->m = monread_open(MONREAD_FD_NONE);
	if (!in->m) {
		diag_fail("out of memory");
		return -1;
	}
	in->fed = 0;
	monread_set_container(in->m, in->is_device ? MONREAD_CONTAINER_DEVICE : in->options->container);
	monread_set_flags(in->m, in->options->flags);
	return 0;
}

int input_open(struct input *in, const char *name, const struct input_options *o)
{
	memset(in, 0, sizeof *in);
	in->name = name;
	in->options = o;
	in->fd = open_fd(name, o);
	if (in->fd < 0)
		return -1;
	if (choose(in) == 0 && start_reader(in) == 0)
		return 0;
	input_close(in);
	return -1;
}

void input_close(struct input *in)
{
	monread_close(in->m);
	in->m = NULL;
	if (in->state && in->kind->close)
		in->kind->close(in);
	free(in->state);
	in->state = NULL;
	if (in->fd > STDIN_FILENO)
		close(in->fd);
	in->fd = -1;
}

/* ---- Reading ---- */

enum input_next input_next(struct input *in)
{
	enum input_next next = in->replaced;
	struct monread *old = in->m;

	if (next == INPUT_NONE)
		return INPUT_NONE;
	in->replaced = INPUT_NONE;
	if (start_reader(in)) {
		in->m = old;
		return INPUT_NONE;
	}
	/* What comes next may be the end of a data set, by which the form cannot be told. */
	if (next == INPUT_SAME && monread_container_found(old) != MONREAD_CONTAINER_AUTO)
		monread_set_container(in->m, monread_container_found(old));
	monread_close(old);
	return next;
}

void input_say_fatal(const struct input *in)
{
	/* Out of memory is no damage of the input. */
	(errno == ENOMEM ? diag_fail : diag_damaged_rest)("%s: offset 0x%llx: %s: %s", in->name,
	                                                  (unsigned long long)monread_offset(in->m), monread_error(in->m),
	                                                  strerror(errno));
}

uint64_t input_position(const struct input *in)
{
	off_t at = lseek(in->fd, 0, SEEK_CUR);

	if (at < 0)
		return monread_offset(in->m);
	return (uint64_t)at + (in->kind->in_place ? monread_offset(in->m) : 0);
}

enum input_more input_more(struct input *in, struct input_gap *gap)
{
	/* More may take long to come: show what there is. */
	if (in->is_live && wait_before(&in->options->wait))
		return INPUT_STOPPED;
	return in->kind->more(in, gap);
}
