/* describe.c: prints layouts for --describe and --tables. */
#include "config.h"

#include "out/describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/find.h"
#include "base/page.h"
#include "cli/escape.h"
#include "cli/terminal.h"
#include "out/names.h"

#define NAME_COLUMN 24

static void put_when(struct out_buffer *b, const char *lead, const struct monread_when *w)
{
	const char *name;
	char value[24];

	if (!w)
		return;
	if (w->of_release)
		mr_put_release(value, sizeof value, w->value);
	else
		snprintf(value, sizeof value, "%u", (unsigned)w->value);
	if (w->field)
		name = w->field->name;
	else
		name = w->of_release ? "release" : "length";
	out_printf(b, "%s%s %s %s", lead, name, mr_op_name(w->op), value);
}

/* The notes after the description of a field, such as [key, unproven]. */
struct notes {
	struct out_buffer *b;
	int any;
};

static void describe_put_note(struct notes *n, const char *text)
{
	out_str(n->b, n->any++ ? ", " : " [");
	out_safe(n->b, text);
}

static void describe_put_notes(struct out_buffer *b, const struct monread_field *f)
{
	static const struct {
		unsigned flag;
		const char *text;
	} flags[] = {
		{ MONREAD_COUNTER, "counter" },
		{ MONREAD_KEY, "key" },
		{ MONREAD_USER, "user" },
		{ MONREAD_PARTITION, "partition" },
		{ MONREAD_LEVEL, "level of CP" },
		{ MONREAD_MOVES, "says where the next field begins" },
		{ MONREAD_UNPROVEN, "unproven" },
	};
	const char *format = out_format_name(f->format);
	struct notes n = { b, 0 };
	size_t i;

	if (f->structure) {
		describe_put_note(&n, "mapped by ");
		out_str(b, f->structure->name);
	} else if (*format && !(f->flags & (MONREAD_MARKER | MONREAD_RESERVED))) {
		describe_put_note(&n, format);
	}
	if (f->unit[0])
		describe_put_note(&n, f->unit);
	if (f->flags & MONREAD_COUNTDOWN) {
		describe_put_note(&n, "counts down from ");
		out_printf(b, "X'%llX'", (unsigned long long)f->start);
	}
	for (i = 0; i < sizeof flags / sizeof flags[0]; i++)
		if (f->flags & flags[i].flag)
			describe_put_note(&n, flags[i].text);
	if (f->when) {
		describe_put_note(&n, "");
		put_when(b, "when ", f->when);
	}
	if (n.any)
		out_char(b, ']');
}

void out_end_line(struct out_buffer *b)
{
	while (b->p > b->buf && b->p[-1] == ' ')
		b->p--;
	out_char(b, '\n');
}

/* Print the codes of the field F, each with its meaning, as values of F are printed: in decimal or
 * hex. */
static void put_meanings(struct out_buffer *b, const struct monread_field *f)
{
	int decimal = f->format == MONREAD_UNSIGNED || f->format == MONREAD_SIGNED;
	const struct monread_meaning *m;
	char code[32];
	size_t i;

	MR_EACH(i, m, monread_field_meaning, f) {
		if (decimal)
			snprintf(code, sizeof code, "%llu", (unsigned long long)m->value);
		else
			snprintf(code, sizeof code, "%0*llX", 2 * (int)f->length,
			         (unsigned long long)m->value);
		out_printf(b, "             %-16s  ", code);
		out_safe(b, m->text);
		out_end_line(b);
	}
}

static void describe_put_field(struct out_buffer *b, const struct monread_field *f)
{
	char name[200], pattern[MR_PATTERN_SIZE];
	const struct monread_bit *bit;
	size_t i;

	mr_put_name(name, sizeof name, f);
	out_printf(b, "%5u %5X  %-10s %4u  %-*s", (unsigned)f->offset, (unsigned)f->offset,
	           mr_type_name(f->type), (unsigned)f->length, NAME_COLUMN, name);
	if (f->text[0]) {
		out_char(b, ' ');
		out_safe(b, f->text);
	}
	describe_put_notes(b, f);
	out_end_line(b);
	MR_EACH(i, bit, monread_field_bit, f) {
		mr_put_pattern(pattern, bit);
		out_printf(b, "             %-16s  %-*s ", pattern, NAME_COLUMN, bit->name);
		out_safe(b, bit->text);
		out_end_line(b);
	}
	put_meanings(b, f);
}

static void describe_put_line(struct out_buffer *b, const char *lead, const char *text)
{
	out_str(b, lead);
	out_safe(b, text);
	out_char(b, '\n');
}

static void put_text_length(struct out_buffer *b, const struct monread_array *a)
{
	if (a->count)
		out_printf(b, "%s bytes", a->count->name);
	else if (a->count_const == MONREAD_REST)
		out_str(b, "to the end of the record");
	else
		out_printf(b, "%u byte%s", (unsigned)a->count_const, mr_plural(a->count_const));
}

