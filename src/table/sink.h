/* sink.h: sinks receive rows, for example output formats and databases. */
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
	TABLE_UTF8, /* ->bytes: text in UTF-8, such as a file name */
	TABLE_HEX,  /* ->bytes */
	/* ->bytes: values of ->field one after another; each value has ->field->length bytes */
	TABLE_ELEMENTS,
	TABLE_CELLS     /* ->cells: an array of ->length cells */
};

/* A value in a row. The pointers in the cell are valid until the next record. */
struct table_cell {
	union {
		int64_t integer;
		uint64_t number;
		const unsigned char *bytes;
		const struct table_cell *cells;
	};
	/* field of the list; valid if ->kind is TABLE_ELEMENTS */
	const struct monread_field *field;
	uint32_t length; /* number of bytes in ->bytes, or of cells in ->cells */
	enum table_cell_kind kind;
};

/* Index of the cell after the last column. This cell has the seconds that the differences of the
 * row cover, or is TABLE_NULL. A sink that shows differences adds the column TABLE_ELAPSED_NAME for
 * this cell. */
#define TABLE_ELAPSED(t)   ((t)->ncolumns)
#define TABLE_ELAPSED_NAME "elapsed"

/* Functions that receive the rows of a record. Each of them returns 0, or a positive number to end
 * table_rows_make(), which then returns this number. */
struct table_sink {
	/* Receive a row of the table T: one cell per column, then the cell TABLE_ELAPSED(t). The
	 * cells are valid until the function returns. */
	int (*row)(void *arg, const struct table *t, const struct table_cell *cells);
	/* Receive a text about a problem of the record. This function may be NULL. */
	int (*problem)(void *arg, const char *text);
};

#endif
