/* check_marks.c: fields with the same name have the same format, unit and kind of counter in all records, except the
 * fields in marks.allowed (FIELD, a blank, the reason); prints TAP.  The test does not compare keys, because the field
 * that identifies the instance depends on the record.  Each sample with counters has a key, or applies to the whole
 * system. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "monread.h"

enum { LINE = 200, ALLOWED = 64, FIELDS = 16384 };

struct seen {
	const char *name; /* without the record's prefix */
	const struct monread_layout *layout;
	const struct monread_field *field;
};

struct allowed {
	char name[LINE];
	int needed;
};

static struct seen seen[FIELDS];
static struct allowed allowed[ALLOWED];

static size_t read_allowed(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[LINE];
	size_t n = 0;

	if (!f)
		return ALLOWED;
	while (n < ALLOWED && fgets(line, sizeof line, f))
		if (line[0] != '#' && line[0] != '\n' && strcspn(line, " ") < strlen(line) - 2)
			memcpy(allowed[n++].name, line, strcspn(line, " "));
	fclose(f);
	return n;
}

static const char *short_name(const struct monread_layout *l, const struct monread_field *f)
{
	size_t len = strlen(l->dsect);

	return strncmp(f->name, l->dsect, len) == 0 && f->name[len] == '_' ? f->name + len + 1 : f->name;
}

/* Signedness comes from the declaration; flags without names look like bytes in hex. */
static enum monread_format format_of(const struct monread_field *f)
{
	if (f->format == MONREAD_SIGNED)
		return MONREAD_UNSIGNED;
	return f->format == MONREAD_HEX ? MONREAD_BITS : f->format;
}

static int same_marks(const struct monread_field *a, const struct monread_field *b)
{
	unsigned counts = MONREAD_COUNTER | MONREAD_COUNTDOWN;

	return format_of(a) == format_of(b) && (a->flags & counts) == (b->flags & counts) &&
	       strcmp(a->unit, b->unit) == 0;
}

static int by_name(const void *x, const void *y)
{
	return strcmp(((const struct seen *)x)->name, ((const struct seen *)y)->name);
}

static size_t collect(const struct monread_layout *l, size_t n)
{
	unsigned left_out = MONREAD_RESERVED | MONREAD_MARKER | MONREAD_HEADER;
	const struct monread_structure *s;
	const struct monread_field *f;
	uint32_t i, j;

	for (i = 0; (s = monread_layout_structure(l, i)) != NULL; i++)
		for (j = 0; (f = monread_structure_field(s, j)) != NULL && n < FIELDS; j++)
			if (!(f->flags & left_out) && f->format != MONREAD_GROUP && !f->structure)
				seen[n++] = (struct seen){ short_name(l, f), l, f };
	return n;
}

static int is_allowed(const char *name, size_t nallowed)
{
	size_t i;

	for (i = 0; i < nallowed; i++)
		if (strcmp(allowed[i].name, name) == 0)
			return allowed[i].needed = 1;
	return 0;
}

static int compare_names(size_t n, size_t nallowed)
{
	size_t i;
	int bad = 0;

	for (i = 1; i < n; i++) {
		if (strcmp(seen[i].name, seen[i - 1].name) != 0 || same_marks(seen[i].field, seen[i - 1].field))
			continue;
		if (is_allowed(seen[i].name, nallowed))
			continue;
		printf("# %s: %s of %s differs from %s of %s\n", seen[i].name, seen[i].field->name,
		       seen[i].layout->name, seen[i - 1].field->name, seen[i - 1].layout->name);
		bad = 1;
	}
	printf("%sok 1 - %zu fields: those of one name are shown and counted alike\n", bad ? "not " : "", n);
	return bad;
}

static int all_needed(size_t nallowed)
{
	size_t i;
	int bad = 0;

	for (i = 0; i < nallowed; i++)
		if (!allowed[i].needed) {
			printf("# %s: does not differ\n", allowed[i].name);
			bad = 1;
		}
	printf("%sok 2 - every exception is needed\n", bad ? "not " : "");
	return bad;
}

static int is_counted(const struct monread_structure *s)
{
	const struct monread_field *f;
	uint32_t i;

	for (i = 0; (f = monread_structure_field(s, i)) != NULL; i++)
		if (f->flags & (MONREAD_COUNTER | MONREAD_COUNTDOWN))
			return 1;
	return 0;
}

static int has_key(const struct monread_structure *s)
{
	const struct monread_field *f;
	uint32_t i;

	for (i = 0; (f = monread_structure_field(s, i)) != NULL; i++)
		if (f->flags & MONREAD_KEY)
			return 1;
	return 0;
}

/* Counters are compared with the counters of the same instance in the previous sample; an entry without a key is
 * identified by its position. */
static int instances_known(const struct monread_layouts *layouts)
{
	const struct monread_layout *l;
	const struct monread_structure *s;
	size_t i;
	int bad = 0;

	for (i = 0; (l = monread_layouts_at(layouts, i)) != NULL; i++) {
		s = monread_layout_structure(l, 0);
		if (!s || !strstr(l->kind, "sample") || !is_counted(s) || has_key(s) || l->instance)
			continue;
		printf("# %s: has counters, but neither a Key nor an Instance\n", l->name);
		bad = 1;
	}
	printf("%sok 3 - of what a sample's counters are is known\n", bad ? "not " : "");
	return bad;
}

int main(void)
{
	struct monread_layouts *layouts = monread_layouts_new();
	const char *srcdir = getenv("srcdir");
	char path[4096];
	size_t i, n = 0, nallowed;
	int bad;

	snprintf(path, sizeof path, "%s/tests/layouts/marks.allowed", srcdir ? srcdir : ".");
	nallowed = read_allowed(path);
	if (!layouts || nallowed == ALLOWED)
		return 99;
	for (i = 0; i < monread_layouts_count(layouts); i++)
		n = collect(monread_layouts_at(layouts, i), n);
	if (n == FIELDS)
		return 99;
	qsort(seen, n, sizeof *seen, by_name);
	bad = compare_names(n, nallowed);
	bad |= all_needed(nallowed);
	bad |= instances_known(layouts);
	puts("1..3");
	monread_layouts_free(layouts);
	return bad;
}
