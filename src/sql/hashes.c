/* hashes.c: which records of a capture are in a database. */
#include "config.h"

#include "sql/hashes.h"

#ifdef HAVE_SQLITE3

#include <stdlib.h>
#include <string.h>

#include "port/array.h"
#include "sql/indexed.h"

#define TABLE      "monread_hashes"
#define ENTRY_SIZE 8u
/* The lowest bit of a hash: something is wrong in the record. */
#define IS_WRONG   1u

/* ---- A record ---- */

static uint64_t mix(uint64_t hash, uint64_t v)
{
	hash = (hash ^ v) * UINT64_C(0x9E3779B97F4A7C15);
	return hash ^ hash >> 29;
}

static uint64_t get(const unsigned char *p, size_t n)
{
	uint64_t v = 0;

	while (n-- > 0)
		v = v << 8 | *p++;
	return v;
}

/* A database may be moved to a machine with another order of bytes. */
uint32_t hashes_of(const unsigned char *bytes, size_t length)
{
	uint64_t hash = length;

	for (; length >= 8; length -= 8, bytes += 8)
		hash = mix(hash, indexed_be64(bytes));
	hash = mix(mix(hash, get(bytes, length)), 0);
	return (uint32_t)(hash >> 32) & ~(uint32_t)IS_WRONG;
}

/* ---- The table ---- */

static int no_memory(struct hashes *h)
{
	return database_fail(h->d);
}

static int read_entries(struct hashes *h, struct hashes_list *list, sqlite3_value *value)
{
	const struct sqlite *s = h->d->sqlite;
	const unsigned char *p = s->value_blob(value);
	size_t n = (size_t)s->value_bytes(value) / ENTRY_SIZE;

	for (list->n = 0; p && list->n < n; p += ENTRY_SIZE) {
		if (ARRAY_GROW(list->entries, list->n, list->room))
			return no_memory(h);
		list->entries[list->n++] = (struct hashes_entry){ (uint32_t)get(p, 4), (uint32_t)get(p + 4, 4) };
	}
	return 0;
}

/* The offset of the first record that is there, or of the last one.  Anybody may have changed the database: parts that no
 * file has are left out. */
static int find_end(struct hashes *h, int is_last, int64_t *offset)
{
	const struct sqlite *s = h->d->sqlite;
	char *text = s->mprintf("SELECT part, hashes FROM " TABLE " WHERE " DATABASE_FILE_ID " = %lld AND part BETWEEN 0 AND %lld"
	                        " ORDER BY part %s LIMIT 1",
	                        (long long)h->id, (long long)(INT64_MAX / HASHES_PART / 2), is_last ? "DESC" : "ASC");
	sqlite3_stmt *statement = database_prepare(h->d, text);
	int rc = database_step(h->d, statement);

	s->free(text);
	if (rc > 0) {
		rc = read_entries(h, &h->old, s->column_value(statement, 1));
		if (!rc && h->old.n)
			*offset = s->column_int64(statement, 0) * HASHES_PART + h->old.entries[is_last ? h->old.n - 1 : 0].at;
	}
	s->finalize(statement);
	return rc;
}

/* A database of an earlier version has no such table. */
static int find_table(struct hashes *h)
{
	const struct sqlite *s = h->d->sqlite;
	sqlite3_stmt *statement = database_prepare(h->d, "SELECT 1 FROM sqlite_schema"
	                                                 " WHERE type = 'table' AND name = '" TABLE "'");

	int row = database_step(h->d, statement);

	h->has_table = row > 0;
	s->finalize(statement);
	return row < 0 ? -1 : 0;
}

static int prepare(struct hashes *h)
{
	h->get = database_prepare(h->d, "SELECT hashes FROM " TABLE " WHERE " DATABASE_FILE_ID " = ? AND part = ?");
	h->into = (struct inserts_into){ .rows = 1, .parameters = 3 };
	if (h->get)
		h->into.statement = database_prepare(h->d, "INSERT INTO " TABLE " VALUES(?, ?, ?)"
		                                              " ON CONFLICT DO UPDATE SET hashes = excluded.hashes");
	return h->into.statement ? 0 : -1;
}

int hashes_begin(struct hashes *h, struct database *d, int64_t id)
{
	h->d = d;
	h->id = id;
	h->first = h->last = h->part = h->from = h->to = -1;
	if (find_table(h))
		return -1;
	if (h->has_table && (prepare(h) || find_end(h, 0, &h->first) || find_end(h, 1, &h->last)))
		return -1;
	if (h->last >= 0) {
		h->from = h->first / HASHES_PART;
		h->to = h->last / HASHES_PART;
	}
	return 0;
}

void hashes_end(struct hashes *h)
{
	if (h->d) {
		database_settle(h->d);
		h->d->sqlite->finalize(h->get);
		h->d->sqlite->finalize(h->into.statement);
	}
	free(h->old.entries);
	free(h->added.entries);
	free(h->bytes.bytes);
	memset(h, 0, sizeof *h);
}