static void put_entries(struct out_buffer *b, const struct monread_array *a)
{
	if (a->count)
		out_printf(b, "count %s", a->count->name);
	else if (a->bytes)
		out_printf(b, "%s bytes", a->bytes->name);
	else if (a->count_const == MONREAD_REST)
		out_str(b, "as many as there are");
	else
		out_printf(b, "count %u", (unsigned)a->count_const);
	if (a->size)
		out_printf(b, ", each of %s bytes", a->size->name);
	else
		out_printf(b, ", each of %u byte%s", (unsigned)a->size_const,
		           mr_plural(a->size_const));
}

static void put_array(struct out_buffer *b, const struct monread_array *a)
{
	out_printf(b, "  %s: ", a->structure ? a->structure->name : a->text->name);
	if (a->structure)
		put_entries(b, a);
	else
		put_text_length(b, a);
	if (a->at)
		out_printf(b, ", at displacement %s", a->at->name);
	else
		out_printf(b, ", at displacement %u", (unsigned)a->at_const);
	put_when(b, ", when ", a->when);
	out_char(b, '\n');
}

static void put_rules(struct out_buffer *b, const struct monread_layout *l)
{
	const struct monread_payload *payload = monread_layout_payload(l);
	const struct monread_array *array;
	const struct monread_check *check;
	const char *erratum;
	size_t i;

	if (l->narrays)
		out_str(b, "\nArrays and texts (displacements from the start of the record)\n");
	MR_EACH(i, array, monread_layout_array, l)
		put_array(b, array);
	if (payload)
		out_printf(b, "\nApplication data of product %s: %s bytes at displacement %s\n",
		           payload->product->name, payload->bytes->name, payload->at->name);
	MR_EACH(i, check, monread_layout_check, l) {
		out_printf(b, "\nCheck: %s = %s", check->left->name, check->right->name);
		describe_put_line(b, ", else ", check->text);
	}
	MR_EACH(i, erratum, monread_layout_erratum, l)
		describe_put_line(b, i ? "  " : "\nErrata of the source\n  ", erratum);
}

static void put_breaks(struct out_buffer *b, const struct monread_layout *l)
{
	static const char *const texts[] = {
		[MONREAD_BREAK_ALL] = "counters restart",
		[MONREAD_BREAK_CHANGED] = "counters restart when this changes: ",
		[MONREAD_BREAK_SAME] = "counters restart for the instance that this names: ",
		[MONREAD_BREAK_BEGIN] = "counters begin at 0 for the instance that this names: ",
		[MONREAD_BREAK_GONE] = "end of the instance that this names: ",
		[MONREAD_BREAK_IDENTITY] =
			"counters restart for the instance whose value of this changes: ",
	};
	const struct monread_break *one;
	size_t i;

	MR_EACH(i, one, monread_layout_break, l) {
		out_printf(b, "  Break    %s", texts[one->kind]);
		if (one->field)
			out_safe(b, one->field->name);
		out_char(b, '\n');
	}
}

static void put_configuration(struct out_buffer *b, const struct monread_layout *l)
{
	const struct monread_ending *e;
	const char *record = "";
	size_t i;

	if (l->configuration)
		out_str(b, "  Needed   in every file, as it is configuration");
	MR_EACH(i, e, monread_layout_ending, l) {
		int more = strcmp(e->record, record) == 0;

		record = e->record;
		if (!more)
			out_printf(b, "%s%s", i ? "; or until " : ", until ", record);
		if (e->key)
			out_printf(b, "%s%s = %s", more ? " and " : " with ", e->other,
			           e->key->name);
	}
	if (l->configuration)
		out_char(b, '\n');
}

static void put_conditions(struct out_buffer *b, const struct monread_layout *l)
{
	const struct monread_when *when;
	const struct monread_tells *tells;
	char release[24];
	size_t i;

	MR_EACH(i, when, monread_layout_when, l) {
		put_when(b, "  When     ", when);
		out_char(b, '\n');
	}
	MR_EACH(i, tells, monread_layout_tells, l) {
		mr_put_release(release, sizeof release, tells->release);
		out_printf(b, "  Tells    release %s or later", release);
		put_when(b, " when ", tells->when);
		out_char(b, '\n');
	}
	put_breaks(b, l);
	put_configuration(b, l);
}

static void describe_put_columns(struct out_buffer *b, const struct monread_structure *s)
{
	out_printf(b, "\n%s, %u%s bytes", s->name, (unsigned)s->length, s->open ? "+" : "");
	describe_put_line(b, s->text[0] ? ": " : "", s->text);
	out_printf(b, "%5s %5s  %-10s %4s  %-*s %s\n", "Dec", "Hex", "Type", "Len", NAME_COLUMN,
	           "Name (Dim)", "Description");
}

