/* text.h: a cell as text. */
#ifndef TABLE_TEXT_H
#define TABLE_TEXT_H

#include "table/sink.h"

struct table_characters;

/* The text of a cell: UTF-8 with a NUL behind it, in memory of malloc(3).  All zero but for ->in_sql and the code page
 * to begin with. */
struct table_text {
	char *bytes;
	size_t length, room;
	int in_sql; /* dates are 2026-03-04 08:02:00.000412, as the functions of SQLite write them */
	const struct monread_codepage *codepage; /* of TABLE_EBCDIC, */
	struct table_characters *ebcdic; /* and its characters, from the first such text on */
};

/* Numbers as JSON has them, MICROS with six decimals, dates in UTC with microseconds, bytes in upper-case hex, several
 * elements as a JSON array.  Of TABLE_NULL the text is empty.  A NUL in it becomes U+FFFD, and so does what is no
 * character; bytes of ASCII text beyond 127 are U+0080 to U+00FF.  0, or -1: out of memory. */
int table_text_make(struct table_text *t, const struct table_cell *cell);
void table_text_free(struct table_text *t);

/* Write the date US, microseconds since 1970, as SQLite does, in UTC.  Returns the number of bytes. */
size_t table_sql_time(int64_t us, char text[MONREAD_TIME_SIZE]);

/* The byte C as a character of the code page CP, or of ASCII where that is NULL: there bytes beyond 127 are U+0080 to
 * U+00FF.  *N bytes of UTF-8, in ROOM or in CP. */
static inline const char *table_character(const struct monread_codepage *cp, unsigned char c, char room[2], size_t *n)
{
	if (cp)
		return monread_codepage_utf8(cp, c, n);
	*n = c < 0x80 ? 1 : 2;
	room[0] = (char)(c < 0x80 ? c : 0xC0 | c >> 6);
	room[1] = (char)(0x80 | (c & 0x3F));
	return room;
}

/* TABLE_MICROS as a number. */
static inline double table_cell_real(const struct table_cell *cell)
{
	return (double)cell->integer / 1e6;
}

#endif
