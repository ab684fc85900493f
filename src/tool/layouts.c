/* layouts.c: load layouts, and answer --describe and its like. */
#include "config.h"

#include "tool/layouts.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/diag.h"
#include "cli/terminal.h"
#include "out/compare.h"
#include "out/describe.h"
#include "out/dsect.h"
#include "tool/output.h"

static void notice(void *arg, const char *path, unsigned line, const char *text)
{
	(void)arg;
	if (line)
		diag_note("%s:%u: %s", path, line, text);
	else
		diag_note("%s: %s", path, text);
}

struct monread_layouts *layouts_load(const struct options *o, struct out_notices *notices)
{
	struct monread_layouts *l = monread_layouts_new();
	unsigned i;

	if (!l) {
		diag_fail("out of memory");
		return NULL;
	}
	for (i = 0; o->layouts && o->layouts[i]; i++)
		if (monread_layouts_load(l, o->layouts[i], notices ? out_notice_add : notice, notices) < 0)
			diag_fail("%s: layouts cannot be read: %s", *o->layouts[i] ? o->layouts[i] : "\"\"",
			          strerror(errno));
	return l;
}

/* A record may have several layouts, for several releases. */
static void describe(struct out_buffer *b, const struct monread_layouts *layouts, const struct monread_layout *wanted)
{
	size_t i;

	out_describe(b, wanted);
	for (i = 0; i < monread_layouts_count(layouts); i++) {
		const struct monread_layout *l = monread_layouts_at(layouts, i);

		if (l && l != wanted && strcmp(l->name, wanted->name) == 0) {
			out_char(b, '\n');
			out_describe(b, l);
		}
	}
}

static void show_layout(const struct options *o, struct out_buffer *b, const struct monread_layouts *layouts)
{
	const struct monread_layout *l;

	if (o->action == ACTION_LIST_LAYOUTS) {
		if (out_list_layouts(b, layouts, terminal_width(b->fd)))
			diag_fail("out of memory");
		return;
	}
	l = monread_layouts_by_name(layouts, o->name);
	if (monread_layouts_failed(layouts))
		return;
	if (!l)
		diag_fail("%s: no such record; see monread --list-layouts", o->name);
	else if (o->action == ACTION_DESCRIBE)
		describe(b, layouts, l);
	else if (l->nstructures == 0)
		diag_fail("%s: only the name of this record is known; give its page with --layouts", o->name);
	else if (out_xref(b, l))
		diag_fail("out of memory");
}

/* The layout that was loaded last of PATH; NULL: none. */
static const struct monread_layout *find_loaded(const struct monread_layouts *layouts, const char *path)
{
	size_t i, n = monread_layouts_count(layouts);
	const struct monread_layout *l;

	for (i = 0; i < n; i++) {
		l = monread_layouts_at(layouts, i);
		if (l && l->path && strcmp(l->path, path) == 0)
			return l;
	}
	return NULL;
}

static void show_dsect(const struct options *o, struct out_buffer *b, struct monread_layouts *layouts)
{
	const struct monread_layout *l;
	struct stat st;

	if (stat(o->name, &st) == 0 && S_ISDIR(st.st_mode)) {
		diag_fail("--to-dsect=%s: is a directory; name one page", o->name);
		return;
	}
	if (monread_layouts_load(layouts, o->name, notice, NULL) < 0) {
		diag_fail("--to-dsect=%s: cannot be read: %s", o->name, strerror(errno));
		return;
	}
	l = find_loaded(layouts, o->name);
	if (!l)
		diag_fail("--to-dsect=%s: is not a record page", o->name);
	else if (out_dsect(b, l))
		diag_fail("out of memory");
}

int layouts_action(const struct options *o, struct monread_layouts *layouts, struct out_notices *notices, int fd)
{
	struct out_buffer b;

	if (out_buffer_init(&b, fd)) {
		diag_fail("out of memory");
		return -1;
	}
	output_begin(o, &b);
	if (o->action == ACTION_TO_DSECT)
		show_dsect(o, &b, layouts);
	else if (o->action != ACTION_CHECK_LAYOUTS)
		show_layout(o, &b, layouts);
	else if (out_check_layouts(&b, layouts, notices))
		diag_disagree();
	/* A layout that could not be looked up is missing in the output. */
	if (monread_layouts_failed(layouts))
		b.error = ENOMEM;
	out_flush(&b);
	output_end(o, &b);
	out_buffer_done(&b);
	return b.error;
}
