/* pairs.h: what each record of a table is compared with, where counters are differences. */
#ifndef SQL_PAIRS_H
#define SQL_PAIRS_H

#include "sql/module.h"

#ifdef HAVE_SQLITE3

#include "table/series.h"

struct pair {
	uint64_t offset;  /* of the record, */
	uint32_t capture; /* and of which capture */
	enum series_kind kind;
	/* SERIES_KNOWN: where the record before is, how much is needed of it, and the TOD units between the two. */
	uint32_t before_capture, length;
	uint64_t before, elapsed;
};

struct pairs {
	uint64_t of; /* the ->id of the capture that they are of; 0: of all */
	unsigned users; /* cursors */
	struct pair *list; /* in the order of the captures, and of the records in them */
	size_t n, room;
	struct pairs *next;
};

/* Go through all that is in CAPTURES, once: a difference depends on what lies between two records, and no condition
 * changes it.  SQLITE_OK, or an error. */
int pairs_make(const struct module_vtab *v, const struct tables_captures *captures, struct pairs **pairs);
void pairs_free(struct pairs *p);

/* What the record at OFFSET of the capture with the number CAPTURE is compared with, whose bytes are in W then.  SQLITE_OK;
 * SQLITE_IOERR: the file was changed; or another error. */
int pairs_find(const struct pairs *p, const struct tables_captures *captures, struct indexed_window *w, size_t capture,
               uint64_t offset, struct series_before *before);

#endif
#endif
