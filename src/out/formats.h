/* formats.h: the formats. */
#ifndef OUT_FORMATS_H
#define OUT_FORMATS_H

#include "out/format.h"

extern const struct out_format out_text_format, out_list_format, out_summary_format, out_hex_format, out_raw_format,
    out_json_format, out_none_format;

/* Those that have a name on the command line, ended by NULL. */
extern const struct out_format *const out_formats[];

/* NULL: no such format. */
const struct out_format *out_format_find(const char *name);

#endif
