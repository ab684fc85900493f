/* gridname.c: makes the headings of tables for --wide. */
#include "config.h"

#include "out/gridname.h"

#include <string.h>

#include "port/ascii.h"

static size_t add_text(char name[GRID_NAME], size_t n, const char *s)
{
	while (*s && n + 1 < GRID_NAME)
		name[n++] = *s++;
	return n;
}

/* Return the length of the DSECT prefix of NAME: SYTLCK_ in SYTLCK_CALLCKID. */
static size_t dsect_of(const char *name)
{
	const char *end = strchr(name, '_');

	return end ? (size_t)(end + 1 - name) : 0;
}

/* Append PART, without the DSECT prefix if the name begins with the same prefix. */
static size_t add_part(char name[GRID_NAME], size_t n, const char *part, const char *separator)
{
	size_t dsect = dsect_of(part);

	if (n == 0)
		return add_text(name, 0, part);
	n = add_text(name, n, separator);
	return add_text(name, n, dsect && strncmp(name, part, dsect) == 0 ? part + dsect : part);
}

/* Append the names of the structures around LEVEL, up to its table. */
static size_t add_levels(const struct grid *g, char name[GRID_NAME], uint32_t level)
{
	const struct grid_level *l = &g->levels[level];

	if (l->table == level)
		return 0;
	return add_part(name, add_levels(g, name, l->parent), l->name, "_");
}

static size_t add_number(char name[GRID_NAME], size_t n, uint32_t number, int is_hex)
{
	char digits[2 * OUT_SLACK];
	char *end = is_hex ? out_put_hexnum(digits, number, 0, ' ') : out_put_u64(digits, number);

	*end = '\0';
	return add_text(name, n, digits);
}

static int is_reserved(const struct grid_column *c)
{
	return c->field && c->field->flags & MONREAD_RESERVED;
}

size_t grid_name(const struct grid *g, const struct grid_column *c, char name[GRID_NAME])
{
	size_t n = add_part(name, add_levels(g, name, c->level), c->name, c->field ? "_" : " ");

	if (c->kind == GRID_ELEMENT) {
		n = add_text(name, n, "(");
		n = add_text(name, add_number(name, n, c->number, 0), ")");
	} else if (c->kind == GRID_BYTES && c->number) {
		n = add_number(name, add_text(name, n, " "), c->number, 1);
	} else if (is_reserved(c)) {
		n = add_number(name, n, c->field->offset, 1);
	}
	name[n] = '\0';
	return n;
}

/* Return the length of the next shorter prefix of NAME that ends a word. */
static size_t shorter_prefix(const char *name, size_t n)
{
	n -= n > 0 && name[n - 1] == '_';
	while (n > 0 && name[n - 1] != '_')
		n--;
	return n;
}

/* Return the length of the common prefix of NAME and OTHER, at most N. */
static size_t common_prefix(const char *name, const char *other, size_t n)
{
	size_t i;

	for (i = 0; i < n && name[i] && name[i] == other[i]; i++)
		;
	return i;
}

/* Shorten the prefix until the rest of OTHER begins with a letter. */
static size_t whole_words(const char *name, const char *other, size_t n)
{
	while (n > 0 && !mr_is_letter(other[n]))
		n = shorter_prefix(name, n);
	return n;
}

/* Apply F to all field names of TABLE, starting with the first name and N. */
static size_t for_all_names(const struct grid *g, uint32_t table, char name[GRID_NAME], size_t n,
                        size_t (*f)(const char *, const char *, size_t))
{
	char other[GRID_NAME];
	uint32_t i;

	for (i = g->levels[table].first_column; i != GRID_NONE && n > 0; i = g->columns[i].next) {
		const struct grid_column *c = &g->columns[i];

		if (!c->field || is_reserved(c))
			continue;
		if (n == GRID_NAME)
			n = grid_name(g, c, name);
		grid_name(g, c, other);
		n = f(name, other, n);
	}
	return n == GRID_NAME ? 0 : n;
}

size_t grid_prefix(const struct grid *g, uint32_t table, char name[GRID_NAME])
{
	size_t n = for_all_names(g, table, name, GRID_NAME, common_prefix), before;

	do {
		before = n;
		n = for_all_names(g, table, name, n, whole_words);
	} while (n < before);
	/* Without a DSECT prefix, the end of the first word is unknown. */
	return memchr(name, '_', n) ? n : 0;
}

size_t grid_heading(const struct grid *g, const struct grid_column *c, const char *prefix, size_t n,
                    char name[GRID_NAME])
{
	size_t length = grid_name(g, c, name);

	if (n > 0 && strncmp(name, prefix, n) == 0) {
		length -= n;
		memmove(name, name + n, length + 1);
	}
	if (c->field && c->field->flags & MONREAD_COUNTDOWN)
		length = add_text(name, length, "(used)");
	if (c->field && c->field->flags & MONREAD_UNPROVEN)
		length = add_text(name, length, "?");
	name[length] = '\0';
	return length;
}
