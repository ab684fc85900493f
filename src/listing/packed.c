/* packed.c: packs layouts for the generated tables, and unpacks them. */
#include "listing/packed.h"

static void put_u64(const struct mr_packing *p, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		p->put(p->arg, (unsigned char)(0x80 | v));
	p->put(p->arg, (unsigned char)v);
}

static void drop_byte(void *arg, unsigned char byte)
{
	(void)arg;
	(void)byte;
}

/* If P packs, pack the number V and return it; else unpack the next number and return it. */
static inline uint64_t pack_u64(struct mr_packing *p, uint64_t v)
{
	unsigned shift = 0;

	if (p->put) {
		put_u64(p, v);
		return v;
	}
	if (*p->bytes < 0x80)
		return *p->bytes++;
	v = 0;
	do {
		v |= (uint64_t)(*p->bytes & 0x7F) << shift;
		shift += 7;
	} while (*p->bytes++ & 0x80);
	return v;
}

static uint32_t pack_u32(struct mr_packing *p, uint32_t v)
{
	return (uint32_t)pack_u64(p, v);
}

static int pack_int(struct mr_packing *p, int v)
{
	return (int)pack_u64(p, (unsigned)v);
}

static inline const char *pack_text(struct mr_packing *p, const char *s)
{
	uint32_t n = pack_u32(p, p->put && s ? p->offset_of(p->arg, s) + 1 : 0);

	if (p->put)
		return s;
	return n ? p->text + n - 1 : NULL;
}

/* Pack or unpack *N, the number of elements of an array. If P packs, return the array V; else
 * allocate and return an array of *N elements of SIZE bytes. */
static void *pack_array(struct mr_packing *p, const void *v, uint32_t *n, size_t size)
{
	void *made;

	*n = pack_u32(p, *n);
	if (p->put)
		return (void *)(uintptr_t)v;
	made = *n ? mr_arena_array(p->arena, *n, size) : NULL;
	if (*n && !made) {
		p->failed = 1;
		*n = 0;
		/* Pack the rest of the layout into nothing, so that its members stay zero. */
		p->put = drop_byte;
	}
	return made;
}

/* ---- References ---- */

static const struct monread_structure *pack_structure_ref(struct mr_packing *p,
                                                          const struct monread_structure *s)
{
	const struct mr_structure *all = p->layout->structures;
	uint32_t n = pack_u32(p, s ? (uint32_t)(mr_structure(s) - all) + 1 : 0);

	return n ? &all[n - 1].pub : NULL;
}

/* Pack or unpack a reference to the field F, which is in structure 0, or in the structure that P
 * packs at the moment. */
static const struct monread_field *pack_ref(struct mr_packing *p, const struct monread_field *f)
{
	const struct mr_structure *s = p->layout->structures;
	const struct mr_field *field = mr_field(f);
	uint32_t n = 0, before = 0, i;

	for (i = 0; f && n == 0 && i < p->layout->pub.nstructures; i++) {
		if (field >= s[i].fields && field < s[i].fields + s[i].pub.nfields)
			n = before + (uint32_t)(field - s[i].fields) + 1;
		before += s[i].pub.nfields;
	}
	n = pack_u32(p, n);
	if (p->put || n == 0)
		return f;
	for (; n > s->pub.nfields; s++)
		n -= s->pub.nfields;
	return &s->fields[n - 1].pub;
}

static const struct monread_when *pack_when(struct mr_packing *p, const struct monread_when *when)
{
	uint32_t n = when != NULL;
	struct monread_when *w = pack_array(p, when, &n, sizeof *w);

	if (n == 0)
		return NULL;
	w->op = (enum monread_op)pack_u32(p, w->op);
	w->field = pack_ref(p, w->field);
	w->of_release = pack_int(p, w->of_release);
	w->value = pack_u32(p, w->value);
	return w;
}

/* ---- Structures ---- */

static const struct monread_meaning *pack_meanings(struct mr_packing *p,
                                                   const struct monread_meaning *v, uint32_t *n)
{
	struct monread_meaning *m = pack_array(p, v, n, sizeof *m);
	uint32_t i;

	for (i = 0; i < *n; i++) {
		m[i].value = pack_u64(p, m[i].value);
		m[i].text = pack_text(p, m[i].text);
	}
	return m;
}

static void pack_row(struct mr_packing *p, struct mr_field *field)
{
	struct monread_field *f = &field->pub;
	int is_plain = !f->dim_count && !f->structure && !f->start && !f->when && !f->nmeanings &&
	               !f->nbits;
	struct monread_bit *b;
	uint32_t i;

	f->name = pack_text(p, f->name);
	f->name_len = pack_u32(p, f->name_len);
	f->text = pack_text(p, f->text);
	f->unit = pack_text(p, f->unit);
	f->offset = pack_u32(p, f->offset);
	f->length = pack_u32(p, f->length);
	f->type = (enum monread_type)pack_u32(p, f->type);
	f->format = (enum monread_format)pack_u32(p, f->format);
	f->flags = pack_u32(p, f->flags);
	/* In most fields, all members below are zero. The packed form of these fields ends with
	 * is_plain, so that they are unpacked quickly. */
	if (pack_int(p, is_plain))
		return;
	f->dim_first = pack_u32(p, f->dim_first);
	f->dim_count = pack_u32(p, f->dim_count);
	f->structure = pack_structure_ref(p, f->structure);
	f->start = pack_u64(p, f->start);
	f->when = pack_when(p, f->when);
	field->meanings = pack_meanings(p, field->meanings, &f->nmeanings);
	field->bits = b = pack_array(p, field->bits, &f->nbits, sizeof *b);
	for (i = 0; i < f->nbits; i++) {
		b[i].name = pack_text(p, b[i].name);
		b[i].text = pack_text(p, b[i].text);
		b[i].offset = pack_u32(p, b[i].offset);
		b[i].width = pack_u32(p, b[i].width);
		b[i].mask = pack_u64(p, b[i].mask);
	}
}

