/* walk.c: monread_decode(): walks over a record by the plan of its layout and passes each value to
 * callbacks. */
#include "config.h"

#include "decode/decoder.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/be.h"
#include "base/find.h"
#include "base/hash.h"
#include "base/model.h"

/* ---- Limits and problems ---- */

/* The budget of a record limits the cost of showing its values (see LINE_COST), because a hostile
 * layout could show the same byte any number of times. The budget is BUDGET_FIXED and BUDGET_BYTE
 * per byte of the record. IBM's layouts need less, because they show each byte only once or
 * twice. */
#define BUDGET_FIXED 16384
#define BUDGET_BYTE 64

/* Subtract COST from the budget of the record. Return 1 if the budget is exhausted; the caller then
 * leaves out the remaining values. */
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

static void __attribute__((format(printf, 2, 3)))
report_problem(struct monread_decoder *d, const char *fmt, ...)
{
	va_list ap;

	if (d->nproblems < PROBLEMS_KEPT) {
		va_start(ap, fmt);
		vsnprintf(d->problems[d->nproblems], sizeof d->problems[0], fmt, ap);
		va_end(ap);
	}
	d->nproblems++;
}

static int emit_problems(const struct decode_walk *w)
{
	char more[60];
	unsigned i;
	int rc = 0;

	if (!w->emit->problem)
		return 0;
	for (i = 0; !rc && i < w->d->nproblems && i < PROBLEMS_KEPT; i++)
		rc = w->emit->problem(w->arg, w->d->problems[i]);
	if (!rc && w->d->nproblems > PROBLEMS_KEPT) {
		snprintf(more, sizeof more, "and %u more problems",
		         w->d->nproblems - PROBLEMS_KEPT);
		rc = w->emit->problem(w->arg, more);
	}
	return rc;
}

/* ---- Callbacks ---- */

static int only_problems(const struct monread_emit *emit)
{
	return !emit->field && !emit->begin && !emit->end && !emit->gap && !emit->tail &&
	       !emit->structure;
}

static int shows_gaps(const struct decode_walk *w)
{
	return w->emit->gap || w->emit->tail;
}

static int emit_value(const struct decode_walk *w, const struct monread_field *f, uint32_t at,
                      uint32_t length, uint32_t index)
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
	if (length > 8 || f->format >= MONREAD_HEX || f->format == MONREAD_TEXT ||
	    f->format == MONREAD_ASCII)
		v.number = 0;
	else
		v.number = f->format == MONREAD_SIGNED ? mr_be_signed(v.bytes, length) :
		                                         mr_be(v.bytes, length);
	if (f->flags & MONREAD_COUNTDOWN) {
		/* A countdown whose value is above the start value is invalid: show the value in
		 * hex. */
		if (v.number > f->start)
			v.format = MONREAD_HEX;
		v.number = v.format == MONREAD_HEX ? 0 : f->start - v.number;
	}
	return w->emit->field(w->arg, &v);
}

/* A level, such as a structure or an array, that the walk has entered but not left. The callback
 * end() must get the same values as the callback begin(). */
struct begun {
	struct monread_place place;
	struct monread_value value;
};

/* The bytes of a level: of a field, an array, an array entry or application data. */
struct decode_span {
	/* field that is the level; NULL: application data, or an array that an annotation of the
	 * layout describes */
	const struct monread_field *field;
	const char *name;
	/* offset and length of the level; if the level is an array: length of one entry */
	uint32_t at, length;
	/* if the level is an array entry: its index; if it is an array or a list: number of entries
	 * or elements */
	uint32_t index;
};

static int level_begin(const struct decode_walk *w, struct begun *b, enum monread_level level,
                       const struct decode_span *span)
{
	if (!w->emit->begin && !w->emit->end)
		return 0;
	memset(b, 0, sizeof *b);
	b->value.field = span->field;
	b->value.bytes = w->bytes + span->at;
	b->value.length = span->length;
	b->value.offset = w->base + span->at;
	b->value.index = span->index;
	b->place.level = level;
	b->place.name = span->name;
	b->place.layout = w->layout;
	b->place.value = &b->value;
	b->place.array = span->field ? 0 : w->array;
	return w->emit->begin ? w->emit->begin(w->arg, &b->place) : 0;
}

