/* sink.h: receivers of rows: formats, databases, differences. */
#ifndef TABLE_SINK_H
#define TABLE_SINK_H

#include "monread.h"
#include "table/schema.h"

enum table_cell_kind {
	TABLE_NULL,
	TABLE_NUMBER,   /* ->integer */
	TABLE_UNSIGNED, /* ->number, which is 2^63 or more */
	TABLE_MICROS,   /* ->integer: millionths, usually of seconds */
	TABLE_MOMENT,   /* ->integer: microseconds since 1970, shown as a date */
	TABLE_EBCDIC,   /* ->bytes, without trailing padding */
	TABLE_ASCII,
	TABLE_UTF8,     /* ->bytes: text of the host, such as a file name */
	TABLE_HEX,      /* ->bytes */
	TABLE_ELEMENTS, /* ->bytes: consecutive values of ->field, of ->field->length bytes each */
	TABLE_CELLS     /* ->cells: ->length cells */
};

/* A value of a row. Its pointers are valid as long as the record. */
struct table_cell {
	union {
		int64_t integer;
		uint64_t number;
		const unsigned char *bytes;
		const struct table_cell *cells;
	};
	const struct monread_field *field; /* TABLE_ELEMENTS */
	uint32_t length;                   /* length of ->bytes */
	enum table_cell_kind kind;
};

/* The cell after the columns: the seconds that the differences of the row cover; TABLE_NULL without
 * differences. A sink that shows differences adds a column TABLE_ELAPSED_NAME for it. */
#define TABLE_ELAPSED(t)   ((t)->ncolumns)
#define TABLE_ELAPSED_NAME "elapsed"

/* Each function returns 0 to continue. table_rows_make() skips the rest after a positive number,
 * and returns it. */
struct table_sink {
	/* Receive a row of T: a cell per column, then TABLE_ELAPSED(t). The cells are valid until
	 * the function returns. */
	int (*row)(void *arg, const struct table *t, const struct table_cell *cells);
	/* Receive a problem of the record; may be NULL. */
	int (*problem)(void *arg, const char *text);
};

#endif
