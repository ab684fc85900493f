/* formats.h: the formats. */
#ifndef OUT_FORMATS_H
#define OUT_FORMATS_H

#include "out/format.h"

/* A row for each format, the default one first: out_NAME_format is its struct. */
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

/* Nothing is shown, everything is checked: --quiet. */
extern const struct out_format out_none_format;

/* All rows, ended by NULL. */
extern const struct out_format *const out_formats[];

/* NULL: no such format. */
const struct out_format *out_format_find(const char *name);

#endif
