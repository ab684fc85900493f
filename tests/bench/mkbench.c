/* mkbench.c: write a capture of any size for the benchmark: records laid out as libmonread says. */
#include "config.h"

#include "monread.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/be.h"

#define FRAME 4096u
#define HEADER 20u
#define MCE 12u
#define BLOCK_AREA 40u
#define SETS_MAX 16u
#define SAMPLE_AT 0x09001000u
#define EVENT_AT 0x0D000000u
#define EVENT_AREA 0x00400000u
#define INTERVAL (UINT64_C(60000000) << 12)
/* 2024-05-01T00:00:00Z */
#define TOD_FIRST ((UINT64_C(1714521600) + UINT64_C(2208988800)) * 1000000u << 12)

/* ---- The mix ---- */

struct row {
	const char *name; /* name of the layout; NULL: D0R200, a record without layout */
	const char *payload;
	unsigned fixed;   /* records per interval ... */
	unsigned users;   /* ... and per 100 users */
	unsigned entries; /* entries of each array */
	unsigned length;  /* for layouts that are not the whole record: the release to imitate */
};

static const struct row config_rows[] = {
	{ "MRMTREPR", NULL, 1, 0, 0, 0 },   { "MRMTRSYS", NULL, 1, 0, 0, 0 },   { "MRMTRPRP", NULL, 16, 0, 0, 0 },
	{ "MRMTRDEV", NULL, 0, 90, 0, 0 },  { "MRMTRMEM", NULL, 1, 0, 0, 0 },   { "MRMTRPAG", NULL, 1, 0, 0, 0 },
	{ "MRMTRSPR", NULL, 1, 0, 0, 0 },   { "MRMTRUSR", NULL, 0, 100, 0, 0 }, { "MRMTRSCH", NULL, 1, 0, 0, 0 },
	{ "MRMTRQDC", NULL, 4, 0, 0, 0 },   { "MRMTRHPP", NULL, 2, 0, 0, 0 },
};

static const struct row sample_rows[] = {
	{ "MRSYTSYP", NULL, 16, 0, 0, 0 },
	{ "MRSYTPRP", NULL, 16, 0, 0, 0 },
	{ "MRSYTRSG", NULL, 1, 0, 0, 0 },
	{ "MRSYTRSP", NULL, 16, 0, 0, 0 },
	{ "MRSYTASG", NULL, 8, 0, 0, 0 },
	{ "MRSYTSHS", NULL, 1, 0, 0, 0 },
	{ "MRSYTUSR", NULL, 1, 0, 0, 0 },
	{ "MRSYTSCG", NULL, 1, 0, 0, 0 },
	{ "MRSYTCOM", NULL, 16, 0, 0, 0 },
	{ "MRSYTUWT", NULL, 1, 0, 0, 0 },
	{ "MRSYTSCP", NULL, 16, 0, 0, 0 },
	{ "MRSYTXSG", NULL, 1, 0, 0, 0 },
	{ "MRSYTCUG", NULL, 1, 0, 0, 0 },
	{ "MRSYTCUP", NULL, 20, 0, 8, 0 },
	{ "MRSYTCUM", NULL, 1, 0, 32, 0 },
	{ "MRSYTCPM", NULL, 4, 0, 0, 400 },
	{ "MRSYTSYG", NULL, 1, 0, 0, 0 },
	{ "MRSYTSXG", NULL, 1, 0, 0, 0 },
	{ "MRSYTSXP", NULL, 16, 0, 0, 0 },
	{ "MRSYTLCK", NULL, 2, 1, 40, 0 },
	{ "MRSYTSPT", NULL, 3, 0, 0, 0 },
	{ "MRSYTPOW", NULL, 1, 0, 0, 92 },
	{ NULL, NULL, 2, 1, 0, 300 },
	{ "MRSTORSG", NULL, 1, 0, 0, 0 },
	{ "MRSTORSP", NULL, 16, 0, 0, 0 },
	{ "MRSTOSHR", NULL, 4, 2, 0, 0 },
	{ "MRSTOASP", NULL, 8, 2, 0, 0 },
	{ "MRSTOBPG", NULL, 2, 1, 0, 0 },
	{ "MRSTOASI", NULL, 2, 1, 0, 0 },
	{ "MRSTOVDK", NULL, 2, 4, 0, 0 },
	{ "MRSTOSXG", NULL, 1, 0, 0, 0 },
	{ "MRSTOSXP", NULL, 16, 0, 0, 0 },
	{ "MRUSEACT", NULL, 0, 100, 0, 508 },
	{ "MRUSEINT", NULL, 0, 100, 0, 248 },
	{ "MRPRCPRP", NULL, 16, 0, 0, 0 },
	{ "MRPRCIOP", NULL, 4, 0, 0, 0 },
	{ "MRPRCAPM", NULL, 4, 0, 0, 0 },
	{ "MRPRCINS", NULL, 16, 0, 0, 0 },
	{ "MRPRCDIA", NULL, 16, 0, 0, 0 },
	{ "MRIODDEV", NULL, 0, 60, 0, 300 },
	{ "MRIODCAD", NULL, 0, 30, 0, 0 },
	{ "MRIODVSW", NULL, 2, 1, 0, 0 },
	{ "MRIODSZI", NULL, 1, 4, 0, 0 },
	{ "MRIODQDS", NULL, 2, 4, 0, 0 },
	{ "MRIODHPP", NULL, 2, 0, 0, 0 },
	{ "MRAPLSDT", "LINUXMEM", 0, 20, 0, 0 },
	{ "MRAPLSDT", "LINUXOS", 0, 20, 4, 0 },
	{ "MRAPLSDT", "LINUXNET", 0, 20, 0, 0 },
	{ "MRAPLSDT", "FSSTATD", 1, 6, 0, 0 },
	{ "MRAPLSDT", "PROCDSUM", 1, 2, 0, 0 },
	{ "MRAPLSDT", "PROCDPROC", 1, 20, 0, 0 },
};

