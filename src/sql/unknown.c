/* unknown.c: names that a statement perhaps meant. */
#include "config.h"

#include "sql/unknown.h"

#ifdef HAVE_SQLITE3

#include <stdio.h>
#include <string.h>

#include "sql/columns.h"
#include "sql/metarows.h"
#include "sql/names.h"

static void offer_tables(const struct tables *t, struct near *n)
{
	const struct meta_table *m;
	const struct table *table;
	size_t i;

	for (m = meta_tables; m->name; m++)
		near_offer(n, m->name);
	for (i = 0; (table = table_at(t->schema, i)) != NULL; i++)
		near_offer(n, table->name);
}

static void offer_columns_of(const struct table *table, struct near *n)
{
	const char *name;
	size_t i;

	for (i = 0; i < table->ncolumns; i++) {
		near_offer(n, table->columns[i].name);
		name = columns_short(&table->columns[i]);
		if (name)
			near_offer(n, name);
	}
}

/* Of the tables that the statement names. */
static void offer_columns(const struct tables *t, const char *text, struct near *n)
{
	char name[2 * MONREAD_NAME_MAX + 8];
	const struct meta_table *m;
	const struct table *table;
	const char *word;
	size_t length, i;

	while ((word = names_next(&text, &length)) != NULL) {
		if (!length || length >= sizeof name)
			continue;
		memcpy(name, word, length);
		name[length] = '\0';
		table = table_find(t->schema, name);
		if (table)
			offer_columns_of(table, n);
		for (m = meta_tables; m->name; m++)
			for (i = 0; t->sqlite->stricmp(m->name, name) == 0 && i < m->ncolumns; i++)
				near_offer(n, m->columns[i].name);
	}
}

/* What stands behind LEAD in MESSAGE; NULL: it does not begin so. */
static const char *behind(const char *message, const char *lead)
{
	size_t n = strlen(lead);

	return strncmp(message, lead, n) == 0 ? message + n : NULL;
}

const char *unknown_near(const struct tables *t, const char *text, const char *message, char room[UNKNOWN_ROOM])
{
	const char *table = behind(message, "no such table: "), *column = behind(message, "no such column: ");
	const char *names;
	char list[NEAR_ROOM];
	struct near n;

	*room = '\0';
	/* A column may be that of a table with another name. */
	if (column && strchr(column, '.'))
		column = strrchr(column, '.') + 1;
	if (!table && !column)
		return room;
	near_begin(&n, table ? table : column);
	if (table)
		offer_tables(t, &n);
	else
		offer_columns(t, text, &n);
	names = near_list(&n, list, "");
	if (*names)
		snprintf(room, UNKNOWN_ROOM, "; %s", names);
	return room;
}

#endif
