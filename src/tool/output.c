/* output.c: opens the output, refuses files that are also inputs, and ends the output. */
#include "config.h"

#include "tool/output.h"

#include <stdio.h>

#include "cli/descriptors.h"
#include "cli/lock.h"
#include "cli/pages.h"
#include "cli/terminal.h"

const char *output_name(const struct options *o)
{
	return o->output ? o->output : "standard output";
}

/* Return the descriptor that --output names, such as 3 for /dev/fd/3; -1 for a file. Without
 * --output, return the descriptor of standard output. */
static int given(const struct options *o)
{
	return o->output ? descriptor_named(o->output) : STDOUT_FILENO;
}

static int is_given(const struct options *o)
{
	return given(o) >= 0;
}

/* If the output is also an input (a FILE, a page, or a file with a query), return the name of the
 * input; else NULL. ST: state of the file of the output. PATH: name of the output; NULL: a
 * descriptor, such as standard output. */
static const char *find_input(const struct options *o, const char *path, const struct stat *st)
{
	const char *name = inputs_find(o->files, o->nfiles, st);
	char *argument = (char *)o->name;

	if (!name)
		name = pages_find(o->layouts, path, st);
	if (!name && o->action == ACTION_TO_DSECT)
		name = inputs_find(&argument, 1, st);
	if (!name && o->action == ACTION_SQL && *argument++ == '@')
		name = inputs_find(&argument, 1, st);
	return name;
}

static int is_stored(const struct options *o, const struct stat *st)
{
	int fd = o->store.file ? descriptor_named(o->store.file) : -1;
	struct stat stored;

	return o->store.file && (fd < 0 ? stat(o->store.file, &stored) : fstat(fd, &stored)) == 0 &&
	       inputs_same(&stored, st);
}

static int is_refused(const struct options *o, int fd)
{
	struct stat out, error;
	const char *input;

	/* A terminal may be both input and output. */
	if (fstat(fd, &out) || !(S_ISREG(out.st_mode) || (S_ISFIFO(out.st_mode) && !o->quiet)))
		return 0;
	input = find_input(o, is_given(o) ? NULL : o->output, &out);
	if (input)
		diag_fail("%s: is also the output; choose a different --output", input);
	else if (!(o->quiet && is_given(o)) && is_stored(o, &out))
		diag_fail("%s: --write=%s names the same file; choose a different --output",
		          output_name(o), o->store.file);
	else if (!is_given(o) && diag_is_file(&error) && inputs_same(&error, &out))
		diag_fail("%s: messages would be written to it; choose a different --output",
		          output_name(o));
	else
		return !is_given(o) && !o->store.force && folder_refuses_output(o->output);
	return 1;
}

/* Return 1 after a message if NAME may be a file of --split: TABLE.FORMAT or TABLE.FORMAT.part. */
static int is_in_split(const struct options *o, const char *name)
{
	char end[64];

	snprintf(end, sizeof end, ".%s", o->format->name);
	if (!pages_is_in(o->shown.split, name) || !strstr(name, end))
		return 0;
	diag_fail(
		"%s: is in the directory of --split, and --force could replace it; choose a different --split",
		name);
	return 1;
}

int output_replaces_input(const struct options *o)
{
	char *const *names = o->layouts;
	const char *page;
	struct stat st;
	int i;

	if (!o->store.force)
		return 0;
	for (i = 0; o->shown.split && i < o->nfiles; i++)
		if (is_in_split(o, o->files[i]))
			return 1;
	for (; o->shown.split && names && *names; names++)
		if (is_in_split(o, *names))
			return 1;
	/* store_open() compares the file of --write with captures, but not with pages. */
	if (!o->store.file || stat(o->store.file, &st) || !S_ISREG(st.st_mode))
		return 0;
	page = pages_find(o->layouts, o->store.file, &st);
	if (page)
		diag_fail("%s: --write=%s would replace this page; choose a different --write",
		          page, o->store.file);
	return page != NULL;
}

