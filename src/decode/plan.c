/* plan.c: compiles a layout into a plan. The plan has only the fields to show, so that walking over
 * a record compares no names and allocates no memory. */
#include "config.h"

#include "decode/decoder.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/ascii.h"
#include "base/model.h"
#include "base/syntax.h"

/* ---- Selection of fields ---- */

static char *lower_copy(const char *s)
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

static int wanted_kind(const struct monread_decoder *d, const struct monread_field *f)
{
	return !(d->flags & MONREAD_WALK_SERIES) ||
	       f->flags & (MONREAD_KEY | MONREAD_COUNTER | MONREAD_COUNTDOWN);
}

/* Return 1 if the field F is shown. ALL is 1 if the user selected the whole structure of F by
 * name. */
static int wanted_field(const struct monread_decoder *d, const struct monread_field *f, int all)
{
	int is_special = f->flags & (MONREAD_RESERVED | MONREAD_MARKER) || !mr_has_bytes(f);
	uint32_t i;

	if (f->flags & MONREAD_HEADER)
		return 0;
	if (all && d->globs && !is_special)
		return 1;
	if ((is_special && !(d->flags & MONREAD_WALK_RESERVED)) || !wanted_kind(d, f))
		return 0;
	if (wanted_name(d, f->name))
		return 1;
	for (i = 0; i < f->nbits; i++)
		if (wanted_name(d, mr_bit_at(f, i)->name))
			return 1;
	return 0;
}

/* ---- Parts ---- */

static void part_free(struct decode_part *p)
{
	uint32_t i;

	if (!p)
		return;
	for (i = 0; i < p->nops; i++)
		part_free(p->ops[i].part);
	free(p->ops);
	free(p);
}

/* Return 1 if each field of the structure P begins at or before the end of the fields before it,
 * and no field can be missing or moved. */
static int is_tight(const struct monread_decoder *d, const struct decode_part *p)
{
	const struct monread_structure *s = p->structure;
	uint32_t i, end = p->from;

	for (i = 0; i < s->nfields; i++) {
		const struct monread_field *f = mr_field_at(s, i);

		if (!mr_has_bytes(f) || f->when || f->flags & d->hidden)
			continue;
		if (f->offset > end)
			return 0;
		if (f->offset + mr_field_bytes(f) > end)
			end = f->offset + mr_field_bytes(f);
	}
	return end >= s->length && !p->moves;
}

static uint32_t cost_of(const struct op *op)
{
	const struct monread_field *f = op->field;

	if (op->part)
		return LINE_COST;
	return (LINE_COST + f->length + f->nbits) * (f->dim_count ? f->dim_count : 1);
}

static struct decode_part *part_new(struct monread_decoder *d,
                                    const struct monread_structure *s, int all, int has_header,
                                    unsigned depth);

/* Make *OP the operation for the field F. WANTED is 1 if F is shown. Return 1 if the walk needs
 * this operation, 0 if not, -1 if out of memory. */
static int make_op(struct monread_decoder *d, const struct monread_field *f, int wanted,
                   unsigned depth, struct op *op)
{
	if (f->structure && !(f->flags & MONREAD_HEADER) && depth < MONREAD_NESTING_MAX) {
		op->part = part_new(d, f->structure, wanted, 0, depth + 1);
		if (!op->part)
			return -1;
		if (!wanted && op->part->nops == 0) {
			part_free(op->part);
			op->part = NULL;
			return 0;
		}
		op->kind = f->dim_count ? OP_STRUCTURES : OP_STRUCTURE;
	} else if (f->type == MONREAD_TYPE_STRING) {
		op->kind = OP_STRING;
		op->shown = wanted;
	} else if (f->flags & MONREAD_MOVES) {
		op->kind = OP_MOVES;
		op->shown = wanted;
	} else if (!wanted) {
		return 0;
	} else {
		op->kind = f->dim_count ? OP_LIST : OP_VALUE;
	}
	op->field = f;
	op->cost = cost_of(op);
	return 1;
}

/* Return 1 if the value of the field of the operation OP determines the positions of the fields
 * after this field. */
static int moves_others(const struct op *op)
{
	return op->kind == OP_STRING || op->kind == OP_MOVES;
}

static int make_ops(struct monread_decoder *d, struct decode_part *p, int all, unsigned depth)
{
	const struct monread_structure *s = p->structure;
	uint32_t i;

	for (i = 0; i < s->nfields; i++) {
		const struct monread_field *f = mr_field_at(s, i);
		struct op *op = &p->ops[p->nops];
		int made = 0;

		if (!(f->flags & d->hidden))
			made = make_op(d, f, wanted_field(d, f, all), depth, op);
		if (made < 0)
			return -1;
		if (!made)
			continue;
		if (op->kind == OP_MOVES)
			p->mover = f;
		p->moves |= moves_others(op);
		p->shows |= op->part ? op->part->shows : !moves_others(op) || op->shown;
		p->conditional |= f->when && op->kind != OP_STRING;
		if (op->part && !p->inner)
			p->inner = op;
		p->cost += op->cost;
		p->nops++;
	}
	return 0;
}

