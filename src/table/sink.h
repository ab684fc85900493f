/* sink.h: who takes rows: a format, a database, differences. */
#ifndef TABLE_SINK_H
#define TABLE_SINK_H

#include "monread.h"
#include "table/schema.h"

enum table_cell_kind {
	TABLE_NULL,
	TABLE_NUMBER,   /* ->integer */
	TABLE_UNSIGNED, /* ->number, which is 2^63 or more */
	TABLE_MICROS,   /* ->integer: millionths; mostly of seconds */
	TABLE_MOMENT,   /* ->integer: microseconds since 1970, of a date as text */
	TABLE_EBCDIC,   /* ->bytes, without the padding at their end */
	TABLE_ASCII,
	TABLE_UTF8,     /* ->bytes: of the host's, such as a file's name */
	TABLE_HEX,      /* ->bytes */
	TABLE_ELEMENTS, /* ->bytes: values of ->field one behind the other, of ->field->length each */
	TABLE_CELLS     /* ->cells: ->length cells */
};

/* A value of a row.  What it points to is the record's. */
struct table_cell {
	union {
		int64_t integer;
		uint64_t number;
		const unsigned char *bytes;
		const struct table_cell *cells;
	};
	const struct monread_field *field; /* TABLE_ELEMENTS */
	uint32_t length;                   /* of ->bytes */
	enum table_cell_kind kind;
};

/* The cell of a row with differences that tells the time they are of, in seconds; TABLE_NULL: it has none.  As it is no
 * column of the table, a sink that shows differences has one of its own, which is called TABLE_ELAPSED_NAME. */
#define TABLE_ELAPSED(t)   ((t)->ncolumns)
#define TABLE_ELAPSED_NAME "elapsed"

/* The functions return 0 to go on, or a number above 0, which ends the record and is returned. */
struct table_sink {
	/* A row of T: a cell for each column, and behind them TABLE_ELAPSED(t).  They live until the return. */
	int (*row)(void *arg, const struct table *t, const struct table_cell *cells);
	/* Something is wrong with the record; may be NULL. */
	int (*problem)(void *arg, const char *text);
};

#endif
