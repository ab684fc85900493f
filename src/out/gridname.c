/* gridname.c: headings of tables. */
#include "config.h"

#include "out/gridname.h"

#include <string.h>

#include "port/ascii.h"

static size_t add(char name[GRID_NAME], size_t n, const char *s)
{
	while (*s && n + 1 < GRID_NAME)
		name[n++] = *s++;
	return n;
}

/* How long the part of NAME is that tells the DSECT: SYTLCK_ of SYTLCK_CALLCKID. */
static size_t dsect_of(const char *name)
{
	const char *end = strchr(name, '_');

	return end ? (size_t)(end + 1 - name) : 0;
}

/* Structures of one DSECT have it in their names once. */
static size_t add_part(char name[GRID_NAME], size_t n, const char *part, const char *separator)
{
	size_t dsect = dsect_of(part);

	if (n == 0)
		return add(name, 0, part);
	n = add(name, n, separator);
	return add(name, n, dsect && strncmp(name, part, dsect) == 0 ? part + dsect : part);
}

/* The names of the structures that LEVEL is in, up to its table. */
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
	return add(name, n, digits);
}

static int is_reserved(const struct grid_column *c)
{
	return c->field && c->field->flags & MONREAD_RESERVED;
}

size_t grid_name(const struct grid *g, const struct grid_column *c, char name[GRID_NAME])
{
	size_t n = add_part(name, add_levels(g, name, c->level), c->name, c->field ? "_" : " ");

	if (c->kind == GRID_ELEMENT) {
		n = add(name, n, "(");
		n = add(name, add_number(name, n, c->number, 0), ")");
	} else if (c->kind == GRID_BYTES && c->number) {
		n = add_number(name, add(name, n, " "), c->number, 1);
	} else if (is_reserved(c)) {
		n = add_number(name, n, c->field->offset, 1);
	}
	name[n] = '\0';
	return n;
}

/* The next shorter prefix of NAME that ends a word. */
static size_t shorter(const char *name, size_t n)
{
	n -= n > 0 && name[n - 1] == '_';
	while (n > 0 && name[n - 1] != '_')
		n--;
	return n;
}

/* What NAME and OTHER have in common of the first N characters. */
static size_t common(const char *name, const char *other, size_t n)
{
	size_t i;

	for (i = 0; i < n && name[i] && name[i] == other[i]; i++)
		;
	return i;
}

/* The same, without the beginning of a word where OTHER would then go on with something else than a letter. */
static size_t whole(const char *name, const char *other, size_t n)
{
	while (n > 0 && !mr_is_letter(other[n]))
		n = shorter(name, n);
	return n;
}

/* What F makes of the names of all fields of TABLE, N and the first of them. */
static size_t for_names(const struct grid *g, uint32_t table, char name[GRID_NAME], size_t n,
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
	size_t n = for_names(g, table, name, GRID_NAME, common), before;

	do {
		before = n;
		n = for_names(g, table, name, n, whole);
	} while (n < before);
	/* Without a DSECT in front, nothing tells where the first word ends. */
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
		length = add(name, length, "(used)");
	if (c->field && c->field->flags & MONREAD_UNPROVEN)
		length = add(name, length, "?");
	name[length] = '\0';
	return length;
}
