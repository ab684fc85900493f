#include "config.h"

#include "cli/near.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/find.h"
#include "cli/lists.h"
#include "cli/select.h"

/* longer words are not compared */
#define LONGEST ((size_t)MONREAD_NAME_MAX)

/* weight of a wrong letter in score(): greater than any difference in length */
#define LETTER ((unsigned)LONGEST + 1)

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Return how many operations change the word A to the word B, ignoring case. An operation inserts,
 * deletes or replaces a letter, or exchanges two adjacent letters. */
static unsigned distance(const char *a, size_t alen, const char *b, size_t blen)
{
	unsigned rows[3][MONREAD_NAME_MAX + 1];
	unsigned *before = rows[0], *last = rows[1], *row = rows[2], *spare;
	size_t i, k;

	for (k = 0; k <= blen; k++)
		last[k] = (unsigned)k;
	for (i = 1; i <= alen; i++) {
		char c = mr_lower(a[i - 1]);

		row[0] = (unsigned)i;
		for (k = 1; k <= blen; k++) {
			char d = mr_lower(b[k - 1]);

			row[k] = least(least(last[k], row[k - 1]) + 1, last[k - 1] + (c != d));
			if (i > 1 && k > 1 && c == mr_lower(b[k - 2]) && mr_lower(a[i - 2]) == d)
				row[k] = least(row[k], before[k - 2] + 1);
		}
		spare = before;
		before = last;
		last = row;
		row = spare;
	}
	return last[blen];
}

#define FAR (~0u)

/* Return how much NAME differs from WANTED; FAR if NAME is not similar. A name that contains
 * WANTED, or whose plural is WANTED, is nearer than a name with a wrong letter. */
static unsigned score(const char *wanted, const char *name)
{
	size_t wlen = strlen(wanted), len = strlen(name), more;
	unsigned most, d;

	if (wlen == 0 || wlen > LONGEST || len > LONGEST)
		return FAR;
	more = len > wlen ? len - wlen : wlen - len;
	if (wlen >= 3 && mr_has_word(name, wanted, 0))
		return (unsigned)more;
	/* WANTED is a plural of NAME, such as users of user */
	if (len >= 3 && wlen > len && more <= 2 && mr_lower(wanted[wlen - 1]) == 's' &&
	    mr_has_word(wanted, name, 0))
		return (unsigned)more;
	most = wlen < 8 ? wlen > 1 : (unsigned)wlen / 4;
	if (more > most)
		return FAR;
	d = distance(wanted, wlen, name, len);
	return d <= most ? d * LETTER + (unsigned)more : FAR;
}

void near_begin(struct near *n, const char *wanted)
{
	memset(n, 0, sizeof *n);
	n->wanted = wanted;
}

static void near_insert(struct near *n, const char *name, unsigned value)
{
	unsigned at, i;

	for (at = 0; at < n->n; at++)
		if (mr_same_word(n->found[at].name, name))
			return;
	for (at = 0; at < n->n && n->found[at].score <= value; at++)
		;
	if (at == NEAR_MOST)
		return;
	if (n->n < NEAR_MOST)
		n->n++;
	for (i = n->n - 1; i > at; i--)
		n->found[i] = n->found[i - 1];
	n->found[at].name = name;
	n->found[at].score = value;
}

void near_offer(struct near *n, const char *name)
{
	const char *bare = strchr(name, '_');
	unsigned value = score(n->wanted, name);

	if (strcmp(name, n->wanted) == 0)
		return;
	if (bare && !strchr(n->wanted, '_'))
		value = least(value, score(n->wanted, bare + 1));
	if (value != FAR)
		near_insert(n, name, value);
}

void near_records(struct near *n, const struct monread_layouts *l)
{
	size_t count = monread_layouts_count(l), i;

	for (i = 0; i < count; i++) {
		const struct monread_layout *layout = monread_layouts_at(l, i);

		if (layout && layout->domain >= 0)
			near_offer(n, layout->name);
		if (layout && layout->domain >= 0 && layout->dsect[0])
			near_offer(n, layout->dsect);
	}
}

typedef int near_name(void *arg, const char *name);

static int field_names(const struct monread_field *f, near_name *fn, void *arg)
{
	const struct monread_bit *bit;
	size_t i;

	if (fn(arg, f->name))
		return 1;
	MR_EACH(i, bit, monread_field_bit, f)
		if (fn(arg, bit->name))
			return 1;
	return 0;
}

static int structure_names(const struct monread_structure *s, near_name *fn, void *arg)
{
	const struct monread_field *f;
	size_t i;

	if (fn(arg, s->name))
		return 1;
	MR_EACH(i, f, monread_structure_field, s)
		if (field_names(f, fn, arg))
			return 1;
	return 0;
}

/* Call FN with ARG and the name of each structure, field and bit in the layouts L (if SELECT is not
 * NULL, only in those of the records that SELECT selects) until FN returns 1. Return the last
 * result of FN. */
static int each_field(const struct monread_layouts *l, const struct select *select, near_name *fn,
                      void *arg)
{
	size_t count = monread_layouts_count(l), i, k;
	const struct monread_layout *layout;
	const struct monread_structure *s;

	for (i = 0; i < count; i++) {
		layout = monread_layouts_at(l, i);
		if (!layout || (select && !select_wants(select, layout)))
			continue;
		MR_EACH(k, s, monread_layout_structure, layout)
			if (structure_names(s, fn, arg))
				return 1;
	}
	return 0;
}

static int offer_field(void *near, const char *name)
{
	near_offer(near, name);
	return 0;
}

void near_fields(struct near *n, const struct monread_layouts *l, const struct select *s)
{
	each_field(l, s, offer_field, n);
}

static int matches(void *pattern, const char *name)
{
	return globs_is(pattern, name);
}

int near_resolve(const struct monread_layouts *l, char **fields, const char **unknown)
{
	*unknown = NULL;
	for (; fields && *fields; fields++) {
		char *full;

		if (each_field(l, NULL, matches, *fields))
			continue;
		full = malloc(strlen(*fields) + 3);
		if (!full)
			return ENOMEM;
		strcpy(full, "*_");
		strcat(full, *fields);
		if (!each_field(l, NULL, matches, full)) {
			free(full);
			*unknown = *fields;
			return 0;
		}
		free(*fields);
		*fields = full;
	}
	return 0;
}

const char *near_list(const struct near *n, char room[NEAR_ROOM], const char *otherwise)
{
	size_t used = 0;
	unsigned i;

	if (n->n == 0)
		return otherwise;
	/* If the best name differs in one letter, do not suggest names that differ in two
	 * letters. */
	for (i = 0; i < n->n && n->found[i].score / LETTER <= n->found[0].score / LETTER; i++)
		used += (size_t)snprintf(room + used, NEAR_ROOM - used, "%s%.*s",
		                         i ? ", " : "did you mean ", (int)LONGEST,
		                         n->found[i].name);
	snprintf(room + used, NEAR_ROOM - used, "?");
	return room;
}
