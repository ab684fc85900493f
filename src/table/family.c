/* family.c: creates the tables of a record. A table has the columns of all layouts of the record;
 * the columns of the newest layout come first. */
#include "config.h"

#include "table/family.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/ascii.h"
#include "base/find.h"
#include "base/page.h"
#include "table/delta.h"

struct table_used {
	/* position (from 1), among the layouts of the record, of the last layout that has the
	 * column */
	unsigned number;
	uint32_t word; /* mr_word_hash() of the name of the column */
};

/* A layout, and the table to which the columns for the fields of this layout are added. */
struct columns_of {
	const struct monread_layout *layout;
	struct table_made *table;
	unsigned number;    /* position (from 1) of the layout among the layouts of the record */
	const char *prefix; /* text with which the names of the columns begin; "": none */
	uint32_t base; /* offset of the current structure in the record or array entry */
	int unproven;  /* 1 if no document shows that the structure at ->base exists */
};

/* Array entries that need a table. */
struct table_work {
	struct table_work *next;
	struct columns_of of;
	const struct monread_structure *structure;
	/* name of a field: the table is called RECORD__FIELD if another table already has the name
	 * RECORD__STRUCTURE; may be NULL */
	const char *field;
	struct table_made *parent;
	/* where to store the table of the entries and the steps that fill its rows */
	struct table_entries *to;
};

struct table_family *table_family_new(const char *name, unsigned *next_id)
{
	struct table_family *f = calloc(1, sizeof *f);

	if (!f)
		return NULL;
	f->next_id = next_id;
	f->last_plan = &f->plans;
	f->last_work = &f->work;
	f->name = mr_arena_strdup(&f->arena, name);
	if (!f->name) {
		table_family_free(f);
		return NULL;
	}
	return f;
}

void table_family_free(struct table_family *f)
{
	size_t i;

	if (!f)
		return;
	for (i = 0; i < f->ntables; i++) {
		free(f->tables[i]->columns);
		free(f->tables[i]->used);
	}
	free(f->tables);
	free(f->layouts);
	mr_arena_free(&f->arena);
	free(f);
}

/* ---- Adding a column ---- */

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

/* The column of a field cannot have one of these names, or the name of a leading column: "bytes" is
 * the last column, "elapsed" has the elapsed seconds, and "user" is an SQL keyword. */
static const char *const reserved[] = { "bytes", "elapsed", "user" };

static const struct table_column bytes_column = { .name = "bytes",
	                                          .type = TABLE_TEXT,
	                                          .kind = KIND_WORDS,
	                                          .flags = TABLE_HIDDEN,
	                                          .text = "the record as it stands" };

/* Append to the table T a copy of the column C, which layout number NUMBER has. The texts in C must
 * stay valid as long as the schema. Return the index of the new column, or TABLE_NO_COLUMN if out
 * of memory. */
static uint32_t append_column(struct table_made *t, const struct table_column *c, unsigned number)
{
	size_t n = t->pub.ncolumns;
	struct table_column *column;

	if (ARRAY_EXTEND(t->columns, t->room, n + 1) || ARRAY_EXTEND(t->used, t->used_room, n + 1))
		return TABLE_NO_COLUMN;
	t->pub.columns = t->columns;
	column = &t->columns[n];
	*column = *c;
	column->declared = c->declared ? c->declared : "";
	column->unit = c->unit ? c->unit : "";
	column->text = c->text ? c->text : "";
	column->proven = c->proven || c->flags & (TABLE_LEADING | TABLE_HIDDEN);
	t->used[n] = (struct table_used){ number, mr_word_hash(c->name) };
	return (uint32_t)t->pub.ncolumns++;
}

static int columns_add_leading(struct table_made *t)
{
	size_t i, n = t->pub.role == TABLE_OF_ENTRIES ? LEAD_ENTRY + 1 : LEAD_ENTRY;

	for (i = 0; i < n; i++) {
		struct table_column c = leading[i];

		c.flags |= TABLE_LEADING;
		if (append_column(t, &c, UINT32_MAX) == TABLE_NO_COLUMN)
			return -1;
	}
	return 0;
}

