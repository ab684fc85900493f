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
#include "sql/identity.h"

struct loaded {
	struct database *d;
	struct indexed *c;
	const struct indexed_scan *how;
	int64_t id, last;
};

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

	if (ev->kind != MONREAD_RECORD || ev->flags & MONREAD_REPEATED || (ev->domain == 1 && ev->record == 13))
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
static int rows_of(struct loaded *l, char *text)
{
	sqlite3_stmt *s = database_prepare(l->d, text);
	int n = s ? l->d->sqlite->step(s) == SQLITE_ROW : -1;

	l->d->sqlite->free(text);
	l->d->sqlite->finalize(s);
	return n;
}

static int has_row(struct loaded *l, const char *table, uint64_t offset)
{
	const struct sqlite *sqlite = l->d->sqlite;
	int n = rows_of(l, sqlite->mprintf("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = %Q", table));

	return n <= 0 ? n : rows_of(l, sqlite->mprintf("SELECT 1 FROM \"%w\" WHERE " DATABASE_FILE_ID
	                                               " = %lld AND \"offset\" = %lld", table, (long long)l->id,
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
		return stop_asked() ? -1 : database_fail(l->d);
	for (i = 0; i < last.n && i < LAST && !is; i++)
		is = has_row(l, last.layouts[i]->name, last.offsets[i]);
	return last.n ? is : 1;
}

/* Whether the capture is the one that S tells of, perhaps with more or less of it.  -1: as above. */
static int is_loaded(struct loaded *l, sqlite3_stmt *s)
{
	const char *time = (const char *)l->d->sqlite->value_text(l->d->sqlite->column_value(s, 1));

	if (l->last < 0 || !time)
		return 1;
	return has_record(l, l->last, time) ? 1 : is_part(l);
}

int loaded_find(struct database *d, struct indexed *c, const struct indexed_scan *how, int64_t *id, int64_t *last)
{
	struct loaded l = { d, c, how, *id, -1 };
	char text[120];
	sqlite3_stmt *s;
	int is = 0;

	while (!is) {
		snprintf(text, sizeof text, "SELECT last_offset, last_time FROM monread_files WHERE file_id = %lld", (long long)l.id);
		s = database_prepare(d, text);
		if (!s)
			return -1;
		is = 1;
		l.last = -1;
		if (d->sqlite->step(s) == SQLITE_ROW) {
			l.last = d->sqlite->column_int64(s, 0);
			is = is_loaded(&l, s);
		}
		d->sqlite->finalize(s);
		if (!is)
			l.id = identity_next(l.id);
	}
	*id = l.id;
	*last = l.last;
	return is < 0 ? -1 : 0;
}

#endif
