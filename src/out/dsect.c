/* dsect.c: receives what the library writes of a layout, for --describe=PAGE --format=dsect and --xref. */
#include "config.h"

#include "out/dsect.h"

#include "cli/escape.h"

int out_dsect_text(void *arg, const char *text, size_t length)
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
