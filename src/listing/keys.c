/* keys.c: the keys of the annotations in .dsect files, and functions to find them in a text. */
#include "listing/keys.h"

#include <string.h>

#include "base/syntax.h"

static const char *const key_names[MR_NKEYS] = {
	[MR_KEY_RECORD] = "Record",
	[MR_KEY_DSECT] = "DSECT",
	[MR_KEY_NUMBER] = "Number",
	[MR_KEY_KIND] = "Kind",
	[MR_KEY_INSTANCE] = "Instance",
	[MR_KEY_TITLE] = "Title",
	[MR_KEY_RELEASE] = "Release",
	[MR_KEY_STATUS] = "Status",
	[MR_KEY_SOURCE] = "Source",
	[MR_KEY_UNPROVEN] = "Unproven",
	[MR_KEY_WHEN] = "When",
	[MR_KEY_TELLS] = "Tells",
	[MR_KEY_BREAK] = "Break",
	[MR_KEY_CONFIGURATION] = "Configuration",
	[MR_KEY_PRODUCT] = "Product",
	[MR_KEY_TEXT] = "Text",
	[MR_KEY_ASCII] = "ASCII",
	[MR_KEY_TIME] = "Time",
	[MR_KEY_INTERVAL] = "Interval",
	[MR_KEY_UNIXTIME] = "Unixtime",
	[MR_KEY_FIXED11] = "Fixed11",
	[MR_KEY_HEX] = "Hex",
	[MR_KEY_PLAIN] = "Number",
	[MR_KEY_COUNTER] = "Counter",
	[MR_KEY_COUNTDOWN] = "Countdown",
	[MR_KEY_CODE] = "Code",
	[MR_KEY_KEY] = "Key",
	[MR_KEY_USER] = "User",
	[MR_KEY_PARTITION] = "Partition",
	[MR_KEY_LEVEL] = "Level",
	[MR_KEY_MOVES] = "Moves",
	[MR_KEY_UNIT] = "Unit",
	[MR_KEY_VALUES] = "Values",
	[MR_KEY_ARRAY] = "Array",
	[MR_KEY_VARY] = "Vary",
	[MR_KEY_MAPS] = "Maps",
	[MR_KEY_PAYLOAD] = "Payload",
	[MR_KEY_CHECK] = "Check",
	[MR_KEY_ERRATUM] = "Erratum",
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
	/* The keys of the other formats are in the order of the formats. */
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

/* A text with the key "Record" at the beginning of a line is a .dsect file, because no page of IBM
 * has such a line. Accept the key without a value, too, because a new file may lack the value. */
int mr_listing_is_dsect(const char *text, size_t len)
{
	return mr_listing_line(text, len, "Record") > 0;
}