static void pack_structures(struct mr_packing *p, struct mr_layout *l)
{
	struct mr_structure *s = pack_array(p, l->structures, &l->pub.nstructures, sizeof *s);
	struct mr_field *fields;
	uint32_t i, k;

	l->structures = s;
	for (i = 0; i < l->pub.nstructures; i++) {
		s[i].pub.name = pack_text(p, s[i].pub.name);
		s[i].pub.text = pack_text(p, s[i].pub.text);
		s[i].pub.length = pack_u32(p, s[i].pub.length);
		s[i].pub.open = pack_int(p, s[i].pub.open);
		fields = pack_array(p, s[i].fields, &s[i].pub.nfields, sizeof *fields);
		s[i].fields = fields;
		for (k = 0; k < s[i].pub.nfields; k++)
			pack_row(p, &fields[k]);
	}
}

/* ---- Rules ---- */

static void pack_arrays(struct mr_packing *p, struct mr_layout *l)
{
	struct monread_array *a = pack_array(p, l->arrays, &l->pub.narrays, sizeof *a);
	uint32_t i;

	l->arrays = a;
	for (i = 0; i < l->pub.narrays; i++) {
		a[i].structure = pack_structure_ref(p, a[i].structure);
		a[i].text = pack_ref(p, a[i].text);
		a[i].count = pack_ref(p, a[i].count);
		a[i].size = pack_ref(p, a[i].size);
		a[i].at = pack_ref(p, a[i].at);
		a[i].bytes = pack_ref(p, a[i].bytes);
		a[i].count_const = pack_u32(p, a[i].count_const);
		a[i].size_const = pack_u32(p, a[i].size_const);
		a[i].at_const = pack_u32(p, a[i].at_const);
		a[i].when = pack_when(p, a[i].when);
	}
}

static void pack_rules(struct mr_packing *p, struct mr_layout *l)
{
	struct monread_check *c = pack_array(p, l->checks, &l->pub.nchecks, sizeof *c);
	struct monread_tells *t = pack_array(p, l->tells, &l->pub.ntells, sizeof *t);
	struct monread_break *b = pack_array(p, l->breaks, &l->pub.nbreaks, sizeof *b);
	struct monread_ending *e = pack_array(p, l->endings, &l->pub.nendings, sizeof *e);
	const char **errata = pack_array(p, l->errata, &l->pub.nerrata, sizeof *errata);
	uint32_t i;

	l->checks = c;
	for (i = 0; i < l->pub.nchecks; i++) {
		c[i].left = pack_ref(p, c[i].left);
		c[i].right = pack_ref(p, c[i].right);
		c[i].text = pack_text(p, c[i].text);
	}
	l->tells = t;
	for (i = 0; i < l->pub.ntells; i++) {
		t[i].release = pack_u32(p, t[i].release);
		t[i].when = pack_when(p, t[i].when);
	}
	l->breaks = b;
	for (i = 0; i < l->pub.nbreaks; i++) {
		b[i].kind = (enum monread_break_kind)pack_u32(p, b[i].kind);
		b[i].field = pack_ref(p, b[i].field);
	}
	l->endings = e;
	for (i = 0; i < l->pub.nendings; i++) {
		e[i].record = pack_text(p, e[i].record);
		e[i].key = pack_ref(p, e[i].key);
		e[i].other = pack_text(p, e[i].other);
	}
	l->errata = errata;
	for (i = 0; i < l->pub.nerrata; i++)
		errata[i] = pack_text(p, errata[i]);
}

void mr_pack_layout(struct mr_packing *p, struct mr_layout *layout)
{
	struct monread_layout *l = &layout->pub;

	p->layout = layout;
	l->name = pack_text(p, l->name);
	l->dsect = pack_text(p, l->dsect);
	l->kind = pack_text(p, l->kind);
	l->title = pack_text(p, l->title);
	l->release = pack_text(p, l->release);
	l->source = pack_text(p, l->source);
	l->product = pack_text(p, l->product);
	l->instance = pack_text(p, l->instance);
	l->unproven = pack_text(p, l->unproven);
	l->unproven_from = pack_u32(p, l->unproven_from);
	l->status = (enum monread_status)pack_u32(p, l->status);
	l->domain = pack_int(p, l->domain);
	l->record = pack_int(p, l->record);
	l->configuration = pack_int(p, l->configuration);
	l->nwhen = pack_u32(p, l->nwhen);
	pack_structures(p, layout);
	layout->when[0] = pack_when(p, layout->when[0]);
	layout->when[1] = pack_when(p, layout->when[1]);
	pack_arrays(p, layout);
	pack_rules(p, layout);
	layout->payload.product = pack_ref(p, layout->payload.product);
	layout->payload.at = pack_ref(p, layout->payload.at);
	layout->payload.bytes = pack_ref(p, layout->payload.bytes);
}

void mr_pack_lists(struct mr_packing *p, struct mr_value_lists *lists)
{
	struct mr_values *v = pack_array(p, lists->v, &lists->count, sizeof *v);
	uint32_t i;

	lists->v = v;
	for (i = 0; i < lists->count; i++) {
		v[i].name = pack_text(p, v[i].name);
		v[i].meanings = pack_meanings(p, v[i].meanings, &v[i].count);
	}
}
