/* formats.c: the table of formats. */
#include "config.h"

#include "out/formats.h"

#include "port/ascii.h"

/* A row for each, in the order of --help: out_NAME_format. */
#define FORMATS(row) \
	row(text) \
	row(list) \
	row(summary) \
	row(hex) \
	row(raw) \
	row(json)

#define DECLARE(name) extern const struct out_format out_##name##_format;
#define ADDRESS(name) &out_##name##_format,

FORMATS(DECLARE)

const struct out_format *const out_formats[] = { FORMATS(ADDRESS) NULL };

const struct out_format *out_format_find(const char *name)
{
	unsigned i;

	for (i = 0; out_formats[i]; i++)
		if (mr_same_word(out_formats[i]->name, name))
			return out_formats[i];
	return NULL;
}
