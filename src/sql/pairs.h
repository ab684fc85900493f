/* pairs.h: find the earlier record with which a record is compared, for tables with differences of counters. */
#ifndef SQL_PAIRS_H
#define SQL_PAIRS_H

#include "sql/module.h"

#ifdef HAVE_SQLITE3

#include "table/series.h"

struct pair {
	uint64_t offset;  /* of the record */
	uint32_t capture; /* number of its capture */
	enum series_kind kind;
	/* Only for SERIES_KNOWN: capture, length and offset of the earlier record, and the time between the two in
	 * TOD units. */
	uint32_t before_capture, length;
	uint64_t before, elapsed;
};

struct pairs {
	uint64_t of; /* ->id of the only capture; 0: pairs of all captures */
	unsigned users; /* number of cursors that use them */
	struct pair *list; /* in the order of the captures, and of the records in them */
	size_t n, room;
	struct pairs *next;
};

/* Read CAPTURES once and list the pairs of all records. The list depends on no condition of a statement. SQLITE_OK,
 * or an error. */
int pairs_make(const struct module_vtab *v, const struct tables_captures *captures, struct pairs **pairs);
void pairs_free(struct pairs *p);

/* Find the earlier record for the record at OFFSET of capture number CAPTURE. W receives its bytes. SQLITE_OK;
 * SQLITE_IOERR: the file has changed; or another error. */
int pairs_find(const struct pairs *p, const struct tables_captures *captures, struct indexed_window *w, size_t capture,
               uint64_t offset, struct series_before *before);

#endif
#endif
