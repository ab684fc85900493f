/* quote.h: writes text as strings of C. */
#ifndef MR_QUOTE_H
#define MR_QUOTE_H

#include <stdio.h>

/* Write the LENGTH bytes at TEXT to OUT as C strings, without the first and the last quotation
 * mark. Begin a new string, indented by INDENT, after each newline and after 90 characters. */
static inline void put_quoted(FILE *out, const char *text, size_t length, const char *indent)
{
	size_t i, wide = 0;

	for (i = 0; i < length; i++, wide++) {
		unsigned char c = (unsigned char)text[i];

		if (wide == 90 || (i > 0 && text[i - 1] == '\n')) {
			fprintf(out, "\"\n%s\"", indent);
			wide = 0;
		}
		if (c == '\n')
			fputs("\\n", out);
		else if (c == '"' || c == '\\' || c == '?') /* "??" might begin a trigraph */
			fprintf(out, "\\%c", c);
		else if (c < ' ' || c >= 0x7F)
			fprintf(out, "\\%03o", c);
		else
			fputc(c, out);
	}
}

#endif
