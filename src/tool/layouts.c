/* layouts.c: loads layouts, and runs --describe, --xref, --find and --tables. */
#include "config.h"

#include "tool/command.h"

#include <errno.h>

#include "cli/pages.h"
#include "cli/terminal.h"
#include "tool/output.h"

struct monread_layouts *layouts_load(struct options *o, struct out_notices *notices)
{
	struct monread_layouts *l = monread_layouts_new();

	if (!l) {
		diag_no_memory();
		return NULL;
	}
	/* --describe=PAGE uses only PAGE and the built-in layouts; other actions that read no
	 * records use the newest site layouts. */
	if (o->action != ACTION_CHECK_PAGE && o->action != ACTION_TO_DSECT)
		o->has_site = site_load(l, o->layouts, o->places, o->release,
		                        o->action != ACTION_SHOW);
	pages_load(l, o->layouts, notices ? out_notice_add : NULL, notices);
	return l;
}

/* Describe the fields with the name NAME. Return the number of layouts that have a field with this
 * name; -1 if out of memory. */
static int describe_named(struct out_buffer *b, const struct monread_layouts *layouts,
                          const char *name)
{
	struct out_buffer one;
	size_t i;
	int found = 0;

	if (out_buffer_init(&one, OUT_MEMORY))
		return -1;
	for (i = 0; i < monread_layouts_count(layouts); i++) {
		const struct monread_layout *l = monread_layouts_at(layouts, i);

		if (!l || out_is_shadowed(layouts, i) || !out_describe_named(&one, l, name))
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

const char *layouts_similar(char room[NEAR_ROOM], const struct monread_layouts *layouts,
                            const struct table_schema *schema, const char *name, unsigned kinds,
                            const char *otherwise)
{
	const struct table *t;
	struct near near;
	size_t i;

	near_begin(&near, name);
	if (kinds & SIMILAR_RECORDS)
		near_records(&near, layouts);
	if (kinds & SIMILAR_FIELDS)
		near_fields(&near, layouts, NULL);
	for (i = 0, t = schema ? table_at(schema, 0) : NULL; t; t = table_at(schema, ++i))
		near_offer(&near, t->name);
	return monread_layouts_failed(layouts) ? NULL : near_list(&near, room, otherwise);
}

static void search(const struct options *o, struct out_buffer *b,
                 const struct monread_layouts *layouts)
{
	long found = out_search(b, layouts, o->name, terminal_width(b->fd));
	const char *similar;
	char room[NEAR_ROOM];

	if (found < 0)
		b->error = ENOMEM;
	if (found)
		return;
	similar = layouts_similar(room, layouts, NULL, o->name, SIMILAR_RECORDS | SIMILAR_FIELDS,
	                          "");
	if (similar)
		diag_damage(
			"--find=%s: no record, field or bit has this in its name or description%s%s",
			o->name, *similar ? "; " : "", similar);
}

static void not_found(const struct options *o, const struct monread_layouts *layouts,
                      const struct table_schema *schema, const char *what, unsigned kinds)
{
	char room[NEAR_ROOM];
	const char *similar = layouts_similar(room, layouts, schema, o->name, kinds,
	                                      "see monread --tables");

	if (similar)
		diag_wrong("%s: no such %s; %s", o->name, what, similar);
}

int layouts_for_programs(const struct options *o)
{
	return (o->action == ACTION_DESCRIBE || o->action == ACTION_TABLES) &&
	       (o->sql || o->format == &out_json_format);
}

static int is_in(const struct table *t, const struct table *of)
{
	while (t && t != of)
		t = t->parent;
	return t != NULL;
}

/* Describe the table OF and the tables of its arrays. If OF is NULL, describe all tables or, with
 * --describe in JSON, all fields with the name o->name. Return the number of descriptions. */
static size_t show_tables(const struct options *o, struct out_buffer *b,
                          const struct table_schema *schema, const struct table *of)
{
	int by_field = o->action == ACTION_DESCRIBE && !of;
	const char *field = by_field ? o->name : NULL;
	const struct table *t;
	size_t i, n = 0;

	if (by_field && o->sql)
		return 0;
	for (i = 0, t = table_at(schema, 0); t; t = table_at(schema, ++i)) {
		if (of && !is_in(t, of))
			continue;
		if (o->sql)
			out_schema_sql(b, t);
		n += o->sql ? 1 : out_schema_json(b, t, field);
	}
	return n;
}

static void show_schema(const struct options *o, struct out_buffer *b,
                        const struct monread_layouts *layouts)
{
	struct table_schema *schema = table_schema_new(layouts);
	const struct monread_layout *l;
	const struct table *of = NULL;
	size_t i;

	if (!schema) {
		b->error = ENOMEM;
		return;
	}
	if (o->action == ACTION_DESCRIBE)
		of = table_find(schema, o->name);
	if (o->action == ACTION_DESCRIBE && !of && errno == E2BIG)
		diag_fail("%s: has more than %u columns, the maximum of a table", o->name,
		          TABLE_COLUMNS_MAX);
	else if (o->action == ACTION_TABLES && !o->sql)
		for (i = 0, l = monread_layouts_at(layouts, 0); l && !b->error;
		     l = monread_layouts_at(layouts, ++i))
			b->error = out_layout_json(b, schema, l) ? ENOMEM : b->error;
	else if (show_tables(o, b, schema, of) == 0 && !monread_layouts_failed(layouts))
		not_found(o, layouts, schema, o->sql ? "table" : "table or field",
		          o->sql ? 0 : SIMILAR_FIELDS);
	table_schema_free(schema);
}

static void show_layout(const struct options *o, struct out_buffer *b,
                        const struct monread_layouts *layouts)
{
	const struct monread_layout *l = monread_layouts_by_name(layouts, o->name);
	int is_xref = o->action == ACTION_XREF, found = 0;

	if (l && !is_xref) {
		out_describe(b, l);
		/* Describe the layouts of the same record in other releases, too. */
		l = monread_layouts_next(layouts, l);
		for (; l; l = monread_layouts_next(layouts, l)) {
			out_char(b, '\n');
			out_describe(b, l);
		}
		return;
	}
	if (l && l->nstructures == 0) {
		diag_fail("%s: only the name of this record is known; give its page with --layouts",
		          o->name);
		return;
	}
	if (l)
		found = monread_layout_write_xref(l, out_dsect_text, b) ? -1 : 1;
	else if (!is_xref && !monread_layouts_failed(layouts))
		found = describe_named(b, layouts, o->name);
	if (found < 0)
		b->error = ENOMEM;
	else if (found == 0)
		not_found(o, layouts, NULL, is_xref ? "record" : "record or field",
		          is_xref ? SIMILAR_RECORDS : SIMILAR_RECORDS | SIMILAR_FIELDS);
}

static void show_dsect(const struct options *o, struct out_buffer *b,
                       struct monread_layouts *layouts)
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
	l = out_layout_of_page(layouts, o->name);
	if (!l)
		diag_fail("--describe=%s: is not a record page", o->name);
	else if ((o->shown.explain ? monread_layout_write_texts :
	                             monread_layout_write)(l, out_dsect_text, b))
		b->error = ENOMEM;
}

void layouts_action(const struct options *o, struct monread_layouts *layouts,
                    struct out_notices *notices, struct out_buffer *b)
{
	if (layouts_for_programs(o))
		show_schema(o, b, layouts);
	else if (o->action == ACTION_TO_DSECT)
		show_dsect(o, b, layouts);
	else if (o->action == ACTION_FIND)
		search(o, b, layouts);
	else if (o->action == ACTION_CHECK_PAGE && out_check_layouts(b, layouts, notices))
		diag_disagree();
	else if (o->action == ACTION_TABLES && out_list_layouts(b, layouts, terminal_width(b->fd)))
		b->error = ENOMEM;
	else if (o->action == ACTION_DESCRIBE || o->action == ACTION_XREF)
		show_layout(o, b, layouts);
	/* The output may lack layouts. */
	if (monread_layouts_failed(layouts))
		b->error = ENOMEM;
}
