/* pairs.h: which record each record of a table is compared with, where counters are differences. */
#ifndef SQL_PAIRS_H
#define SQL_PAIRS_H

#include "sql/module.h"

#ifdef HAVE_SQLITE3

#include "table/series.h"

struct pair {
	struct lookup_place place;
	enum series_kind kind;
	/* SERIES_KNOWN: what is needed of the record before, in ->bytes of the pairs, */
	uint32_t length;
	size_t before;
	uint64_t elapsed; /* and the TOD units between the two */
};

struct pairs {
	const void *of; /* the capture that they are of; NULL: of all */
	struct pair *list; /* in the order of the captures, and of the records in them */
	size_t n, room;
	unsigned char *bytes;
	size_t used, bytes_room;
	struct pairs *next;
};

/* Go through all that is in CAPTURES, once: a difference depends on what lies between two records, and no condition
 * changes it.  SQLITE_OK, or an error. */
int pairs_make(const struct module_vtab *v, const struct tables_captures *captures, struct pairs **pairs);
void pairs_free(struct pairs *p);

/* The one of the record at PLACE; NULL: it has none. */
const struct pair *pairs_find(const struct pairs *p, const struct lookup_place *place);

#endif
#endif
