/* pcpmetrics.c: the columns of tables as metrics of PCP, and their rows as instances. */
#include "config.h"

#include "out/pcpmetrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "port/ascii.h"
#include "table/delta.h"

#define NUMBER_BITS 22u
#define SAME_MOST 64u /* fields whose names PCP does not tell apart */
#define NUMBER_MASK ((1u << NUMBER_BITS) - 1)

/* How PCP numbers scales. */
#define SCALE_BYTE  0
#define SCALE_KB    1
#define SCALE_MB    2
#define SCALE_US    1
#define SCALE_MS    2
#define SCALE_S     3

/* Numbers are made of names, so that archives of several runs agree. */
static uint64_t hash_of(const char *s, size_t n)
{
	uint64_t h = UINT64_C(14695981039346656037);

	while (n-- > 0)
		h = (h ^ (unsigned char)*s++) * UINT64_C(1099511628211);
	return h ^ h >> 32;
}

/* ---- Numbers that are taken ---- */

static size_t slot_of(const struct pcp_ids *ids, uint32_t id)
{
	size_t at = (size_t)(id * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (ids->room - 1);

	while (ids->slots[at] && ids->slots[at] != id + 1)
		at = (at + 1) & (ids->room - 1);
	return at;
}

static int grow_ids(struct pcp_ids *ids)
{
	struct pcp_ids more = { .room = ids->room ? 2 * ids->room : 64, .n = ids->n };
	size_t i;

	more.slots = calloc(more.room, sizeof *more.slots);
	if (!more.slots)
		return -1;
	for (i = 0; i < ids->room; i++)
		if (ids->slots[i])
			more.slots[slot_of(&more, ids->slots[i] - 1)] = ids->slots[i];
	free(ids->slots);
	*ids = more;
	return 0;
}

/* *ID, or the next one that is free.  0, or -1: out of memory. */
static int take_id(struct pcp_ids *ids, uint32_t *id)
{
	size_t at;

	if (2 * ids->n >= ids->room && grow_ids(ids))
		return -1;
	*id &= NUMBER_MASK;
	while (ids->slots[at = slot_of(ids, *id)])
		*id = (*id + 1) & NUMBER_MASK;
	ids->slots[at] = *id + 1;
	ids->n++;
	return 0;
}

/* ---- Metrics ---- */

/* Units are words of the layouts: "bytes", "128 microseconds".  Those that PCP has no unit for are only told. */
static void settle_unit(struct pcp_metric *m, const char *unit)
{
	static const struct {
		const char *name;
		struct pcp_unit unit;
	} known[] = {
		{ "bytes", { 1, 0, 0, SCALE_BYTE, 0 } },
		{ "KB", { 1, 0, 0, SCALE_KB, 0 } },
		{ "MB", { 1, 0, 0, SCALE_MB, 0 } },
		{ "KB/s", { 1, -1, 0, SCALE_KB, SCALE_S } },
		{ "seconds", { 0, 1, 0, 0, SCALE_S } },
		{ "milliseconds", { 0, 1, 0, 0, SCALE_MS } },
		{ "microseconds", { 0, 1, 0, 0, SCALE_US } },
		{ "pages", { 0, 0, 1, 0, 0 } },
		{ "ticks", { 0, 0, 1, 0, 0 } },
	};
	const char *p = unit;
	uint64_t factor;
	size_t i;

	if (mr_read_number(&p, 1000000, &factor) == 0 && *p == ' ' && factor)
		unit = p + 1;
	else
		factor = 1;
	for (i = 0; i < sizeof known / sizeof known[0]; i++)
		if (strcmp(known[i].name, unit) == 0) {
			m->unit = known[i].unit;
			m->factor = (uint32_t)factor;
			return;
		}
	if (m->semantics == PCP_COUNTER)
		m->unit.count = 1;
}

static enum pcp_type integer_type(const struct pcp_metric *m, const struct monread_field *f)
{
	int narrow = f->length <= 4 && m->factor == 1;

	/* A counter goes on where that of the record begins anew. */
	if (m->semantics == PCP_COUNTER)
		return PCP_U64;
	if (f->format == MONREAD_SIGNED)
		return narrow ? PCP_32 : PCP_64;
	return narrow ? PCP_U32 : PCP_U64;
}

/* What was counted by an event, or says how a system is configured, is compared with nothing. */
static int is_compared(const struct table *t)
{
	return t->layout->domain < 0 || strncmp(t->layout->kind, "sample", 6) == 0;
}

static enum pcp_semantics semantics_of(const struct table *t, const struct table_column *c)
{
	const struct monread_field *f = c->field;

	/* Between two flags, codes or dates nothing can be interpolated. */
	if (!is_compared(t) || f->format == MONREAD_BITS || f->format == MONREAD_TIME || f->format == MONREAD_UNIXTIME ||
	    c->flags & TABLE_BIT || f->nmeanings)
		return PCP_DISCRETE;
	return delta_counts(f) ? PCP_COUNTER : PCP_INSTANT;
}

static int is_number(const struct table_column *c)
{
	if (!c->field || c->kind == TABLE_KEY || c->flags & (TABLE_LEADING | TABLE_HIDDEN | TABLE_INHERITED | TABLE_MIXED))
		return 0;
	switch (c->field->format) {
	case MONREAD_UNSIGNED:
	case MONREAD_SIGNED:
	case MONREAD_INTERVAL:
	case MONREAD_TIME:
	case MONREAD_UNIXTIME:
	case MONREAD_FIXED11:
		return 1;
	case MONREAD_BITS:
		return c->field->length <= 8;
	default:
		return 0;
	}
}

/* zvm.TABLE.FIELD, with characters that PCP takes.  NULL: out of memory. */
static char *metric_name(const struct table *t, const struct table_column *c)
{
	size_t n = strlen(t->name) + strlen(c->name) + 8 + SAME_MOST, i;
	char *name = malloc(n);
	int length;

	if (!name)
		return NULL;
	length = snprintf(name, n, "zvm.%s.%s%s", t->name, mr_is_letter(*c->name) ? "" : "x", c->name);
	for (i = 0; i < (size_t)length; i++)
		if (!mr_is_letter(name[i]) && !mr_is_digit(name[i]) && name[i] != '.')
			name[i] = '_';
	return name;
}

static int is_taken(const struct pcp_table *t, const char *name)
{
	uint32_t i;

	for (i = 0; i < t->n; i++)
		if (strcmp(t->metrics[i].name, name) == 0)
			return 1;
	return 0;
}

static int make_metric(struct pcp_tables *s, struct pcp_table *t, uint32_t column)
{
	const struct table_column *c = &t->table->columns[column];
	const struct monread_field *f = c->field;
	struct pcp_metric *m = &t->metrics[t->n];
	char *name = metric_name(t->table, c);

	memset(m, 0, sizeof *m);
	/* Where two fields differ in a character that became another one. */
	while (name && is_taken(t, name))
		strcat(name, "_");
	m->name = name;
	m->of = c;
	m->column = column;
	m->factor = 1;
	if (!name)
		return -1;
	t->n++;
	m->semantics = semantics_of(t->table, c);
	m->type = PCP_U32;
	if (c->flags & TABLE_BIT) {
		;
	} else if (f->format == MONREAD_TIME || f->format == MONREAD_UNIXTIME) {
		m->type = PCP_64;
		m->unit = (struct pcp_unit){ .time = 1, .time_scale = SCALE_US };
	} else if (f->format == MONREAD_INTERVAL) {
		m->type = PCP_U64;
		m->unit = (struct pcp_unit){ .time = 1, .time_scale = SCALE_US };
	} else if (c->type == TABLE_REAL || f->format == MONREAD_FIXED11) {
		m->type = PCP_DOUBLE;
	} else {
		settle_unit(m, c->unit);
		m->type = integer_type(m, f);
	}
	m->id = (uint32_t)hash_of(name, strlen(name));
	return take_id(&s->ids, &m->id);
}

/* ---- Tables ---- */

/* Which application data it is, says the table. */
static int is_product(const struct table *root, const struct table_column *c)
{
	return root->role == TABLE_OF_PAYLOAD && c->flags & TABLE_INHERITED && c->field->format == MONREAD_HEX;
}

static int find_keys(struct pcp_table *t)
{
	const struct table *of = t->table, *root = of;
	int own = 0;
	uint32_t i;

	while (root->parent)
		root = root->parent;
	t->keys = calloc(of->ncolumns + 1, sizeof *t->keys);
	if (!t->keys)
		return -1;
	for (i = 0; i < of->ncolumns; i++) {
		const struct table_column *c = &of->columns[i];

		if (c->kind != TABLE_KEY || c->flags & (TABLE_LEADING | TABLE_HIDDEN | TABLE_LIST) || is_product(root, c))
			continue;
		t->keys[t->nkeys++] = i;
		own |= !(c->flags & TABLE_INHERITED);
	}
	t->by_entry = of->role == TABLE_OF_ENTRIES && !own;
	return 0;
}

static struct pcp_table *new_table(struct pcp_tables *s, const struct table *of, size_t metrics)
{
	struct pcp_table *t;

	if (s->n == s->room) {
		size_t room = s->room ? 2 * s->room : 64;
		struct pcp_table **list = realloc(s->list, room * sizeof *list);

		if (!list)
			return NULL;
		s->list = list;
		s->room = room;
	}
	t = calloc(1, sizeof *t);
	if (!t)
		return NULL;
	t->number = (uint32_t)s->n;
	s->list[s->n++] = t;
	t->table = of;
	t->metrics = calloc(metrics + 1, sizeof *t->metrics);
	t->lists = calloc(metrics + 1, sizeof *t->lists);
	return t->metrics && t->lists ? t : NULL;
}

static int settle_table(struct pcp_tables *s, struct pcp_table *t, const char *name)
{
	t->bits = (t->n + 63) / 64;
	t->words = t->bits + t->n;
	t->indom = (uint32_t)hash_of(name, strlen(name));
	return pcp_has_instances(t) ? take_id(&s->indoms, &t->indom) : 0;
}

static int make_list(struct pcp_tables *s, struct pcp_table *from, uint32_t column)
{
	struct pcp_table *t = new_table(s, from->table, 1);

	if (!t || find_keys(t) || make_metric(s, t, column))
		return -1;
	/* Its elements are numbered. */
	t->by_entry = 1;
	from->lists[from->nlists++] = t->number;
	return settle_table(s, t, t->metrics[0].name);
}

static struct pcp_table *make_table(struct pcp_tables *s, const struct table *of)
{
	struct pcp_table *t = new_table(s, of, of->ncolumns);
	uint32_t i;

	if (!t || find_keys(t))
		return NULL;
	for (i = 0; i < of->ncolumns; i++) {
		if (!is_number(&of->columns[i]) || !s->is_shown(s->arg, of, i))
			continue;
		if (of->columns[i].flags & TABLE_LIST ? make_list(s, t, i) : make_metric(s, t, i))
			return NULL;
	}
	return settle_table(s, t, of->name) ? NULL : t;
}

struct pcp_table *pcp_table_of(struct pcp_tables *s, const struct table *of)
{
	struct pcp_table *t;

	if (of->id >= s->nids) {
		size_t n = of->id + 64u;
		uint32_t *more = realloc(s->by_id, n * sizeof *more);

		if (!more)
			return NULL;
		memset(more + s->nids, 0, (n - s->nids) * sizeof *more);
		s->by_id = more;
		s->nids = n;
	}
	if (s->by_id[of->id])
		return s->list[s->by_id[of->id] - 1];
	t = make_table(s, of);
	if (t)
		s->by_id[of->id] = t->number + 1;
	return t;
}

void pcp_tables_done(struct pcp_tables *s)
{
	size_t i;
	uint32_t k;

	for (i = 0; i < s->n; i++) {
		struct pcp_table *t = s->list[i];

		for (k = 0; k < t->n; k++)
			free((char *)(uintptr_t)t->metrics[k].name);
		free(t->metrics);
		free(t->keys);
		free(t->lists);
		free(t->instances);
		free(t->slots);
		free(t->counters);
		free(t->names);
		free(t);
	}
	free(s->list);
	free(s->by_id);
	free(s->ids.slots);
	free(s->indoms.slots);
	table_text_free(&s->text);
	table_text_free(&s->cell);
}

/* ---- Instances ---- */

static int put_name(struct table_text *to, const char *s, size_t n)
{
	size_t i;

	if (to->room - to->length <= n) {
		size_t room = 2 * to->room + n + 64;
		char *bytes = realloc(to->bytes, room);

		if (!bytes)
			return -1;
		to->bytes = bytes;
		to->room = room;
	}
	/* To PCP a name ends with a blank, and tools take lists of names with commas. */
	for (i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];

		to->bytes[to->length++] = c <= ' ' || c == 0x7F || c == ',' || c == '"' || c == '\\' ? '_' : (char)c;
	}
	to->bytes[to->length] = '\0';
	return 0;
}

