/* columns.c: names and types of columns in the CREATE TABLE text by which a table is declared to SQLite. */
#include "config.h"

#include "sql/columns.h"

#include <stdio.h>
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

long columns_find(const struct table *t, const char *name)
{
	long found = table_column_find(t, name);
	const char *other;
	size_t i;

	for (i = 0; found < 0 && i < t->ncolumns; i++)
		if ((other = columns_short(&t->columns[i])) != NULL && mr_same_word(other, name) && columns_short_only(t, i))
			found = (long)i;
	return found;
}

const char *columns_type(const struct table *t, long column)
{
	const struct table_column *c = &t->columns[column];

	if ((size_t)column == t->bytes)
		return "BLOB";
	/* A wide integer may exceed the integers of SQLite; it becomes a real or a text then. */
	return c->flags & TABLE_WIDE && !(c->flags & TABLE_MIXED) ? "ANY" : table_type_name(c->type);
}

int columns_short_table(const struct table *t, char name[NAMES_ROOM])
{
	const char *entries = strstr(t->name, "__"), *rest = entries ? strchr(entries + 2, '_') : NULL;

	if (t->layout->domain < 0)
		return 0;
	snprintf(name, NAMES_ROOM, "D%dR%d%s%s", t->layout->domain, t->layout->record, entries ? "__" : "",
	         rest ? rest + 1 : entries ? entries + 2 : "");
	return 1;
}

void columns_add(sqlite3_str *to, const char *name, const char *rest)
{
	sqlite3_str_appendf(to, "%s\"%w\"%s%s", sqlite3_str_length(to) ? ", " : "", name, *rest ? " " : "", rest);
}
