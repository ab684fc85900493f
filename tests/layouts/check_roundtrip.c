/* check_roundtrip.c: print each built-in layout as a .dsect file, read it back, and compare; prints TAP. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "listing/listing.h"
#include "monread.h"
#include "out/dsect.h"

static char fault[512];

static void note(void *arg, const char *path, unsigned line, const char *text)
{
	(void)arg;
	if (!*fault)
		snprintf(fault, sizeof fault, "%s:%u: %s", path, line, text);
}

#define SAME(what, a, b) \
	do { \
		if (!(a)) { \
			snprintf(fault, sizeof fault, "%s: %s", what, b); \
			return 0; \
		} \
	} while (0)

/* Return the output of OUT_DSECT for L, with a NUL at the end; NULL: error. */
static char *print(const struct monread_layout *l, size_t *len)
{
	FILE *f = tmpfile();
	struct out_buffer b;
	char *text = NULL;
	long size = -1;

	if (!f || out_buffer_init(&b, fileno(f)))
		return NULL;
	if (out_dsect(&b, l) == 0 && out_flush(&b) == 0 && fseek(f, 0, SEEK_END) == 0)
		size = ftell(f);
	out_buffer_done(&b);
	rewind(f);
	text = size >= 0 ? malloc((size_t)size + 1) : NULL;
	*len = text ? fread(text, 1, (size_t)size, f) : 0;
	if (text)
		text[*len] = '\0';
	fclose(f);
	return text;
}

static const char *name_of(const struct monread_field *f)
{
	return f ? f->name : "";
}

static int same_bits(const struct monread_field *a, const struct monread_field *b)
{
	const struct monread_bit *x, *y;
	size_t i;

	SAME(a->name, a->nbits == b->nbits, "number of bits");
	for (i = 0; (x = monread_field_bit(a, i)) != NULL; i++) {
		y = monread_field_bit(b, i);
		SAME(a->name, strcmp(x->name, y->name) == 0, "name of a bit");
		SAME(x->name, strcmp(x->text, y->text) == 0, "text");
		SAME(x->name, x->mask == y->mask, "mask");
		SAME(x->name, x->width == y->width, "width");
		SAME(x->name, x->offset == y->offset, "offset");
	}
	return 1;
}

static int same_meanings(const struct monread_field *a, const struct monread_field *b)
{
	const struct monread_meaning *x, *y;
	size_t i;

	SAME(a->name, a->nmeanings == b->nmeanings, "number of meanings");
	for (i = 0; (x = monread_field_meaning(a, i)) != NULL; i++) {
		y = monread_field_meaning(b, i);
		SAME(a->name, x->value == y->value, "value");
		SAME(a->name, strcmp(x->text, y->text) == 0, "meaning");
	}
	return 1;
}

static int same_when(const struct monread_when *a, const struct monread_when *b)
{
	if (!a || !b)
		return !a && !b;
	return a->op == b->op && a->of_release == b->of_release && a->value == b->value &&
	       strcmp(name_of(a->field), name_of(b->field)) == 0;
}

static int same_field(const struct monread_field *a, const struct monread_field *b)
{
	SAME(a->name, strcmp(a->name, b->name) == 0, "name");
	SAME(a->name, a->name_len == b->name_len, "length of the name");
	SAME(a->name, strcmp(a->text, b->text) == 0, "text");
	SAME(a->name, strcmp(a->unit, b->unit) == 0, "unit");
	SAME(a->name, a->offset == b->offset, "offset");
	SAME(a->name, a->length == b->length, "length");
	SAME(a->name, a->dim_first == b->dim_first && a->dim_count == b->dim_count, "dimension");
	SAME(a->name, a->type == b->type, "type");
	SAME(a->name, a->format == b->format, "format");
	SAME(a->name, a->flags == b->flags, "flags");
	SAME(a->name, a->start == b->start, "start");
	SAME(a->name, same_when(a->when, b->when), "condition");
	SAME(a->name, !a->structure == !b->structure, "structure");
	SAME(a->name, !a->structure || strcmp(a->structure->name, b->structure->name) == 0, "structure");
	return same_bits(a, b) && same_meanings(a, b);
}

static int same_structure(const struct monread_structure *a, const struct monread_structure *b)
{
	uint32_t i;

	SAME(a->name, strcmp(a->name, b->name) == 0, "name");
	SAME(a->name, strcmp(a->text, b->text) == 0, "text");
	SAME(a->name, a->length == b->length && a->open == b->open, "length");
	SAME(a->name, a->nfields == b->nfields, "number of fields");
	for (i = 0; i < a->nfields; i++)
		if (!same_field(monread_structure_field(a, i), monread_structure_field(b, i)))
			return 0;
	return 1;
}

static int same_array(const struct monread_array *a, const struct monread_array *b)
{
	const char *name = a->structure ? a->structure->name : name_of(a->text);

	SAME(name, !a->structure == !b->structure, "structure");
	SAME(name, !a->structure || strcmp(a->structure->name, b->structure->name) == 0, "structure");
	SAME(name, strcmp(name_of(a->text), name_of(b->text)) == 0, "field");
	SAME(name, strcmp(name_of(a->count), name_of(b->count)) == 0, "count");
	SAME(name, strcmp(name_of(a->size), name_of(b->size)) == 0, "size");
	SAME(name, strcmp(name_of(a->at), name_of(b->at)) == 0, "displacement");
	SAME(name, strcmp(name_of(a->bytes), name_of(b->bytes)) == 0, "bytes");
	SAME(name, a->count || a->count_const == b->count_const, "count");
	SAME(name, a->size || a->size_const == b->size_const, "size");
	SAME(name, a->at || a->at_const == b->at_const, "displacement");
	SAME(name, same_when(a->when, b->when), "condition");
	return 1;
}