static int put_number(struct table_text *to, const char *before, uint64_t n)
{
	char s[32];

	return put_name(to, s, (size_t)snprintf(s, sizeof s, "%s%llu", before, (unsigned long long)n));
}

static int put_key(struct pcp_tables *s, const struct table_cell *cell)
{
	s->cell.length = 0;
	s->cell.codepage = s->text.codepage;
	if ((s->text.length && put_name(&s->text, "/", 1)) || table_text_make(&s->cell, cell))
		return -1;
	return s->cell.length ? put_name(&s->text, s->cell.bytes, s->cell.length) : put_name(&s->text, "-", 1);
}

/* The keys of a row, one behind the other. */
static int make_name(struct pcp_tables *s, const struct pcp_table *from, const struct table_cell *cells, long element)
{
	uint32_t i;

	s->text.length = 0;
	for (i = 0; i < from->nkeys; i++) {
		const struct table_cell *key = &cells[from->keys[i]];

		/* Of the records that carry the same application data, one has the key. */
		if (key->kind == TABLE_NULL && from->table->columns[from->keys[i]].flags & TABLE_INHERITED)
			continue;
		if (put_key(s, key))
			return -1;
	}
	if (from->by_entry && put_key(s, &cells[TABLE_ENTRY]))
		return -1;
	if (element >= 0 && put_number(&s->text, s->text.length ? "/" : "", (uint64_t)element))
		return -1;
	return s->text.length ? 0 : put_name(&s->text, "", 0);
}

