/* input.c: opens an input, detects its kind, and feeds its bytes to a reader. */
#include "config.h"

#include "input/input.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/again.h"
#include "cli/diag.h"
#include "cli/inputs.h"
#include "input/kind.h"

#define ROW(kind) &input_##kind,
static const struct input_kind *const kinds[] = { INPUT_KINDS(ROW) NULL };

/* ---- For the kinds ---- */

void input_fail(struct input *in, int damage, const char *fmt, ...)
{
	va_list ap;

	in->error = errno;
	va_start(ap, fmt);
	vsnprintf(in->why, sizeof in->why, fmt, ap);
	va_end(ap);
	if (!in->options->quiet)
		(damage ? diag_damaged_rest : diag_fail)("%s: %s", in->name, in->why);
}

int input_read_head(struct input *in)
{
	while (!in->has_head) {
		ssize_t n = wait_read(&in->options->wait, in->fd, in->head + in->nhead,
		                      INPUT_HEAD - in->nhead);

		if (n < 0) {
			if (errno != EINTR)
				input_fail(in, 0, "cannot be read: %s", strerror(errno));
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

	if (fstat(in->fd, &st) || !S_ISREG(st.st_mode) ||
	    lseek(in->fd, -(off_t)in->nhead, SEEK_CUR) < 0)
		return -1;
	in->nhead = 0;
	return 0;
}

void *input_state(struct input *in, size_t size)
{
	in->state = calloc(1, size);
	if (!in->state)
		input_fail(in, 0, "out of memory");
	return in->state;
}

/* ---- Opening ---- */

static int open_fd(struct input *in)
{
	const struct input_options *o = in->options;
	const char *name = in->name;
	int is_device = device_is_named(name, o), fd, error;

	if (strcmp(name, "-") == 0)
		return STDIN_FILENO;
	if (!*name) {
		in->name = "\"\"";
		input_fail(in, 0, "expected the name of a file; - is standard input");
		return -1;
	}
	fd = again_open_unless_stopped(name, O_RDONLY | O_CLOEXEC | (is_device ? O_NONBLOCK : 0),
	                                0);
	error = errno;
	if (fd < 0 && !inputs_is_gone(o->listed, name, error))
		input_fail(in, 0, "cannot be opened: %s%s", strerror(error),
		           is_device ? device_cure(error) : "");
	return fd;
}

/* Find the kind of the input IN. Return 0, or -1 after a message or if the user asked to stop. */
static int input_choose(struct input *in)
{
	enum input_taken taken = INPUT_PASSED;
	const struct input_kind *const *k;

	for (k = kinds; *k && taken == INPUT_PASSED; k++) {
		in->kind = *k;
		taken = in->kind->open(in);
	}
	return taken == INPUT_TAKEN ? 0 : -1;
}

static int input_start_reader(struct input *in)
{
	in->m = monread_open(MONREAD_FD_NONE);
	if (!in->m) {
		input_fail(in, 0, "out of memory");
		return -1;
	}
	in->fed = 0;
	monread_set_container(in->m,
	                      in->is_device ? MONREAD_CONTAINER_DEVICE : in->options->container);
	monread_set_flags(in->m, in->options->flags);
	return 0;
}

int input_open_fd(struct input *in, const char *name, int fd, const struct input_options *o)
{
	memset(in, 0, sizeof *in);
	in->name = name;
	in->options = o;
	in->fd = fd >= 0 ? fd : open_fd(in);
	if (in->fd < 0)
		return -1;
	if (input_choose(in) == 0 && input_start_reader(in) == 0)
		return 0;
	input_close(in);
	return -1;
}

int input_open(struct input *in, const char *name, const struct input_options *o)
{
	return input_open_fd(in, name, -1, o);
}

void input_close(struct input *in)
{
	monread_close(in->m);
	in->m = NULL;
	if (in->state && in->kind->close)
		in->kind->close(in);
	free(in->state);
	in->state = NULL;
	if (in->fd > STDIN_FILENO && !in->options->keeps)
		close(in->fd);
	in->fd = -1;
}

/* ---- Reading ---- */

void input_note_end_records(const struct input *in)
{
	static const char what[] =
		"4096 bytes are not a control block; skipped, as some levels of MONWRITE end a file with them";
	uint64_t at;
	unsigned n = monread_end_records(in->m, &at);

	if (n > 0 && at + MONREAD_BLOCK_SIZE == monread_offset(in->m)) {
		diag_verbose("%s: offset 0x%llx: the last %s", in->name, (unsigned long long)at,
		             what);
		n--;
	}
	if (n > 0)
		diag_note("%s: is joined from several files: after %u of them, %s", in->name, n,
		          what);
}

uint64_t input_position(const struct input *in)
{
	off_t at = lseek(in->fd, 0, SEEK_CUR);

	if (at < 0)
		return in->m ? monread_offset(in->m) : in->fed;
	return (uint64_t)at + (in->kind == &input_mapped ? monread_offset(in->m) : 0);
}

enum input_more input_more(struct input *in)
{
	/* More data may come late: wait_before() lets the caller first write its results. */
	if (in->is_live && wait_before(&in->options->wait))
		return INPUT_STOPPED;
	return in->kind->more(in);
}

/* The reader in->m has reached the end of its file. If --follow goes on reading, set in->m to a new
 * reader, and return INPUT_OTHER or INPUT_SAME; else return INPUT_ENDED. */
static enum input_more next_file(struct input *in)
{
	struct monread *old = in->m;
	enum input_more next = in->replaced;

	in->replaced = INPUT_FED;
	if (next != INPUT_FED && input_start_reader(in)) {
		in->m = old;
		return INPUT_STOPPED;
	}
	if (next == INPUT_FED && monread_offset(in->m) == 0)
		input_fail(in, 1, "empty");
	in->is_at_end = next == INPUT_FED;
	if (in->is_at_end)
		return INPUT_ENDED;
	/* Keep the container that the old reader has detected, because the new reader cannot detect
	 * it if the next bytes are the end of a data set. */
	if (next == INPUT_SAME && monread_container_found(old) != MONREAD_CONTAINER_AUTO)
		monread_set_container(in->m, monread_container_found(old));
	monread_close(old);
	return next;
}

enum input_more input_step(struct input *in)
{
	enum input_more more;

	switch (monread_code(in->m)) {
	case MONREAD_AGAIN:
		more = input_more(in);
		if (more != INPUT_STOPPED || in->is_stopped || !monread_undecided(in->m))
			return more;
		/* The reader holds back its last bytes while it cannot recognize their format: let
		 * it return them. */
		in->is_stopped = 1;
		return monread_feed(in->m, NULL, 0) ? INPUT_STOPPED : INPUT_FED;
	case MONREAD_FATAL:
		input_fail(in, errno != ENOMEM, "offset 0x%llx: %s: %s",
		           (unsigned long long)monread_offset(in->m), monread_error(in->m),
		           strerror(errno));
		return INPUT_STOPPED;
	default:
		return in->is_stopped ? INPUT_STOPPED : next_file(in);
	}
}

const struct monread_ev *input_event(struct input *in, uint64_t most)
{
	const struct monread_ev *ev;

	for (ev = monread_next(in->m); !ev; ev = monread_next(in->m))
		if (monread_code(in->m) == MONREAD_EOF ||
		    (monread_code(in->m) == MONREAD_AGAIN && monread_offset(in->m) >= most) ||
		    input_step(in) != INPUT_FED)
			return NULL;
	return ev;
}