static int level_end(const struct decode_walk *w, const struct begun *b)
{
	return w->emit->end ? w->emit->end(w->arg, &b->place) : 0;
}

static void bytes_at(const struct decode_walk *w, uint32_t at, uint32_t length,
                     struct monread_value *v)
{
	memset(v, 0, sizeof *v);
	v->format = MONREAD_HEX;
	v->bytes = w->bytes + at;
	v->length = length;
	v->offset = w->base + at;
}

int mr_undescribed(const struct decode_walk *w, int tail, uint32_t at, uint32_t length)
{
	int (*fn)(void *, const struct monread_value *) = tail ? w->emit->tail : w->emit->gap;
	struct monread_value v;
	uint32_t i;

	if (!fn || length == 0 || w->d->narrow || spend(w->d, LINE_COST + length))
		return 0;
	for (i = 0; !tail && i < length && w->bytes[at + i] == 0; i++)
		;
	if (!tail && i == length)
		return 0;
	bytes_at(w, at, length, &v);
	return fn(w->arg, &v);
}

/* ---- Structures ---- */

static int walk_part(struct decode_walk *w, const struct decode_part *p, uint32_t at,
                     uint32_t length);

static int walk_structure(const struct decode_walk *w, const struct op *op, uint32_t at)
{
	const struct monread_field *f = op->field;
	const struct decode_span span = { f, f->name, at, f->length, 0 };
	struct decode_walk inner = *w;
	struct begun b;
	int rc = level_begin(w, &b, MONREAD_LEVEL_STRUCTURE, &span);

	if (!rc)
		rc = walk_part(&inner, op->part, at, f->length);
	return rc ? rc : level_end(w, &b);
}

/* Walk over the entries of the array ARRAY. FIRST is the index of the first entry. */
static int walk_entries(const struct decode_walk *w, const struct decode_part *p,
                        const struct decode_span *array, uint32_t first)
{
	struct decode_span entry = *array;
	struct begun all, one;
	uint32_t i;
	int rc = level_begin(w, &all, MONREAD_LEVEL_ARRAY, array);

	entry.index = first;
	for (i = 0; !rc && i < array->index && !spend(w->d, LINE_COST + p->nops / 8); i++) {
		struct decode_walk inner = *w;

		rc = level_begin(w, &one, MONREAD_LEVEL_ENTRY, &entry);
		if (!rc)
			rc = walk_part(&inner, p, entry.at, entry.length);
		if (!rc)
			rc = level_end(w, &one);
		entry.at += entry.length;
		entry.index++;
	}
	return rc ? rc : level_end(w, &all);
}

/* Return how many complete elements of the list F fit into ROOM bytes. */
static uint32_t elements_there(const struct monread_field *f, uint32_t room)
{
	return f->length && room / f->length < f->dim_count ? room / f->length : f->dim_count;
}

static int walk_structures(const struct decode_walk *w, const struct op *op, uint32_t at,
                           uint32_t room)
{
	const struct monread_field *f = op->field;
	const struct decode_span array = { f, f->name, at, f->length, elements_there(f, room) };

	return walk_entries(w, op->part, &array, f->dim_first);
}

static int walk_list(const struct decode_walk *w, const struct monread_field *f, uint32_t at,
                     uint32_t room)
{
	uint32_t i, n = elements_there(f, room);
	const struct decode_span list = { f, f->name, at, f->length, n };
	struct begun b;
	int rc = level_begin(w, &b, MONREAD_LEVEL_LIST, &list);

	for (i = 0; !rc && i < n; i++)
		rc = emit_value(w, f, at + i * f->length, f->length, f->dim_first + i);
	return rc ? rc : level_end(w, &b);
}

