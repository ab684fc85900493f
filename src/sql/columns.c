/* columns.c: short names and SQL types of columns; names in the text of a statement. */
#include "config.h"

#include "sql/columns.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"

const char *columns_short(const struct table_column *c)
{
	const char *underscore;

	if (c->flags & (TABLE_LEADING | TABLE_HIDDEN))
		return NULL;
	underscore = strchr(c->name, '_');
	return underscore && underscore > c->name && underscore[1] ? underscore + 1 : NULL;
}

const char *columns_short_only(const struct table *t, size_t i)
{
	const char *name = columns_short(&t->columns[i]);
	size_t prefix = name ? (size_t)(name - t->columns[i].name) : 0, k;

	for (k = 0; name && k < t->ncolumns; k++) {
		const char *whole = t->columns[k].name, *other;

		if (mr_same_word(name, whole))
			return NULL;
		/* Ignore columns with the same prefix: their names differ after the prefix. */
		if (strncmp(whole, t->columns[i].name, prefix) == 0)
			continue;
		other = columns_short(&t->columns[k]);
		if (other && mr_same_word(name, other))
			return NULL;
	}
	return name;
}

long columns_find(const struct table *t, const char *name)
{
	long found = table_column_find(t, name);
	const char *other;
	size_t i;

	for (i = 0; found < 0 && i < t->ncolumns; i++) {
		other = columns_short(&t->columns[i]);
		if (other && mr_same_word(other, name) && columns_short_only(t, i))
			found = (long)i;
	}
	return found;
}

const char *columns_type(const struct table *t, long column)
{
	const struct table_column *c = &t->columns[column];

	if ((size_t)column == t->bytes)
		return "BLOB";
	/* A number above 2^63 - 1 becomes a real, which SQLite would refuse in a column INTEGER. */
	if (c->flags & TABLE_WIDE && !(c->flags & TABLE_MIXED))
		return "ANY";
	return table_type_name(c->type);
}

int columns_short_table(const struct table *t, char name[NAMES_ROOM])
{
	const char *entries = strstr(t->name, "__");
	const char *array = entries ? entries + 2 : "";
	const char *rest = strchr(array, '_');

	if (t->layout->domain < 0)
		return 0;
	snprintf(name, NAMES_ROOM, "D%dR%d%s%s", t->layout->domain, t->layout->record,
	         entries ? "__" : "", rest ? rest + 1 : array);
	return 1;
}

/* ---- Names in the text of a statement ---- */

int names_is_word(char c)
{
	return mr_is_digit(c) || mr_is_letter(c) || c == '_' || c == '$' || (c & 0x80);
}

/* Return the address after the next character QUOTE in the text at P, or of the end of the text. */
static const char *behind_quote(const char *p, char quote)
{
	const char *end = strchr(p, quote);

	return end ? end + 1 : p + strlen(p);
}

const char *names_next(const char **p, char name[NAMES_ROOM])
{
	const char *s = *p, *from = s;
	size_t n = 0;

	while (*s && (n == 0 || n >= NAMES_ROOM)) {
		from = s;
		n = 0;
		if (*s == '\'') {
			s = behind_quote(s + 1, '\'');
		} else if (s[0] == '-' && s[1] == '-') {
			s += strcspn(s, "\n");
		} else if (s[0] == '/' && s[1] == '*') {
			s = strstr(s + 2, "*/");
			s = s ? s + 2 : from + strlen(from);
		} else if (*s == '"' || *s == '`' || *s == '[') {
			s = behind_quote(s + 1, *s == '[' ? ']' : *s);
			from++;
			n = (size_t)(s - from) - (s > from && strchr("\"`]", s[-1]) ? 1 : 0);
		} else if (names_is_word(*s)) {
			while (names_is_word(*s))
				s++;
			n = (size_t)(s - from);
		} else {
			s++;
		}
		if (n > 0 && n < NAMES_ROOM)
			snprintf(name, NAMES_ROOM, "%.*s", (int)n, from);
	}
	*p = s;
	return n > 0 && n < NAMES_ROOM ? from : NULL;
}

int names_cut(char *name, const char *suffix)
{
	size_t n = strlen(name), k = strlen(suffix);

	if (n <= k || !mr_same_word(name + n - k, suffix))
		return 0;
	name[n - k] = '\0';
	return 1;
}

int names_cut_view(char *name)
{
	if (names_cut(name, "_delta"))
		return 1;
	if (!names_cut(name, "_last") && !names_cut(name, "_asof"))
		names_cut(name, "_before");
	return 0;
}
