/* output.c: where the output goes. */
#include "config.h"

#include "tool/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/again.h"
#include "cli/diag.h"
#include "cli/inputs.h"
#include "cli/site.h"
#include "tool/layouts.h"

static const char *name_of(const struct options *o)
{
	return o->output ? o->output : "standard output";
}

static int is_standard(const struct options *o)
{
	return !o->output || strcmp(o->output, "-") == 0;
}

/* The directory of the output, which OUT is.  0: it is no file that held something, and so no page. */
static int find_directory(const struct options *o, const struct stat *out, struct stat *directory)
{
	char *copy, *slash;
	int is = 0;

	copy = is_standard(o) || out->st_size == 0 ? NULL : strdup(o->output);
	if (!copy)
		return 0;
	slash = strrchr(copy, '/');
	if (slash)
		slash[slash == copy] = '\0';
	is = stat(slash ? copy : ".", directory) == 0;
	free(copy);
	return is;
}

/* Whether the output is in the directory DIR of pages. */
static int is_in(const char *dir, const struct options *o, const struct stat *out)
{
	struct stat page, parent;

	return stat(dir, &page) == 0 && S_ISDIR(page.st_mode) && find_directory(o, out, &parent) &&
	       inputs_same(&parent, &page);
}

/* Whether it is in one of those that a site has for each release. */
static int is_in_site(const struct options *o, const struct stat *out)
{
	struct stat parent;

	return layouts_want_site(o) && find_directory(o, out, &parent) && site_is_used(o->places, &parent);
}

/* The input that is the same file as OUT; NULL: none. */
static const char *find_input(const struct options *o, const struct stat *out)
{
	const char *name = inputs_find(o->files, o->nfiles, out);
	int i;

	for (i = 0; !name && o->layouts && o->layouts[i]; i++)
		if (inputs_find(&o->layouts[i], 1, out) || is_in(o->layouts[i], o, out))
			name = o->layouts[i];
	if (!name && o->action == ACTION_TO_DSECT) {
		char *page = (char *)o->name;

		name = inputs_find(&page, 1, out);
	}
	return name;
}

static int is_refused(const struct options *o, int fd)
{
	struct stat out, stored;
	const char *input;

	/* Other files, such as a terminal, may be input and output. */
	if (fstat(fd, &out) || !(S_ISREG(out.st_mode) || (S_ISFIFO(out.st_mode) && !o->quiet)))
		return 0;
	input = find_input(o, &out);
	if (input)
		diag_fail("%s: is also the output; choose a different --output", input);
	else if (o->store.file && stat(o->store.file, &stored) == 0 && inputs_same(&stored, &out))
		diag_fail("%s: is also what --write=%s names; choose a different --output", name_of(o), o->store.file);
	else if (is_in_site(o, &out))
		diag_fail("%s: is a page of the site's layouts; choose a different --output", name_of(o));
	else
		return 0;
	return 1;
}

int output_open(const struct options *o)
{
	int fd;

	if (!is_standard(o) && !*o->output)
		diag_usage("--output=: expected the name of a file");
	if (!is_standard(o) && o->store.file && strcmp(o->output, o->store.file) == 0) {
		diag_fail("%s: is also what --write=%s names; choose a different --output", o->output, o->store.file);
		return -1;
	}
	fd = is_standard(o) ? STDOUT_FILENO : again_open(o->output, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0) {
		diag_fail("%s: cannot be written: %s", o->output, strerror(errno));
	} else if (is_refused(o, fd)) {
		if (fd != STDOUT_FILENO)
			close(fd);
		fd = -1;
	}
	return fd;
}

void output_begin(const struct options *o, struct out_buffer *b)
{
	struct stat st;

	b->cut = !is_standard(o) && fstat(b->fd, &st) == 0 && S_ISREG(st.st_mode);
}

void output_end(const struct options *o, struct out_buffer *b)
{
	if (b->cut && !b->error && diag_status() != STATUS_FAILED && again_truncate(b->fd, 0))
		diag_fail("%s: cannot be truncated: %s", name_of(o), strerror(errno));
	b->cut = 0;
}
