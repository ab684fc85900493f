/* show_output.c: open, replace and close the output file, and refuse an output that is also an
 * input. */
#include "config.h"

#include "show/show_output.h"

#include <stdio.h>

#include "cli/descriptors.h"
#include "cli/lock.h"
#include "cli/pages.h"

int output_is_refused(const struct show_options *o, const char *name, const struct stat *st,
                      const char *option)
{
	const char *input = inputs_find(o->files.list, o->files.n, st);

	input = input ? input : pages_find(o->layouts, name, st);
	if (input)
		diag_fail("%s: is also the output; choose a different --%s", input, option);
	return input != NULL;
}

int output_part(struct output *out, const char *name, char *target, mode_t mode)
{
	size_t n = target ? strlen(target) + sizeof LOCK_NEW : 0;
	char *part = n ? malloc(n) : NULL;
	int fd = -1, error;

	if (part) {
		snprintf(part, n, "%s" LOCK_NEW, target);
		fd = lock_create(part, mode);
	}
	error = errno;
	out->name = name;
	if (fd >= 0) {
		out->fd = fd;
		out->part = part;
		out->target = target;
	} else {
		free(part);
		free(target);
		errno = error;
	}
	return fd;
}

void output_cannot(const struct output *out)
{
	const char *why = "another process is writing to it; stop that first, "
	                  "or choose another name";

	if (errno != EBUSY)
		why = strerror(errno);
	diag_fail("%s: cannot be written: %s", out->name, why);
}

/* Create a temporary file that will replace the page out->name. OLD: status of the existing page,
 * whose permissions the temporary file gets; NULL: no page exists. Returns a descriptor, or -1
 * after a message. */
static int open_page(struct output *out, const struct show_options *o, const struct stat *old)
{
	if (!old)
		return output_part(out, out->name, strdup(out->name), 0666);
	if (output_is_refused(o, out->name, old, "html"))
		return -1;
	if (output_part(out, out->name, realpath(out->name, NULL), 0600) < 0)
		output_cannot(out);
	else if (fchmod(out->fd, old->st_mode & 0777))
		diag_verbose("%s: cannot get the permissions of the page that it replaces: %s",
		             out->name, strerror(errno));
	return out->part ? out->fd : -1;
}

/* Open the output file out->name. Returns a descriptor, or -1 after a message. A page that has
 * several hard links, or is a descriptor such as /dev/stdout, is written directly, because
 * rename(2) would replace only one of its names. */
static int open_file(struct output *out, const struct show_options *o)
{
	const int flags = O_WRONLY | O_CREAT | O_CLOEXEC;
	struct stat st;
	int is_there = stat(out->name, &st) == 0, fd;

	if (o->target.html && is_there && o->target.force && S_ISREG(st.st_mode) &&
	    st.st_nlink == 1 && descriptor_named(out->name) < 0)
		return open_page(out, o, &st);
	if (o->target.html && !is_there)
		fd = open_page(out, o, NULL);
	else
		fd = again_open(out->name, flags | O_EXCL, 0666);
	out->created = fd >= 0;
	if (fd < 0 && errno == EEXIST && (o->target.force || !o->target.html))
		fd = again_open(out->name, flags, 0666);
	if (fd < 0 && errno != EEXIST)
		output_cannot(out);
	else if (fd < 0 && folder_is_capture(out->name))
		diag_usage("--html=%s: is a monitor capture; name the page first: --html=PAGE %s",
		           out->name, out->name);
	else if (fd < 0)
		diag_fail("%s: already exists; use --force to replace it", out->name);
	return fd;
}

/* Rename the temporary file of OUT to out->target or, if ERROR or EMPTY is not 0, remove the
 * temporary file. close(2) may report a failed write, so close(2) comes before rename(2). A
 * duplicate of the descriptor keeps the file locked in between. Returns 0, or an errno value. */
static int close_part(struct output *out, int error, int empty)
{
	int again = fcntl(out->fd, F_DUPFD_CLOEXEC, 0);

	if (close(out->fd) && !error)
		error = errno;
	if (!error && !empty && rename(out->part, out->target))
		error = errno;
	if (error || empty)
		unlink(out->part);
	if (again >= 0)
		close(again);
	return error;
}

int output_close(struct output *out, int error)
{
	struct stat st;
	int empty = fstat(out->fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size == 0;

	if (out->part)
		error = close_part(out, error, empty);
	else if (out->name && close(out->fd) && !error)
		error = errno;
	if (!out->part && out->created && empty && (error || diag_status() == STATUS_FAILED))
		unlink(out->name);
	free(out->part);
	free(out->target);
	out->part = out->target = NULL;
	out->fd = -1;
	return error;
}

/* Refuse an output that is an input or another capture. Returns 0, or -1 after a message. */
static int output_settle(struct output *out, const struct show_options *o, struct out_buffer *b)
{
	struct stat st;
	int is_file = fstat(out->fd, &st) == 0 && S_ISREG(st.st_mode);

	if (is_file && output_is_refused(o, out->name, &st, o->target.html ? "html" : "output"))
		return -1;
	if (is_file && out->name && !out->created && !out->part && !o->target.force &&
	    folder_refuses_output(out->name))
		return -1;
	if (out_buffer_init(b, out->fd))
		return diag_no_memory();
	b->cut = out->name && is_file;
	return 0;
}

int output_begin(struct output *out, const struct show_options *o, struct out_buffer *b)
{
	memset(out, 0, sizeof *out);
	b->buf = NULL;
	if (o->target.output && strcmp(o->target.output, "-") != 0)
		out->name = o->target.output;
	out->fd = out->name ? open_file(out, o) : STDOUT_FILENO;
	if (out->fd < 0)
		return -1;
	if (output_settle(out, o, b)) {
		output_close(out, ECANCELED);
		return -1;
	}
	pipe_widen(out->fd);
	return 0;
}

void output_end(struct output *out, struct out_buffer *b)
{
	const char *name = out->name ? out->name : "standard output";
	int error;

	out_flush(b);
	/* If a successful run printed nothing, empty the existing output file. */
	if (b->cut && !b->error && diag_status() != STATUS_FAILED && again_truncate(b->fd, 0))
		b->error = errno;
	error = output_close(out, b->error);
	stop_say_output(name, error);
	out_buffer_done(b);
}
