/* formats.c: the table of output formats. */
#include "config.h"

#include "out/formats.h"

#include "port/ascii.h"

#define ADDRESS(name) &out_##name##_format,

const struct out_format *const out_formats[] = { OUT_FORMATS(ADDRESS) NULL };

const struct out_format *out_format_find(const char *name)
{
	unsigned i;

	for (i = 0; out_formats[i]; i++)
		if (mr_same_word(out_formats[i]->name, name))
			return out_formats[i];
	return NULL;
}