/* Read the counted string at offset AT. From AT on, the record has ROOM bytes of the structure that
 * contains this string. */
static int walk_string(struct decode_walk *w, const struct op *op, uint32_t at, uint32_t room)
{
	const struct monread_field *f = op->field;
	uint64_t n = mr_be(w->bytes + at, f->length);

	if (n > room - f->length) {
		report_problem(w->d,
		               "%s: a text of %llu bytes at 0x%X runs past the end; cut to %u",
		               f->name, (unsigned long long)n, (unsigned)(w->base + at),
		               (unsigned)(room - f->length));
		n = room - f->length;
	}
	w->shift += (uint32_t)n;
	if (!op->shown || spend(w->d, (uint32_t)n))
		return 0;
	return emit_value(w, f, at + f->length, (uint32_t)n, 0);
}

/* Read the mover of the structure at offset AT. The record has the first LENGTH bytes of this
 * structure. */
static int walk_mover(struct decode_walk *w, const struct op *op, uint32_t at, uint32_t length)
{
	const struct monread_field *f = op->field;
	uint64_t to = mr_be(w->bytes + at + f->offset, f->length);

	w->shift = mr_moved(w, f, at);
	if (w->shift == MR_NOWHERE || to > length)
		report_problem(
			w->d,
			"%s is %llu, should be %u to %u; the following bytes are shown in hex",
			f->name, (unsigned long long)to, (unsigned)(f->offset + f->length),
			(unsigned)length);
	return op->shown ? emit_value(w, f, at + f->offset, f->length, 0) : 0;
}

/* Run the operation OP, whose field is at OFFSET in the structure at offset AT of the record. The
 * record has the first LENGTH bytes of this structure. */
static inline int __attribute__((always_inline))
walk_op(struct decode_walk *w, const struct op *op, uint32_t at, uint32_t offset, uint32_t length)
{
	const struct monread_field *f = op->field;

	switch (op->kind) {
	case OP_VALUE:
		return emit_value(w, f, at + offset, f->length, 0);
	case OP_LIST:
		return walk_list(w, f, at + offset, length - offset);
	case OP_STRUCTURE:
		return walk_structure(w, op, at + offset);
	case OP_STRUCTURES:
		return walk_structures(w, op, at + offset, length - offset);
	case OP_STRING:
		return walk_string(w, op, at + offset, length - offset);
	case OP_MOVES:
		return walk_mover(w, op, at, length);
	}
	return 0;
}

/* Return the cost of the fields that lie in the first LENGTH bytes of the structure P. */
static int64_t cost_there(const struct decode_part *p, uint32_t length)
{
	const struct op *op, *end = p->ops + p->nops;
	int64_t cost = 0;

	if (length >= p->structure->length)
		return p->cost;
	for (op = p->ops; op < end; op++)
		if (mr_field_is_inside(op->field, length))
			cost += op->cost;
	return cost;
}

/* Pass the structure P as a whole to the callback structure(). If this callback handles the fields
 * of P, subtract the cost of these fields from the budget and return 1; else return 0 with the
 * result of the callback in *RC. */
static int is_structure_taken(const struct decode_walk *w, const struct decode_part *p, uint32_t at,
                              uint32_t length, int *rc)
{
	struct monread_value v;
	int64_t cost;

	if (!w->emit->structure || p->moves || p->conditional)
		return 0;
	cost = cost_there(p, length);
	if (w->d->budget < cost)
		return 0;
	bytes_at(w, at, length, &v);
	*rc = w->emit->structure(w->arg, p->structure, &v);
	if (*rc != MONREAD_TAKEN)
		return 0;
	*rc = 0;
	w->d->budget -= cost;
	return 1;
}

/* Walk only over the nested structures of the structure P, whose other fields the callback
 * structure() has handled. */
static int walk_inner(struct decode_walk *w, const struct decode_part *p, uint32_t at,
                      uint32_t length)
{
	const struct op *op, *end = p->ops + p->nops;
	int rc = 0;

	for (op = p->inner; op && !rc && op < end; op++) {
		if (op->part && mr_field_is_inside(op->field, length))
			rc = walk_op(w, op, at, op->field->offset, length);
	}
	return rc;
}

