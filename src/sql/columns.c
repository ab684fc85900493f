/* columns.c: the text that declares a table to SQLite. */
#include "config.h"

#include "sql/columns.h"

#include <stdlib.h>
#include <string.h>

#include "port/ascii.h"

const char *columns_short(const struct table_column *c)
{
	const char *underscore = c->flags & (TABLE_LEADING | TABLE_HIDDEN) ? NULL : strchr(c->name, '_');

	return underscore && underscore > c->name && underscore[1] ? underscore + 1 : NULL;
}

const char *columns_short_only(const struct table *t, size_t i)
{
	const char *name = columns_short(&t->columns[i]);
	size_t k;

	for (k = 0; name && k < t->ncolumns; k++) {
		const char *other = columns_short(&t->columns[k]);

		if (mr_same_word(name, t->columns[k].name) || (k != i && other && mr_same_word(name, other)))
			return NULL;
	}
	return name;
}

const char *columns_type(const struct table *t, long column)
{
	const struct table_column *c = &t->columns[column];

	if ((size_t)column == t->bytes)
		return "BLOB";
	/* Integers that SQLite does not have are reals, or text. */
	return c->flags & TABLE_WIDE && !(c->flags & TABLE_MIXED) ? "ANY" : table_type_name(c->type);
}

static void append(struct columns_text *c, const char *s, size_t n)
{
	size_t room = c->room ? c->room : 1024;
	char *p;

	while (room - c->length <= n)
		room *= 2;
	if (room != c->room && !c->failed) {
		p = realloc(c->text, room);
		if (!p) {
			c->failed = 1;
			return;
		}
		c->text = p;
		c->room = room;
	}
	if (c->failed)
		return;
	memcpy(c->text + c->length, s, n);
	c->length += n;
	c->text[c->length] = '\0';
}

static void append_string(struct columns_text *c, const char *s)
{
	append(c, s, strlen(s));
}

void columns_text_name(struct columns_text *c, const char *name)
{
	append(c, "\"", 1);
	for (; *name; name++) {
		append(c, name, 1);
		if (*name == '"')
			append(c, "\"", 1);
	}
	append(c, "\"", 1);
}

void columns_text_begin(struct columns_text *c, const char *text)
{
	memset(c, 0, sizeof *c);
	append_string(c, text);
}

void columns_text_put(struct columns_text *c, const char *text)
{
	append_string(c, text);
}

void columns_text_add(struct columns_text *c, const char *name, const char *type, int hidden)
{
	if (c->any)
		append(c, ",", 1);
	c->any = 1;
	columns_text_name(c, name);
	append(c, " ", 1);
	append_string(c, type);
	if (hidden)
		append_string(c, " HIDDEN");
}

void columns_text_done(struct columns_text *c)
{
	free(c->text);
	c->text = NULL;
}
