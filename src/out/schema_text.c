/* schema_text.c: describes tables as JSON or as CREATE TABLE statements, for --describe together
 * with --format. */
#include "config.h"

#include "out/describe.h"

#include <errno.h>

#include "base/ascii.h"
#include "base/find.h"
#include "base/page.h"
#include "cli/escape.h"

/* ---- JSON ---- */

static void schema_put_key(struct out_buffer *b, const char *key, const char *value)
{
	out_printf(b, ",\"%s\":", key);
	out_json_string(b, value);
}

/* Begin an object whose first key is "name". */
static void schema_begin(struct out_buffer *b, const char *name)
{
	out_str(b, "{\"name\":");
	out_json_string(b, name);
}

static void schema_put_column(struct out_buffer *b, const struct table_column *c)
{
	schema_begin(b, c->name);
	schema_put_key(b, "type", table_type_name(c->type));
	schema_put_key(b, "declared", c->declared);
	schema_put_key(b, "unit", c->unit);
	schema_put_key(b, "kind", table_kind_name(c->kind));
	out_printf(b, ",\"proven\":%s", c->proven ? "true" : "false");
	schema_put_key(b, "description", c->text);
	if (c->length)
		out_printf(b, ",\"offset\":%u,\"length\":%u", (unsigned)c->offset,
		           (unsigned)c->length);
	else
		out_str(b, ",\"offset\":null,\"length\":null");
	out_char(b, '}');
}

static void schema_put_number(struct out_buffer *b, const struct monread_layout *l)
{
	if (l->domain >= 0)
		out_printf(b, ",\"domain\":%d,\"record\":%d", l->domain, l->record);
	else
		out_str(b, ",\"domain\":null,\"record\":null");
}

static int schema_is_wanted(const struct table *t, const struct table_column *c, const char *name)
{
	if (c->flags & TABLE_HIDDEN)
		return 0;
	return !name || (!(c->flags & (TABLE_LEADING | TABLE_INHERITED)) &&
	                 out_is_called(c->name, name, t->layout));
}

size_t out_schema_json(struct out_buffer *b, const struct table *t, const char *name)
{
	static const char *const roles[] = { "record", "application data", "entries" };
	const char *comma = "";
	size_t i, n = 0;

	for (i = 0; i < t->ncolumns; i++)
		n += (size_t)schema_is_wanted(t, &t->columns[i], name);
	if (n == 0)
		return 0;
	schema_begin(b, t->name);
	schema_put_key(b, "of", roles[t->role]);
	if (t->parent)
		schema_put_key(b, "parent", t->parent->name);
	else
		out_str(b, ",\"parent\":null");
	schema_put_number(b, t->layout);
	schema_put_key(b, "title", t->layout->title);
	out_str(b, ",\"columns\":[");
	for (i = 0; i < t->ncolumns; i++) {
		if (!schema_is_wanted(t, &t->columns[i], name))
			continue;
		out_str(b, comma);
		schema_put_column(b, &t->columns[i]);
		comma = ",";
	}
	out_str(b, "]}\n");
	return n;
}

/* Write the key "tables" and a list of the names of the tables for records with the layout L.
 * Return 0, or -1 if out of memory. */
static int schema_put_tables(struct out_buffer *b, const struct table_schema *s,
                             const struct monread_layout *l)
{
	const struct table *t, *of;
	const char *comma = "";
	size_t i;

	out_str(b, ",\"tables\":[");
	MR_EACH(i, t, table_at, s) {
		for (of = t; of->parent; of = of->parent)
			;
		if (!mr_same_word(of->layout->name, l->name))
			continue;
		out_str(b, comma);
		out_json_string(b, t->name);
		comma = ",";
	}
	if (errno == ENOMEM)
		return -1;
	out_char(b, ']');
	return 0;
}