static int grow_slots(struct pcp_table *t)
{
	size_t n = t->nslots ? 2 * t->nslots : 16, i, at;
	uint32_t *slots = calloc(n, sizeof *slots);

	if (!slots)
		return -1;
	for (i = 0; i < t->ninstances; i++) {
		for (at = (size_t)t->instances[i].hash & (n - 1); slots[at]; at = (at + 1) & (n - 1))
			;
		slots[at] = (uint32_t)i + 1;
	}
	free(t->slots);
	t->slots = slots;
	t->nslots = n;
	return 0;
}

static int add_instance(struct pcp_table *t, const struct table_text *name, uint64_t hash, size_t at)
{
	struct pcp_instance *i;

	if (t->ninstances == t->instances_room) {
		size_t room = t->instances_room ? 2 * t->instances_room : 8;

		i = realloc(t->instances, room * sizeof *i);
		if (!i)
			return -1;
		t->instances = i;
		t->instances_room = room;
	}
	if (t->names_room - t->names_used <= name->length) {
		size_t room = 2 * t->names_room + name->length + 64;
		char *names = realloc(t->names, room);

		if (!names)
			return -1;
		t->names = names;
		t->names_room = room;
	}
	i = &t->instances[t->ninstances];
	memset(i, 0, sizeof *i);
	i->hash = hash;
	i->us = i->last_us = INT64_MIN;
	i->name = t->names_used;
	memcpy(t->names + t->names_used, name->bytes, name->length + 1);
	t->names_used += name->length + 1;
	t->slots[at] = (uint32_t)++t->ninstances;
	return 0;
}

