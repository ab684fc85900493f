/* make_columns.c: creates the columns of a table from the fields and bits of its layouts. Equal
 * columns of several layouts become one column. */
#include "config.h"

#include "table/family.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "table/delta.h"

static const struct table_column leading[] = {
	{ .name = "system",
	  .type = TABLE_TEXT,
	  .kind = KIND_KEY,
	  .text = "identifier of the system" },
	{ .name = "file", .type = TABLE_TEXT, .kind = KIND_WORDS, .text = "the input" },
	{ .name = "offset",
	  .type = TABLE_INTEGER,
	  .unit = "bytes",
	  .text = "where the record starts in it" },
	{ .name = "dataset", .type = TABLE_INTEGER, .text = "the data set, from 1" },
	{ .name = "type", .type = TABLE_TEXT, .kind = KIND_WORDS, .text = "sample or event" },
	{ .name = "interval",
	  .type = TABLE_TEXT,
	  .kind = KIND_TIME,
	  .text = "time of the sample; of an event empty, or in SQL the next sample" },
	{ .name = "time",
	  .type = TABLE_TEXT,
	  .kind = KIND_TIME,
	  .text = "time of the record, UTC" },
	{ .name = "unix_time",
	  .type = TABLE_REAL,
	  .kind = KIND_TIME,
	  .unit = "seconds",
	  .text = "the same since 1970" },
	{ .name = "entry", .type = TABLE_INTEGER, .text = "number of the entry, from 0" },
};

/* Names that cannot be names of columns for fields: the names of the columns with which every table
 * begins, the names of columns for differences, and SQL keywords. */
static const char *const reserved[] = { "system", "file",     "offset",  "dataset",
	                                "type",   "interval", "time",    "unix_time",
	                                "entry",  "bytes",    "elapsed", "user" };

static const struct table_column bytes_column = { .name = "bytes",
	                                          .type = TABLE_TEXT,
	                                          .kind = KIND_WORDS,
	                                          .flags = TABLE_HIDDEN,
	                                          .text = "the record as it stands" };

/* ---- Adding a column ---- */

/* Append a copy of the column C, which comes from layout number NUMBER, to T. The texts in C must
 * stay valid as long as the schema. Return the index of the new column, or TABLE_NO_COLUMN if out
 * of memory. */
static uint32_t append_column(struct table_made *t, const struct table_column *c, unsigned number)
{
	struct table_column *columns;
	struct table_used *used;

	if (t->pub.ncolumns == t->room) {
		size_t room = t->room * 2 + 64;

		columns = realloc(t->columns, room * sizeof *columns);
		if (!columns)
			return TABLE_NO_COLUMN;
		t->columns = columns;
		t->pub.columns = columns;
		used = realloc(t->used, room * sizeof *used);
		if (!used)
			return TABLE_NO_COLUMN;
		t->used = used;
		t->room = room;
	}
	columns = &t->columns[t->pub.ncolumns];
	*columns = *c;
	columns->declared = c->declared ? c->declared : "";
	columns->unit = c->unit ? c->unit : "";
	columns->text = c->text ? c->text : "";
	columns->proven = c->proven || c->flags & (TABLE_LEADING | TABLE_HIDDEN);
	t->used[t->pub.ncolumns].number = number;
	t->used[t->pub.ncolumns].word = mr_word_hash(c->name);
	return (uint32_t)t->pub.ncolumns++;
}

int columns_add_leading(struct table_made *t)
{
	size_t i, n = t->pub.role == TABLE_OF_ENTRIES ? LEAD_ENTRY + 1 : LEAD_ENTRY;
	struct table_column c;

	for (i = 0; i < n; i++) {
		c = leading[i];
		c.flags |= TABLE_LEADING;
		if (append_column(t, &c, UINT32_MAX) == TABLE_NO_COLUMN)
			return -1;
	}
	return 0;
}

