/* write_values.c: writes the annotation Values. */
#include <stdio.h>
#include <string.h>

#include "listing/write.h"

static int same_values(const struct monread_field *a, const struct monread_field *b)
{
	const struct monread_meaning *m = mr_field(a)->meanings, *n = mr_field(b)->meanings;
	uint32_t i;

	if (a->nmeanings != b->nmeanings || a->length != b->length)
		return 0;
	for (i = 0; i < a->nmeanings; i++)
		if (m[i].value != n[i].value || strcmp(m[i].text, n[i].text) != 0)
			return 0;
	return 1;
}

static void put_codes(struct mr_lines *to, const struct monread_field *f)
{
	int decimal = f->format == MONREAD_UNSIGNED || f->format == MONREAD_SIGNED;
	const struct monread_meaning *m = mr_field(f)->meanings;
	char code[32];
	uint32_t i;

	for (i = 0; i < f->nmeanings; i++) {
		snprintf(code, sizeof code, decimal ? "%llu" : "X'%llX'", (unsigned long long)m[i].value);
		mr_lines_words(to, code);
		mr_lines_words(to, m[i].text);
		if (i + 1 < f->nmeanings) {
			mr_lines_put(to, ",", 1);
			to->column++;
		}
	}
}

/* The field with index I, counted over all structures, or NULL. */
static const struct monread_field *field_number(const struct monread_layout *l, uint32_t i)
{
	uint32_t s;

	for (s = 0; s < l->nstructures; s++) {
		if (i < mr_structure_at(l, s)->nfields)
			return mr_field_at(mr_structure_at(l, s), i);
		i -= mr_structure_at(l, s)->nfields;
	}
	return NULL;
}

/* Have fields before number N the values or the name of F? A name reaches all fields that are called so. */
static int is_written(const struct monread_layout *l, uint32_t n, const struct monread_field *f, int by_name)
{
	const struct monread_field *g;
	uint32_t i;

	for (i = 0; i < n; i++) {
		g = field_number(l, i);
		if (g->nmeanings && same_values(f, g) && (!by_name || strcmp(f->name, g->name) == 0))
			return 1;
	}
	return 0;
}

/* A line for each list of codes, with all fields that have it. */
void mr_write_values(struct mr_lines *to, const struct monread_layout *l)
{
	const struct monread_field *f, *g;
	uint32_t i, k;

	for (i = 0; (f = field_number(l, i)) != NULL; i++) {
		if (!f->nmeanings || f->name[0] == '*' || is_written(l, i, f, 0))
			continue;
		mr_write_key(to, MR_KEY_VALUES);
		for (k = i; (g = field_number(l, k)) != NULL; k++)
			if (g->name[0] != '*' && same_values(f, g) && !is_written(l, k, g, 1))
				mr_lines_words(to, g->name);
		mr_lines_put(to, ":", 1);
		to->column++;
		put_codes(to, f);
		mr_lines_end(to);
	}
}
