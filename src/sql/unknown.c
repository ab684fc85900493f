/* unknown.c: names that a statement perhaps meant. */
#include "config.h"

#include "sql/unknown.h"

#ifdef HAVE_SQLITE3

#include <stdio.h>
#include <string.h>

#include "sql/columns.h"
#include "sql/metarows.h"
#include "sql/names.h"
#include "table/row.h"

#define NAME_ROOM (2 * MONREAD_NAME_MAX + 8)

/* A name with the wrong letters behind its underscore. */
static void offer_views(const struct tables *t, struct near *n, char views[2][NAME_ROOM])
{
	const char *end = strrchr(n->wanted, '_');
	char name[NAME_ROOM];
	const struct table *table;

	if (!end || (size_t)(end - n->wanted) >= sizeof name)
		return;
	memcpy(name, n->wanted, (size_t)(end - n->wanted));
	name[end - n->wanted] = '\0';
	table = table_find(t->schema, name);
	if (!table)
		return;
	snprintf(views[0], NAME_ROOM, "%s_delta", table->name);
	snprintf(views[1], NAME_ROOM, "%s_last", table->name);
	near_offer(n, views[0]);
	near_offer(n, views[1]);
}

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
	char name[NAME_ROOM];
	const struct meta_table *m;
	const struct table *table;
	const char *word;
	size_t length, i;

	while ((word = names_next(&text, &length)) != NULL) {
		if (!length || length >= sizeof name)
			continue;
		memcpy(name, word, length);
		name[length] = '\0';
		if (names_cut(name, "_delta"))
			near_offer(n, TABLE_ELAPSED_NAME);
		else
			names_cut(name, "_last");
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
	char list[NEAR_ROOM], wanted[NAME_ROOM], views[2][NAME_ROOM];
	const char *names;
	struct near n;

	*room = '\0';
	/* A column may be that of a table with another name. */
	if (column && strchr(column, '.'))
		column = strrchr(column, '.') + 1;
	if (!table && !column)
		return room;
	if (table) {
		snprintf(wanted, sizeof wanted, "%s", table);
		if (!names_cut(wanted, "_delta"))
			names_cut(wanted, "_last");
		near_begin(&n, wanted);
		offer_tables(t, &n);
		offer_views(t, &n, views);
	} else {
		near_begin(&n, column);
		offer_columns(t, text, &n);
	}
	names = near_list(&n, list, "");
	if (*names)
		snprintf(room, UNKNOWN_ROOM, "; %s", names);
	return room;
}

#endif
