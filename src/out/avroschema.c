/* avroschema.c: the schema of a table in Avro, with what the layouts know of each field. */
#include "config.h"

#include "out/avroschema.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/escape.h"
#include "port/ascii.h"

enum avro_coding avro_coding_of(const struct table_column *c)
{
	if (table_column_is_time(c))
		return CODED_MOMENT;
	switch (c->type) {
	case TABLE_INTEGER:
		return c->flags & TABLE_BIT ? CODED_BIT : CODED_LONG;
	case TABLE_REAL:
		return CODED_DOUBLE;
	case TABLE_TEXT:
		break;
	}
	return CODED_STRING;
}

int avro_is_optional(const struct table *t, size_t column)
{
	return !(t->columns[column].flags & TABLE_LEADING) || column == TABLE_SYSTEM || column == TABLE_INTERVAL;
}

/* ---- Names ---- */

static int is_legal(const char *name)
{
	if (mr_is_digit(*name))
		return 0;
	while (mr_is_letter(*name) || mr_is_digit(*name) || *name == '_')
		name++;
	return !*name;
}

/* NAME with a _ in place of each character that Avro does not allow, and room for N more.  NULL: out of memory. */
static char *legal_name(const char *name, size_t n)
{
	size_t length = strlen(name);
	char *legal = malloc(length + n + 2), *p = legal;

	if (!legal)
		return NULL;
	if (mr_is_digit(*name))
		*p++ = '_';
	for (; *name; name++)
		*p++ = mr_is_letter(*name) || mr_is_digit(*name) ? *name : '_';
	*p = '\0';
	return legal;
}

/* Whether another column is called so: one whose name is legal as it is, or one of those before COLUMN. */
static int is_taken(const struct table *t, char *const *names, size_t column, const char *name)
{
	size_t i;

	for (i = 0; i < t->ncolumns; i++)
		if (i != column && mr_same_word(names[i] ? names[i] : t->columns[i].name, name))
			return 1;
	return 0;
}

/* The names of those columns that need another one; NULL for all others.  NULL: out of memory. */
static char **make_names(const struct table *t)
{
	char **names = calloc(t->ncolumns, sizeof *names);
	size_t i;

	for (i = 0; names && i < t->ncolumns; i++) {
		/* The columns before it may all be called the same. */
		char *name;

		if (is_legal(t->columns[i].name))
			continue;
		name = legal_name(t->columns[i].name, t->ncolumns);
		if (!name) {
			while (i-- > 0)
				free(names[i]);
			free(names);
			return NULL;
		}
		while (is_taken(t, names, i, name))
			strcat(name, "_");
		names[i] = name;
	}
	return names;
}

static void free_names(char **names, const struct table *t)
{
	size_t i;

	for (i = 0; i < t->ncolumns; i++)
		free(names[i]);
	free(names);
}

/* ---- JSON ---- */

static void put_attribute(struct out_buffer *b, const char *key, const char *value)
{
	if (!value || !*value)
		return;
	out_printf(b, ",\"%s\":", key);
	out_json_string(b, value);
}

/* "name" of what is called LEGAL; and where it has another name in the layout, "original". */
static void put_name(struct out_buffer *b, const char *legal, const char *name)
{
	out_str(b, "\"name\":");
	out_json_string(b, legal ? legal : name);
	if (legal)
		put_attribute(b, "original", name);
}

static void put_type(struct out_buffer *b, const struct table *t, size_t column)
{
	static const char *const types[] = {
		[CODED_BIT] = "\"int\"",
		[CODED_LONG] = "\"long\"",
		[CODED_DOUBLE] = "\"double\"",
		[CODED_MOMENT] = "{\"type\":\"long\",\"logicalType\":\"timestamp-micros\"}",
		[CODED_STRING] = "\"string\"",
	};
	const char *type = types[avro_coding_of(&t->columns[column])];

	if (avro_is_optional(t, column))
		out_printf(b, ",\"type\":[\"null\",%s],\"default\":null", type);
	else
		out_printf(b, ",\"type\":%s", type);
}

static void put_column(struct out_buffer *b, const struct table *t, size_t column, const char *legal)
{
	const struct table_column *c = &t->columns[column];

	out_char(b, '{');
	put_name(b, legal, c->name);
	put_type(b, t, column);
	put_attribute(b, "doc", c->text);
	put_attribute(b, "unit", c->unit);
	put_attribute(b, "kind", table_kind_name(c->kind));
	if (!c->proven)
		out_str(b, ",\"proven\":false");
	out_char(b, '}');
}

void avro_schema_put(struct out_buffer *b, const struct table *t, const struct out_shown *shown)
{
	char **names = make_names(t), *legal = is_legal(t->name) ? NULL : legal_name(t->name, 0);
	uint32_t i;

	if (!names || (!legal && !is_legal(t->name))) {
		b->error = ENOMEM;
	} else {
		out_str(b, "{\"type\":\"record\",");
		put_name(b, legal, t->name);
		put_attribute(b, "doc", t->layout->title);
		out_str(b, ",\"fields\":[");
		for (i = 0; i < shown->n; i++) {
			if (i)
				out_char(b, ',');
			put_column(b, t, shown->columns[i], names[shown->columns[i]]);
		}
		out_str(b, "]}");
	}
	if (names)
		free_names(names, t);
	free(legal);
}
