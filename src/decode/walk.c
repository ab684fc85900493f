/* walk.c: the one loop that turns the bytes of a record into values, as its layout says.
 *
 * For each layout that is met, a decoder makes a plan once: the fields that
 * are to be shown, resolved, and the holes between them.  Walking a record
 * then allocates nothing. */
#include "config.h"

#include "monread.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "port/ascii.h"
#include "base/be.h"

#define HEADER_SIZE 20u
#define PROBLEMS_KEPT 8u
#define MAX_PAYLOADS 8u /* application data inside of application data */

enum op_kind { OP_VALUE, OP_LIST, OP_STRUCTURE, OP_STRUCTURES, OP_STRING };

struct op {
	enum op_kind kind;
	int shown; /* OP_STRING: it is needed even where it is not shown, as it moves what is behind it */
	const struct monread_field *field;
	struct part *part; /* OP_STRUCTURE(S) */
	uint32_t cost;     /* of what is shown, of all elements */
};

struct hole {
	uint32_t offset, length;
};

/* A structure and what of it is shown. */
struct part {
	const struct monread_structure *structure;
	struct op *ops;
	uint32_t nops;
	struct hole *holes;
	uint32_t nholes;
	int64_t cost; /* of all ops */
	int moves; /* it has counted strings: where a field is depends on them */
};

struct plan {
	const struct monread_layout *layout;
	struct part *root;
	struct part **entries; /* one for each array; NULL: not shown */
	unsigned char *texts;  /* for each array that is a text: whether it is shown */
	/* Room for what is described, while walking; as application data may have the same plan again, once for
	 * each depth. */
	struct hole *covered;
};

struct monread_decoder {
	struct monread_layouts *layouts;
	unsigned flags;
	char **globs; /* lower case; NULL: no narrowing */
	unsigned release;
	int release_set;
	struct plan **plans;
	size_t nplans;
	unsigned char product[16]; /* that was looked up last */
	const struct monread_layout *product_layout;
	size_t product_known; /* how many layouts there were then; 0: none was looked up */
	int64_t budget;       /* for what is left of the record */
	int over;
	unsigned nproblems;
	char problems[PROBLEMS_KEPT][200];
};

/* The walk of one record. */
struct walk {
	struct monread_decoder *d;
	const struct monread_emit *emit;
	void *arg;
	const unsigned char *bytes;
	uint32_t length; /* that may be looked at */
	uint32_t base;   /* offset of bytes[0] in the record */
	uint32_t shift;  /* length of the counted strings so far in this structure */
};

/* ---- Plans ---- */

static char *lower(const char *s)
{
	char *copy = malloc(strlen(s) + 1), *p = copy;

	if (copy)
		do
			*p++ = mr_lower(*s);
		while (*s++);
	return copy;
}

static int wanted_name(const struct monread_decoder *d, const char *name)
{
	char low[MONREAD_NAME_MAX + 1];
	char **g;
	size_t i;

	if (!d->globs)
		return 1;
	for (i = 0; name[i] && i < MONREAD_NAME_MAX; i++)
		low[i] = mr_lower(name[i]);
	low[i] = '\0';
	for (g = d->globs; *g; g++)
		if (fnmatch(*g, low, 0) == 0)
			return 1;
	return 0;
}

static int wanted_field(const struct monread_decoder *d, const struct monread_field *f)
{
	uint32_t i;

	if (f->flags & MONREAD_HEADER)
		return 0;
	if (!(d->flags & MONREAD_WALK_RESERVED) &&
	    (f->flags & (MONREAD_RESERVED | MONREAD_MARKER) || (f->format == MONREAD_GROUP && !f->structure)))
		return 0;
	if (wanted_name(d, f->name))
		return 1;
	for (i = 0; i < f->nbits; i++)
		if (wanted_name(d, f->bits[i].name))
			return 1;
	return 0;
}

static void part_free(struct part *p)
{
	uint32_t i;

	if (!p)
		return;
	for (i = 0; i < p->nops; i++)
		part_free(p->ops[i].part);
	free(p->ops);
	free(p->holes);
	free(p);
}

