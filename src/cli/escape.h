/* escape.h: makes text of records and strings from outside (names of files, options, text of pages) safe for a
 * terminal or for JSON. */
#ifndef CLI_ESCAPE_H
#define CLI_ESCAPE_H

#include "monread.h"
#include "cli/buffer.h"

/* Maximum bytes of an escaped character. */
#define OUT_SAFE_MAX 16u

/* Return 1 if a terminal would execute C, reorder the text around it, or hide it. */
int out_is_unsafe(uint32_t c);

/* Write the character at *S, which may be invalid UTF-8, to P, and move *S after it. Unsafe characters become \x1b
 * (controls and invalid bytes), \u202e or \U000e0001; \ becomes \\ so that the result is unambiguous. */
char *out_put_safe(char *p, const char **s);

/* out_put_safe() without doubling \, for files that contain \ as text. */
char *out_put_harmless(char *p, const char **s);

/* Read the UTF-8 sequence at S into *C. Return its length in bytes; 0 if it is invalid. */
unsigned out_code_point(const char *s, uint32_t *c);

/* Return the length of the character at S, of N bytes; 1 if it is invalid UTF-8. *UNSAFE: a terminal would obey it.
 * Newlines and tabs are safe, because they separate rows and cells. */
size_t safe_character(const char *s, size_t n, int *unsafe);

/* Return a copy of S in UTF-8, with U+FFFD for invalid bytes, to be freed. NULL if out of memory. */
char *safe_utf8(const char *s);

/* The output for each byte of a code page. */
struct out_escape {
	struct {
		uint8_t length;
		char s[7];
	} ch[256];
};

enum out_quoting { OUT_PLAIN, OUT_JSON };

/* CP: code page of the text; NULL: ASCII. */
void out_escape_init(struct out_escape *e, const struct monread_codepage *cp, enum out_quoting quoting);

/* Append the N bytes at S. */
void out_text(struct out_buffer *b, const struct out_escape *e, const unsigned char *s, size_t n);

/* Append a string from outside (file name, text of a page) like out_put_safe(). Return the number of bytes. */
size_t out_safe(struct out_buffer *b, const char *s);

/* Append a string like out_safe(), padded with blanks to WIDTH bytes. */
void out_safe_column(struct out_buffer *b, const char *s, size_t width);

/* Append LEN bytes of a string like out_put_harmless(); a character that begins in them is written completely. */
void out_harmless(struct out_buffer *b, const char *s, size_t len);

/* Append a string of the host (UTF-8, or the bytes of a file name) as a JSON string with quotes. */
void out_json_string(struct out_buffer *b, const char *s);

/* Append N bytes, which a NUL follows, like out_json_string(). NULs are allowed in them. */
void out_json_text(struct out_buffer *b, const char *s, size_t n);

#endif
