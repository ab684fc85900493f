/* optional.c: fields that the query of a report reads only if a layout describes them. */
#include "config.h"

#include "sql/optional.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "port/ascii.h"
#include "sql/columns.h"

/* Copy the next word of *LIST to WORD. Return 0 at the end. */
static int next_word(const char **list, char word[NAMES_ROOM])
{
	size_t n;

	*list += strspn(*list, " \t");
	n = strcspn(*list, " \t\r\n");
	snprintf(word, NAMES_ROOM, "%.*s", (int)(n < NAMES_ROOM ? n : NAMES_ROOM - 1), *list);
	*list += n;
	return n > 0;
}

int optional_has(const char *list, const char *name)
{
	char word[NAMES_ROOM];

	next_word(&list, word);
	while (next_word(&list, word))
		if (mr_same_word(word, name))
			return 1;
	return 0;
}

int optional_lacks(const struct table_schema *s, const char *list)
{
	char word[NAMES_ROOM];
	const struct table *t;

	next_word(&list, word);
	t = table_find(s, word);
	if (!t && errno == ENOMEM)
		return -1;
	while (t && next_word(&list, word))
		if (columns_find(t, word) < 0)
			return 1;
	return !t;
}

void optional_put(sqlite3_str *to, const char *query, int (*is_absent)(void *arg, const char *name), void *arg)
{
	const char *at = query, *name;
	char word[NAMES_ROOM];

	while ((name = names_next(&at, word)) != NULL) {
		if (!is_absent(arg, word))
			continue;
		sqlite3_str_append(to, query, (int)(name - query));
		sqlite3_str_appendall(to, "CAST(NULL AS DOUBLE PRECISION)");
		query = name + strlen(word);
	}
	sqlite3_str_appendall(to, query);
}