static const struct row event_rows[] = {
	{ "MRMTRECM", NULL, 1, 0, 0, 0 },   { "MRSCLRDB", NULL, 1, 60, 0, 0 },  { "MRSCLADL", NULL, 1, 60, 0, 0 },
	{ "MRUSEITE", NULL, 1, 60, 0, 0 },  { "MRSCLDDL", NULL, 1, 60, 0, 0 },  { "MRSCLRDC", NULL, 1, 20, 0, 0 },
	{ "MRSCLWRR", NULL, 1, 30, 0, 0 },  { "MRUSELON", NULL, 1, 1, 0, 0 },   { "MRUSEATE", NULL, 1, 60, 0, 0 },
	{ "MRUSETRE", NULL, 1, 10, 0, 0 },  { "MRUSEDFC", NULL, 0, 10, 0, 0 },  { "MRSEKSEK", NULL, 1, 90, 0, 0 },
	{ "MRSTOATC", NULL, 1, 2, 0, 0 },   { "MRIODATD", NULL, 1, 2, 0, 0 },   { "MRIODSTC", NULL, 0, 2, 0, 0 },
	{ "MRVNDLSU", NULL, 0, 1, 0, 0 },   { "MRUSELOF", NULL, 0, 1, 0, 0 },   { "MRSSISCH", NULL, 0, 1, 0, 0 },
};

#define N(a) (sizeof(a) / sizeof(a)[0])

/* ---- Random numbers ---- */

static uint64_t state;

static inline uint64_t rnd(void)
{
	uint64_t x = state;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	state = x;
	return x * UINT64_C(0x2545F4914F6CDD1D);
}

static unsigned below(unsigned n)
{
	return (unsigned)((rnd() >> 32) * n >> 32);
}

/* ---- Shapes: the leaves of a structure, in the order in which they are filled ---- */

struct op {
	enum monread_format format;
	enum monread_type type;
	uint32_t offset, length, count;
	uint64_t mask; /* mask of the bits of usual values */
	int quiet;     /* nearly always zero */
	int name;      /* the name of the instance, not a random word */
	int key;       /* the number of the instance */
	int counts;    /* a counter: grows from one interval to the next, */
	uint64_t start; /* or falls, starting here */
};

