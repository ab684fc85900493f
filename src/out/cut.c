/* cut.c: cuts lines to the width of the terminal. */
#include "config.h"

#include "out/cut.h"

void out_cut_line(struct out_buffer *b, struct out_buffer *line, unsigned width)
{
	const char *p = line->buf;
	unsigned n = 0;

	for (; p < line->p && *p != '\n'; p++) {
		/* A continuation byte of a UTF-8 character. */
		if (((unsigned char)*p & 0xC0) == 0x80)
			continue;
		if (width && n++ == width)
			break;
	}
	out_bytes(b, line->buf, (size_t)(p - line->buf));
	out_char(b, '\n');
	line->p = line->buf;
}