int columns_add_bytes(struct table_made *t)
{
	t->pub.bytes = t->pub.ncolumns;
	return append_column(t, &bytes_column, UINT32_MAX) == TABLE_NO_COLUMN ? -1 : 0;
}

static int columns_is_reserved(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
		if (mr_same_word(name, reserved[i]))
			return 1;
	return 0;
}

/* Several layouts have the column HAVE: choose a type that fits the values of HAVE and of C. */
static void merge_types(struct table_column *have, const struct table_column *c)
{
	if (have->type != c->type || (have->flags & TABLE_LIST) != (c->flags & TABLE_LIST) ||
	    table_column_is_time(have) != table_column_is_time(c)) {
		have->type = TABLE_TEXT;
		have->flags |= TABLE_MIXED;
	}
	have->flags |= c->flags & (TABLE_WIDE | TABLE_SIGNED);
	if (have->width < c->width)
		have->width = c->width;
}

/* Return the index of the column that has the name of C. If no column has this name, or if a field
 * of this layout already uses that column, add C as a new column. Return TABLE_NO_COLUMN if out of
 * memory. */
static uint32_t columns_add(struct table_family *f, const struct columns_of *of,
                           struct table_column *c)
{
	struct table_made *t = of->table;
	size_t i;

	if (columns_is_reserved(c->name))
		c->name = mr_arena_join(&f->arena, c->name, "_", "");
	/* A table with more columns than TABLE_COLUMNS_MAX is refused later, so skip the slow
	 * search for equal names. */
	if (t->pub.ncolumns > TABLE_COLUMNS_MAX)
		return c->name ? append_column(t, c, of->number) : TABLE_NO_COLUMN;
	while (c->name) {
		uint32_t word = mr_word_hash(c->name);

		for (i = 0; i < t->pub.ncolumns; i++)
			if (t->used[i].word == word && mr_same_word(t->columns[i].name, c->name))
				break;
		if (i == t->pub.ncolumns)
			return append_column(t, c, of->number);
		if (t->used[i].number < of->number) {
			t->used[i].number = of->number;
			merge_types(&t->columns[i], c);
			return (uint32_t)i;
		}
		c->name = mr_arena_join(&f->arena, c->name, "_", "");
	}
	return TABLE_NO_COLUMN;
}

/* ---- Keys of the parent row ---- */

int columns_inherit(struct table_family *f, struct table_made *t, const struct table *from)
{
	struct table_keys *keys = mr_arena_alloc(&f->arena, sizeof *keys);
	size_t i, k;

	if (!keys)
		return -1;
	keys->from = from;
	keys->keys = mr_arena_alloc(&f->arena, from->ncolumns * sizeof *keys->keys);
	if (!keys->keys)
		return -1;
	for (i = 0; i < from->ncolumns; i++) {
		struct table_column c = from->columns[i];

		if (c.kind != KIND_KEY || c.flags & TABLE_LEADING)
			continue;
		c.flags |= TABLE_INHERITED;
		/* T already has this column if another record that carries this application data
		 * has a key of the same name. */
		for (k = 0; k < t->pub.ncolumns && !mr_same_word(t->columns[k].name, c.name); k++)
			;
		if (k < t->pub.ncolumns)
			merge_types(&t->columns[k], &c);
		else
			k = append_column(t, &c, UINT32_MAX);
		if (k == TABLE_NO_COLUMN)
			return -1;
		keys->keys[keys->n].from = (uint32_t)i;
		keys->keys[keys->n++].to = (uint32_t)k;
	}
	keys->next = t->keys;
	t->keys = keys;
	return 0;
}

/* ---- Fields ---- */

static enum table_type columns_type_of(const struct monread_field *f)
{
	if (f->dim_count)
		return TABLE_TEXT;
	switch (f->format) {
	case MONREAD_UNSIGNED:
	case MONREAD_SIGNED:
		return TABLE_INTEGER;
	case MONREAD_BITS:
		return f->length > 8 ? TABLE_TEXT : TABLE_INTEGER;
	case MONREAD_INTERVAL:
	case MONREAD_FIXED11:
		return TABLE_REAL;
	default:
		return TABLE_TEXT;
	}
}

