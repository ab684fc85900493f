/* applies.c: the tables of where options have an effect. */
#include "config.h"

#include "tool/applies.h"

#include <stddef.h>
#include <string.h>

/* What has no row here has an effect wherever records are read. */
static const struct {
	const char *option;
	unsigned where;
} rows[] = {
	{ "fields", APPLIES_TEXT | APPLIES_HEX | APPLIES_JSON | APPLIES_READ },
	{ "codepage", APPLIES_TEXT | APPLIES_HEX | APPLIES_JSON | APPLIES_READ },
	{ "follow", APPLIES_RECORDS | APPLIES_AUTO | APPLIES_CAPTURE },
	{ "buffer", APPLIES_RECORDS | APPLIES_AUTO | APPLIES_DEVICE },
	{ "describe", APPLIES_LAYOUTS | APPLIES_READ },
	{ "xref", APPLIES_LAYOUTS | APPLIES_READ },
	{ "list-layouts", APPLIES_LAYOUTS | APPLIES_READ },
	{ "check-layouts", APPLIES_LAYOUTS | APPLIES_READ },
	{ "to-dsect", APPLIES_LAYOUTS | APPLIES_READ },
	{ "layouts", APPLIES_SHOWN | APPLIES_READ },
	{ "release", APPLIES_SHOWN | APPLIES_READ },
	{ "output", APPLIES_SHOWN | APPLIES_READ },
	{ "quiet", APPLIES_SHOWN | APPLIES_READ },
	{ "verbose", APPLIES_SHOWN | APPLIES_READ },
	/* Often part of an alias. */
	{ "color", APPLIES_SHOWN | APPLIES_READ },
};

static const char *const with_write[] = { "write", NULL };
static const char *const with_rotation[] = { "rotate-size", "rotate-time", NULL };

static const struct {
	const char *option;
	const char *const *any;
	const char *text;
} needs[] = {
	{ "write-format", with_write, "--write=FILE" },
	{ "rotate-size", with_write, "--write=FILE" },
	{ "rotate-time", with_write, "--write=FILE" },
	{ "keep", with_write, "--write=FILE" },
	{ "keep", with_rotation, "--rotate-size or --rotate-time" },
	{ "compress", with_write, "--write=FILE" },
	{ "sync", with_write, "--write=FILE" },
	{ "append", with_write, "--write=FILE" },
	{ "force", with_write, "--write=FILE" },
	{ "mode", with_write, "--write=FILE" },
	{ "write-marks", with_write, "--write=FILE" },
};

static const struct {
	const char *format;
	unsigned is;
} formats[] = {
	{ "text", APPLIES_TEXT }, { "list", APPLIES_LIST }, { "summary", APPLIES_SUMMARY },
	{ "hex", APPLIES_HEX },   { "raw", APPLIES_RAW },   { "json", APPLIES_JSON },
};

unsigned applies_to(const char *option)
{
	size_t i;

	for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
		if (strcmp(rows[i].option, option) == 0)
			return rows[i].where;
	return APPLIES_RECORDS | APPLIES_READ;
}

const char *applies_with(const char *option, unsigned n, const char *const **any)
{
	size_t i;

	for (i = 0; i < sizeof needs / sizeof needs[0]; i++)
		if (strcmp(needs[i].option, option) == 0 && n-- == 0) {
			*any = needs[i].any;
			return needs[i].text;
		}
	return NULL;
}

unsigned applies_format(const char *format)
{
	size_t i;

	for (i = 0; i < sizeof formats / sizeof formats[0]; i++)
		if (strcmp(formats[i].format, format) == 0)
			return formats[i].is;
	return APPLIES_RECORDS;
}