static void describe_put_title(struct out_buffer *b, const struct monread_layout *l)
{
	out_printf(b, "%s", l->name);
	if (l->domain >= 0)
		out_printf(b, "  D%dR%d", l->domain, l->record);
	if (l->kind[0]) {
		out_str(b, "  ");
		out_safe(b, l->kind);
	}
	describe_put_line(b, "  ", l->title);
}

/* ---- How far a layout can be trusted ---- */

static unsigned count_structure_fields(const struct monread_structure *s, unsigned *unproven)
{
	const struct monread_field *f;
	unsigned n = 0;
	size_t i;

	MR_EACH(i, f, monread_structure_field, s)
		if (f->format != MONREAD_GROUP &&
		    !(f->flags & (MONREAD_RESERVED | MONREAD_HEADER))) {
			n++;
			*unproven += (f->flags & MONREAD_UNPROVEN) != 0;
		}
	return n;
}

unsigned out_count_fields(const struct monread_layout *l, unsigned *unproven)
{
	const struct monread_structure *s;
	unsigned n = 0;
	size_t i;

	*unproven = 0;
	MR_EACH(i, s, monread_layout_structure, l)
		n += count_structure_fields(s, unproven);
	return n;
}

/* Print the subject of the layout L, such as "the record of z/VM 7.3". */
static void describe_put_record(struct out_buffer *b, const struct monread_layout *l)
{
	out_str(b, l->domain < 0 ? "the data" : "the record");
	if (l->release[0]) {
		out_str(b, " of z/VM ");
		out_safe(b, l->release);
	}
}

static void put_extent(struct out_buffer *b, const struct monread_layout *l)
{
	const struct monread_structure *root = monread_layout_structure(l, 0);

	if (!root) {
		out_str(b, l->domain < 0 ? "only its name is known" :
		                           "only its name and number are known");
		out_str(b, "; the record is shown in hex");
	} else if (l->status == MONREAD_WHOLE) {
		out_str(b, "all of ");
		describe_put_record(b, l);
		out_str(b, " is described");
	} else {
		out_printf(b, "the first %u bytes of ", (unsigned)root->length);
		describe_put_record(b, l);
		out_str(b, " are described; the rest is shown as tail");
	}
}

static void put_trust(struct out_buffer *b, const struct monread_layout *l)
{
	unsigned unproven, n = out_count_fields(l, &unproven);

	out_printf(b, "  Status   %s: ", mr_status_name(l->status));
	put_extent(b, l);
	if (l->path && strcmp(l->path, l->source) == 0)
		out_str(b, "\n           read from a page, which replaces the built-in layout");
	out_char(b, '\n');
	if (!l->unproven)
		return;
	out_printf(b, "  Unproven %u of %u fields", unproven, n);
	if (l->unproven_from)
		out_printf(b, ", from byte %u on", (unsigned)l->unproven_from);
	describe_put_line(b, ": ", l->unproven);
}

/* ---- The layout ---- */

void out_describe(struct out_buffer *b, const struct monread_layout *l)
{
	const struct monread_structure *s;
	const struct monread_field *f;
	size_t i, k;

	describe_put_title(b, l);
	if (l->dsect[0])
		describe_put_line(b, "  DSECT    ", l->dsect);
	if (l->release[0])
		describe_put_line(b, "  Release  z/VM ", l->release);
	put_trust(b, l);
	if (l->instance && strcmp(l->instance, "key") == 0)
		describe_put_line(b, "  Instance ", "the keys, of which a sample has each once");
	else if (l->instance)
		describe_put_line(b, "  Instance the whole ", l->instance);
	put_conditions(b, l);
	if (l->product)
		describe_put_line(b, "  Product  ", l->product);
	describe_put_line(b, "  Source   ", l->source);
	if (l->path && strcmp(l->path, l->source) != 0)
		describe_put_line(b, "  File     ", l->path);
	MR_EACH(i, s, monread_layout_structure, l) {
		describe_put_columns(b, s);
		MR_EACH(k, f, monread_structure_field, s)
			describe_put_field(b, f);
	}
	put_rules(b, l);
}

int out_is_called(const char *it, const char *name, const struct monread_layout *l)
{
	size_t n = strlen(l->dsect);

	return mr_same_word(it, name) || (n > 0 && strncmp(it, l->dsect, n) == 0 && it[n] == '_' &&
	                                  mr_same_word(it + n + 1, name));
}