static enum table_kind columns_kind_of(const struct monread_field *f)
{
	if (f->flags & MONREAD_KEY)
		return KIND_KEY;
	if (f->flags & MONREAD_COUNTER)
		return KIND_COUNTER;
	if (f->flags & MONREAD_COUNTDOWN)
		return KIND_COUNTDOWN;
	if (f->flags & MONREAD_CODE)
		return KIND_CODE;
	switch (f->format) {
	case MONREAD_TIME:
	case MONREAD_UNIXTIME:
		return KIND_TIME;
	case MONREAD_BITS:
		return KIND_FLAGS;
	case MONREAD_TEXT:
	case MONREAD_ASCII:
	case MONREAD_HEX:
		return KIND_WORDS;
	default:
		return KIND_LEVEL;
	}
}

static const char *declared_type(const struct monread_field *f)
{
	static const char *const names[] = { "Structure", "Character", "Unsigned", "Signed",
		                             "Bitstring", "Address",   "String" };

	return (size_t)f->type < sizeof names / sizeof names[0] ? names[f->type] : "";
}

/* Return STRUCTURE_NAME, the column name for the field NAME of a structure. If the names of the
 * structure and of the field both begin with the name of the DSECT, write the name of the DSECT
 * only once. */
static const char *name_in(struct table_family *f, const struct columns_of *of, const char *name)
{
	size_t n = of->layout->dsect ? strlen(of->layout->dsect) : 0, i;

	if (!*of->prefix)
		return name;
	for (i = 0; i < n && mr_lower(name[i]) == mr_lower(of->layout->dsect[i]) &&
	            mr_lower(of->prefix[i]) == mr_lower(name[i]); i++)
		;
	if (n && i == n && name[n] == '_' && of->prefix[n] == '_' && name[n + 1])
		name += n + 1;
	return mr_arena_join(&f->arena, of->prefix, "_", name);
}

static int add_bits(struct table_family *f, const struct columns_of *of,
                    const struct monread_field *field, struct table_step *step)
{
	const struct monread_bit *bit;
	size_t i;

	step->bits = mr_arena_alloc(&f->arena, (field->nbits + 1u) * sizeof *step->bits);
	if (!step->bits)
		return -1;
	for (i = 0, bit = monread_field_bit(field, 0); bit; bit = monread_field_bit(field, ++i)) {
		struct table_bit *b = &step->bits[step->nbits];
		struct table_column c = { .type = TABLE_INTEGER,
			                  .kind = KIND_FLAGS,
			                  .flags = TABLE_BIT,
			                  .declared = "Bit",
			                  .text = bit->text,
			                  .field = field,
			                  .proven = !of->unproven &&
			                            !(field->flags & MONREAD_UNPROVEN) };

		if (bit->name[0] == '*' || bit->offset < field->offset || bit->width > 8)
			continue;
		c.offset = of->base + bit->offset;
		c.length = bit->width;
		c.name = name_in(f, of, bit->name);
		b->column = c.name ? columns_add(f, of, &c) : TABLE_NO_COLUMN;
		if (b->column == TABLE_NO_COLUMN)
			return -1;
		b->at = bit->offset - field->offset;
		b->width = bit->width;
		b->mask = bit->mask;
		step->nbits++;
	}
	return 0;
}

/* Return 1 if FIELD is a text of variable length, which follows the fixed part of the record. */
static int has_text(const struct monread_layout *l, const struct monread_field *field)
{
	const struct monread_array *a;
	size_t i;

	for (i = 0, a = monread_layout_array(l, 0); a; a = monread_layout_array(l, ++i))
		if (!a->structure && a->text == field)
			return 1;
	return 0;
}

static int columns_is_number(const struct monread_field *f)
{
	return (f->format == MONREAD_UNSIGNED || f->format == MONREAD_BITS) && f->length <= 8 &&
	       !(f->flags & MONREAD_COUNTDOWN);
}

