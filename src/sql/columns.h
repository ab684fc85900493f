/* columns.h: the text that declares a table to SQLite. */
#ifndef SQL_COLUMNS_H
#define SQL_COLUMNS_H

#include <stddef.h>

#include "table/schema.h"

/* The hidden column that a table of the extension is called with; that of --sql refuses it. */
#define COLUMNS_CAPTURE "capture"
/* That of a table whose rows may be of a part of the time: how much of it. */
#define COLUMNS_WEIGHT "weight"
/* Hidden column of differences: the seconds of all intervals, of which `elapsed' are those of the instance. */
#define COLUMNS_SPAN "span"

/* The name without the DSECT's: PFXUTIME of SYTPRP_PFXUTIME; NULL: there is none. */
const char *columns_short(const struct table_column *c);

/* The same of the column I of T; NULL, too, if another column has this name. */
const char *columns_short_only(const struct table *t, size_t i);

/* The type as SQLite is told it. */
const char *columns_type(const struct table *t, long column);

struct columns_text {
	char *text;
	size_t length, room;
	int failed; /* out of memory */
	int any;    /* a column was added */
};

/* Begin with TEXT. */
void columns_text_begin(struct columns_text *c, const char *text);
/* Text as it is, and a name in quotes. */
void columns_text_put(struct columns_text *c, const char *text);
void columns_text_name(struct columns_text *c, const char *name);
void columns_text_add(struct columns_text *c, const char *name, const char *type, int hidden);
void columns_text_done(struct columns_text *c);

#endif
