/* formats.c: the table of output formats, and the format that --quiet uses. */
#include "config.h"

#include "out/formats.h"

#include "base/ascii.h"

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

/* ---- --quiet: decode records to find problems, but show nothing ---- */

static int none_record(struct out_worker *w, const struct out_record *r)
{
	static const struct monread_emit emit = { .size = sizeof emit };

	return r->layout ? out_decode(w, r, &emit) : 0;
}

const struct out_format out_none_format = {
	.name = "none",
	.takes = OUT_TAKES_FIELDS | OUT_TAKES_CODEPAGE,
	.record = none_record,
};
