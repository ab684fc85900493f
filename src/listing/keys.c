/* keys.c: the keys of the annotations in .dsect files, and functions to find them in a text. */
#include "listing/keys.h"

#include <string.h>

#include "base/syntax.h"

/* the names of the keys, in the order of enum mr_key */
static const char *const key_names[MR_NKEYS] = {
	"Record", "DSECT", "Number", "Kind", "Instance", "Title", "Release", "Status",
	"Source", "Unproven", "When", "Tells", "Break", "Configuration", "Product", "Text",
	"ASCII", "Time", "Interval", "Unixtime", "Fixed11", "Hex", "Number", "Counter",
	"Countdown", "Code", "Key", "User", "Partition", "Level", "Moves", "Unit", "Values",
	"Array", "Vary", "Maps", "Payload", "Check", "Erratum",
};

const char *mr_key_name(enum mr_key key)
{
	return key_names[key];
}

enum mr_key mr_key_find(const char *p, size_t len)
{
	enum mr_key key = MR_KEY_RECORD;

	while (key < MR_NKEYS && !mr_text_is(p, len, key_names[key]))
		key++;
	return key;
}

int mr_key_format(enum mr_key key, enum monread_format *format)
{
	if (key < MR_KEY_TEXT || key > MR_KEY_PLAIN)
		return 0;
	*format = MONREAD_UNSIGNED;
	/* Except for MR_KEY_PLAIN, the keys of formats have the order of enum monread_format. */
	if (key != MR_KEY_PLAIN)
		*format = (enum monread_format)(MONREAD_TEXT + (key - MR_KEY_TEXT));
	return 1;
}

unsigned mr_key_flag(enum mr_key key)
{
	static const unsigned flags[MR_NKEYS] = {
		[MR_KEY_COUNTER] = MONREAD_COUNTER, [MR_KEY_COUNTDOWN] = MONREAD_COUNTDOWN,
		[MR_KEY_CODE] = MONREAD_CODE,       [MR_KEY_KEY] = MONREAD_KEY,
		[MR_KEY_USER] = MONREAD_USER,       [MR_KEY_PARTITION] = MONREAD_PARTITION,
		[MR_KEY_LEVEL] = MONREAD_LEVEL,     [MR_KEY_MOVES] = MONREAD_MOVES,
	};

	return flags[key];
}

const char *mr_break_word(unsigned kind)
{
	static const char *const words[] = { [MONREAD_BREAK_ALL] = "all",
		                             [MONREAD_BREAK_CHANGED] = "changed",
		                             [MONREAD_BREAK_SAME] = "same",
		                             [MONREAD_BREAK_BEGIN] = "begin",
		                             [MONREAD_BREAK_GONE] = "gone",
		                             [MONREAD_BREAK_IDENTITY] = "changed" };

	return words[kind];
}

int mr_kind_is_configuration(const char *kind)
{
	return strncmp(kind, "config", 6) == 0;
}

const char *mr_line_end(const char *p, const char *end)
{
	const char *nl = memchr(p, '\n', (size_t)(end - p));

	return nl ? nl : end;
}

unsigned mr_listing_line(const char *text, size_t len, const char *key)
{
	const char *p, *stop, *end = text + len;
	size_t n = strlen(key);
	unsigned line = 1;

	for (p = text; p < end; p = stop + 1, line++) {
		stop = mr_line_end(p, end);
		if ((size_t)(stop - p) > n && p[n] == ':' && mr_text_is(p, n, key))
			return line;
		if (stop == end)
			break;
	}
	return 0;
}

/* A .dsect file has a line with the key "Record", whose value may be missing in a new file; no page
 * of IBM has such a line. */
int mr_listing_is_dsect(const char *text, size_t len)
{
	return mr_listing_line(text, len, "Record") > 0;
}
