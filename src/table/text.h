/* text.h: converts a cell to text. */
#ifndef TABLE_TEXT_H
#define TABLE_TEXT_H

#include "table/sink.h"

struct table_characters;

/* Set all members to zero before the first use, except ->in_sql and ->codepage. */
struct table_text {
	/* the last text of table_text_make(); ->length does not include the NUL at its end */
	struct monread_buffer own;
	struct monread_buffer *to; /* the buffer to which the current call appends */
	int in_sql; /* 1: write dates in the form of SQLite: 2026-03-04 08:02:00.000412 */
	char date[MONREAD_TIME_SIZE]; /* room for the text of a date */
	const struct monread_codepage *codepage; /* code page of the bytes of TABLE_EBCDIC cells */
	/* characters of ->codepage; NULL until the first EBCDIC text */
	struct table_characters *ebcdic;
};

/* Append the text of CELL to TO, in UTF-8 without a NUL. Numbers are written as in JSON,
 * TABLE_MICROS with six decimals, dates in UTC with microseconds, bytes in upper-case hex, and
 * lists as JSON arrays. The text of TABLE_NULL is empty. NULs and invalid characters become U+FFFD;
 * in ASCII text that is not UTF-8, bytes above 127 become U+0080 to U+00FF. Return 0, or -1 if out
 * of memory. */
int table_text_append(struct table_text *t, struct monread_buffer *to,
                      const struct table_cell *cell);

/* Return the text that table_text_append() would append for CELL, with a NUL; valid until the next
 * call. NULL if out of memory. */
const char *table_text_make(struct table_text *t, const struct table_cell *cell);
void table_text_free(struct table_text *t);

/* Write the date US, in microseconds since 1970, to TEXT, in UTC and in the form that the date
 * functions of SQLite use. Return the number of bytes. */
size_t table_sql_time(int64_t us, char text[MONREAD_TIME_SIZE]);

/* Return the character for the byte C in the code page CP (NULL: ASCII, where bytes above 127 are
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

/* Return the value of CELL, which is TABLE_MICROS, as a floating-point number. */
static inline double table_cell_real(const struct table_cell *cell)
{
	return (double)cell->integer / 1e6;
}

#endif
