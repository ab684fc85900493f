/* dsect.c: prints a layout in the forms that the library writes, with control characters made harmless. */
#include "config.h"

#include "out/dsect.h"

#include "cli/escape.h"

static int put_text(void *arg, const char *text, size_t length)
{
	struct out_buffer *b = arg;
	const char *end = text + length, *stop;

	for (; text < end; text = stop + 1) {
		stop = memchr(text, '\n', (size_t)(end - text));
		out_harmless(b, text, (size_t)((stop ? stop : end) - text));
		if (!stop)
			break;
		out_char(b, '\n');
	}
	return 0;
}

int out_dsect(struct out_buffer *b, const struct monread_layout *l)
{
	return monread_layout_write(l, put_text, b);
}

int out_dsect_texts(struct out_buffer *b, const struct monread_layout *l)
{
	return monread_layout_write_texts(l, put_text, b);
}

int out_xref(struct out_buffer *b, const struct monread_layout *l)
{
	return monread_layout_write_xref(l, put_text, b);
}