int hashes_count(struct hashes *h, int64_t *n)
{
	const struct sqlite *s = h->d->sqlite;
	sqlite3_stmt *statement;
	char *text;
	int row;

	*n = 0;
	if (!h->has_table)
		return 0;
	if (database_settle(h->d))
		return -1;
	text = s->mprintf("SELECT sum(length(hashes)) FROM " TABLE " WHERE " DATABASE_FILE_ID " = %lld", (long long)h->id);
	statement = database_prepare(h->d, text);
	s->free(text);
	row = database_step(h->d, statement);
	if (row > 0)
		*n = s->column_int64(statement, 0) / ENTRY_SIZE;
	s->finalize(statement);
	return row < 0 ? -1 : 0;
}

/* ---- A part ---- */

static int order(const void *a, const void *b)
{
	const struct hashes_entry *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

static int put_entry(struct hashes *h, const struct hashes_entry *e)
{
	unsigned char bytes[ENTRY_SIZE];
	unsigned i;

	for (i = 0; i < 4; i++) {
		bytes[i] = (unsigned char)(e->at >> (24 - 8 * i));
		bytes[4 + i] = (unsigned char)(e->hash >> (24 - 8 * i));
	}
	return array_append(&h->bytes, bytes, sizeof bytes);
}

/* What was there and what was added to h->bytes, in order. */
static int join(struct hashes *h)
{
	const struct hashes_entry *a = h->old.entries, *b = h->added.entries;
	size_t na = h->old.n, nb = h->added.n;

	qsort(h->added.entries, nb, sizeof *b, order);
	h->bytes.length = 0;
	while (na || nb) {
		if (!nb || (na && a->at < b->at)) {
			if (put_entry(h, a++))
				return no_memory(h);
			na--;
		} else {
			if (put_entry(h, b++))
				return no_memory(h);
			nb--;
		}
	}
	return 0;
}

static int make_table(struct hashes *h)
{
	if (h->has_table)
		return 0;
	h->has_table = 1;
	return database_run(h->d, "%s", HASHES_TABLE) || prepare(h) ? -1 : 0;
}

int hashes_write(struct hashes *h)
{
	struct inserts *q = h->d->inserts;

	if (!h->added.n)
		return 0;
	if (join(h) || make_table(h))
		return -1;
	inserts_row(q, &h->into);
	inserts_integer(q, 1, h->id);
	inserts_integer(q, 2, h->part);
	inserts_blob(q, 3, h->bytes.bytes, h->bytes.length);
	if (inserts_end(q))
		return database_fail(h->d);
	h->added.n = 0;
	if (h->from < 0 || h->part < h->from)
		h->from = h->part;
	if (h->part > h->to)
		h->to = h->part;
	h->part = -1;
	return 0;
}

static int read_part(struct hashes *h)
{
	const struct sqlite *s = h->d->sqlite;
	int rc;

	if (database_settle(h->d))
		return -1;
	s->bind_int64(h->get, 1, h->id);
	s->bind_int64(h->get, 2, h->part);
	rc = database_step(h->d, h->get);
	if (rc > 0)
		rc = read_entries(h, &h->old, s->column_value(h->get, 0));
	s->reset(h->get);
	return rc;
}

static int enter(struct hashes *h, uint64_t offset)
{
	int64_t part = (int64_t)(offset / HASHES_PART);

	if (part == h->part)
		return 0;
	if (hashes_write(h))
		return -1;
	h->part = part;
	h->old.n = h->next = 0;
	/* Most captures are new, and grow behind what is there. */
	return part >= h->from && part <= h->to ? read_part(h) : 0;
}

/* The first entry at AT or behind. */
static size_t find(const struct hashes *h, uint32_t at)
{
	size_t low = 0, high = h->old.n, middle;

	if (h->next < high && h->old.entries[h->next].at >= at && (!h->next || h->old.entries[h->next - 1].at < at))
		return h->next;
	while (low < high) {
		middle = low + (high - low) / 2;
		if (h->old.entries[middle].at < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

int hashes_find(struct hashes *h, uint64_t offset, size_t length, uint32_t hash, enum hashes_state *state)
{
	uint32_t at = (uint32_t)(offset % HASHES_PART);
	const struct hashes_entry *e;
	size_t i;

	if (enter(h, offset))
		return -1;
	i = find(h, at);
	e = i < h->old.n ? &h->old.entries[i] : NULL;
	if (e && e->at == at)
		if ((e->hash | IS_WRONG) == (hash | IS_WRONG))
			*state = e->hash & IS_WRONG ? HASHES_DOUBTED : HASHES_SAME;
		else
			*state = e->hash & IS_WRONG ? HASHES_WRONG : HASHES_OTHER;
	else
		*state = e && e->at - at < length ? HASHES_OTHER : HASHES_NEW;
	h->next = i + (e && e->at == at);
	return 0;
}

int hashes_add(struct hashes *h, uint64_t offset, uint32_t hash, int is_wrong)
{
	if (ARRAY_GROW(h->added.entries, h->added.n, h->added.room))
		return no_memory(h);
	h->added.entries[h->added.n++] = (struct hashes_entry){ (uint32_t)(offset % HASHES_PART),
	                                                         hash | (is_wrong ? IS_WRONG : 0) };
	return 0;
}

void hashes_doubt(struct hashes *h)
{
	if (h->added.n)
		h->added.entries[h->added.n - 1].hash |= IS_WRONG;
}

#endif