static long find_instance(struct pcp_table *t, const struct table_text *name)
{
	uint64_t hash = hash_of(name->bytes, name->length);
	const struct pcp_instance *i;
	size_t at;

	if (2 * t->ninstances >= t->nslots && grow_slots(t))
		return -1;
	for (at = (size_t)hash & (t->nslots - 1); t->slots[at]; at = (at + 1) & (t->nslots - 1)) {
		i = &t->instances[t->slots[at] - 1];
		if (i->hash == hash && strcmp(t->names + i->name, name->bytes) == 0)
			return (long)t->slots[at] - 1;
	}
	return add_instance(t, name, hash, at) ? -1 : (long)t->ninstances - 1;
}

long pcp_instance_of(struct pcp_tables *s, struct pcp_table *t, const struct pcp_table *from,
                     const struct table_cell *cells, long element, uint64_t set)
{
	long n = make_name(s, from, cells, element) ? -1 : find_instance(t, &s->text);
	struct pcp_instance *i;

	if (n < 0 || !set)
		return n;
	i = &t->instances[n];
	if (i->set != set) {
		i->set = set;
		i->nth = 1;
		return n;
	}
	if (!pcp_has_instances(t))
		return -2;
	if (put_number(&s->text, "#", ++i->nth))
		return -1;
	n = find_instance(t, &s->text);
	return n;
}

