/* formats.h: the table of output formats. */
#ifndef OUT_FORMATS_H
#define OUT_FORMATS_H

#include "out/format.h"

/* One row per format; the first row is the default format. The functions of the format NAME are in
 * out_NAME_format. */
#define OUT_FORMATS(row) \
	row(text) \
	row(list) \
	row(summary) \
	row(hex) \
	row(raw) \
	row(json) \
	row(csv) \
	row(tsv) \
	row(arrow)

#define OUT_DECLARE(name) extern const struct out_format out_##name##_format;
OUT_FORMATS(OUT_DECLARE)

/* The format for --quiet: it decodes all records to find problems, but shows nothing. */
extern const struct out_format out_none_format;

/* All formats, ended by NULL. */
extern const struct out_format *const out_formats[];

/* Return the format NAME, or NULL if it is unknown. */
const struct out_format *out_format_find(const char *name);

#endif
