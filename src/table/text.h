/* text.h: converts a cell to text. */
#ifndef TABLE_TEXT_H
#define TABLE_TEXT_H

#include "table/sink.h"

struct table_characters;

/* Converts cells to text. Set all members to zero before the first use, except ->in_sql and
 * ->codepage. */
struct table_text {
	/* the text that table_text_make() returns; ->length does not count the NUL */
	struct monread_buffer own;
	struct monread_buffer *to; /* the buffer to which the current call appends */
	int in_sql; /* 1: write dates as SQLite's functions do: 2026-03-04 08:02:00.000412 */
	char date[MONREAD_TIME_SIZE]; /* room for table_sql_time() */
	const struct monread_codepage *codepage; /* code page of cells that are TABLE_EBCDIC */
	/* characters of ->codepage; NULL until the first EBCDIC text */
	struct table_characters *ebcdic;
};

/* Append the text of a cell to TO, in UTF-8 without a NUL. Numbers are written as in JSON, MICROS
 * with six decimals, dates in UTC with microseconds, bytes in upper-case hex, several elements as a
 * JSON array. TABLE_NULL gives an empty text. NULs and invalid characters become U+FFFD; in ASCII
 * text that is not UTF-8, bytes above 127 become U+0080 to U+00FF. Return 0, or -1 if out of
 * memory. */
int table_text_append(struct table_text *t, struct monread_buffer *to,
                      const struct table_cell *cell);

/* Return the text that table_text_append() would append for CELL, with a NUL; valid until the next
 * call. NULL if out of memory. */
const char *table_text_make(struct table_text *t, const struct table_cell *cell);
void table_text_free(struct table_text *t);

/* Write the date US, which is in microseconds since 1970, in UTC and in the form of SQLite's
 * functions. Return the number of bytes. */
size_t table_sql_time(int64_t us, char text[MONREAD_TIME_SIZE]);

/* Return the byte C as a character of the code page CP (NULL: ASCII, where bytes above 127 are
 * U+0080 to U+00FF). The result has *N bytes of UTF-8 and points into ROOM or CP. */
static inline const char *table_character(const struct monread_codepage *cp, unsigned char c,
                                          char room[2], size_t *n)
{
	if (cp)
		return monread_codepage_utf8(cp, c, n);
	*n = c < 0x80 ? 1 : 2;
	room[0] = (char)(c < 0x80 ? c : 0xC0 | c >> 6);
	room[1] = (char)(0x80 | (c & 0x3F));
	return room;
}

/* Return the value of CELL, which is TABLE_MICROS, as a number. */
static inline double table_cell_real(const struct table_cell *cell)
{
	return (double)cell->integer / 1e6;
}

#endif
