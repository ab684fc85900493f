/* escape.h: makes texts from outside (records, names of files, options, pages) safe for a terminal
 * or for JSON. */
#ifndef CLI_ESCAPE_H
#define CLI_ESCAPE_H

#include "monread.h"
#include "cli/buffer.h"

/* Maximum number of bytes that one call of out_put_safe() or out_put_harmless() writes */
#define OUT_SAFE_MAX 16u

/* Return 1 if a terminal would obey the code point C, hide it, or reorder the text around it. */
int out_is_unsafe(uint32_t c);

/* Write the character at *S, which may be invalid UTF-8, to P, and move *S after the character.
 * Controls and invalid bytes become escapes like \x1b, other unsafe characters become escapes like
 * \u202e or \U000e0001, and \ becomes \\. Return the end of the written bytes. */
char *out_put_safe(char *p, const char **s);

/* Like out_put_safe(), but write \ unchanged. */
char *out_put_harmless(char *p, const char **s);

/* Set *C to the code point of the UTF-8 sequence at S. Return the length of the sequence in bytes;
 * 0 if it is invalid. */
unsigned out_code_point(const char *s, uint32_t *c);

/* Return the length in bytes of the first character of the N bytes at S; 1 if this character is
 * invalid UTF-8. Set *UNSAFE to 1 if the character is invalid or unsafe, else to 0. Newline and tab
 * count as safe, because callers put them between rows and cells. */
size_t safe_character(const char *s, size_t n, int *unsafe);

/* Return a copy of S, in which U+FFFD replaces invalid UTF-8, or NULL if out of memory. The caller
 * frees the copy. */
char *safe_utf8(const char *s);

/* For each byte of a text in a code page: the text to write for this byte. */
struct out_escape {
	struct {
		uint8_t length;
		char s[7];
	} ch[256];
};

enum out_quoting { OUT_PLAIN, OUT_JSON };

/* Fill in the table E for texts in the code page CP (NULL: ASCII). */
void out_escape_init(struct out_escape *e, const struct monread_codepage *cp,
                     enum out_quoting quoting);

/* Append the N bytes at S, which are a text of a record, with the replacements in E. */
void out_text(struct out_buffer *b, const struct out_escape *e, const unsigned char *s, size_t n);

/* Append the N bytes at S, which are a text of a record in UTF-8: mr_is_utf8() is 1 for them. E
 * must be the table for ASCII texts. */
void out_text_utf8(struct out_buffer *b, const struct out_escape *e, const unsigned char *s,
                   size_t n);

/* Append S with the escapes of out_put_safe(). Return the number of appended bytes. */
size_t out_safe(struct out_buffer *b, const char *s);

/* Append S with the escapes of out_put_safe(), padded with blanks to WIDTH bytes. */
void out_safe_column(struct out_buffer *b, const char *s, size_t width);

/* Append the first LEN bytes of S with the escapes of out_put_harmless(). If a character begins in
 * these bytes and continues after them, append all of it. */
void out_harmless(struct out_buffer *b, const char *s, size_t len);

/* Call out_harmless(). This function is meant for ->put of struct wrapped; B is a struct
 * out_buffer. */
void out_wrapped(void *b, const char *s, size_t len);

/* Append the texts after WIDTH as a paragraph with the escapes of out_harmless() and lines of less
 * than WIDTH columns. NULL ends the texts. AT is the number of columns that are already written in
 * the first line; INDENT is the number of blanks at the start of each further line. */
void out_paragraph(struct out_buffer *b, size_t at, size_t indent, size_t width, ...)
	__attribute__((sentinel));

/* Append S, which is UTF-8 or a file name, as a JSON string in quotes. */
void out_json_string(struct out_buffer *b, const char *s);

/* Like out_json_string() for the N bytes at S, which may contain NULs. A NUL must follow the N
 * bytes. */
void out_json_text(struct out_buffer *b, const char *s, size_t n);

/* Append the N bytes at S as a value: out_csv() for CSV, out_tsv() for TSV. Invalid UTF-8 and NULs
 * become U+FFFD; if HARMLESS is 1, characters that control a terminal do so, too. */
void out_csv(struct out_buffer *b, const char *s, size_t n, int harmless);
void out_tsv(struct out_buffer *b, const char *s, size_t n, int harmless);

/* Append the N bytes at S. Invalid UTF-8 and NULs become U+FFFD. */
void out_utf8(struct out_buffer *b, const char *s, size_t n);

#endif
