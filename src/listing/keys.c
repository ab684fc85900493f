/* keys.c: the keys of the annotations in .dsect files, and functions to find them in a text. */
#include "listing/keys.h"

#include <string.h>

#include "base/syntax.h"

static const struct {
	const char *name;
	unsigned flag;
	enum monread_format format;
} keys[MR_NKEYS] = {
	[MR_KEY_RECORD] = { "Record", 0, 0 },
	[MR_KEY_DSECT] = { "DSECT", 0, 0 },
	[MR_KEY_NUMBER] = { "Number", 0, 0 },
	[MR_KEY_KIND] = { "Kind", 0, 0 },
	[MR_KEY_TITLE] = { "Title", 0, 0 },
	[MR_KEY_RELEASE] = { "Release", 0, 0 },
	[MR_KEY_STATUS] = { "Status", 0, 0 },
	[MR_KEY_SOURCE] = { "Source", 0, 0 },
	[MR_KEY_WHEN] = { "When", 0, 0 },
	[MR_KEY_BREAK] = { "Break", 0, 0 },
	[MR_KEY_CONFIGURATION] = { "Configuration", 0, 0 },
	[MR_KEY_TELLS] = { "Tells", 0, 0 },
	[MR_KEY_PRODUCT] = { "Product", 0, 0 },
	[MR_KEY_TEXT] = { "Text", 0, MONREAD_TEXT },
	[MR_KEY_ASCII] = { "ASCII", 0, MONREAD_ASCII },
	[MR_KEY_TIME] = { "Time", 0, MONREAD_TIME },
	[MR_KEY_INTERVAL] = { "Interval", 0, MONREAD_INTERVAL },
	[MR_KEY_UNIXTIME] = { "Unixtime", 0, MONREAD_UNIXTIME },
	[MR_KEY_FIXED11] = { "Fixed11", 0, MONREAD_FIXED11 },
	[MR_KEY_HEX] = { "Hex", 0, MONREAD_HEX },
	[MR_KEY_PLAIN] = { "Number", 0, MONREAD_UNSIGNED },
	[MR_KEY_COUNTER] = { "Counter", MONREAD_COUNTER, 0 },
	[MR_KEY_KEY] = { "Key", MONREAD_KEY, 0 },
	[MR_KEY_UNIT] = { "Unit", 0, 0 },
	[MR_KEY_ARRAY] = { "Array", 0, 0 },
	[MR_KEY_VARY] = { "Vary", 0, 0 },
	[MR_KEY_MAPS] = { "Maps", 0, 0 },
	[MR_KEY_PAYLOAD] = { "Payload", 0, 0 },
	[MR_KEY_CHECK] = { "Check", 0, 0 },
	[MR_KEY_ERRATUM] = { "Erratum", 0, 0 },
	[MR_KEY_COUNTDOWN] = { "Countdown", MONREAD_COUNTDOWN, 0 },
	[MR_KEY_INSTANCE] = { "Instance", 0, 0 },
	[MR_KEY_CODE] = { "Code", MONREAD_CODE, 0 },
	[MR_KEY_USER] = { "User", MONREAD_USER, 0 },
	[MR_KEY_PARTITION] = { "Partition", MONREAD_PARTITION, 0 },
	[MR_KEY_LEVEL] = { "Level", MONREAD_LEVEL, 0 },
	[MR_KEY_UNPROVEN] = { "Unproven", 0, 0 },
	[MR_KEY_VALUES] = { "Values", 0, 0 },
	[MR_KEY_MOVES] = { "Moves", MONREAD_MOVES, 0 },
};

const char *mr_key_name(enum mr_key key)
{
	return keys[key].name;
}

enum mr_key mr_key_find(const char *p, size_t len)
{
	enum mr_key key = MR_KEY_RECORD;

	while (key < MR_NKEYS && !mr_text_is(p, len, keys[key].name))
		key++;
	return key;
}

int mr_key_format(enum mr_key key, enum monread_format *format)
{
	if (key < MR_KEY_TEXT || key > MR_KEY_PLAIN)
		return 0;
	*format = keys[key].format;
	return 1;
}

unsigned mr_key_flag(enum mr_key key)
{
	return keys[key].flag;
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