/* ---- Values ---- */

static int integer_value(const struct pcp_metric *m, int64_t v, uint64_t *to)
{
	if (m->type == PCP_DOUBLE) {
		double d = (double)v;

		memcpy(to, &d, sizeof d);
		return 1;
	}
	if (v > INT64_MAX / m->factor || v < INT64_MIN / m->factor)
		return -1;
	v *= m->factor;
	*to = (uint64_t)v;
	switch (m->type) {
	case PCP_32:
		return v >= INT32_MIN && v <= INT32_MAX ? 1 : -1;
	case PCP_U32:
		return v >= 0 && v <= UINT32_MAX ? 1 : -1;
	case PCP_U64:
		return v >= 0 ? 1 : -1;
	default:
		return 1;
	}
}

int pcp_value(const struct pcp_metric *m, const struct table_cell *cell, uint64_t *v)
{
	double d;

	switch (cell->kind) {
	case TABLE_NULL:
		return 0;
	case TABLE_MOMENT:
		return m->of->field->format == MONREAD_TIME || m->of->field->format == MONREAD_UNIXTIME ?
		       integer_value(m, cell->integer, v) : -1;
	case TABLE_NUMBER:
		/* Seconds of Unix time that are no date. */
		if (m->of->field->format == MONREAD_UNIXTIME || m->of->field->format == MONREAD_INTERVAL)
			return -1;
		return integer_value(m, cell->integer, v);
	case TABLE_UNSIGNED:
		*v = cell->number;
		return m->type == PCP_U64 && m->factor == 1 ? 1 : -1;
	case TABLE_MICROS:
		if (m->type == PCP_DOUBLE) {
			d = table_cell_real(cell);
			memcpy(v, &d, sizeof d);
			return 1;
		}
		return m->of->field->format == MONREAD_INTERVAL ? integer_value(m, cell->integer, v) : -1;
	default:
		return -1;
	}
}
