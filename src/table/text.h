/* text.h: converts a cell to text. */
#ifndef TABLE_TEXT_H
#define TABLE_TEXT_H

#include "table/sink.h"

struct table_characters;

/* Converts cells to text. Before the first use, set all members except ->in_sql and ->codepage to
 * zero. */
struct table_text {
	struct monread_buffer own; /* the last text of table_text_make(), without the NUL */
	struct monread_buffer *to; /* the buffer to which the current call appends */
	int in_sql; /* 1: write dates in the form of SQLite: 2026-03-04 08:02:00.000412 */
	char date[MONREAD_TIME_SIZE]; /* room for the text of a date */
	const struct monread_codepage *codepage; /* code page of TABLE_EBCDIC cells */
	/* the characters of ->codepage; NULL until the first EBCDIC text */
	struct table_characters *ebcdic;
};

/* Append the text of CELL to TO, in UTF-8 without a NUL: TABLE_NULL is empty, TABLE_MICROS has six
 * decimals, dates are in UTC with microseconds, bytes are in upper-case hex, and lists are JSON
 * arrays. NULs and invalid characters become U+FFFD; in ASCII text that is not UTF-8, bytes above
 * 127 become U+0080 to U+00FF. Return 0, or -1 if out of memory. */
int table_text_append(struct table_text *t, struct monread_buffer *to,
                      const struct table_cell *cell);

/* Return the text that table_text_append() would append, with a NUL at the end. The text is valid
 * until the next call. Return NULL if out of memory. */
const char *table_text_make(struct table_text *t, const struct table_cell *cell);
void table_text_free(struct table_text *t);

/* Write the date US, in microseconds since 1970, to TEXT, in UTC and in the form of SQLite. Return
 * the number of bytes without the NUL. */
size_t table_sql_time(int64_t us, char text[MONREAD_TIME_SIZE]);

/* Return the value of CELL, whose kind is TABLE_MICROS, as a floating-point number. */
static inline double table_cell_real(const struct table_cell *cell)
{
	return (double)cell->integer / 1e6;
}

#endif
