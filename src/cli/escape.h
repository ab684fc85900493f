/* escape.h: text out of records and strings from outside, made safe for a terminal or for JSON. */
#ifndef CLI_ESCAPE_H
#define CLI_ESCAPE_H

#include "monread.h"
#include "cli/buffer.h"

/* What each byte of a code page is in the output: ready to be copied. */
struct out_escape {
	struct {
		uint8_t length;
		char s[7];
	} ch[256];
};

enum out_quoting { OUT_PLAIN, OUT_JSON };

/* CP NULL: ASCII. */
void out_escape_init(struct out_escape *e, const struct monread_codepage *cp, enum out_quoting quoting);

/* The N bytes at S. */
void out_text(struct out_buffer *b, const struct out_escape *e, const unsigned char *s, size_t n);

/* A string from outside (a file's name, text of a page), as out_put_safe() makes it.  How many bytes that were. */
size_t out_safe(struct out_buffer *b, const char *s);

/* The same with blanks behind it, up to WIDTH bytes. */
void out_safe_column(struct out_buffer *b, const char *s, size_t width);

/* LEN bytes of a string, as out_put_harmless() makes them; a character that begins in them is written whole. */
void out_harmless(struct out_buffer *b, const char *s, size_t len);

/* A string of the host's (UTF-8, or what a file name may hold) as a JSON string with its quotes. */
void out_json_string(struct out_buffer *b, const char *s);

#endif
