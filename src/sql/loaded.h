/* loaded.h: what of a capture is in a database already. */
#ifndef SQL_LOADED_H
#define SQL_LOADED_H

#include "sql/database.h"
#include "sql/indexed.h"

#ifdef HAVE_SQLITE3

/* *ID is the number of the capture C, in D with NAME: see identity_of().  *LAST: the offset of its last record that is in D; -1: none is.
 * What begins as another capture does and has another record where one of D is, as a selection of the same records may, gets
 * another *ID, unless something beside that record is damaged.  0, or -1: it was said why, or the end was asked for. */
int loaded_find(struct database *d, struct indexed *c, const char *name, const struct indexed_scan *how, int64_t *id,
                int64_t *last);

/* Whether TABLE of D has a row of the record at OFFSET of the capture ID.  -1: it was said why not. */
int loaded_has_row(struct database *d, int64_t id, const char *table, uint64_t offset);

#endif
#endif