static int walk_ops(struct decode_walk *w, const struct decode_part *p, uint32_t at,
                    uint32_t length)
{
	const struct op *op, *end = p->ops + p->nops;
	int rc = 0, paid;

	w->shift = 0;
	if (!p->moves && !w->emit->field && !w->emit->begin && !w->emit->structure)
		return 0;
	if (is_structure_taken(w, p, at, length, &rc))
		return walk_inner(w, p, at, length);
	if (rc)
		return rc;
	/* Usually the cost of all fields can be subtracted from the budget at once. */
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
		/* Read a counted string even if the condition of the string does not hold, because
		 * the fields after the string begin at its end. */
		if (f->when && op->kind != OP_STRING && !mr_holds_in(w, p, f->when, at, length))
			continue;
		rc = walk_op(w, op, at, (uint32_t)offset, length);
	}
	return rc;
}

static int walk_part(struct decode_walk *w, const struct decode_part *p, uint32_t at,
                     uint32_t length)
{
	int rc = walk_ops(w, p, at, length);
	uint32_t end;

	if (rc || !shows_gaps(w))
		return rc;
	end = mr_described(w, p, at, length);
	rc = mr_walk_gaps(w, p, at, end, length);
	return rc ? rc : mr_undescribed(w, 1, at + end, length - end);
}

/* ---- Arrays ---- */

/* Return how many entries of the array at PLACE the record has. Report a problem if entries are
 * missing. */
static uint32_t entries_there(const struct decode_walk *w, const char *name,
                              const struct placed *place, int is_text)
{
	int64_t room = place->at < w->length ? w->length - place->at : 0, n;

	if (place->count == 0)
		return 0;
	if (place->size == 0) {
		report_problem(w->d, "%s: %lld entries of 0 bytes; none shown", name,
		               (long long)place->count);
		return 0;
	}
	n = place->count <= room / place->size ? place->count : room / place->size;
	if (n < place->count) {
		if (is_text)
			report_problem(
				w->d,
				"%s: a text of %lld bytes at 0x%llX runs past the end; cut to %lld",
				name, (long long)place->count, (unsigned long long)place->at,
				(long long)n);
		else
			report_problem(
				w->d,
				"%s: %lld entries of %lld bytes at 0x%llX run past the end; %lld shown",
				name, (long long)place->count, (long long)place->size,
				(unsigned long long)place->at, (long long)n);
	}
	return (uint32_t)n;
}

/* The walk over data that is not shown uses these callbacks, so that problems of this data are
 * reported. */
static const struct monread_emit nothing = { .size = sizeof nothing };

static int walk_array(const struct decode_walk *w, const struct plan *plan, uint32_t i,
                      struct decode_extent *described)
{
	const struct monread_array *a = monread_layout_array(plan->layout, i);
	const struct plan_array *compiled = &plan->arrays[i];
	const char *name = compiled->name;
	struct decode_walk entries = *w;
	struct decode_span array;
	struct placed place;
	uint32_t n, at;

	described->length = 0;
	if (compiled->hidden || !mr_place_array(w, a, w->limit, &place))
		return 0;
	n = entries_there(w, name, &place, !a->structure);
	if (place.rest)
		report_problem(
			w->d,
			"%s: %lld bytes at 0x%llX are %lld entries of %lld bytes, and %lld more",
			name, (long long)(place.count * place.size + place.rest),
			(unsigned long long)place.at, (long long)place.count, (long long)place.size,
			(long long)place.rest);
	at = place.at < w->length ? (uint32_t)place.at : w->length;
	described->offset = at;
	described->length = n * (uint32_t)place.size;
	if (!a->structure) {
		if (!n || !compiled->shows || spend(w->d, LINE_COST + n))
			return 0;
		return emit_value(w, a->text, at, n, 0);
	}
	if (!compiled->entry || spend(w->d, LINE_COST))
		return 0;
	entries.array = i;
	if (!compiled->shows)
		entries.emit = &nothing;
	array = (struct decode_span){ NULL, name, at, (uint32_t)place.size, n };
	return walk_entries(&entries, compiled->entry, &array, 0);
}

