/* layouts.c: load layouts, and answer --describe and its like. */
#include "config.h"

#include "tool/layouts.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/diag.h"
#include "cli/near.h"
#include "cli/pages.h"
#include "cli/terminal.h"
#include "out/describe.h"
#include "out/dsect.h"
#include "table/find.h"
#include "tool/output.h"
#include "tool/schema.h"

/* --describe=PAGE uses the layouts of that page and the built-in ones. */
static int wants_site(const struct options *o)
{
	return !o->no_site_layouts && o->action != ACTION_CHECK_PAGE && o->action != ACTION_TO_DSECT;
}

struct monread_layouts *layouts_load(struct options *o, struct out_notices *notices)
{
	struct monread_layouts *l = monread_layouts_new();

	if (!l) {
		diag_fail("out of memory");
		return NULL;
	}
	/* Without records the release is unknown: use the newest. */
	if (wants_site(o))
		o->has_site = site_load(l, o->places, o->release, o->action != ACTION_SHOW);
	pages_load(l, o->layouts, notices ? out_notice_add : NULL, notices);
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

/* Describe the fields called NAME, as no record has this name. Number of layouts with such fields; -1: out of
 * memory. */
static int describe_named(struct out_buffer *b, const struct monread_layouts *layouts, const char *name)
{
	struct out_buffer one;
	size_t i;
	int found = 0;

	if (out_buffer_init(&one, OUT_MEMORY))
		return -1;
	for (i = 0; i < monread_layouts_count(layouts); i++) {
		const struct monread_layout *l = monread_layouts_at(layouts, i);

		if (!l || table_find_shadowed(layouts, i) || !out_describe_named(&one, l, name))
			continue;
		if (found++)
			out_char(b, '\n');
		out_bytes(b, one.buf, (size_t)(one.p - one.buf));
		one.p = one.buf;
	}
	if (one.error)
		found = -1;
	out_buffer_done(&one);
	return found;
}

static void not_found(const struct options *o, const struct monread_layouts *layouts)
{
	char room[NEAR_ROOM];
	struct near near;

	near_begin(&near, o->name);
	near_records(&near, layouts);
	if (o->action == ACTION_DESCRIBE)
		near_fields(&near, layouts);
	if (!monread_layouts_failed(layouts))
		diag_fail("%s: no such record%s; %s", o->name, o->action == ACTION_DESCRIBE ? " or field" : "",
		          near_list(&near, room, "see monread --tables"));
}

static void describe_field(const struct options *o, struct out_buffer *b, const struct monread_layouts *layouts)
{
	int found = describe_named(b, layouts, o->name);

	if (found < 0)
		diag_fail("out of memory");
	else if (!found && !monread_layouts_failed(layouts))
		not_found(o, layouts);
}

static void find(const struct options *o, struct out_buffer *b, const struct monread_layouts *layouts)
{
	long found = out_search(b, layouts, o->name, terminal_width(b->fd));
	char room[NEAR_ROOM];
	struct near near;

	if (found < 0)
		diag_fail("out of memory");
	if (found || monread_layouts_failed(layouts))
		return;
	near_begin(&near, o->name);
	near_records(&near, layouts);
	near_fields(&near, layouts);
	if (monread_layouts_failed(layouts))
		return;
	diag_damage("--find=%s: no record, field or bit has this in its name or description%s%s", o->name,
	            near.n ? "; " : "", near_list(&near, room, ""));
}

static void show_layout(const struct options *o, struct out_buffer *b, const struct monread_layouts *layouts)
{
	const struct monread_layout *l;

	if (schema_wanted(o)) {
		if (schema_show(o, b, layouts))
			diag_fail("out of memory");
		return;
	}
	if (o->action == ACTION_TABLES) {
		if (out_list_layouts(b, layouts, terminal_width(b->fd)))
			diag_fail("out of memory");
		return;
	}
	if (o->action == ACTION_FIND) {
		find(o, b, layouts);
		return;
	}
	l = monread_layouts_by_name(layouts, o->name);
	if (monread_layouts_failed(layouts))
		return;
	if (l && o->action == ACTION_DESCRIBE)
		describe(b, layouts, l);
	else if (l && l->nstructures == 0)
		diag_fail("%s: only the name of this record is known; give its page with --layouts", o->name);
	else if (l && out_xref(b, l))
		diag_fail("out of memory");
	else if (!l && o->action == ACTION_DESCRIBE)
		describe_field(o, b, layouts);
	else if (!l)
		not_found(o, layouts);
}

/* The last layout loaded from PATH, or NULL. */
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
		diag_fail("--describe=%s: is a directory; name one page", o->name);
		return;
	}
	if (monread_layouts_load(layouts, o->name, pages_notice, NULL) < 0) {
		diag_fail("--describe=%s: cannot be read: %s", o->name, strerror(errno));
		return;
	}
	l = find_loaded(layouts, o->name);
	if (!l)
		diag_fail("--describe=%s: is not a record page", o->name);
	else if ((o->explain ? out_dsect_texts : out_dsect)(b, l))
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
	else if (o->action != ACTION_CHECK_PAGE)
		show_layout(o, &b, layouts);
	else if (out_check_layouts(&b, layouts, notices))
		diag_disagree();
	/* Layouts that could not be loaded would be missing without a message. */
	if (monread_layouts_failed(layouts))
		b.error = ENOMEM;
	out_flush(&b);
	output_end(o, &b);
	out_buffer_done(&b);
	return b.error;
}
