/* unknown.c: suggest tables and columns for unknown names in a statement. */
#include "config.h"

#include "sql/unknown.h"

#include <stdio.h>
#include <string.h>

#include "port/ascii.h"
#include "sql/module.h"
#include "sql/columns.h"
#include "table/row.h"

static void offer_tables(const struct tables *t, struct near *n)
{
	const struct about *a;
	const struct table *table;
	size_t i;

	for (a = about_tables; a->table.name; a++)
		near_offer(n, a->table.name);
	for (i = 0; (table = table_at(t->schema, i)) != NULL; i++)
		near_offer(n, table->name);
}

/* Put the first tables that may be meant by WANTED into ROOM: entries of the record in RECORD__STRUCTURE, or tables
 * that have WANTED, which may be a plural, in their title. */
static void list_tables(const struct tables *t, char *wanted, char room[UNKNOWN_ROOM])
{
	char *entries = strstr(wanted, "__"), pattern[NAMES_ROOM + 2];
	const struct table *table, *record;
	size_t length = strlen(wanted), i, n = 0, found = 0;

	snprintf(pattern, sizeof pattern, "%%%.*s%%", (int)length - (length > 3 && mr_lower(wanted[length - 1]) == 's'), wanted);
	if (entries)
		*entries = '\0';
	record = entries ? table_find(t->schema, wanted) : NULL;
	for (i = 0; found < NEAR_MOST && (table = table_at(t->schema, i)) != NULL; i++) {
		if (record ? table->parent != record : table->role != TABLE_OF_RECORD || length < 3 ||
		                                       sqlite3_strlike(pattern, table->layout->title, 0) != 0)
			continue;
		n += (size_t)snprintf(room + n, UNKNOWN_ROOM - n, "%s%s", found++ ? ", " : record ? "; the record has " :
		                      "; by title: ", table->name);
		if (n >= UNKNOWN_ROOM)
			return;
	}
	if (!found)
		snprintf(room, UNKNOWN_ROOM, "; .tables lists all tables");
}

/* Offer the columns of all tables in the statement TEXT. */
static void offer_columns(const struct tables *t, const char *text, struct near *n)
{
	char name[NAMES_ROOM];
	const struct about *about;
	const struct table *table;
	size_t i;

	while (names_next(&text, name)) {
		if (names_cut(name, "_delta"))
			near_offer(n, TABLE_ELAPSED_NAME);
		else
			names_cut(name, "_last");
		about = about_find(name);
		table = about ? &about->table : table_find(t->schema, name);
		for (i = 0; table && i < table->ncolumns; i++) {
			near_offer(n, table->columns[i].name);
			if (columns_short(&table->columns[i]))
				near_offer(n, columns_short(&table->columns[i]));
		}
	}
}

/* The rest of MESSAGE after LEAD; NULL: the message does not begin with LEAD. */
static const char *rest_after(const char *message, const char *lead)
{
	size_t n = strlen(lead);

	return strncmp(message, lead, n) == 0 ? message + n : NULL;
}

const char *unknown_column(const char *message)
{
	return rest_after(message, "no such column: ");
}

const char *unknown_near(const struct tables *t, const char *text, const char *message, char room[UNKNOWN_ROOM])
{
	const char *table = rest_after(message, "no such table: "), *column = unknown_column(message);
	char list[NEAR_ROOM], wanted[NAMES_ROOM];
	const char *names;
	struct near n;

	*room = '\0';
	/* Strip the name of the table, which may be an alias. */
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
	} else {
		near_begin(&n, column);
		offer_columns(t, text, &n);
	}
	names = near_list(&n, list, "");
	if (*names)
		snprintf(room, UNKNOWN_ROOM, "; %s", names);
	else if (table)
		list_tables(t, wanted, room);
	return room;
}