static int open_output(const struct options *o)
{
	int fd = given(o);
	const char *fault = fd >= 0 && o->output ? descriptor_fault(fd) : NULL;

	if (o->output && !*o->output)
		diag_usage("--output=: expected the name of a file");
	if (o->output && o->store.file && strcmp(o->output, o->store.file) == 0) {
		diag_fail("%s: --write=%s names the same file; choose a different --output",
		          o->output, o->store.file);
		return -1;
	}
	if (fault)
		diag_fail("%s: %s", output_name(o), fault);
	if (fd >= 0)
		return fault ? -1 : fd;
	fd = again_open(o->output, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0)
		diag_fail("%s: cannot be written: %s", output_name(o), strerror(errno));
	return fd;
}

int output_open(const struct options *o)
{
	int fd = open_output(o);
	struct stat st;

	if (fd >= 0 && is_refused(o, fd)) {
		if (!is_given(o))
			close(fd);
		fd = -1;
	}
	/* Lock the file of --output, so that other runs with --keep, --append or --force do not
	 * remove or replace it. */
	if (fd >= 0 && o->format == &out_raw_format && fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		lock_try(fd, LOCK_EX);
	return fd;
}

int output_close(const struct options *o, int fd)
{
	if (!is_given(o))
		return close(fd) ? errno : 0;
	if (o->format == &out_raw_format)
		flock(fd, LOCK_UN);
	return 0;
}

void output_begin(const struct options *o, struct out_buffer *b)
{
	struct stat st;

	b->cut = !is_given(o) && fstat(b->fd, &st) == 0 && S_ISREG(st.st_mode);
}

void output_end(const struct options *o, struct out_buffer *b)
{
	if (b->cut && !b->error && diag_status() != STATUS_FAILED && again_truncate(b->fd, 0))
		diag_fail("%s: cannot be truncated: %s", output_name(o), strerror(errno));
	b->cut = 0;
}

/* Return the total bytes of the inputs that are regular files. Set *KNOWN to 1 if all inputs are
 * regular files, else to 0. */
static uint64_t output_size_of(const struct options *o, int *known)
{
	uint64_t size = 0;
	struct stat st;
	int i;

	*known = 1;
	for (i = 0; i < o->nfiles; i++) {
		/* Opening the file will report the error. */
		if (inputs_stat(o->files[i], &st))
			continue;
		if (S_ISREG(st.st_mode))
			size += (uint64_t)st.st_size;
		else
			*known = 0;
	}
	return size;
}

uint64_t progress_settle(struct progress *p, const struct options *o, int fd)
{
	/* 1: the output shows records or rows on a terminal, which a progress line would disturb */
	int watched = o->action != ACTION_SQLITE && !o->shown.split &&
	              o->format != &out_none_format && o->format != &out_summary_format &&
	              isatty(fd);
	int known;
	uint64_t size = output_size_of(o, &known), total = known ? size : 0;

	if (o->run.progress > 0 && watched && isatty(STDERR_FILENO))
		diag_usage("--progress: the terminal shows records; use a pipe, or --output=FILE");
	if (o->run.progress > 0 || (o->run.progress < 0 && total && !watched && !o->input.follow &&
	                        o->quiet < 2 && !diag_is_json() && isatty(STDERR_FILENO)))
		progress_begin(p, total);
	return size;
}

int output_show_begin(struct writer *w, const struct options *o,
                      const struct monread_layouts *layouts, int fd)
{
	struct out_settings *s = &w->out.settings;

	s->layouts = layouts;
	s->codepage = w->codepage;
	s->fields = (const char *const *)o->shown.fields;
	s->time = o->shown.time;
	s->all = o->select.all;
	s->explain = o->shown.explain;
	s->wide = o->shown.wide;
	s->width = terminal_width(fd);
	/* If records are left out or changed, --raw must build new frames. */
	s->filtered = select_filters(&o->select) || o->anonymize.wanted;
	s->strict = o->run.strict;
	s->merged = o->merge || o->found.has_many;
	s->color = o->shown.color >= 0 ? o->shown.color : isatty(fd) && terminal_wants_color();
	s->counters = o->shown.counters;
	if (out_begin(&w->out, o->format, o->shown.split ? OUT_MEMORY : fd)) {
		diag_fail("%s", w->out.main.error);
		return -1;
	}
	if (!o->shown.split)
		output_begin(o, &w->out.main.b);
	return 0;
}

int output_failed(const struct options *o, struct writer *w, int is_live)
{
	int error = w->out.main.b.error, failed = error || *w->out.main.error;

	if (error == EPIPE && !o->store.file && is_live)
		stop_ask_unread();
	if (!failed || !o->store.file || error == ENOMEM || w->out.main.no_memory)
		return failed;
	/* Report the error now, because storing may go on for months. EPIPE is not an error:
	 * readers may close a pipe. */
	if (!w->unshown && *w->out.main.error)
		diag_fail("%s; storing goes on", w->out.main.error);
	else if (!w->unshown && error != EPIPE)
		diag_fail("%s: writing failed: %s; storing goes on", output_name(o),
		          strerror(error));
	w->unshown = 1;
	return 0;
}

#define PATIENCE 10

void output_hold(struct writer *w, int on)
{
	struct out_buffer *b = &w->out.main.b;
	char name[32];
	int fd;

	b->holds = on || b->fd == OUT_MEMORY;
	b->seconds = on ? PATIENCE : -1;
	w->out.paused = 0;
	if (on)
		diag_wait(PATIENCE);
	if (!on || !isatty(b->fd))
		return;
	/* A write to a terminal can block although poll(2) reports POLLOUT. O_NONBLOCK would also
	 * affect other programs with this descriptor: open the terminal a second time. */
	snprintf(name, sizeof name, "/dev/fd/%d", b->fd);
	fd = open(name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	b->fd = fd < 0 ? b->fd : fd;
}

static void say_left_out(const struct writer *w, const struct options *o)
{
	unsigned long long n = w->left_out;

	if (n)
		diag_damage("%s: took no text, so %llu data set%s left out; --write stored them",
		            output_name(o), n, n == 1 ? " is" : "s are");
}

int output_show_set(struct writer *w, const struct options *o)
{
	struct out_buffer *b = &w->out.main.b;
	struct pollfd p = { .fd = b->fd, .events = POLLOUT };

	out_flush_all(&w->out);
	w->left_out += w->out.paused;
	if (b->holds && (!w->out.paused || poll(&p, 1, 0) > 0)) {
		out_write_held(b);
		if (w->out.paused && b->p == b->buf)
			say_left_out(w, o);
		w->out.paused = b->p > b->buf;
	}
	return out_broken(&w->out) ? -1 : 0;
}

void output_say_verdict(const struct writer *w, struct verdict *v)
{
	verdict_end(v);
	/* If the output failed, users did not get the records of the input: report a failure of the
	 * input. */
	if (*w->out.main.error || (w->out.main.b.error && w->out.main.b.error != EPIPE)) {
		v->report.status = STATUS_FAILED;
		if (!*v->report.error)
			snprintf(v->report.error, sizeof v->report.error, "%s",
			         *w->out.main.error ? w->out.main.error :
			                              strerror(w->out.main.b.error));
	}
	if (diag_is_json())
		verdict_say(v);
}

int output_show_end(struct writer *w, const struct options *o, int failed)
{
	unsigned long long homeless;

	out_end(&w->out);
	say_left_out(w, o);
	homeless = w->out.homeless;
	if (w->schema && homeless)
		diag_note("%llu record%s without a layout, which %s in no table", homeless,
		          mr_plural(homeless), homeless == 1 ? "is" : "are");
	else if (homeless && o->format == &out_text_format)
		diag_note(
			"no layout for %llu record%s, shown in hex; monread-fetch-layouts gets layouts from IBM's pages",
			homeless, mr_plural(homeless));
	if (*w->out.main.error && !w->unshown)
		diag_fail("%s", w->out.main.error);
	if (failed)
		w->out.main.b.cut = 0;
	output_end(o, &w->out.main.b);
	return *w->out.main.error || w->unshown ? 0 : w->out.main.b.error;
}
