/* escape.h: makes texts from outside (records, names of files, options, pages) safe for a terminal
 * or for JSON. */
#ifndef CLI_ESCAPE_H
#define CLI_ESCAPE_H

#include "monread.h"
#include "cli/buffer.h"

/* Maximum number of bytes that out_put_safe() and out_put_harmless() write */
#define OUT_SAFE_MAX 16u

/* Return 1 if a terminal would obey the code point C, hide it, or reorder the text around it. */
int out_is_unsafe(uint32_t c);

/* Write the character at *S, which may be invalid UTF-8, to P, and move *S after it. Controls and
 * invalid bytes become escapes like \x1b, other unsafe characters \u202e or \U000e0001, and \
 * becomes \\. Return the end of the written bytes. */
char *out_put_safe(char *p, const char **s);

/* Like out_put_safe(), but write \ unchanged. */
char *out_put_harmless(char *p, const char **s);

/* Read the UTF-8 sequence at S into *C. Return its length in bytes; 0 if it is invalid. */
unsigned out_code_point(const char *s, uint32_t *c);

/* Return the length in bytes of the first character of the N bytes at S; 1 if it is invalid UTF-8.
 * Set *UNSAFE to 1 if it is invalid or unsafe. Newline and tab are safe, because callers put them
 * between rows and cells. */
size_t safe_character(const char *s, size_t n, int *unsafe);

/* Return a copy of S with U+FFFD for invalid UTF-8, which the caller frees; NULL if out of
 * memory. */
char *safe_utf8(const char *s);

/* The text to write for each byte of a text in a code page. */
struct out_escape {
	struct {
		uint8_t length;
		char s[7];
	} ch[256];
};

enum out_quoting { OUT_PLAIN, OUT_JSON };

/* Fill in E for texts in the code page CP (NULL: ASCII). */
void out_escape_init(struct out_escape *e, const struct monread_codepage *cp,
                     enum out_quoting quoting);

/* Append the N bytes at S, a text of a record. */
void out_text(struct out_buffer *b, const struct out_escape *e, const unsigned char *s, size_t n);

/* Append the N bytes at S, for which mr_is_utf8() is 1. E must be for ASCII texts. */
void out_text_utf8(struct out_buffer *b, const struct out_escape *e, const unsigned char *s,
                   size_t n);

/* Append S with out_put_safe(). Return the number of appended bytes. */
size_t out_safe(struct out_buffer *b, const char *s);

/* Append S with out_put_safe(), padded with blanks to WIDTH bytes. */
void out_safe_column(struct out_buffer *b, const char *s, size_t width);

/* Append the first LEN bytes of S with out_put_harmless(), and the rest of the last character. */
void out_harmless(struct out_buffer *b, const char *s, size_t len);

/* ->put of struct wrapped that calls out_harmless() for B, a struct out_buffer */
void out_wrapped(void *b, const char *s, size_t len);

/* Append the texts after WIDTH, which NULL ends, as a paragraph with the escapes of out_harmless()
 * and lines of less than WIDTH columns. AT is the number of columns that the first line has
 * already; INDENT is the number of blanks before each other line. */
void out_paragraph(struct out_buffer *b, size_t at, size_t indent, size_t width, ...)
	__attribute__((sentinel));

/* Append S, UTF-8 or a file name, as a JSON string in quotes. */
void out_json_string(struct out_buffer *b, const char *s);

/* Like out_json_string() for N bytes, which may contain NULs, and which a NUL must follow. */
void out_json_text(struct out_buffer *b, const char *s, size_t n);

/* Append the N bytes at S as a value of CSV or TSV. Invalid UTF-8 and NULs become U+FFFD; if
 * HARMLESS is 1, also characters that control a terminal. */
void out_csv(struct out_buffer *b, const char *s, size_t n, int harmless);
void out_tsv(struct out_buffer *b, const char *s, size_t n, int harmless);

/* Append the N bytes at S. Invalid UTF-8 and NULs become U+FFFD. */
void out_utf8(struct out_buffer *b, const char *s, size_t n);

#endif