int out_layout_json(struct out_buffer *b, const struct table_schema *s,
                    const struct monread_layout *l)
{
	const struct monread_structure *root = monread_layout_structure(l, 0);
	const char *source = l->path ? l->path : l->source;
	unsigned unproven, n = out_count_fields(l, &unproven);

	schema_begin(b, l->name);
	schema_put_key(b, "dsect", l->dsect);
	schema_put_number(b, l);
	schema_put_key(b, "kind", l->kind);
	schema_put_key(b, "title", l->title);
	if (root)
		out_printf(b, ",\"length\":%u", (unsigned)root->length);
	else
		out_str(b, ",\"length\":null");
	schema_put_key(b, "status", mr_trust_name(l));
	out_printf(b, ",\"fields\":%u,\"unproven\":%u", n, unproven);
	schema_put_key(b, "release", l->release);
	schema_put_key(b, "source", source);
	if (schema_put_tables(b, s, l))
		return -1;
	out_str(b, "}\n");
	return 0;
}

/* ---- SQL ---- */

/* Write the text S, and write each character QUOTE in S twice. */
static void put_doubled(struct out_buffer *b, const char *s, char quote)
{
	for (; *s; s++) {
		if (*s == quote)
			out_char(b, quote);
		out_char(b, *s);
	}
}

static void put_quoted(struct out_buffer *b, const char *s, char quote)
{
	out_char(b, quote);
	put_doubled(b, s, quote);
	out_char(b, quote);
}

static const char *sql_type(const struct table_column *c)
{
	if (c->flags & TABLE_MIXED)
		return "text";
	if (c->flags & TABLE_LIST)
		return "json";
	/* bigint ends at 2^63 - 1 */
	if (c->flags & TABLE_WIDE)
		return "numeric(20)";
	switch (c->type) {
	case TABLE_INTEGER:
		return c->flags & TABLE_BIT ? "smallint" : "bigint";
	case TABLE_REAL:
		return c->flags & TABLE_LEADING ? "numeric(20,6)" : "double precision";
	case TABLE_TEXT:
		break;
	}
	/* Only TOD clocks become timestamps, because Unix times in the data may not be valid
	 * dates. */
	if (c->kind == KIND_TIME && (!c->field || c->field->format == MONREAD_TIME))
		return "timestamptz";
	return "text";
}

/* Write a COMMENT statement if the column C has a description or a unit. */
static void put_comment(struct out_buffer *b, const struct table *t, const struct table_column *c)
{
	if (!*c->text && !*c->unit)
		return;
	out_str(b, "COMMENT ON COLUMN ");
	put_quoted(b, t->name, '"');
	out_char(b, '.');
	put_quoted(b, c->name, '"');
	out_str(b, " IS '");
	put_doubled(b, c->text, '\'');
	if (*c->unit)
		out_str(b, *c->text ? "; unit: " : "unit: ");
	put_doubled(b, c->unit, '\'');
	out_str(b, "';\n");
}

void out_schema_sql(struct out_buffer *b, const struct table *t)
{
	const char *comma = "";
	size_t i;

	out_str(b, "CREATE TABLE ");
	put_quoted(b, t->name, '"');
	out_str(b, " (");
	for (i = 0; i < t->ncolumns; i++) {
		const struct table_column *c = &t->columns[i];

		if (c->flags & TABLE_HIDDEN)
			continue;
		out_printf(b, "%s\n\t", comma);
		put_quoted(b, c->name, '"');
		out_printf(b, " %s", sql_type(c));
		if (i == LEAD_FILE || i == LEAD_OFFSET ||
		    (i == LEAD_ENTRY && t->role == TABLE_OF_ENTRIES))
			out_str(b, " NOT NULL");
		comma = ",";
	}
	out_printf(b, ",\n\tPRIMARY KEY (\"file\", \"offset\"%s)\n);\n",
	           t->role == TABLE_OF_ENTRIES ? ", \"entry\"" : "");
	out_str(b, "COMMENT ON TABLE ");
	put_quoted(b, t->name, '"');
	out_str(b, " IS ");
	put_quoted(b, t->layout->title, '\'');
	out_str(b, ";\n");
	for (i = 0; i < t->ncolumns; i++)
		if (!(t->columns[i].flags & TABLE_HIDDEN))
			put_comment(b, t, &t->columns[i]);
}