static struct decode_part *part_new(struct monread_decoder *d,
                                    const struct monread_structure *s, int all, int has_header,
                                    unsigned depth)
{
	struct decode_part *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	p->structure = s;
	p->shows = all || !d->globs;
	p->ops = calloc(s->nfields + 1u, sizeof *p->ops);
	if (!p->ops || ARRAY_EXTEND(d->spans, d->nspans, s->nfields) ||
	    make_ops(d, p, all, depth)) {
		part_free(p);
		return NULL;
	}
	p->from = has_header ? MR_HEADER_SIZE : 0;
	p->tight = is_tight(d, p);
	return p;
}

/* ---- Plans ---- */

/* Return 1 if a field that gives the position of the array A, or a field of the entries of A, is
 * hidden. */
static int hidden_array(const struct monread_decoder *d, const struct monread_array *a)
{
	const struct monread_field *fields[] = { a->count, a->size, a->at, a->bytes, a->text };
	unsigned flags = 0;
	uint32_t i;

	for (i = 0; i < sizeof fields / sizeof fields[0]; i++)
		flags |= fields[i] ? fields[i]->flags : 0;
	for (i = 0; a->structure && i < a->structure->nfields; i++)
		flags |= mr_field_at(a->structure, i)->flags;
	return (flags & d->hidden) != 0;
}

static void plan_free(struct plan *plan)
{
	uint32_t i;

	if (!plan)
		return;
	for (i = 0; plan->arrays && i < plan->layout->narrays; i++)
		part_free(plan->arrays[i].entry);
	free(plan->arrays);
	free(plan->described);
	part_free(plan->root);
	free(plan);
}

/* Compile array number I of the layout L into *COMPILED. Return 0, or -1 if out of memory. */
static int compile_array(struct monread_decoder *d, const struct monread_layout *l, uint32_t i,
                         struct plan_array *compiled)
{
	const struct monread_array *a = monread_layout_array(l, i);
	int all;

	compiled->hidden = hidden_array(d, a);
	if (!a->structure) {
		snprintf(compiled->name, sizeof compiled->name, "%s", a->text->name);
		compiled->shows = wanted_kind(d, a->text) && wanted_name(d, a->text->name);
		return 0;
	}
	mr_array_name(compiled->name, mr_layout(l)->arrays, i, a->structure->name);
	all = !(d->flags & MONREAD_WALK_SERIES) && wanted_name(d, a->structure->name);
	compiled->entry = part_new(d, a->structure, all, 0, 0);
	if (!compiled->entry)
		return -1;
	compiled->shows = compiled->entry->shows;
	if (!all && compiled->entry->nops == 0) {
		part_free(compiled->entry);
		compiled->entry = NULL;
	}
	return 0;
}

static struct plan *plan_new(struct monread_decoder *d, const struct monread_layout *l)
{
	const struct monread_structure *root = mr_structure_at(l, 0);
	int has_payload = mr_layout(l)->payload.product != NULL, failed;
	struct plan *plan = calloc(1, sizeof *plan);
	uint32_t i;

	if (!plan)
		return NULL;
	plan->layout = l;
	plan->arrays = calloc(l->narrays + 1u, sizeof *plan->arrays);
	plan->described = calloc((MAX_PAYLOADS + 1) * DESCRIBED(l), sizeof *plan->described);
	plan->root = part_new(d, root, d->globs && wanted_name(d, root->name), l->domain >= 0, 0);
	failed = !plan->arrays || !plan->described || !plan->root;
	for (i = 0; !failed && i < l->narrays; i++) {
		failed = compile_array(d, l, i, &plan->arrays[i]);
		plan->shows |= plan->arrays[i].shows;
	}
	if (failed) {
		plan_free(plan);
		return NULL;
	}
	plan->sound = !plan->root->moves && !l->narrays && !l->nchecks && !has_payload;
	plan->shows |= plan->root->shows || has_payload;
	return plan;
}

struct plan *mr_plan_of(struct monread_decoder *d, const struct monread_layout *l)
{
	if (ARRAY_EXTEND(d->plans, d->nplans, l->id + 1u))
		return NULL;
	if (!d->plans[l->id])
		d->plans[l->id] = plan_new(d, l);
	return d->plans[l->id];
}

/* ---- Decoders ---- */

struct monread_decoder *monread_decoder_new(const struct monread_layouts *l, unsigned flags,
                                            const char *const *fields)
{
	struct monread_decoder *d;
	size_t n = 0, i;

	if (flags & ~(MONREAD_WALK_RESERVED | MONREAD_WALK_SERIES | MONREAD_WALK_PROVEN)) {
		errno = EINVAL;
		return NULL;
	}
	while (fields && fields[n])
		n++;
	d = calloc(1, sizeof *d);
	if (!d)
		return NULL;
	d->layouts = l;
	d->flags = flags;
	d->hidden = flags & MONREAD_WALK_PROVEN ? MONREAD_UNPROVEN : 0;
	d->narrow = n > 0 || flags & MONREAD_WALK_SERIES;
	d->globs = n ? calloc(n + 1, sizeof *d->globs) : NULL;
	for (i = 0; d->globs && i < n; i++) {
		d->globs[i] = lower_copy(fields[i]);
		if (!d->globs[i])
			break;
	}
	if (i == n)
		return d;
	monread_decoder_free(d);
	return NULL;
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
	free(d->spans);
	free(d);
}
