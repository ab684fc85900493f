/* loaded.c: what of a capture is in a database already. */
#include "config.h"

#include "sql/loaded.h"

#ifdef HAVE_SQLITE3

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/stop.h"
#include "port/record.h"
#include "sql/events.h"
#include "sql/hashes.h"
#include "sql/identity.h"

struct loaded {
	struct database *d;
	struct indexed *c;
	const char *name;
	const struct indexed_scan *how;
	int64_t id, last;
};

static int scan_failed(struct loaded *l)
{
	return stop_asked() ? -1 : database_fail(l->d);
}

/* ---- By its records ---- */

struct comparing {
	struct hashes *h;
	int other;  /* the last record is another one than that in its place, */
	int damage; /* and something behind it is damaged */
	int is_other;
	int same, news; /* records that are in the database, and that are not */
};

/* What is damaged may be a part of the records around it; any other record is what it is. */
static int compare_record(struct comparing *c, const struct monread_ev *ev)
{
	int is_near = c->damage, is_same;
	enum hashes_state state;

	c->is_other |= c->other && !c->damage;
	c->other = c->damage = 0;
	c->news |= (int64_t)ev->offset > c->h->last;
	if ((int64_t)ev->offset > c->h->last || c->is_other)
		return 1;
	if (hashes_find(c->h, ev->offset, ev->length, hashes_of(ev->bytes, ev->length), &state))
		return -1;
	c->other = state == HASHES_OTHER && !is_near;
	is_same = state == HASHES_SAME || state == HASHES_DOUBTED;
	c->same |= is_same;
	c->news |= !is_same;
	return 0;
}

static int compare_event(void *arg, const struct monread_ev *ev)
{
	struct comparing *c = arg;

	if (ev->kind >= MONREAD_BAD)
		c->damage = 1;
	return events_is_row(ev) ? compare_record(c, ev) : 0;
}

/* Whether each record has the place that it has in the database.  -1: it was said why, or the end was asked for. */
static int is_as_loaded(struct loaded *l, struct hashes *h)
{
	struct comparing c = { .h = h };

	if (events_each(l->c, 0, l->how, compare_event, &c) < 0)
		return scan_failed(l);
	/* Where it is cut off its last record is none that is damaged. */
	return !c.is_other && !c.other;
}

/* ---- By its last ones: of the records that an earlier version has loaded there are no hashes ---- */

/* Whether the record at OFFSET is one of the time TEXT. */
static int has_record(const struct loaded *l, int64_t offset, const char *text)
{
	unsigned char header[MR_HEADER_SIZE];
	char time[MONREAD_TIME_SIZE];

	if (indexed_read_at(l->c, header, sizeof header, (uint64_t)offset) != sizeof header)
		return 0;
	monread_time_text(monread_tod_to_unix_us(indexed_be64(header + 8)), time);
	return strcmp(time, text) == 0;
}

/* The last records of a capture that are in tables: any of them will do, where one was damaged. */
#define LAST 8u
struct last {
	struct monread_system *system;
	int64_t until; /* no farther than the last one of the database */
	const struct monread_layout *layouts[LAST];
	uint64_t offsets[LAST];
	size_t n;
};

static int note_last(void *arg, const struct monread_ev *ev)
{
	const struct monread_layout *layout;
	struct last *last = arg;

	if (!events_is_row(ev))
		return 0;
	if ((int64_t)ev->offset > last->until)
		return 1;
	layout = monread_system_layout(last->system, ev->domain, ev->record, ev->bytes, ev->length);
	if (!layout && errno == ENOMEM)
		return -1;
	if (!layout)
		return 0;
	last->layouts[last->n % LAST] = layout;
	last->offsets[last->n++ % LAST] = ev->offset;
	return 0;
}

/* How many rows the SELECT TEXT has, of mprintf(), up to 1.  -1: it was said why. */
static int rows_of(struct database *d, char *text)
{
	sqlite3_stmt *s = database_prepare(d, text);
	int n = database_step(d, s);

	d->sqlite->free(text);
	d->sqlite->finalize(s);
	return n;
}

int loaded_has_row(struct database *d, int64_t id, const char *table, uint64_t offset)
{
	const struct sqlite *sqlite = d->sqlite;
	int n;

	if (database_settle(d))
		return -1;
	n = rows_of(d, sqlite->mprintf("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = %Q", table));
	return n <= 0 ? n : rows_of(d, sqlite->mprintf("SELECT 1 FROM \"%w\" WHERE " DATABASE_FILE_ID
	                                               " = %lld AND \"offset\" = %lld", table, (long long)id,
	                                               (long long)offset));
}

/* Whether the last records of a capture that has less than what was loaded, or is damaged, were loaded, too.  -1: it was said why, or the
 * end was asked for. */
static int is_part(struct loaded *l)
{
	const struct indexed_scan *how = l->how;
	struct last last = { .system = monread_system_new(how->layouts), .until = l->last };
	int rc, is = 0;
	size_t i;

	if (!last.system)
		return database_fail(l->d);
	monread_system_set_release(last.system, how->release);
	rc = events_each(l->c, 0, how, note_last, &last);
	monread_system_free(last.system);
	if (rc < 0)
		return scan_failed(l);
	for (i = 0; i < last.n && i < LAST && !is; i++)
		is = loaded_has_row(l->d, l->id, last.layouts[i]->name, last.offsets[i]);
	return last.n ? is : 1;
}

/* ---- Which one it is ---- */

