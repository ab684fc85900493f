/* output.c: where the output goes. */
#include "config.h"

#include "stat/output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/again.h"
#include "cli/diag.h"
#include "cli/inputs.h"
#include "cli/pages.h"
#include "cli/pipe.h"
#include "cli/standard.h"

/* The capture or page that is the file ST, of this NAME (NULL: a standard descriptor); NULL: none. */
static const char *find_input(const struct options *o, const char *name, const struct stat *st)
{
	const char *input = inputs_find(o->files, o->nfiles, st);

	return input ? input : pages_find(o->layouts, name, st);
}

int output_is_refused(const struct options *o, const char *name, const struct stat *st, const char *option)
{
	const char *input = find_input(o, name, st);

	if (input)
		diag_fail("%s: is also the output; choose a different --%s", input, option);
	else if (!o->no_site_layouts && pages_are_site(o->places, name, st))
		diag_fail("%s: is a page of the site's layouts; choose a different --%s", name, option);
	else
		return 0;
	return 1;
}

int output_messages_are_read(const struct options *o)
{
	struct stat st;
	const char *input = standard_error_is_file(&st) ? find_input(o, NULL, &st) : NULL;

	if (input)
		standard_error_refuse(input, &st);
	return input != NULL;
}

/* -1: it was said why. */
static int open_file(struct output *out, const struct options *o)
{
	const int flags = O_WRONLY | O_CREAT | O_CLOEXEC;
	int fd = again_open(out->name, flags | O_EXCL, 0666);

	out->created = fd >= 0;
	if (fd < 0 && errno == EEXIST && o->force)
		fd = again_open(out->name, flags, 0666);
	if (fd < 0 && errno == EEXIST)
		diag_fail("%s: is there already; --force replaces it", out->name);
	else if (fd < 0)
		diag_fail("%s: cannot be written: %s", out->name, strerror(errno));
	return fd;
}

static void close_file(struct output *out)
{
	struct stat st;

	if (out->created && diag_status() == STATUS_FAILED && fstat(out->fd, &st) == 0 && st.st_size == 0)
		unlink(out->name);
	if (out->name && close(out->fd))
		diag_fail("%s: writing failed: %s", out->name, strerror(errno));
	out->fd = -1;
}

int output_begin(struct output *out, const struct options *o, struct out_buffer *b)
{
	struct stat st;
	int is_file;

	b->buf = NULL;
	out->name = o->output && strcmp(o->output, "-") != 0 ? o->output : NULL;
	out->created = 0;
	out->fd = out->name ? open_file(out, o) : STDOUT_FILENO;
	if (out->fd < 0)
		return -1;
	is_file = fstat(out->fd, &st) == 0 && S_ISREG(st.st_mode);
	if ((!is_file || !output_is_refused(o, out->name, &st, o->html ? "html" : "output")) && out_buffer_init(b, out->fd))
		diag_fail("out of memory");
	if (!b->buf) {
		close_file(out);
		return -1;
	}
	pipe_widen(out->fd);
	b->cut = out->name && is_file;
	return 0;
}

void output_end(struct output *out, struct out_buffer *b)
{
	out_flush(b);
	/* Nothing was written: what was there is replaced by nothing, but not by a failure. */
	if (b->cut && !b->error && diag_status() != STATUS_FAILED && again_truncate(b->fd, 0))
		b->error = errno;
	if (b->error == ENOMEM)
		diag_fail("out of memory");
	else if (b->error && b->error != EPIPE)
		diag_fail("%s: writing failed: %s", out->name ? out->name : "standard output", strerror(b->error));
	close_file(out);
	out_buffer_done(b);
}
