/* keys.c: the keys of the annotations in .dsect files, and functions to find them in a text. */
#include "listing/keys.h"

#include <string.h>

#include "base/syntax.h"

static const struct {
	const char *name;
	unsigned flag;
	enum monread_format format;
} keys[MR_NKEYS] = {
	[MR_KEY_RECORD] = { "Record" },
	[MR_KEY_DSECT] = { "DSECT" },
	[MR_KEY_NUMBER] = { "Number" },
	[MR_KEY_KIND] = { "Kind" },
	[MR_KEY_TITLE] = { "Title" },
	[MR_KEY_RELEASE] = { "Release" },
	[MR_KEY_STATUS] = { "Status" },
	[MR_KEY_SOURCE] = { "Source" },
	[MR_KEY_WHEN] = { "When" },
	[MR_KEY_BREAK] = { "Break" },
	[MR_KEY_CONFIGURATION] = { "Configuration" },
	[MR_KEY_TELLS] = { "Tells" },
	[MR_KEY_PRODUCT] = { "Product" },
	[MR_KEY_TEXT] = { "Text", .format = MONREAD_TEXT },
	[MR_KEY_ASCII] = { "ASCII", .format = MONREAD_ASCII },
	[MR_KEY_TIME] = { "Time", .format = MONREAD_TIME },
	[MR_KEY_INTERVAL] = { "Interval", .format = MONREAD_INTERVAL },
	[MR_KEY_UNIXTIME] = { "Unixtime", .format = MONREAD_UNIXTIME },
	[MR_KEY_FIXED11] = { "Fixed11", .format = MONREAD_FIXED11 },
	[MR_KEY_HEX] = { "Hex", .format = MONREAD_HEX },
	[MR_KEY_PLAIN] = { "Number", .format = MONREAD_UNSIGNED },
	[MR_KEY_COUNTER] = { "Counter", .flag = MONREAD_COUNTER },
	[MR_KEY_KEY] = { "Key", .flag = MONREAD_KEY },
	[MR_KEY_UNIT] = { "Unit" },
	[MR_KEY_ARRAY] = { "Array" },
	[MR_KEY_VARY] = { "Vary" },
	[MR_KEY_MAPS] = { "Maps" },
	[MR_KEY_PAYLOAD] = { "Payload" },
	[MR_KEY_CHECK] = { "Check" },
	[MR_KEY_ERRATUM] = { "Erratum" },
	[MR_KEY_COUNTDOWN] = { "Countdown", .flag = MONREAD_COUNTDOWN },
	[MR_KEY_INSTANCE] = { "Instance" },
	[MR_KEY_CODE] = { "Code", .flag = MONREAD_CODE },
	[MR_KEY_USER] = { "User", .flag = MONREAD_USER },
	[MR_KEY_PARTITION] = { "Partition", .flag = MONREAD_PARTITION },
	[MR_KEY_LEVEL] = { "Level", .flag = MONREAD_LEVEL },
	[MR_KEY_UNPROVEN] = { "Unproven" },
	[MR_KEY_VALUES] = { "Values" },
	[MR_KEY_MOVES] = { "Moves", .flag = MONREAD_MOVES },
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
 * has such a line. The value of the key may be missing in a new file. */
int mr_listing_is_dsect(const char *text, size_t len)
{
	return mr_listing_line(text, len, "Record") > 0;
}