static int describe_is_wanted(const struct monread_field *f, const char *name,
                              const struct monread_layout *l)
{
	const struct monread_bit *bit;
	size_t i;

	/* Skip the fields of the common header, unless L is the layout of the header itself. */
	if (f->flags & MONREAD_RESERVED || (f->flags & MONREAD_HEADER && l->domain >= 0))
		return 0;
	if (out_is_called(f->name, name, l))
		return 1;
	MR_EACH(i, bit, monread_field_bit, f)
		if (out_is_called(bit->name, name, l))
			return 1;
	return 0;
}

const struct monread_layout *out_layout_of_page(const struct monread_layouts *layouts,
                                                const char *path)
{
	size_t i, n = monread_layouts_count(layouts);
	const struct monread_layout *l;

	for (i = 0; i < n; i++) {
		l = monread_layouts_at(layouts, i);
		if (l && l->path && strcmp(l->path, path) == 0)
			return l;
	}
	return NULL;
}

int out_is_shadowed(const struct monread_layouts *layouts, size_t index)
{
	const struct monread_layout *l = monread_layouts_at(layouts, index), *before;

	while (l && l->domain >= 0 && index-- > 0) {
		before = monread_layouts_at(layouts, index);
		if (!before || before->domain != l->domain || before->record != l->record)
			return 0;
		if (before->nwhen == 0 && before->status != MONREAD_NAME_ONLY)
			return 1;
	}
	return 0;
}

int out_describe_named(struct out_buffer *b, const struct monread_layout *l, const char *name)
{
	const struct monread_structure *s, *in = NULL;
	const struct monread_field *f;
	int found = 0;
	size_t i, k;

	MR_EACH(i, s, monread_layout_structure, l) {
		int whole = i > 0 && out_is_called(s->name, name, l);

		MR_EACH(k, f, monread_structure_field, s) {
			if (!whole && !describe_is_wanted(f, name, l))
				continue;
			if (!found++) {
				describe_put_title(b, l);
				put_conditions(b, l);
			}
			if (in != s)
				describe_put_columns(b, s);
			in = s;
			describe_put_field(b, f);
		}
	}
	return found;
}

void out_put_number(char number[16], const struct monread_layout *l)
{
	if (l->domain >= 0)
		*out_put_dr(number, (unsigned)l->domain, (unsigned)l->record) = 0;
	else
		strcpy(number, "-");
}

static void put_layout(struct out_buffer *b, const struct monread_layout *l)
{
	const struct monread_structure *root = monread_layout_structure(l, 0);
	unsigned unproven, n = out_count_fields(l, &unproven);
	char dr[16], length[16] = "-";

	out_put_number(dr, l);
	if (root)
		snprintf(length, sizeof length, "%u%s", (unsigned)root->length,
		         root->open ? "+" : "");
	out_printf(b, "%-7s %-10s ", dr, l->name);
	out_safe_column(b, l->kind, 13);
	out_printf(b, " %6s  %-10s  ", length, mr_trust_name(l));
	out_safe_column(b, l->release, 7);
	out_str(b, "  ");
	out_safe(b, l->title);
	put_when(b, " (", monread_layout_when(l, 0));
	out_str(b, l->nwhen ? "); " : "; ");
	if (unproven)
		out_printf(b, "%u of %u fields unproven; ", unproven, n);
	describe_put_line(b, "", l->source);
}

void out_cut_line(struct out_buffer *b, struct out_buffer *line, unsigned width)
{
	size_t n = (size_t)(line->p - line->buf);

	n -= n > 0 && line->p[-1] == '\n';
	out_bytes(b, line->buf, width ? width_cut(line->buf, n, width) : n);
	out_char(b, '\n');
	line->p = line->buf;
}

int out_list_layouts(struct out_buffer *b, const struct monread_layouts *layouts, unsigned width)
{
	size_t n = monread_layouts_count(layouts), i;
	struct out_buffer line;
	int failed = 0;

	if (out_buffer_init(&line, OUT_MEMORY))
		return -1;
	out_printf(&line, "%-7s %-10s %-13s %6s  %-10s  %-7s  %s\n", "Record", "Name", "Kind",
	           "Length", "Status", "Release", "Title; source");
	for (i = 0; i <= n && !failed; i++) {
		const struct monread_layout *l = i < n ? monread_layouts_at(layouts, i) : NULL;

		out_cut_line(b, &line, width);
		if (l)
			put_layout(&line, l);
		failed = line.error || (i < n && !l);
	}
	out_buffer_done(&line);
	return failed ? -1 : 0;
}

int out_dsect_text(void *arg, const char *text, size_t length)
{
	struct out_buffer *b = arg;
	const char *end = text + length, *stop;

	for (; text < end; text = stop + 1) {
		stop = memchr(text, '\n', (size_t)(end - text));
		out_harmless(b, text, (size_t)((stop ? stop : end) - text));
		if (!stop)
			break;
		out_char(b, '\n');
	}
	return 0;
}