/* Whether the capture is the one that S tells of, perhaps with more or less of it.  -1: as above. */
static int is_loaded(struct loaded *l, sqlite3_stmt *s)
{
	const char *time = (const char *)l->d->sqlite->value_text(l->d->sqlite->column_value(s, 1));
	struct hashes h = { 0 };
	int is;

	if (l->last < 0 || !time)
		return 1;
	is = hashes_begin(&h, l->d, l->id);
	if (!is && h.last < 0)
		is = has_record(l, l->last, time) ? 1 : is_part(l);
	else if (!is)
		is = is_as_loaded(l, &h);
	hashes_end(&h);
	return is;
}

/* That of a last record, in a database that anybody may have changed: there are always offsets behind it. */
static int64_t offset_in(const struct sqlite *sqlite, sqlite3_stmt *s, int column)
{
	int64_t offset = sqlite->column_int64(s, column);

	return offset < INT64_MAX / 2 ? offset : INT64_MAX / 2;
}

/* From l->id on.  0, or -1: it was said why, or the end was asked for. */
static int find(struct loaded *l)
{
	char text[120];
	sqlite3_stmt *s;
	int is = 0, row;

	while (!is) {
		snprintf(text, sizeof text, "SELECT last_offset, last_time FROM monread_files WHERE file_id = %lld", (long long)l->id);
		s = database_prepare(l->d, text);
		row = database_step(l->d, s);
		l->last = row > 0 ? offset_in(l->d->sqlite, s, 0) : -1;
		is = row > 0 ? is_loaded(l, s) : row < 0 ? -1 : 1;
		l->d->sqlite->finalize(s);
		if (!is)
			l->id = identity_next(l->id);
	}
	return is < 0 ? -1 : 0;
}

/* What the capture is called in all tables from now on, as it has grown.  0, or -1: it was said why. */
static int rename_id(struct loaded *l, int64_t id)
{
	static const char tables[] = "SELECT m.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c"
	                             " WHERE m.type = 'table' AND c.name = '" DATABASE_FILE_ID "'";
	const struct sqlite *s = l->d->sqlite;
	sqlite3_stmt *names = database_prepare(l->d, tables);
	int rc = 0, row = -1;

	while (!rc && (row = database_step(l->d, names)) > 0)
		rc = database_run(l->d, "UPDATE OR REPLACE \"%w\" SET " DATABASE_FILE_ID " = %lld WHERE " DATABASE_FILE_ID " = %lld",
		                  s->value_text(s->column_value(names, 0)), (long long)l->id, (long long)id);
	s->finalize(names);
	return row < 0 ? -1 : rc;
}

/* A capture that was loaded before its first data set was complete was known by the part that was there.  0, or -1: it
 * was said why, or the end was asked for. */
static int find_beginning(struct loaded *l)
{
	struct indexed_scan part = *l->how;
	const struct sqlite *s = l->d->sqlite;
	int64_t before = 0, id;
	sqlite3_stmt *files;
	int rc = 0, row = 0;
	/* All beginnings without a record are the same, and may not tell which form the capture has. */
	char *text = s->mprintf("SELECT file_id, bytes, records FROM monread_files WHERE file_id < 0 AND bytes BETWEEN 1 AND %lld"
	                        " AND (records > 0 OR file = %Q)", (long long)l->c->size, l->name);

	files = database_prepare(l->d, text);
	s->free(text);
	while (!rc && !before && (row = database_step(l->d, files)) > 0) {
		id = s->column_int64(files, 0);
		part.limit = (uint64_t)s->column_int64(files, 1);
		if (s->column_int64(files, 2))
			rc = identity_of(l->c, &part, &id);
		if (!rc && id == s->column_int64(files, 0) && id != l->id)
			before = id;
	}
	if (rc)
		scan_failed(l);
	s->finalize(files);
	if (rc || row < 0)
		return -1;
	return before ? rename_id(l, before) : 0;
}

/* Whether the capture is a beginning of the one that is known by ID.  -1: it was said why, or the end was asked for. */
static int is_beginning(struct loaded *l, int64_t id)
{
	struct hashes h = { 0 };
	struct comparing c = { .h = &h };
	int rc = hashes_begin(&h, l->d, id);

	if (!rc && h.last >= 0 && events_each(l->c, 0, l->how, compare_event, &c) < 0)
		rc = scan_failed(l);
	hashes_end(&h);
	return rc ? rc : c.same && !c.news;
}

/* A capture of which no data set is complete may be in the database with more of it, which has another number.  0, or -1: as
 * above. */
static int find_whole(struct loaded *l)
{
	const struct sqlite *sqlite = l->d->sqlite;
	sqlite3_stmt *s = database_prepare(l->d, "SELECT file_id, last_offset FROM monread_files WHERE records > 0");
	int is = 0, row = 0;

	while (!is && (row = database_step(l->d, s)) > 0) {
		is = is_beginning(l, sqlite->column_int64(s, 0));
		if (is > 0) {
			l->id = sqlite->column_int64(s, 0);
			l->last = offset_in(sqlite, s, 1);
		}
	}
	sqlite->finalize(s);
	return is < 0 || row < 0 ? -1 : 0;
}

int loaded_find(struct database *d, struct indexed *c, const char *name, const struct indexed_scan *how, int64_t *id,
                int64_t *last)
{
	struct loaded l = { d, c, name, how, *id, -1 };
	int rc = find(&l);

	/* Its number is free: it may be another one's that was known by its beginning. */
	if (!rc && l.last < 0)
		rc = find_beginning(&l) || find(&l) ? -1 : 0;
	if (!rc && l.last < 0 && l.id < 0)
		rc = find_whole(&l);
	*id = l.id;
	*last = l.last;
	return rc;
}

#endif