static int walk_layout(struct decode_walk *w, const struct plan *plan, unsigned depth);

static void run_checks(const struct decode_walk *w, const struct monread_layout *l)
{
	uint32_t i;

	for (i = 0; i < l->nchecks; i++) {
		const struct monread_check *c = monread_layout_check(l, i);
		int64_t left = mr_number_of(w, c->left, w->limit);
		int64_t right = mr_number_of(w, c->right, w->limit);

		if (left >= 0 && right >= 0 && left != right)
			report_problem(w->d, "%s is %lld, %s is %lld: %s", c->left->name,
			               (long long)left, c->right->name, (long long)right, c->text);
	}
}

/* Set *L to the layout of the application data with the product ID PRODUCT, or to NULL if this
 * layout is unknown. Return 0, or -1 if out of memory. */
static int walk_product_of(struct monread_decoder *d, const unsigned char *product,
                           const struct monread_layout **l)
{
	size_t count = monread_layouts_count(d->layouts);
	size_t n = sizeof d->products / sizeof d->products[0];
	struct decoder_product *p = &d->products[mr_hash(0, product, sizeof p->id) % n];

	if (p->known != count || memcmp(p->id, product, sizeof p->id) != 0) {
		p->known = 0;
		p->layout = monread_layouts_product(d->layouts, product);
		if (!p->layout && errno == ENOMEM)
			return -1;
		memcpy(p->id, product, sizeof p->id);
		p->known = count;
	}
	*l = p->layout;
	return 0;
}

/* Walk over the application data of the record. The product ID in the record selects the layout of
 * the application data. */
static int walk_payload(const struct decode_walk *w, const struct plan *plan, unsigned depth,
                        struct decode_extent *described)
{
	const struct monread_payload *p = &mr_layout(plan->layout)->payload;
	const struct monread_layout *l;
	struct decode_span data = { NULL, NULL, 0, 0, 0 };
	struct decode_walk inner = *w;
	struct begun b;
	int64_t at, bytes;
	struct plan *sub;
	int rc;

	described->length = 0;
	if (!p->product || depth >= MAX_PAYLOADS || p->product->length != 16 ||
	    p->product->offset + 16 > w->limit)
		return 0;
	at = mr_number_of(w, p->at, w->limit);
	bytes = mr_number_of(w, p->bytes, w->limit);
	if (at < 0 || bytes < 0)
		return 0;
	if (at > w->length || bytes > w->length - at) {
		report_problem(w->d,
		               "%s: %lld bytes of data at 0x%llX run past the end of the record",
		               p->product->name, (long long)bytes, (unsigned long long)at);
		return 0;
	}
	if (walk_product_of(w->d, w->bytes + p->product->offset, &l))
		return MONREAD_FAILED;
	if (!l || l->nstructures == 0 || bytes == 0)
		return 0;
	sub = mr_plan_of(w->d, l);
	if (!sub)
		return MONREAD_FAILED;
	described->offset = (uint32_t)at;
	described->length = (uint32_t)bytes;
	inner.bytes = w->bytes + at;
	inner.length = (uint32_t)bytes;
	inner.base = w->base + (uint32_t)at;
	inner.layout = l;
	/* Even if no field of the application data is shown, check this data in order to report its
	 * problems. */
	if (w->d->narrow && sub->root->nops == 0 && l->narrays == 0) {
		inner.limit = mr_fixed_part(&inner, l);
		run_checks(&inner, l);
		return 0;
	}
	if (spend(w->d, LINE_COST))
		return 0;
	if (w->d->narrow && !sub->shows)
		inner.emit = &nothing;
	data.name = mr_structure_at(l, 0)->name;
	data.length = (uint32_t)bytes;
	rc = level_begin(&inner, &b, MONREAD_LEVEL_PAYLOAD, &data);
	if (!rc)
		rc = walk_layout(&inner, sub, depth + 1);
	return rc ? rc : level_end(&inner, &b);
}