static int columns_is_reserved(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof leading / sizeof leading[0]; i++)
		if (mr_same_word(name, leading[i].name))
			return 1;
	for (i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
		if (mr_same_word(name, reserved[i]))
			return 1;
	return 0;
}

/* Give the column HAVE a type that also fits the column C, which is the same column in another
 * layout. */
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

/* Return the index of the table's column that has the name of C. If there is no such column, or
 * another field of this layout already uses it, append a copy of C, with underlines after its name
 * if necessary, and return the index of this copy. Return TABLE_NO_COLUMN if out of memory. */
static uint32_t columns_add(struct table_family *f, const struct columns_of *of,
                           struct table_column *c)
{
	struct table_made *t = of->table;
	size_t i;

	if (columns_is_reserved(c->name))
		c->name = mr_arena_join(&f->arena, c->name, "_", "");
	/* Do not search a table that has too many columns: the search would be slow, and the table
	 * will be refused. */
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

/* Add to the table T the key columns of FROM, the table of its parent rows. */
static int columns_inherit(struct table_family *f, struct table_made *t, const struct table *from)
{
	struct table_keys *keys = mr_arena_alloc(&f->arena, sizeof *keys);
	size_t i;
	uint32_t to;
	long found;

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
		/* T may already have this column from another record that can contain the same
		 * application data. */
		found = table_column_find(&t->pub, c.name);
		if (found >= 0)
			merge_types(&t->columns[found], &c);
		to = found >= 0 ? (uint32_t)found : append_column(t, &c, UINT32_MAX);
		if (to == TABLE_NO_COLUMN)
			return -1;
		keys->keys[keys->n].from = (uint32_t)i;
		keys->keys[keys->n++].to = to;
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

/* Return the column name for the field NAME: of->prefix, an underline, and NAME. If both the prefix
 * and NAME begin with the name of the DSECT, omit the name of the DSECT from NAME. */
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
	MR_EACH(i, bit, monread_field_bit, field) {
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

/* Return 1 if FIELD is a text after the fixed part of the record. */
static int has_text(const struct monread_layout *l, const struct monread_field *field)
{
	const struct monread_array *a;
	size_t i;

	MR_EACH(i, a, monread_layout_array, l)
		if (!a->structure && a->text == field)
			return 1;
	return 0;
}

static int add_field(struct table_family *f, const struct columns_of *of,
                     const struct monread_field *field, struct table_step *step)
{
	struct table_column c = { .type = columns_type_of(field),
		                  .kind = columns_kind_of(field),
		                  .declared = mr_type_name(field->type),
		                  .unit = field->unit,
		                  .text = field->text,
		                  .offset = of->base + field->offset,
		                  .length = field->length,
		                  .width = field->length,
		                  .field = field,
		                  .proven = !of->unproven && !(field->flags & MONREAD_UNPROVEN) };
	int is_unsigned = field->format == MONREAD_UNSIGNED || field->format == MONREAD_BITS;

	if (field->dim_count)
		c.flags |= TABLE_LIST;
	if (field->format == MONREAD_SIGNED)
		c.flags |= TABLE_SIGNED;
	if (!field->dim_count && field->length == 8 && is_unsigned)
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
	else if (is_unsigned && field->length <= 8 && !(field->flags & MONREAD_COUNTDOWN))
		step->read = TABLE_READ_NUMBER;
	else
		step->read = TABLE_READ_OTHER;
	if (field->format == MONREAD_BITS && field->nbits && !field->dim_count)
		return add_bits(f, of, field, step);
	return 0;
}

/* Remember that array entries with the structure S need a table, which do_work() will create and
 * store in *TO. FIELD is the value of table_work.field. Return 0, or -1 if out of memory. */
static int add_entries(struct table_family *f, const struct columns_of *of,
                       const struct monread_structure *s, const char *field,
                       struct table_entries *to)
{
	struct table_work *w = mr_arena_alloc(&f->arena, sizeof *w);

	if (!w)
		return -1;
	w->of = *of;
	w->of.base = 0;
	w->of.prefix = "";
	w->parent = of->table;
	w->structure = s;
	w->field = field;
	w->to = to;
	*f->last_work = w;
	f->last_work = &w->next;
	return 0;
}

static struct table_step *columns_add_structure(struct table_family *f, const struct columns_of *of,
                                                const struct monread_structure *s, unsigned depth);

static int add_inner(struct table_family *f, const struct columns_of *of,
                     const struct monread_field *field, struct table_step *step, unsigned depth)
{
	struct columns_of inner = *of;

	step->column = TABLE_NO_COLUMN;
	inner.unproven |= (field->flags & MONREAD_UNPROVEN) != 0;
	if (field->dim_count)
		return add_entries(f, &inner, field->structure, field->name, &step->inner);
	inner.base += field->offset;
	if (!(field->flags & MONREAD_RESERVED)) {
		inner.prefix = name_in(f, of, field->name);
		if (!inner.prefix)
			return -1;
	}
	step->inner.steps = columns_add_structure(f, &inner, field->structure, depth + 1);
	return step->inner.steps ? 0 : -1;
}

/* Add the columns for the fields of the structure S, which may be NULL. Return the steps that fill
 * these columns, or NULL if out of memory. */
static struct table_step *columns_add_structure(struct table_family *f, const struct columns_of *of,
                                                const struct monread_structure *s, unsigned depth)
{
	size_t n = s ? s->nfields : 0, i;
	struct table_step *steps = mr_arena_alloc(&f->arena, (n + 1) * sizeof *steps);
	struct table_step *step = steps;

	for (i = 0; steps && i < n; i++) {
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
	if (steps)
		step->field = NULL;
	return steps;
}

/* ---- Layouts ---- */

/* Return 100 * version + release of the z/VM release to which the layout L belongs. A layout for
 * all releases counts as the newest. */
static unsigned family_release_of(const struct monread_layout *l)
{
	const char *p = l->release;
	uint32_t release;

	return p && mr_read_release(&p, &release) == 0 ? release : 9999;
}

int table_family_add(struct table_family *f, const struct monread_layout *layout)
{
	const struct monread_layout **all = realloc(f->layouts, (f->nlayouts + 1) * sizeof *all);
	unsigned i = f->nlayouts;

	if (!all)
		return -1;
	f->layouts = all;
	for (; i > 0 && family_release_of(all[i - 1]) < family_release_of(layout); i--)
		all[i] = all[i - 1];
	all[i] = layout;
	f->nlayouts++;
	return 0;
}

/* ---- Tables ---- */

static struct table_made *new_table(struct table_family *f, const char *name,
                                    struct table_made *parent)
{
	struct table_made **all = realloc(f->tables, (f->ntables + 1) * sizeof *all);
	struct table_made *t;

	if (!all)
		return NULL;
	f->tables = all;
	t = mr_arena_alloc(&f->arena, sizeof *t);
	if (!t)
		return NULL;
	f->tables[f->ntables++] = t;
	t->pub.name = mr_arena_strdup(&f->arena, name);
	t->pub.id = (*f->next_id)++;
	t->pub.layout = f->layouts[0];
	t->pub.parent = parent ? &parent->pub : NULL;
	if (parent)
		t->pub.role = TABLE_OF_ENTRIES;
	else
		t->pub.role = f->layouts[0]->product ? TABLE_OF_PAYLOAD : TABLE_OF_RECORD;
	if (!t->pub.name || columns_add_leading(t) ||
	    (parent && columns_inherit(f, t, &parent->pub)))
		return NULL;
	return t;
}

static struct table_made *main_table(struct table_family *f)
{
	return f->ntables ? f->tables[0] : new_table(f, f->layouts[0]->name, NULL);
}

int table_family_inherit(struct table_family *f, const struct table_family *carrier)
{
	struct table_made *t = main_table(f);

	return t ? columns_inherit(f, t, &carrier->tables[0]->pub) : -1;
}

/* Return the table for the array entries in W; create the table if needed. Its name is
 * RECORD__STRUCTURE or, if another array of the layout has the same structure, RECORD__FIELD.
 * Return NULL if out of memory. */
static struct table_made *table_of_entries(struct table_family *f, const struct table_work *w)
{
	const char *names[2] = { w->structure->name, w->field }, *name = NULL;
	size_t i, n;

	for (n = 0;; n++) {
		/* If other tables already have the names RECORD__STRUCTURE and RECORD__FIELD,
		 * append underlines until no other table has the name. */
		if (n < 2 && names[n])
			name = mr_arena_join(&f->arena, f->tables[0]->pub.name, "__", names[n]);
		else
			name = mr_arena_join(&f->arena, name, "_", "");
		if (!name)
			return NULL;
		for (i = 1; i < f->ntables && !mr_same_word(f->tables[i]->pub.name, name); i++)
			;
		if (i == f->ntables)
			return new_table(f, name, w->parent);
		if (f->tables[i]->layout_used != w->of.number &&
		    f->tables[i]->pub.parent == &w->parent->pub)
			return f->tables[i];
	}
}

static int do_work(struct table_family *f, struct table_work *w)
{
	struct table_made *t = table_of_entries(f, w);

	if (!t)
		return -1;
	t->layout_used = w->of.number;
	w->of.table = t;
	w->to->rows = &t->pub;
	w->to->steps = columns_add_structure(f, &w->of, w->structure, 0);
	return w->to->steps ? 0 : -1;
}

/* ---- Plans ---- */

/* Return the name of a field that gives the position, the number of entries or the length of the
 * array A and of no other array; NULL if A has no such field. */
static const char *array_name(const struct monread_array *a)
{
	const struct monread_field *f = a->at;

	if (!f)
		f = a->count;
	if (!f)
		f = a->bytes;
	return f ? f->name : NULL;
}

/* Return 1 if the steps S have a key field after an array: rows of this array need the value of the
 * key field, too. */
static int is_late(const struct table_step *s, const struct table *t, int *entries)
{
	for (; s->field; s++) {
		if (s->inner.rows)
			*entries = 1;
		else if (s->inner.steps ? is_late(s->inner.steps, t, entries) :
		                          *entries && s->column != TABLE_NO_COLUMN &&
		                                  t->columns[s->column].kind == KIND_KEY)
			return 1;
	}
	return 0;
}

static int add_plan(struct table_family *f, struct table_made *t, const struct monread_layout *l,
                    unsigned number)
{
	struct table_plan *plan = mr_arena_alloc(&f->arena, sizeof *plan);
	struct columns_of of = { l, t, number, "", 0, 0 };
	uint32_t i;

	if (!plan)
		return -1;
	plan->layout = l;
	plan->table = &t->pub;
	plan->carries = monread_layout_payload(l) != NULL;
	plan->arrays = mr_arena_alloc(&f->arena, (l->narrays + 1u) * sizeof *plan->arrays);
	plan->root = columns_add_structure(f, &of, monread_layout_structure(l, 0), 0);
	if (!plan->arrays || !plan->root)
		return -1;
	for (i = 0; i < l->narrays; i++) {
		const struct monread_array *a = monread_layout_array(l, i);

		if (a->structure &&
		    add_entries(f, &of, a->structure, array_name(a), &plan->arrays[i]))
			return -1;
	}
	*f->last_plan = plan;
	f->last_plan = &plan->next;
	return 0;
}

int table_family_settle(struct table_family *f)
{
	struct table_made *t = main_table(f);
	struct table_plan *plan;
	struct table_work *w;
	unsigned i;
	size_t k;

	for (i = 0; t && i < f->nlayouts; i++)
		if (add_plan(f, t, f->layouts[i], i + 1))
			return -1;
	for (w = t ? f->work : NULL; w; w = w->next)
		if (do_work(f, w))
			return -1;
	for (k = 0; k < f->ntables; k++) {
		f->tables[k]->pub.bytes = f->tables[k]->pub.ncolumns;
		if (append_column(f->tables[k], &bytes_column, UINT32_MAX) == TABLE_NO_COLUMN)
			return -1;
		f->refused |= f->tables[k]->pub.ncolumns > TABLE_COLUMNS_MAX;
	}
	for (plan = f->plans; plan; plan = plan->next) {
		int entries = 0;

		plan->late = is_late(plan->root, plan->table, &entries);
	}
	return t ? 0 : -1;
}

const struct table_keys *table_keys_of(const struct table *t, const struct table *from)
{
	const struct table_keys *k = ((const struct table_made *)t)->keys;

	while (k && k->from != from)
		k = k->next;
	return k;
}