static uint32_t field_bytes(const struct monread_field *f)
{
	return f->dim_count ? f->length * f->dim_count : f->length;
}

static int by_offset(const void *a, const void *b)
{
	const struct hole *x = a, *y = b;

	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* The holes of P are what no field but a group covers. */
static int find_holes(struct part *p, int has_header)
{
	const struct monread_structure *s = p->structure;
	struct hole *spans = calloc(s->nfields + 1u, sizeof *spans);
	uint32_t i, n = 0, end = has_header ? HEADER_SIZE : 0;

	p->holes = calloc(s->nfields + 1u, sizeof *p->holes);
	if (!spans || !p->holes) {
		free(spans);
		return -1;
	}
	for (i = 0; i < s->nfields; i++) {
		const struct monread_field *f = &s->fields[i];

		if (f->format != MONREAD_GROUP || f->structure) {
			spans[n].offset = f->offset;
			spans[n++].length = field_bytes(f);
		}
	}
	qsort(spans, n, sizeof *spans, by_offset);
	spans[n].offset = s->length;
	for (i = 0; i <= n; i++) {
		if (spans[i].offset > end) {
			p->holes[p->nholes].offset = end;
			p->holes[p->nholes++].length = spans[i].offset - end;
		}
		if (spans[i].offset + spans[i].length > end)
			end = spans[i].offset + spans[i].length;
	}
	free(spans);
	return 0;
}

/* What is shown costs its bytes, bits and the line it takes.  A structure inside pays for its fields itself. */
#define LINE_COST 4u

static uint32_t cost_of(const struct op *op)
{
	const struct monread_field *f = op->field;

	if (op->part)
		return LINE_COST;
	return (LINE_COST + f->length + f->nbits) * (f->dim_count ? f->dim_count : 1);
}

/* ALL: every field, as what it is part of was named. */
static struct part *part_new(const struct monread_decoder *d, const struct monread_structure *s, int all,
                             int has_header, unsigned depth)
{
	struct part *p = calloc(1, sizeof *p);
	uint32_t i;

	if (!p)
		return NULL;
	p->structure = s;
	p->ops = calloc(s->nfields + 1u, sizeof *p->ops);
	if (!p->ops || find_holes(p, has_header)) {
		part_free(p);
		return NULL;
	}
	for (i = 0; i < s->nfields; i++) {
		const struct monread_field *f = &s->fields[i];
		struct op *op = &p->ops[p->nops];
		int wanted = wanted_field(d, f) ||
		             (all && d->globs && !(f->flags & (MONREAD_HEADER | MONREAD_RESERVED | MONREAD_MARKER)) &&
		              (f->format != MONREAD_GROUP || f->structure));

		if (f->structure && !(f->flags & MONREAD_HEADER) && depth < MONREAD_NESTING_MAX) {
			op->part = part_new(d, f->structure, wanted, 0, depth + 1);
			if (!op->part) {
				part_free(p);
				return NULL;
			}
			if (!wanted && op->part->nops == 0) {
				part_free(op->part);
				op->part = NULL;
				continue;
			}
			op->kind = f->dim_count ? OP_STRUCTURES : OP_STRUCTURE;
		} else if (f->type == MONREAD_TYPE_STRING) {
			op->kind = OP_STRING;
			p->moves = 1;
			op->shown = wanted;
		} else if (!wanted) {
			continue;
		} else {
			op->kind = f->dim_count ? OP_LIST : OP_VALUE;
		}
		op->field = f;
		op->cost = cost_of(op);
		p->cost += op->cost;
		p->nops++;
	}
	return p;
}

static void plan_free(struct plan *plan)
{
	uint32_t i;

	if (!plan)
		return;
	for (i = 0; plan->entries && i < plan->layout->narrays; i++)
		part_free(plan->entries[i]);
	free(plan->entries);
	free(plan->texts);
	free(plan->covered);
	part_free(plan->root);
	free(plan);
}

/* The fixed part, the arrays and the application data. */
#define COVERED(l) ((size_t)(l)->narrays + 2)

static struct plan *plan_new(const struct monread_decoder *d, const struct monread_layout *l)
{
	struct plan *plan = calloc(1, sizeof *plan);
	uint32_t i;

	if (!plan)
		return NULL;
	plan->layout = l;
	plan->entries = calloc(l->narrays + 1u, sizeof *plan->entries);
	plan->texts = calloc(l->narrays + 1u, 1);
	plan->covered = calloc((MAX_PAYLOADS + 1) * COVERED(l), sizeof *plan->covered);
	plan->root = part_new(d, l->structures, d->globs && wanted_name(d, l->structures->name), l->domain >= 0, 0);
	if (!plan->entries || !plan->texts || !plan->covered || !plan->root) {
		plan_free(plan);
		return NULL;
	}
	for (i = 0; i < l->narrays; i++) {
		const struct monread_structure *s = l->arrays[i].structure;
		int all = s && wanted_name(d, s->name);

		if (!s) {
			plan->texts[i] = (unsigned char)wanted_name(d, l->arrays[i].text->name);
			continue;
		}
		plan->entries[i] = part_new(d, s, all, 0, 0);
		if (!plan->entries[i]) {
			plan_free(plan);
			return NULL;
		}
		if (!all && plan->entries[i]->nops == 0) {
			part_free(plan->entries[i]);
			plan->entries[i] = NULL;
		}
	}
	return plan;
}

static struct plan *plan_of(struct monread_decoder *d, const struct monread_layout *l)
{
	if (l->id >= d->nplans) {
		size_t n = l->id + 64u;
		struct plan **p = realloc(d->plans, n * sizeof *p);

		if (!p)
			return NULL;
		memset(p + d->nplans, 0, (n - d->nplans) * sizeof *p);
		d->plans = p;
		d->nplans = n;
	}
	if (!d->plans[l->id])
		d->plans[l->id] = plan_new(d, l);
	return d->plans[l->id];
}

struct monread_decoder *monread_decoder_new(struct monread_layouts *l, unsigned flags, const char *const *fields)
{
	struct monread_decoder *d = calloc(1, sizeof *d);
	size_t n = 0, i;

	if (!d)
		return NULL;
	d->layouts = l;
	d->flags = flags;
	while (fields && fields[n])
		n++;
	if (n) {
		d->globs = calloc(n + 1, sizeof *d->globs);
		for (i = 0; d->globs && i < n; i++) {
			d->globs[i] = lower(fields[i]);
			if (!d->globs[i])
				break;
		}
		if (!d->globs || i < n) {
			monread_decoder_free(d);
			return NULL;
		}
	}
	return d;
}

void monread_decoder_free(struct monread_decoder *d)
{
	size_t i;

	if (!d)
		return;
	for (i = 0; d->globs && d->globs[i]; i++)
		free(d->globs[i]);
	free(d->globs);
	for (i = 0; i < d->nplans; i++)
		plan_free(d->plans[i]);
	free(d->plans);
	free(d);
}

void monread_decoder_set_release(struct monread_decoder *d, unsigned release)
{
	d->release = release;
	d->release_set = 1;
}

/* ---- Walking ---- */

/* A layout that somebody brings along may show the same byte any number of times.  Those of IBM show
 * it once or twice; for each byte of the record there is more than that, and the rest is left out.
 * 1: there is no more. */
#define BUDGET_FIXED 16384
#define BUDGET_BYTE 64

static int spend(struct monread_decoder *d, uint32_t cost)
{
	if (d->budget < cost) {
		d->budget = 0;
		d->over = 1;
		return 1;
	}
	d->budget -= cost;
	return 0;
}

static void __attribute__((format(printf, 2, 3))) problem(struct monread_decoder *d, const char *fmt, ...)
{
	va_list ap;

	if (d->nproblems < PROBLEMS_KEPT) {
		va_start(ap, fmt);
		vsnprintf(d->problems[d->nproblems], sizeof d->problems[0], fmt, ap);
		va_end(ap);
	}
	d->nproblems++;
}

static int tell_problems(const struct walk *w)
{
	char more[60];
	unsigned i;
	int rc = 0;

	if (!w->emit->problem)
		return 0;
	for (i = 0; !rc && i < w->d->nproblems && i < PROBLEMS_KEPT; i++)
		rc = w->emit->problem(w->arg, w->d->problems[i]);
	if (!rc && w->d->nproblems > PROBLEMS_KEPT) {
		snprintf(more, sizeof more, "and %u more problems", w->d->nproblems - PROBLEMS_KEPT);
		rc = w->emit->problem(w->arg, more);
	}
	return rc;
}

static int value(const struct walk *w, const struct monread_field *f, uint32_t at, uint32_t length, uint32_t index)
{
	struct monread_value v;

	if (!w->emit->field)
		return 0;
	v.field = f;
	v.format = f->format;
	v.bytes = w->bytes + at;
	v.length = length;
	v.offset = w->base + at;
	v.index = index;
	if (length > 8 || f->format >= MONREAD_HEX || f->format == MONREAD_TEXT || f->format == MONREAD_ASCII)
		v.number = 0;
	else
		v.number = f->format == MONREAD_SIGNED ? mr_be_signed(v.bytes, length) : mr_be(v.bytes, length);
	return w->emit->field(w->arg, &v);
}

static int level_begin(const struct walk *w, enum monread_level level, const struct monread_field *f,
                       const char *name, uint32_t at, uint32_t length, uint32_t index)
{
	struct monread_value v;

	if (!w->emit->begin)
		return 0;
	memset(&v, 0, sizeof v);
	v.field = f;
	v.bytes = w->bytes + at;
	v.length = length;
	v.offset = w->base + at;
	v.index = index;
	return w->emit->begin(w->arg, level, name, &v);
}

static int level_end(const struct walk *w, enum monread_level level)
{
	return w->emit->end ? w->emit->end(w->arg, level) : 0;
}

static int undescribed(const struct walk *w, int tail, uint32_t at, uint32_t length)
{
	int (*fn)(void *, const struct monread_value *) = tail ? w->emit->tail : w->emit->gap;
	struct monread_value v;
	uint32_t i;

	if (!fn || length == 0 || w->d->globs || spend(w->d, LINE_COST + length))
		return 0;
	for (i = 0; !tail && i < length && w->bytes[at + i] == 0; i++)
		;
	if (!tail && i == length)
		return 0;
	memset(&v, 0, sizeof v);
	v.format = MONREAD_HEX;
	v.bytes = w->bytes + at;
	v.length = length;
	v.offset = w->base + at;
	return fn(w->arg, &v);
}

static int walk_part(struct walk *w, const struct part *p, uint32_t at, uint32_t length);

static int walk_structure(const struct walk *w, const struct op *op, uint32_t at)
{
	const struct monread_field *f = op->field;
	struct walk inner = *w;
	int rc = level_begin(w, MONREAD_LEVEL_STRUCTURE, f, f->name, at, f->length, 0);

	if (!rc)
		rc = walk_part(&inner, op->part, at, f->length);
	return rc ? rc : level_end(w, MONREAD_LEVEL_STRUCTURE);
}

/* Entries one behind the other, each of SIZE bytes. */
static int walk_entries(const struct walk *w, const struct part *p, const struct monread_field *f,
                        const char *name, uint32_t at, uint32_t size, uint32_t count, uint32_t first)
{
	uint32_t i;
	int rc = level_begin(w, MONREAD_LEVEL_ARRAY, f, name, at, size, count);

	for (i = 0; !rc && i < count && !spend(w->d, LINE_COST + p->nops / 8); i++) {
		struct walk inner = *w;

		rc = level_begin(w, MONREAD_LEVEL_ENTRY, f, name, at + i * size, size, first + i);
		if (!rc)
			rc = walk_part(&inner, p, at + i * size, size);
		if (!rc)
			rc = level_end(w, MONREAD_LEVEL_ENTRY);
	}
	return rc ? rc : level_end(w, MONREAD_LEVEL_ARRAY);
}

/* How many elements of F are in ROOM bytes. */
static uint32_t elements_there(const struct monread_field *f, uint32_t room)
{
	return f->length && room / f->length < f->dim_count ? room / f->length : f->dim_count;
}

static int walk_list(const struct walk *w, const struct monread_field *f, uint32_t at, uint32_t room)
{
	uint32_t i, n = elements_there(f, room);
	int rc;

	rc = level_begin(w, MONREAD_LEVEL_LIST, f, f->name, at, f->length, n);
	for (i = 0; !rc && i < n; i++)
		rc = value(w, f, at + i * f->length, f->length, f->dim_first + i);
	return rc ? rc : level_end(w, MONREAD_LEVEL_LIST);
}

/* A counted string: its length moves everything behind it in the structure. */
static int walk_string(struct walk *w, const struct op *op, uint32_t at, uint32_t room)
{
	const struct monread_field *f = op->field;
	uint64_t n = mr_be(w->bytes + at, f->length);

	if (n > room - f->length) {
		problem(w->d, "%s: a text of %llu bytes at 0x%X runs past the end; cut to %u", f->name,
		        (unsigned long long)n, (unsigned)(w->base + at), (unsigned)(room - f->length));
		n = room - f->length;
	}
	w->shift += (uint32_t)n;
	return op->shown && !spend(w->d, (uint32_t)n) ? value(w, f, at + f->length, (uint32_t)n, 0) : 0;
}

/* Fields of the structure at AT that lie in its first LENGTH bytes. */
static int walk_ops(struct walk *w, const struct part *p, uint32_t at, uint32_t length)
{
	const struct op *op, *end = p->ops + p->nops;
	int rc = 0, paid;

	w->shift = 0;
	if (!p->moves && !w->emit->field && !w->emit->begin)
		return 0;
	/* Nearly always all of it is there and can be paid at once. */
	paid = !p->moves && length >= p->structure->length && w->d->budget >= p->cost;
	if (paid)
		w->d->budget -= p->cost;
	for (op = p->ops; !rc && op < end; op++) {
		const struct monread_field *f = op->field;
		uint64_t offset = (uint64_t)f->offset + w->shift;

		if (offset + f->length > length)
			continue;
		if (!paid && spend(w->d, op->cost))
			break;
		switch (op->kind) {
		case OP_VALUE:
			rc = value(w, f, at + (uint32_t)offset, f->length, 0);
			break;
		case OP_LIST:
			rc = walk_list(w, f, at + (uint32_t)offset, length - (uint32_t)offset);
			break;
		case OP_STRUCTURE:
			rc = walk_structure(w, op, at + (uint32_t)offset);
			break;
		case OP_STRUCTURES:
			rc = walk_entries(w, op->part, f, f->name, at + (uint32_t)offset, f->length,
			                  elements_there(f, length - (uint32_t)offset), f->dim_first);
			break;
		case OP_STRING:
			rc = walk_string(w, op, at + (uint32_t)offset, length - (uint32_t)offset);
			break;
		}
	}
	return rc;
}

/* The same where counted strings move what is behind them. */
static uint32_t described_moved(const struct walk *w, const struct part *p, uint32_t at, uint32_t length)
{
	const struct monread_structure *s = p->structure;
	uint64_t end = 0, shift = 0, fits, n;
	uint32_t i;

	for (i = 0; i < s->nfields; i++) {
		const struct monread_field *f = &s->fields[i];

		fits = f->offset + shift + field_bytes(f);
		if (fits > length || (f->format == MONREAD_GROUP && !f->structure))
			continue;
		if (f->type == MONREAD_TYPE_STRING) {
			n = mr_be(w->bytes + at + f->offset + shift, f->length);
			n = n > length - fits ? length - fits : n;
			shift += n;
			fits += n;
		}
		if (fits > end)
			end = fits;
	}
	return (uint32_t)end;
}

/* How many of the first LENGTH bytes of P, which stands at AT, the fields describe. */
static uint32_t described(const struct walk *w, const struct part *p, uint32_t at, uint32_t length)
{
	const struct monread_structure *s = p->structure;
	uint32_t i, end = 0;

	if (p->moves)
		return described_moved(w, p, at, length);
	if (length >= s->length)
		return s->length;
	for (i = 0; i < s->nfields; i++) {
		const struct monread_field *f = &s->fields[i];
		uint32_t fits = f->offset + field_bytes(f);

		if (f->dim_count && f->length && f->offset < length && fits > length)
			fits = f->offset + (length - f->offset) / f->length * f->length;
		if ((f->format != MONREAD_GROUP || f->structure) && fits <= length && fits > end)
			end = fits;
	}
	return end;
}

static int walk_holes(const struct walk *w, const struct part *p, uint32_t at, uint32_t length)
{
	uint32_t i;
	int rc = 0;

	for (i = 0; !rc && i < p->nholes && p->holes[i].offset + p->holes[i].length <= length; i++)
		rc = undescribed(w, 0, at + p->holes[i].offset, p->holes[i].length);
	return rc;
}

/* A structure inside of a record: fields, gaps, tail. */
static int walk_part(struct walk *w, const struct part *p, uint32_t at, uint32_t length)
{
	int rc = walk_ops(w, p, at, length);
	uint32_t end = described(w, p, at, length);

	if (!rc && p->nholes && w->shift == 0)
		rc = walk_holes(w, p, at, end);
	return rc ? rc : undescribed(w, 1, at + end, length - end);
}

/* ---- Arrays ---- */

/* A number out of the record's fixed part; -1: it is not there. */
static int64_t number_of(const struct walk *w, const struct monread_field *f, uint32_t limit)
{
	uint64_t v;

	if (f->length == 0 || f->length > 8 || f->length > limit || f->offset > limit - f->length)
		return -1;
	v = mr_be(w->bytes + f->offset, f->length);
	return v > INT64_MAX ? INT64_MAX : (int64_t)v;
}

static int holds(const struct walk *w, const struct monread_when *when, uint32_t limit)
{
	int64_t v;

	if (when->op == MONREAD_ALWAYS)
		return 1;
	if (when->of_release)
		v = w->d->release_set ? w->d->release : monread_layouts_release(w->d->layouts);
	else
		v = when->field ? number_of(w, when->field, limit) : w->length;
	/* A release that is not known meets no condition. */
	if (v < 0 || (when->of_release && v == 0))
		return 0;
	switch (when->op) {
	case MONREAD_EQ:
		return v == when->value;
	case MONREAD_NE:
		return v != when->value;
	case MONREAD_LT:
		return v < when->value;
	case MONREAD_LE:
		return v <= when->value;
	case MONREAD_GT:
		return v > when->value;
	default: /* MONREAD_GE */
		return v >= when->value;
	}
}

/* An array as this record has it. */
struct extent {
	int64_t count, size, at;
};

/* 0: the record has no such array, as its fixed part ends before LIMIT. */
static int extent_of(const struct walk *w, const struct monread_array *a, uint32_t limit, struct extent *e)
{
	int64_t bytes = a->bytes ? number_of(w, a->bytes, limit) : -1;

	if (a->bytes && bytes < 0)
		return 0;
	e->count = a->count ? number_of(w, a->count, limit) : a->count_const;
	e->size = a->size ? number_of(w, a->size, limit) : a->size_const;
	e->at = a->at ? number_of(w, a->at, limit) : a->at_const;
	if (e->count < 0 || e->size < 0 || e->at < 0)
		return 0;
	if (!holds(w, &a->when, limit)) {
		e->count = 0;
		return 1;
	}
	if (!a->count && a->count_const == MONREAD_REST) {
		int64_t room = e->at < w->length ? w->length - e->at : 0;

		if (a->bytes && bytes <= room)
			room = bytes;
		e->count = e->size ? room / e->size : 0;
		if (a->bytes && bytes > room)
			e->count = e->size ? bytes / e->size : 0;
	}
	return 1;
}

/* How many of the entries are in the record; says so where it is not all of them. */
static uint32_t entries_there(const struct walk *w, const char *name, const struct extent *e, int is_text)
{
	int64_t room = e->at < w->length ? w->length - e->at : 0, n;

	if (e->count == 0)
		return 0;
	if (e->size == 0) {
		problem(w->d, "%s: %lld entries of 0 bytes; none shown", name, (long long)e->count);
		return 0;
	}
	n = e->count <= room / e->size ? e->count : room / e->size;
	if (n < e->count) {
		if (is_text)
			problem(w->d, "%s: a text of %lld bytes at 0x%llX runs past the end; cut to %lld", name,
			        (long long)e->count, (unsigned long long)e->at, (long long)n);
		else
			problem(w->d, "%s: %lld entries of %lld bytes at 0x%llX run past the end; %lld shown", name,
			        (long long)e->count, (long long)e->size, (unsigned long long)e->at, (long long)n);
	}
	return (uint32_t)n;
}

/* The fixed part ends where the first array begins: an older record has a shorter one. */
static uint32_t fixed_part(const struct walk *w, const struct monread_layout *l)
{
	uint32_t limit = w->length, i;
	uint32_t least = l->domain >= 0 ? HEADER_SIZE : 1;

	for (i = 0; i < l->narrays; i++) {
		struct extent e;

		if (extent_of(w, &l->arrays[i], limit, &e) && e.count > 0 && e.size > 0 && e.at >= least && e.at < limit)
			limit = (uint32_t)e.at;
	}
	return limit;
}

static int walk_array(const struct walk *w, const struct plan *plan, uint32_t i, uint32_t limit, struct hole *covered)
{
	const struct monread_array *a = &plan->layout->arrays[i];
	const char *name = a->structure ? a->structure->name : a->text->name;
	struct extent e;
	uint32_t n, at;

	covered->length = 0;
	if (!extent_of(w, a, limit, &e))
		return 0;
	n = entries_there(w, name, &e, !a->structure);
	at = e.at < w->length ? (uint32_t)e.at : w->length;
	covered->offset = at;
	covered->length = n * (uint32_t)e.size;
	if (!a->structure)
		return n && plan->texts[i] && !spend(w->d, LINE_COST + n) ? value(w, a->text, at, n, 0) : 0;
	if (plan->entries[i] && spend(w->d, LINE_COST))
		return 0;
	return plan->entries[i] ? walk_entries(w, plan->entries[i], NULL, name, at, (uint32_t)e.size, n, 0) : 0;
}

static int walk_layout(struct walk *w, const struct plan *plan, unsigned depth);

/* Records of one product come one behind the other.  0, or -1: out of memory. */
static int product_of(struct monread_decoder *d, const unsigned char *product, const struct monread_layout **l)
{
	size_t count = monread_layouts_count(d->layouts);

	if (d->product_known != count || memcmp(d->product, product, sizeof d->product) != 0) {
		d->product_known = 0;
		d->product_layout = monread_layouts_product(d->layouts, product);
		if (!d->product_layout && errno == ENOMEM)
			return -1;
		memcpy(d->product, product, sizeof d->product);
		d->product_known = count;
	}
	*l = d->product_layout;
	return 0;
}

/* Application data is laid out by whoever wrote it; the product ID tells who. */
static int walk_payload(const struct walk *w, const struct plan *plan, uint32_t limit, unsigned depth,
                        struct hole *covered)
{
	const struct monread_payload *p = &plan->layout->payload;
	const struct monread_layout *l;
	struct walk inner = *w;
	int64_t at, bytes;
	struct plan *sub;
	int rc;

	covered->length = 0;
	if (!p->product || depth >= MAX_PAYLOADS || p->product->length != 16 || number_of(w, p->at, limit) < 0 ||
	    number_of(w, p->bytes, limit) < 0 || p->product->offset + 16 > limit)
		return 0;
	at = number_of(w, p->at, limit);
	bytes = number_of(w, p->bytes, limit);
	if (at > w->length || bytes > w->length - at) {
		problem(w->d, "%s: %lld bytes of data at 0x%llX run past the end of the record", p->product->name,
		        (long long)bytes, (unsigned long long)at);
		return 0;
	}
	if (product_of(w->d, w->bytes + p->product->offset, &l))
		return -1;
	if (!l || l->nstructures == 0 || bytes == 0)
		return 0;
	sub = plan_of(w->d, l);
	if (!sub)
		return -1;
	covered->offset = (uint32_t)at;
	covered->length = (uint32_t)bytes;
	if ((w->d->globs && sub->root->nops == 0 && l->narrays == 0) || spend(w->d, LINE_COST))
		return 0;
	inner.bytes = w->bytes + at;
	inner.length = (uint32_t)bytes;
	inner.base = w->base + (uint32_t)at;
	rc = level_begin(w, MONREAD_LEVEL_STRUCTURE, NULL, l->structures->name, (uint32_t)at, (uint32_t)bytes, 0);
	if (!rc)
		rc = walk_layout(&inner, sub, depth + 1);
	return rc ? rc : level_end(w, MONREAD_LEVEL_STRUCTURE);
}

static int run_checks(const struct walk *w, const struct monread_layout *l, uint32_t limit)
{
	uint32_t i;

	for (i = 0; i < l->nchecks; i++) {
		const struct monread_check *c = &l->checks[i];
		int64_t left = number_of(w, c->left, limit), right = number_of(w, c->right, limit);

		if (left >= 0 && right >= 0 && left != right)
			problem(w->d, "%s is %lld, %s is %lld: %s", c->left->name, (long long)left, c->right->name,
			        (long long)right, c->text);
	}
	return 0;
}

/* They are few, and nearly always in order. */
static void sort_parts(struct hole *parts, uint32_t n)
{
	uint32_t i, k;

	if (n > 8) {
		qsort(parts, n, sizeof *parts, by_offset);
		return;
	}
	for (i = 1; i < n; i++) {
		struct hole part = parts[i];

		for (k = i; k > 0 && parts[k - 1].offset > part.offset; k--)
			parts[k] = parts[k - 1];
		parts[k] = part;
	}
}

/* What lies between and behind the N described parts. */
static int walk_rest(const struct walk *w, struct hole *covered, uint32_t n)
{
	uint32_t i, end = 0;
	int rc = 0;

	sort_parts(covered, n);
	for (i = 0; !rc && i < n; i++) {
		if (covered[i].length == 0)
			continue;
		if (covered[i].offset > end)
			rc = undescribed(w, 0, end, covered[i].offset - end);
		if (covered[i].offset + covered[i].length > end)
			end = covered[i].offset + covered[i].length;
	}
	return rc ? rc : undescribed(w, 1, end, w->length - end);
}

static int walk_layout(struct walk *w, const struct plan *plan, unsigned depth)
{
	const struct monread_layout *l = plan->layout;
	uint32_t limit = fixed_part(w, l), i, n = 0;
	struct hole *covered = plan->covered + depth * COVERED(l);
	int rc = walk_ops(w, plan->root, 0, limit);

	covered[n].offset = 0;
	covered[n].length = described(w, plan->root, 0, limit);
	if (l->domain >= 0 && covered[n].length < HEADER_SIZE)
		covered[n].length = w->length < HEADER_SIZE ? w->length : HEADER_SIZE;
	n++;
	for (i = 0; !rc && i < l->narrays; i++)
		rc = walk_array(w, plan, i, limit, &covered[n++]);
	if (!rc)
		rc = walk_payload(w, plan, limit, depth, &covered[n++]);
	if (!rc && plan->root->nholes && w->shift == 0)
		rc = walk_holes(w, plan->root, 0, covered[0].length);
	if (!rc)
		rc = run_checks(w, l, limit);
	return rc ? rc : walk_rest(w, covered, n);
}

int monread_decode(struct monread_decoder *d, const struct monread_layout *layout, const unsigned char *bytes,
                   size_t length, const struct monread_emit *emit, void *arg)
{
	struct walk w = { d, emit, arg, bytes, length > UINT16_MAX ? UINT16_MAX : (uint32_t)length, 0, 0 };
	struct plan *plan;
	int rc;

	d->nproblems = 0;
	d->over = 0;
	d->budget = BUDGET_FIXED + BUDGET_BYTE * (int64_t)w.length;
	if (!layout || layout->nstructures == 0)
		return 0;
	plan = plan_of(d, layout);
	if (!plan)
		return -1;
	rc = walk_layout(&w, plan, 0);
	if (d->over)
		problem(d, "%s: shows this record of %u bytes too many times over; the rest is left out", layout->name,
		        (unsigned)w.length);
	return rc ? rc : tell_problems(&w);
}
