/* none.c: the format of --quiet: decodes records to find problems, but shows nothing. */
#include "config.h"

#include "out/formats.h"

static int none_problem(void *arg, const char *text)
{
	return out_tell_problem(arg, text);
}

static int none_record(struct out_worker *w, const struct out_record *r)
{
	static const struct monread_emit emit = { .size = sizeof emit, .problem = none_problem };

	return r->layout ? out_decode(w, r, &emit) : 0;
}

const struct out_format out_none_format = {
	.name = "none",
	.wants = OUT_WANTS_LAYOUT,
	.takes = OUT_TAKES_FIELDS | OUT_TAKES_CODEPAGE,
	.record = none_record,
};