static int add_field(struct table_family *f, const struct columns_of *of,
                     const struct monread_field *field, struct table_step *step)
{
	struct table_column c = { .type = columns_type_of(field),
		                  .kind = columns_kind_of(field),
		                  .declared = declared_type(field),
		                  .unit = field->unit,
		                  .text = field->text,
		                  .offset = of->base + field->offset,
		                  .length = field->length,
		                  .width = field->length,
		                  .field = field,
		                  .proven = !of->unproven && !(field->flags & MONREAD_UNPROVEN) };

	if (field->dim_count)
		c.flags |= TABLE_LIST;
	if (field->format == MONREAD_SIGNED)
		c.flags |= TABLE_SIGNED;
	if (!field->dim_count && field->length == 8 &&
	    (field->format == MONREAD_UNSIGNED || field->format == MONREAD_BITS))
		c.flags |= TABLE_WIDE;
	if (field->format == MONREAD_INTERVAL && !*field->unit)
		c.unit = "seconds";
	c.name = name_in(f, of, field->name);
	step->column = c.name ? columns_add(f, of, &c) : TABLE_NO_COLUMN;
	if (step->column == TABLE_NO_COLUMN)
		return -1;
	step->counts = delta_counts(field);
	if (has_text(of->layout, field))
		step->read = TABLE_READ_NOT;
	else if (field->dim_count)
		step->read = TABLE_READ_LIST;
	else
		step->read = columns_is_number(field) ? TABLE_READ_NUMBER : TABLE_READ_OTHER;
	if (field->format == MONREAD_BITS && field->nbits && !field->dim_count)
		return add_bits(f, of, field, step);
	return 0;
}

static int add_inner(struct table_family *f, const struct columns_of *of,
                     const struct monread_field *field, struct table_step *step, unsigned depth)
{
	struct columns_of inner = *of;

	step->column = TABLE_NO_COLUMN;
	if (field->dim_count) {
		inner.unproven |= (field->flags & MONREAD_UNPROVEN) != 0;
		return family_add_entries(f, &inner, field->structure, field->name, &step->inner,
		                          &step->rows);
	}
	inner.base += field->offset;
	inner.unproven |= (field->flags & MONREAD_UNPROVEN) != 0;
	if (!(field->flags & MONREAD_RESERVED)) {
		inner.prefix = name_in(f, of, field->name);
		if (!inner.prefix)
			return -1;
	}
	step->inner = columns_add_structure(f, &inner, field->structure, depth + 1);
	return step->inner ? 0 : -1;
}

struct table_steps *columns_add_structure(struct table_family *f, const struct columns_of *of,
                                          const struct monread_structure *s, unsigned depth)
{
	size_t n = s ? s->nfields : 0, i;
	struct table_steps *steps = mr_arena_alloc(&f->arena, sizeof *steps);
	struct table_step *step = mr_arena_alloc(&f->arena, (n + 1) * sizeof *step);

	if (!steps || !step)
		return NULL;
	steps->all = step;
	for (i = 0; i < n; i++) {
		const struct monread_field *field = monread_structure_field(s, i);
		int failed = 0;

		if (field->flags & MONREAD_HEADER)
			continue;
		step->field = field;
		step->offset = field->offset;
		step->length = field->length;
		step->end = UINT32_MAX;
		if (field->structure && depth < MONREAD_NESTING_MAX)
			failed = add_inner(f, of, field, step, depth);
		else if (!has_text(of->layout, field) &&
		         (field->flags & (MONREAD_RESERVED | MONREAD_MARKER) ||
		          field->format == MONREAD_GROUP))
			continue;
		else
			failed = add_field(f, of, field, step);
		if (failed)
			return NULL;
		if (step->read != TABLE_READ_NOT)
			step->end = field->offset + field->length;
		step++;
	}
	step->field = NULL;
	return steps;
}