/* Report the bytes between the N extents in DESCRIBED as gaps, and the bytes after these extents as
 * the tail. */
static int walk_rest(const struct decode_walk *w, struct decode_extent *described, uint32_t n)
{
	uint32_t i, end = 0;
	int rc = 0;

	if (!shows_gaps(w))
		return 0;
	mr_sort_extents(described, n);
	for (i = 0; !rc && i < n; i++) {
		if (described[i].offset > end)
			rc = mr_undescribed(w, 0, end, described[i].offset - end);
		if (described[i].offset + described[i].length > end)
			end = described[i].offset + described[i].length;
	}
	return rc ? rc : mr_undescribed(w, 1, end, w->length - end);
}

static int walk_layout(struct decode_walk *w, const struct plan *plan, unsigned depth)
{
	const struct monread_layout *l = plan->layout;
	struct decode_extent *described = plan->described + depth * DESCRIBED(l);
	uint32_t limit = mr_fixed_part(w, l), i, n = 1;
	int rc;

	w->limit = limit;
	rc = walk_ops(w, plan->root, 0, limit);
	described[0].offset = 0;
	described[0].length = shows_gaps(w) ? mr_described(w, plan->root, 0, limit) : 0;
	if (l->domain >= 0 && described[0].length < MR_HEADER_SIZE)
		described[0].length = w->length < MR_HEADER_SIZE ? w->length : MR_HEADER_SIZE;
	for (i = 0; !rc && i < l->narrays; i++) {
		rc = walk_array(w, plan, i, &described[n]);
		n += described[n].length > 0;
	}
	if (!rc) {
		rc = walk_payload(w, plan, depth, &described[n]);
		n += described[n].length > 0;
	}
	if (!rc && shows_gaps(w))
		rc = mr_walk_gaps(w, plan->root, 0, described[0].length, limit);
	if (rc)
		return rc;
	run_checks(w, l);
	return walk_rest(w, described, n);
}

/* Return EMIT. But if the caller was compiled with an older and therefore shorter struct
 * monread_emit, return a copy of EMIT in ROOM whose missing members are zero. */
static const struct monread_emit *whole_emit(const struct monread_emit *emit,
                                             struct monread_emit *room)
{
	if (emit->size >= sizeof *room)
		return emit;
	memset(room, 0, sizeof *room);
	memcpy(room, emit, emit->size);
	return room;
}

int monread_decode(struct monread_decoder *d, const struct monread_layout *layout, unsigned release,
                   const void *bytes, size_t length, const struct monread_emit *emit, void *arg)
{
	struct monread_emit room;
	struct decode_walk w;
	struct plan *plan;
	int rc;

	if (emit->size < sizeof emit->size) {
		errno = EINVAL;
		return MONREAD_FAILED;
	}
	if (!layout || layout->nstructures == 0)
		return 0;
	plan = mr_plan_of(d, layout);
	if (!plan)
		return MONREAD_FAILED;
	emit = whole_emit(emit, &room);
	if (plan->sound && only_problems(emit))
		return 0;
	w = (struct decode_walk){
		.d = d,
		.emit = emit,
		.arg = arg,
		.release = release,
		.layout = layout,
		.bytes = bytes,
	};
	w.length = length > UINT16_MAX ? UINT16_MAX : (uint32_t)length;
	d->nproblems = 0;
	d->over = 0;
	d->budget = BUDGET_FIXED + BUDGET_BYTE * (int64_t)w.length;
	rc = walk_layout(&w, plan, 0);
	if (d->over)
		report_problem(
			d,
			"%s: its arrays overlap: the values would take far more space than the %u bytes of the record; the rest is left out",
			layout->name, (unsigned)w.length);
	return rc ? rc : emit_problems(&w);
}