struct shape {
	struct op *ops;
	uint32_t nops, cap, length;
};

static void fail(const char *what)
{
	fprintf(stderr, "mkbench: %s: %s\n", what, strerror(errno));
	exit(2);
}

static struct op *add_op(struct shape *s)
{
	if (s->nops == s->cap) {
		s->cap = s->cap ? 2 * s->cap : 32;
		s->ops = realloc(s->ops, s->cap * sizeof *s->ops);
		if (!s->ops)
			fail("memory");
	}
	memset(&s->ops[s->nops], 0, sizeof s->ops[0]);
	return &s->ops[s->nops++];
}

/* The values of one field have the same magnitude: most are small, counters are large. */
static uint64_t usual(const struct monread_field *f)
{
	static const unsigned most[] = { 0, 6, 14, 20, 30, 36, 40, 42, 44 };
	unsigned n = f->length <= 8 ? most[f->length] : 0;
	unsigned bits = f->flags & MONREAD_COUNTER ? n - n / 4 + below(n / 4 + 1) : 1 + below(n);

	if (f->format == MONREAD_INTERVAL)
		bits = f->length == 8 ? 38 + below(10) : 8 * f->length - 2;
	return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static uint64_t named_bits(const struct monread_field *f)
{
	const struct monread_bit *bit;
	uint64_t mask = 0;
	size_t i;

	for (i = 0; (bit = monread_field_bit(f, i)) != NULL; i++)
		if (f->length <= 8 && bit->name[0] != '*')
			mask |= bit->mask << 8 * (f->length - (bit->offset - f->offset) - bit->width);
	return f->nbits ? mask : f->length <= 8 ? UINT64_MAX >> (64 - 8 * f->length) : 0;
}

static void add_fields(struct shape *s, const struct monread_structure *st, uint32_t base)
{
	const struct monread_field *f;
	uint32_t i, k;

	for (i = 0; (f = monread_structure_field(st, i)) != NULL; i++) {
		struct op *op;

		if (f->flags & (MONREAD_HEADER | MONREAD_RESERVED | MONREAD_MARKER))
			continue;
		for (k = 0; f->structure && k < (f->dim_count ? f->dim_count : 1); k++)
			add_fields(s, f->structure, base + f->offset + k * f->length);
		if (f->format == MONREAD_GROUP || f->structure || f->length == 0)
			continue;
		op = add_op(s);
		op->format = f->format;
		op->type = f->type;
		op->offset = base + f->offset;
		op->length = f->length;
		op->count = f->dim_count ? f->dim_count : 1;
		op->mask = f->format == MONREAD_BITS ? named_bits(f) : usual(f);
		op->quiet = f->format != MONREAD_BITS && !(f->flags & MONREAD_KEY) && below(4) == 0;
		op->name = (f->flags & MONREAD_KEY) && f->length == 8;
		op->key = (f->flags & MONREAD_KEY) != 0;
		op->counts = (f->flags & (MONREAD_COUNTER | MONREAD_COUNTDOWN)) != 0;
		op->start = f->start;
	}
}

static void make_shape(struct shape *s, const struct monread_structure *st)
{
	memset(s, 0, sizeof *s);
	add_fields(s, st, 0);
	s->length = st->length;
}

/* ---- Values ---- */

static unsigned char ebcdic[128];
static const char words[] = "SYSTEM  MAINT   TCPIP   RSCS    DIRMAINTVMSERVR RACFVM  PERFSVM DTCVSW1 OPERATOR"
                            "LOGON   QUERY   SET     SHARE   RELATIVEUSER    ATTACH  DETACH  XAUTOLOGMONITOR ";

static void make_ebcdic(void)
{
	unsigned i;

	memset(ebcdic, 0x4B, sizeof ebcdic);
	ebcdic[' '] = 0x40;
	for (i = 0; i < 9; i++) {
		ebcdic['A' + i] = (unsigned char)(0xC1 + i);
		ebcdic['J' + i] = (unsigned char)(0xD1 + i);
		if (i < 8)
			ebcdic['S' + i] = (unsigned char)(0xE2 + i);
	}
	for (i = 0; i < 10; i++)
		ebcdic['0' + i] = (unsigned char)(0xF0 + i);
}

static void put(unsigned char *p, uint32_t length, uint64_t v)
{
	switch (length) {
	case 8:
		mr_put_be64(p, v);
		break;
	case 4:
		mr_put_be32(p, (uint32_t)v);
		break;
	case 2:
		mr_put_be16(p, (uint16_t)v);
		break;
	default:
		while (length-- > 0) {
			p[length] = (unsigned char)v;
			v >>= 8;
		}
	}
}

static void put_text(unsigned char *p, uint32_t length, int is_ebcdic)
{
	unsigned at = 8 * below((unsigned)(sizeof words - 1) / 8);
	uint32_t i;

	for (i = 0; i < length; i++) {
		unsigned char c = (unsigned char)words[(at + i) % (sizeof words - 1)];

		p[i] = is_ebcdic ? ebcdic[c] : c;
	}
}

static void put_name(unsigned char *p, unsigned instance)
{
	char name[16];
	unsigned i;

	snprintf(name, sizeof name, "LNX%05u", instance % 100000);
	for (i = 0; i < 8; i++)
		p[i] = ebcdic[(unsigned char)name[i]];
}

/* Bytes of a table that the layout does not describe: half of them are zero. */
static void put_bytes(unsigned char *p, uint32_t length)
{
	uint32_t i;

	for (i = 0; i + 8 <= length; i += 8) {
		uint64_t r = rnd();

		put(p + i, 8, r & 1 ? r : 0);
	}
	put(p + i, length - i, rnd());
}

/* A counter: its start value, the sum of the whole minutes, and a part of the current minute. */
static uint64_t counted(const struct op *op, uint64_t v, uint64_t tod, unsigned instance)
{
	uint64_t minutes = (tod - TOD_FIRST) / (60 * UINT64_C(4096000000)), step = (op->mask >> 10) + 1;

	v = (instance * UINT64_C(0x9E3779B97F4A7C15) & op->mask >> 1) + minutes * step + v % step;
	return op->start ? op->start - v : v;
}

static void put_value(unsigned char *p, const struct op *op, uint64_t tod, unsigned instance)
{
	uint64_t r = rnd(), v = (r >> 8) & op->mask;

	if (op->quiet && (r & 15 || op->counts))
		return;
	switch (op->format) {
	case MONREAD_TEXT:
		if (op->name)
			put_name(p, instance);
		else
			put_text(p, op->length, 1);
		break;
	case MONREAD_ASCII:
		put_text(p, op->length, 0);
		break;
	case MONREAD_HEX:
		put_bytes(p, op->length);
		break;
	case MONREAD_TIME:
		put(p, op->length, tod - (r >> 14));
		break;
	case MONREAD_UNIXTIME:
		put(p, op->length, 1714521600u + (r >> 48));
		break;
	case MONREAD_BITS:
		put(p, op->length, v & rnd());
		break;
	case MONREAD_SIGNED:
		put(p, op->length, r & 15 ? v >> 1 : 0 - (v >> 1));
		break;
	default:
		put(p, op->length, op->counts ? counted(op, v, tod, instance) : op->key ? instance : v);
		break;
	}
}

/* Write counted strings; returns their total size. */
static uint32_t fill(unsigned char *p, const struct shape *s, uint64_t tod, unsigned instance)
{
	const struct op *op, *end = s->ops + s->nops;
	uint32_t shift = 0, i;

	for (op = s->ops; op < end; op++) {
		unsigned char *at = p + op->offset + shift;

		if (op->type == MONREAD_TYPE_STRING) {
			uint32_t n = 4 + below(20);

			put(at, op->length, n);
			put_text(at + op->length, n, 0);
			shift += n;
			continue;
		}
		for (i = 0; i < op->count; i++)
			put_value(at + i * op->length, op, tod, instance);
	}
	return shift;
}

/* ---- Kinds of records ---- */

struct kind {
	const struct row *row;
	const struct monread_layout *layout; /* or NULL */
	struct shape root, *entries;
	struct kind *inside; /* the payload */
};

static struct kind *make_kind(struct monread_layouts *l, const struct row *row, const char *name)
{
	struct kind *k = calloc(1, sizeof *k);
	uint32_t i;

	if (!k)
		fail("memory");
	k->row = row;
	k->layout = name ? monread_layouts_by_name(l, name) : NULL;
	if (name && !k->layout) {
		fprintf(stderr, "mkbench: %s: no such layout\n", name);
		exit(2);
	}
	if (!k->layout || !k->layout->nstructures)
		return k;
	make_shape(&k->root, monread_layout_structure(k->layout, 0));
	k->entries = calloc(k->layout->narrays + 1u, sizeof *k->entries);
	if (!k->entries)
		fail("memory");
	for (i = 0; i < k->layout->narrays; i++)
		if (monread_layout_array(k->layout, i)->structure)
			make_shape(&k->entries[i], monread_layout_array(k->layout, i)->structure);
	if (row->payload && monread_layout_payload(k->layout))
		k->inside = make_kind(l, row, row->payload);
	return k;
}

static void set_field(unsigned char *p, const struct monread_field *f, uint64_t v)
{
	if (f)
		put(p + f->offset, f->length, v);
}

/* Write the entries of array I at AT, and set the fields that describe the array; returns the offset after the
 * array. */
static uint32_t fill_array(unsigned char *p, const struct kind *k, uint32_t i, uint32_t at, uint64_t tod)
{
	const struct monread_array *a = monread_layout_array(k->layout, i);
	uint32_t size = a->structure ? a->structure->length : 1, n, e;

	n = a->structure ? (i ? k->row->entries / 8 : k->row->entries) : 8 + below(60);
	if (!a->count && a->count_const != MONREAD_REST && !a->bytes)
		n = a->count_const;
	if (!a->at && a->at_const > at)
		at = a->at_const;
	if (n > (FRAME - 100 - at) / size)
		n = (FRAME - 100 - at) / size;
	set_field(p, a->count, n);
	set_field(p, a->size, size);
	set_field(p, a->at, at);
	set_field(p, a->bytes, n * size);
	if (a->when && a->when->field && (a->when->op == MONREAD_GE || a->when->op == MONREAD_EQ))
		set_field(p, a->when->field, a->when->value);
	if (!a->structure)
		put_text(p + at, n, 1);
	for (e = 0; a->structure && e < n; e++)
		fill(p + at + e * size, &k->entries[i], tod, e);
	return at + n * size;
}

static uint32_t fill_layout(unsigned char *p, const struct kind *k, uint64_t tod, unsigned instance)
{
	const struct monread_layout *l = k->layout;
	const struct monread_check *check;
	uint32_t end = k->root.length, i;

	end += fill(p, &k->root, tod, instance);
	for (i = 0; i < l->narrays; i++)
		end = fill_array(p, k, i, end, tod);
	for (i = 0; (check = monread_layout_check(l, i)) != NULL; i++)
		memcpy(p + check->right->offset, p + check->left->offset, check->left->length);
	return end;
}

/* Replace "any" digits of the pattern by EBCDIC zeros. */
static void put_product(unsigned char *p, const char *pattern)
{
	unsigned i;

	for (i = 0; i < 16; i++) {
		char hex[3] = { pattern[2 * i], pattern[2 * i + 1], 0 };

		p[i] = hex[0] == '.' ? 0xF0 : (unsigned char)strtoul(hex, NULL, 16);
	}
}

static void fill_payload(unsigned char *p, const struct kind *k, uint32_t *length, uint64_t tod, unsigned instance)
{
	const struct monread_payload *a = monread_layout_payload(k->layout);
	uint32_t n = fill_layout(p + *length, k->inside, tod, instance), i;
	const struct monread_structure *s = monread_layout_structure(k->inside->layout, 0);
	const struct monread_field *f;

	put_product(p + a->product->offset, k->inside->layout->product);
	set_field(p, a->at, *length);
	set_field(p, a->bytes, n);
	for (i = 0; (f = monread_structure_field(s, i)) != NULL; i++) {
		if (strcmp(f->name, "data_offset") == 0)
			set_field(p + *length, f, 12);
		else if (strcmp(f->name, "data_len") == 0)
			set_field(p + *length, f, n - 12);
	}
	*length += n;
}

/* P is zero for two frames' length. */
static uint32_t make_record(unsigned char *p, const struct kind *k, uint64_t tod, unsigned instance)
{
	const struct monread_layout *l = k->layout;
	uint32_t length = HEADER;

	if (l && l->nstructures)
		length = fill_layout(p, k, tod, instance);
	if (k->inside)
		fill_payload(p, k, &length, tod, instance);
	if (length < k->row->length) {
		put_bytes(p + length, k->row->length - length);
		length = k->row->length;
	}
	mr_put_be16(p, (uint16_t)length);
	p[4] = (unsigned char)(l ? l->domain : 0);
	mr_put_be16(p + 6, (uint16_t)(l ? l->record : 200));
	mr_put_be64(p + 8, tod);
	return length;
}

/* ---- Data sets ---- */

struct set {
	size_t start, end; /* offsets in the data set; END is the last byte */
	uint16_t domains;
};

struct data {
	unsigned char *bytes; /* from a frame boundary on */
	size_t used, cap;
	uint32_t address; /* of bytes[0] */
	uint8_t type;
	struct set sets[SETS_MAX];
	unsigned nsets;
	uint64_t records;
	unsigned char record[2 * FRAME]; /* zero except in the DIRTY bytes of the last record */
	uint32_t dirty;
};

static void need(struct data *d, size_t n)
{
	if (d->used + n > d->cap) {
		d->cap = 2 * (d->used + n);
		d->bytes = realloc(d->bytes, d->cap);
		if (!d->bytes)
			fail("memory");
	}
}

static void put_frame_end(struct data *d, unsigned record, uint64_t tod)
{
	unsigned char *p;

	need(d, 2 * FRAME);
	p = d->bytes + d->used;
	memset(p, 0, HEADER);
	mr_put_be16(p, HEADER);
	p[4] = 1;
	mr_put_be16(p + 6, (uint16_t)record);
	mr_put_be64(p + 8, tod);
	d->used += HEADER;
}

static void next_frame(struct data *d)
{
	size_t at = (d->used + FRAME - 1) & ~(size_t)(FRAME - 1);

	need(d, 2 * FRAME);
	memset(d->bytes + d->used, 0, at - d->used);
	d->used = at;
}

static void begin_set(struct data *d)
{
	struct set *s = &d->sets[d->nsets++];

	s->start = d->used;
	s->domains = d->type == MONREAD_SAMPLE ? 0x4000 : 0;
}

static void end_set(struct data *d)
{
	d->sets[d->nsets - 1].end = d->used - 1;
}

static void add_record(struct data *d, const struct kind *k, uint64_t tod, unsigned instance)
{
	uint32_t length;

	memset(d->record, 0, d->dirty);
	length = d->dirty = make_record(d->record, k, tod, instance);

	if (FRAME - d->used % FRAME < length + HEADER) {
		put_frame_end(d, 13, tod);
		next_frame(d);
	}
	need(d, 2 * FRAME);
	memcpy(d->bytes + d->used, d->record, length);
	d->used += length;
	d->sets[d->nsets - 1].domains |= (uint16_t)(0x8000u >> d->record[4]);
	d->records++;
}

static unsigned how_many(const struct row *r, unsigned users)
{
	return r->fixed + (r->users * users + 99) / 100;
}

/* CP collects some domains together: their records are in one record set. */
static int group_of(const struct kind *k)
{
	int domain = k->layout ? k->layout->domain : 0;

	return domain <= 3 ? 0 : domain <= 4 ? 1 : domain <= 6 ? 2 : 3;
}

static void make_samples(struct data *d, struct kind **kinds, size_t n, unsigned users, uint64_t tod)
{
	unsigned i, many;
	size_t k;

	d->used = d->nsets = 0;
	d->type = MONREAD_SAMPLE;
	d->address = SAMPLE_AT;
	begin_set(d);
	for (k = 0; k < n; k++) {
		if (k && group_of(kinds[k]) > group_of(kinds[k - 1])) {
			put_frame_end(d, 13, tod);
			end_set(d);
			next_frame(d);
			begin_set(d);
		}
		many = how_many(kinds[k]->row, users);
		for (i = 0; i < many; i++, tod += 4096 + (rnd() >> 52))
			add_record(d, kinds[k], tod, i);
	}
	put_frame_end(d, 11, tod);
	end_set(d);
}

/* Events are ordered by time. They go to a ring of frames, which continues at the end of the previous events. */
static void make_events(struct data *d, struct kind **kinds, size_t n, unsigned users, uint64_t tod, uint32_t *at)
{
	unsigned left[N(event_rows)], total = 0, done;
	size_t k;

	for (k = 0; k < n; k++)
		total += left[k] = how_many(kinds[k]->row, users);
	if ((*at & (EVENT_AREA - 1)) > EVENT_AREA / 2)
		*at = EVENT_AT;
	d->used = *at & (FRAME - 1);
	need(d, FRAME);
	memset(d->bytes, 0, d->used);
	d->nsets = 0;
	d->type = MONREAD_EVENT;
	d->address = *at & ~(FRAME - 1);
	begin_set(d);
	for (done = 0; done < total; done++, tod += INTERVAL / total) {
		k = below((unsigned)n);
		while (!left[k])
			k = k + 1 < n ? k + 1 : 0;
		left[k]--;
		add_record(d, kinds[k], tod, below(users));
		if (done == total / 2) {
			end_set(d);
			next_frame(d);
			d->used += 512;
			memset(d->bytes + d->used - 512, 0, 512);
			begin_set(d);
		}
	}
	end_set(d);
	*at = d->address + (uint32_t)d->used;
}

/* ---- Output ---- */

struct output {
	int fd, stream;
	uint64_t written;
};

static void write_all(struct output *o, const unsigned char *p, size_t n)
{
	o->written += n;
	while (n > 0) {
		ssize_t done = write(o->fd, p, n);

		if (done < 0 && errno == EPIPE)
			exit(0);
		if (done < 0 && errno != EINTR)
			fail("writing");
		if (done > 0) {
			p += done;
			n -= (size_t)done;
		}
	}
}

static void put_mce(unsigned char *p, const struct data *d, const struct set *s)
{
	p[0] = d->type;
	p[1] = (unsigned char)(s->domains >> 8);
	p[2] = (unsigned char)s->domains;
	p[3] = 0;
	mr_put_be32(p + 4, d->address + (uint32_t)s->start);
	mr_put_be32(p + 8, d->address + (uint32_t)s->end);
}

static void write_data(struct output *o, struct data *d)
{
	unsigned char block[FRAME] = { 0, 5, 0, 9 };
	unsigned i;

	next_frame(d);
	mr_put_be32(block + 12, 0x08FFF000u);
	mr_put_be32(block + 16, 0x08FFF000u + d->nsets * MCE - 1);
	for (i = 0; i < d->nsets; i++)
		put_mce(block + BLOCK_AREA + i * MCE, d, &d->sets[i]);
	if (!o->stream)
		write_all(o, block, FRAME);
	for (i = 0; i < d->nsets; i++) {
		size_t start = d->sets[i].start, end = d->sets[i].end + 1;

		if (o->stream) {
			write_all(o, block + BLOCK_AREA + i * MCE, MCE);
		} else {
			start &= ~(size_t)(FRAME - 1);
			end = (end + FRAME - 1) & ~(size_t)(FRAME - 1);
		}
		write_all(o, d->bytes + start, end - start);
	}
}

static struct kind **make_kinds(struct monread_layouts *l, const struct row *rows, size_t n)
{
	struct kind **kinds = calloc(n, sizeof *kinds);
	size_t i;

	if (!kinds)
		fail("memory");
	for (i = 0; i < n; i++)
		kinds[i] = make_kind(l, &rows[i], rows[i].name);
	return kinds;
}

static void one_record(struct output *o, struct monread_layouts *l)
{
	static const struct row row = { "MRSYTLCK", NULL, 1, 0, 8, 0 };
	struct kind *k = make_kind(l, &row, row.name);
	struct data d = { 0 };

	make_samples(&d, &k, 1, 1, TOD_FIRST);
	write_data(o, &d);
}

static void say(const struct output *o, uint64_t records, unsigned users)
{
	fprintf(stderr, "mkbench: %llu bytes, %llu records, %u users\n", (unsigned long long)o->written,
	        (unsigned long long)records, users);
}

/* As many records as possible, of headers only.  All data sets are equal. */
static void short_records(struct output *o, struct monread_layouts *l, uint64_t size)
{
	static const struct row row = { NULL, NULL, 100000, 0, 0, 0 };
	struct kind *k = make_kind(l, &row, row.name);
	struct data d = { 0 };
	uint64_t records = 0;

	make_samples(&d, &k, 1, 1, TOD_FIRST);
	while (o->written < size) {
		write_data(o, &d);
		records += d.records;
	}
	say(o, records, 1);
}

static void all_records(struct output *o, struct monread_layouts *l, uint64_t size, unsigned users)
{
	struct kind **config = make_kinds(l, config_rows, N(config_rows));
	struct kind **sample = make_kinds(l, sample_rows, N(sample_rows));
	struct kind **event = make_kinds(l, event_rows, N(event_rows));
	uint64_t tod = TOD_FIRST, wanted = size / 16384;
	uint32_t event_at = EVENT_AT + 1234;
	struct data d = { 0 };

	if (!users)
		users = wanted < 4 ? 4 : wanted > 2000 ? 2000 : (unsigned)wanted;
	make_samples(&d, config, N(config_rows), users, tod);
	write_data(o, &d);
	while (o->written < size) {
		make_events(&d, event, N(event_rows), users, tod, &event_at);
		write_data(o, &d);
		tod += INTERVAL;
		make_samples(&d, sample, N(sample_rows), users, tod);
		write_data(o, &d);
	}
	say(o, d.records, users);
}

static const char usage[] = "Usage: mkbench [--size=MB] [--stream] [--seed=N] [--users=N] [--one | --short] > CAPTURE\n"
                            "Write a capture of about MB megabytes (default 256) in MONWRITE form.\n"
                            "  --stream  as the device gives it\n"
                            "  --users   so many users, in place of 4 to 2000 as SIZE demands\n"
                            "  --one     of one record\n"
                            "  --short   of records that are headers only: 50,000 in a MB\n";

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "size", 1, NULL, 's' }, { "stream", 0, NULL, 'r' }, { "seed", 1, NULL, 'e' },
		{ "users", 1, NULL, 'u' }, { "one", 0, NULL, '1' },   { "short", 0, NULL, '2' }, { "help", 0, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	struct output o = { STDOUT_FILENO, 0, 0 };
	struct monread_layouts *l = monread_layouts_new();
	uint64_t size = 256, seed = 1;
	unsigned users = 0;
	int c, one = 0, shortest = 0;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 's')
			size = strtoull(optarg, NULL, 10);
		else if (c == 'e')
			seed = strtoull(optarg, NULL, 10);
		else if (c == 'u')
			users = (unsigned)strtoul(optarg, NULL, 10);
		else if (c == 'r')
			o.stream = 1;
		else if (c == '1')
			one = 1;
		else if (c == '2')
			shortest = 1;
		else {
			fputs(usage, c == 'h' ? stdout : stderr);
			return c == 'h' ? 0 : 2;
		}
	}
	if (!l)
		fail("memory");
	state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
	make_ebcdic();
	if (one)
		one_record(&o, l);
	else if (shortest)
		short_records(&o, l, size << 20);
	else
		all_records(&o, l, size << 20, users);
	monread_layouts_free(l);
	return 0;
}
