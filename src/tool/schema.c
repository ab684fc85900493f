/* schema.c: --describe and --tables for machines. */
#include "config.h"

#include "tool/schema.h"

#include <errno.h>

#include "cli/diag.h"
#include "cli/near.h"
#include "out/schema.h"

int schema_wanted(const struct options *o)
{
	return (o->action == ACTION_DESCRIBE || o->action == ACTION_TABLES) &&
	       (o->sql || o->format == &out_json_format);
}

static void show_table(const struct options *o, struct out_buffer *b, const struct table *t)
{
	if (o->sql)
		out_schema_sql(b, t);
	else
		out_schema_json(b, t, NULL);
}

static int is_in(const struct table *t, const struct table *of)
{
	while (t && t != of)
		t = t->parent;
	return t != NULL;
}

static int not_found(const struct options *o, const struct monread_layouts *layouts, const struct table_schema *schema)
{
	const struct table *t;
	char room[NEAR_ROOM];
	struct near near;
	size_t i;

	if (errno == E2BIG) {
		diag_fail("%s: has more than %u columns, which no table has", o->name, TABLE_COLUMNS_MAX);
		return 0;
	}
	near_begin(&near, o->name);
	for (i = 0; (t = table_at(schema, i)) != NULL; i++)
		near_offer(&near, t->name);
	if (!o->sql)
		near_fields(&near, layouts);
	if (errno == ENOMEM)
		return -1;
	diag_fail("%s: no such table%s; %s", o->name, o->sql ? "" : " or field", near_list(&near, room, "see monread --tables --format=json"));
	return 0;
}

/* No table is called so: perhaps fields are.  How many. */
static size_t show_fields(const struct options *o, struct out_buffer *b, const struct table_schema *schema)
{
	const struct table *t;
	size_t i, n = 0;

	for (i = 0; !o->sql && (t = table_at(schema, i)) != NULL; i++)
		n += out_schema_json(b, t, o->name);
	return n;
}

static int show_named(const struct options *o, struct out_buffer *b, const struct monread_layouts *layouts,
                      const struct table_schema *schema)
{
	const struct table *t = table_find(schema, o->name), *part;
	size_t i;

	if (!t && errno == ENOENT && show_fields(o, b, schema) > 0)
		return errno == ENOMEM ? -1 : 0;
	if (!t)
		return errno == ENOMEM ? -1 : not_found(o, layouts, schema);
	for (i = 0; (part = table_at(schema, i)) != NULL; i++)
		if (is_in(part, t))
			show_table(o, b, part);
	return errno == ENOMEM ? -1 : 0;
}

static int show_all(const struct options *o, struct out_buffer *b, const struct monread_layouts *layouts,
                    const struct table_schema *schema)
{
	const struct monread_layout *l;
	const struct table *t;
	size_t i;

	for (i = 0; o->sql && (t = table_at(schema, i)) != NULL; i++)
		show_table(o, b, t);
	for (i = 0; !o->sql && (l = monread_layouts_at(layouts, i)) != NULL; i++)
		if (out_layout_json(b, schema, l))
			return -1;
	return errno == ENOMEM ? -1 : 0;
}

int schema_show(const struct options *o, struct out_buffer *b, const struct monread_layouts *layouts)
{
	struct table_schema *schema = table_schema_new(layouts);
	int rc;

	if (!schema)
		return -1;
	rc = o->action == ACTION_DESCRIBE ? show_named(o, b, layouts, schema) : show_all(o, b, layouts, schema);
	table_schema_free(schema);
	return rc;
}