static int same_check(const struct monread_check *a, const struct monread_check *b)
{
	return strcmp(a->text, b->text) == 0 && strcmp(a->left->name, b->left->name) == 0 &&
	       strcmp(a->right->name, b->right->name) == 0;
}

static int same_tells(const struct monread_tells *a, const struct monread_tells *b)
{
	return a->release == b->release && same_when(a->when, b->when);
}

static int same_ending(const struct monread_ending *a, const struct monread_ending *b)
{
	return strcmp(a->record, b->record) == 0 && strcmp(name_of(a->key), name_of(b->key)) == 0 &&
	       (!a->key || strcmp(a->other, b->other) == 0);
}

static int same_payload(const struct monread_payload *a, const struct monread_payload *b)
{
	if (!a || !b)
		return !a && !b;
	return strcmp(a->product->name, b->product->name) == 0 && strcmp(a->at->name, b->at->name) == 0 &&
	       strcmp(a->bytes->name, b->bytes->name) == 0;
}

static int same_rules(const struct monread_layout *a, const struct monread_layout *b)
{
	uint32_t i;

	SAME(a->name, a->narrays == b->narrays, "number of arrays");
	for (i = 0; i < a->narrays; i++)
		if (!same_array(monread_layout_array(a, i), monread_layout_array(b, i)))
			return 0;
	SAME(a->name, a->nchecks == b->nchecks, "number of checks");
	for (i = 0; i < a->nchecks; i++)
		SAME(a->name, same_check(monread_layout_check(a, i), monread_layout_check(b, i)), "check");
	SAME(a->name, a->ntells == b->ntells, "number of Tells");
	for (i = 0; i < a->ntells; i++)
		SAME(a->name, same_tells(monread_layout_tells(a, i), monread_layout_tells(b, i)), "Tells");
	SAME(a->name, a->configuration == b->configuration, "configuration");
	SAME(a->name, a->nendings == b->nendings, "number of endings");
	for (i = 0; i < a->nendings; i++)
		SAME(a->name, same_ending(monread_layout_ending(a, i), monread_layout_ending(b, i)), "ending");
	SAME(a->name, same_payload(monread_layout_payload(a), monread_layout_payload(b)), "payload");
	return 1;
}

static int same_layout(const struct monread_layout *a, const struct monread_layout *b)
{
	uint32_t i;

	SAME(a->name, strcmp(a->name, b->name) == 0, "name");
	SAME(a->name, strcmp(a->dsect, b->dsect) == 0, "DSECT");
	SAME(a->name, strcmp(a->kind, b->kind) == 0, "kind");
	SAME(a->name, !a->instance == !b->instance, "instance");
	SAME(a->name, strcmp(a->title, b->title) == 0, "title");
	SAME(a->name, strcmp(a->release, b->release) == 0, "release");
	SAME(a->name, strcmp(a->source, b->source) == 0, "source");
	SAME(a->name, a->status == b->status, "status");
	SAME(a->name, a->domain == b->domain && a->record == b->record, "number");
	SAME(a->name, !a->product == !b->product && (!a->product || strcmp(a->product, b->product) == 0), "product");
	SAME(a->name, !a->unproven == !b->unproven, "unproven");
	SAME(a->name, !a->unproven || strcmp(a->unproven, b->unproven) == 0, "why it is unproven");
	SAME(a->name, a->unproven_from == b->unproven_from, "what is unproven");
	SAME(a->name, a->nwhen == b->nwhen, "number of When");
	for (i = 0; i < a->nwhen; i++)
		SAME(a->name, same_when(monread_layout_when(a, i), monread_layout_when(b, i)), "When");
	SAME(a->name, a->nstructures == b->nstructures, "number of structures");
	for (i = 0; i < a->nstructures; i++)
		if (!same_structure(monread_layout_structure(a, i), monread_layout_structure(b, i)))
			return 0;
	return same_rules(a, b);
}

/* Texts of built-in layouts have only printable ASCII characters, which output need not escape. */
static int is_plain(const char *s)
{
	while (*s >= ' ' && *s < 0x7F && *s != '\\' && *s != '"')
		s++;
	return *s == 0;
}

static int check(const struct monread_layout *l, char **text)
{
	struct mr_listing_report report = { note, NULL, 0, NULL };
	struct mr_arena arena = { NULL };
	struct monread_layout *back;
	size_t len = 0;
	int good;

	fault[0] = '\0';
	*text = print(l, &len);
	SAME(l->name, is_plain(l->title), "title, which is not plain");
	SAME(l->name, *text, "cannot be printed");
	good = mr_listing_read(&arena, l->name, *text, len, 1, &report, &back) == 0 && same_layout(l, back);
	mr_arena_free(&arena);
	return good;
}

int main(int argc, char **argv)
{
	struct monread_layouts *layouts = monread_layouts_new();
	const struct monread_layout *l;
	char *text;
	size_t i, n;
	int bad = 0, good;

	if (!layouts)
		return 99;
	n = monread_layouts_count(layouts);
	for (i = 0; i < n; i++) {
		l = monread_layouts_at(layouts, i);
		if (!l)
			return 99;
		good = check(l, &text);
		bad |= !good;
		printf("%sok %zu - %s, %s\n", good ? "" : "not ", i + 1, l->name, l->release);
		if (!good) {
			printf("# %s\n", fault);
			if (argc > 1 && strcmp(argv[1], "-v") == 0 && text)
				fputs(text, stdout);
		}
		free(text);
	}
	printf("1..%zu\n", n);
	monread_layouts_free(layouts);
	return bad;
}
