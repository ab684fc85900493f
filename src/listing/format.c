/* format.c: decides the format of fields that have none yet: from the type, and on pages of IBM
 * from the description. */
#include <string.h>

#include "listing/draft.h"

static int has_word(const char *text, const char *word)
{
	return mr_has_word(text, word, MR_WORD_BEGINS);
}

static int has_any_word(const char *text, const char *const *words)
{
	for (; *words; words++)
		if (has_word(text, *words))
			return 1;
	return 0;
}

static const char *const time_words[] = { "tod clock",  "tod value", "time-of-day", "time of day",
	                                  "time stamp", "timestamp", NULL };

static int is_duration_text(const char *t)
{
	static const char *const words[] = { "elapsed",    "total",        "cpu time",
		                             "spin",       "duration",     "accumulated",
		                             "cumulative", "amount of",    "time spent",
		                             "time used",  "wait time",    "processor time",
		                             "raw time",   "virtual time", NULL };

	if (has_word(t, "tod units") || has_word(t, "tod clock units"))
		return 1;
	return (has_word(t, "tod clock format") || has_word(t, "tod format")) &&
	       has_any_word(t, words);
}

static int is_number_text(const char *t)
{
	static const char *const words[] = { "number of", "count of", "microseconds",
		                             "milliseconds", NULL };
	static const char *const but[] = { "serial number", "identif", "ebcdic", NULL };

	return has_any_word(t, words) && !has_any_word(t, but);
}

static int is_name_text(const char *t)
{
	static const char *const words[] = { "identif", "user id",      "userid", "ebcdic",
		                             "volume",  "volid",        "volser", "label",
		                             "serial",  "command text", NULL };

	return has_any_word(t, words) || has_word(t, "name") ||
	       mr_has_word(t, "type", MR_WORD_BEGINS | MR_WORD_ENDS);
}

static enum monread_format guess_format(const struct monread_field *f)
{
	const char *t = f->text;

	if (f->type != MONREAD_TYPE_SIGNED && f->type != MONREAD_TYPE_ADDRESS && f->length == 8) {
		if (is_duration_text(t))
			return MONREAD_INTERVAL;
		if (has_any_word(t, time_words))
			return MONREAD_TIME;
		if (is_number_text(t))
			return MONREAD_UNSIGNED;
	}
	switch (f->type) {
	case MONREAD_TYPE_CHARACTER:
		return is_name_text(t) ? MONREAD_TEXT : MONREAD_HEX;
	case MONREAD_TYPE_UNSIGNED:
		return has_word(t, "device number") ? MONREAD_HEX : MONREAD_UNSIGNED;
	default:
		return MONREAD_HEX;
	}
}

enum monread_format mr_format_of_type(const struct monread_field *f)
{
	if (f->length > 8)
		return MONREAD_HEX;
	switch (f->type) {
	case MONREAD_TYPE_STRING:
		return MONREAD_ASCII;
	case MONREAD_TYPE_SIGNED:
		return MONREAD_SIGNED;
	case MONREAD_TYPE_BITSTRING:
		return MONREAD_BITS;
	case MONREAD_TYPE_UNSIGNED:
		return MONREAD_UNSIGNED;
	default:
		return MONREAD_HEX;
	}
}

/* Like mr_format_of_type(), but if the type of the field F can have several formats, its
 * description on the page of IBM decides. */
static enum monread_format by_type(const struct mr_draft *d, const struct monread_field *f)
{
	enum monread_format guessed;

	if (f->type == MONREAD_TYPE_CHARACTER)
		return f->flags & MONREAD_RESERVED ? MONREAD_HEX : guess_format(f);
	if (d->is_dsect || f->length > 8 ||
	    (f->type != MONREAD_TYPE_BITSTRING && f->type != MONREAD_TYPE_UNSIGNED))
		return mr_format_of_type(f);
	guessed = guess_format(f);
	return guessed == MONREAD_HEX && f->type == MONREAD_TYPE_BITSTRING ? MONREAD_BITS : guessed;
}

int mr_format_is_group(const struct mr_part *part, size_t row)
{
	const struct monread_field *f = &part->rows[row].f, *g;
	size_t i;

	if (f->structure || part->rows[row].has_format)
		return 0;
	if (f->type == MONREAD_TYPE_STRUCTURE)
		return 1;
	if (f->type != MONREAD_TYPE_CHARACTER || (f->flags & MONREAD_RESERVED))
		return 0;
	for (i = row + 1; i < part->nrows; i++) {
		g = &part->rows[i].f;
		if (g->length && g->offset >= f->offset && mr_field_end(g) <= mr_field_end(f))
			return 1;
	}
	return 0;
}

static enum monread_format format_of(const struct mr_draft *d, const struct mr_part *p, size_t i)
{
	const struct monread_field *f = &p->rows[i].f;

	if (f->structure || f->length == 0 || mr_format_is_group(p, i))
		return MONREAD_GROUP;
	if ((f->flags & MONREAD_HEADER) && strcmp(f->name, "MRHDRTOD") == 0)
		return MONREAD_TIME;
	return by_type(d, f);
}

void mr_format_settle(struct mr_draft *d)
{
	size_t i, j;

	for (i = 0; i < d->nparts; i++)
		for (j = 0; j < d->parts[i].nrows; j++)
			if (!d->parts[i].rows[j].has_format)
				d->parts[i].rows[j].f.format = format_of(d, &d->parts[i], j);
}
