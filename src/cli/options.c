#include "config.h"

#include "cli/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/lists.h"
#include "cli/moment.h"
#include "cli/near.h"

/* getopt_long() returns VALUE_OF(I) for the long name of the option in row I, and the letter for
 * its short name */
#define VALUE_OF(i) (256 + (int)(i))
#define REMOVED VALUE_OF(OPTIONS_MOST)

static void store_integer(void *options, const struct options_row *row, uint64_t v)
{
	unsigned char *to = (unsigned char *)options + row->at;
	uint8_t v8 = (uint8_t)v;
	uint32_t v32 = (uint32_t)v;

	if (row->size == sizeof v8)
		memcpy(to, &v8, sizeof v8);
	else if (row->size == sizeof v32)
		memcpy(to, &v32, sizeof v32);
	else
		memcpy(to, &v, sizeof v);
}

static uint64_t options_word(const struct options_row *row, const char *arg)
{
	const struct word *w;
	char known[160];

	if (!arg)
		return (uint64_t)row->value;
	w = words_find(row->words, arg);
	if (!w)
		diag_usage("--%s=%s: expected %s", row->name, arg,
		           words_list(known, sizeof known, row->words, ""));
	return (uint64_t)w->value;
}

static uint64_t options_number(const struct options_row *row, const char *arg)
{
	uint64_t v;

	if (words_number(arg, row->min, row->max, &v))
		diag_usage("--%s=%s: expected a number from %llu to %llu", row->name, arg,
		           (unsigned long long)row->min, (unsigned long long)row->max);
	return v;
}

static double seconds(const struct options_row *row, const char *arg)
{
	double v;

	if (words_seconds(arg, &v))
		diag_usage("--%s=%s: expected a time, as in 90, 30s, 10m, 2h or 1d", row->name,
		           arg);
	return v;
}

static void __attribute__((noreturn)) exit_behind_text(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		exit(STATUS_GOOD);
	diag_fail("standard output: cannot be written: %s", strerror(errno));
	exit(STATUS_FAILED);
}

static void options_set(const struct options_program *p, void *options,
                        const struct options_row *row, const char *arg)
{
	void *to = (char *)options + row->at;

	switch (row->kind) {
	case OPTIONS_FLAG:
		*(int *)to = 1;
		break;
	case OPTIONS_COUNT:
		++*(int *)to;
		break;
	case OPTIONS_STRING:
		*(const char **)to = arg;
		break;
	case OPTIONS_WORD:
		store_integer(options, row, options_word(row, arg));
		break;
	case OPTIONS_NUMBER:
		store_integer(options, row, options_number(row, arg));
		break;
	case OPTIONS_SECONDS:
		*(double *)to = seconds(row, arg);
		break;
	case OPTIONS_LIST:
		lists_add(to, arg, (char)row->value);
		break;
	case OPTIONS_CALL:
		row->set(options, row, arg);
		break;
	case OPTIONS_MESSAGES:
		/* Set the form of messages at once, so that messages about later options have this
		 * form. */
		diag_set_form(options_word(row, arg) ? DIAG_JSON : DIAG_TEXT);
		break;
	case OPTIONS_HELP:
		options_help(p);
		exit_behind_text();
	case OPTIONS_VERSION:
		options_version(p);
		exit_behind_text();
	case OPTIONS_TEXT:
		break;
	}
}

/* Exit with a message: the option ARG is unknown, or abbreviates several options. */
static void __attribute__((noreturn))
unknown_option(const struct options_program *p, const char *arg)
{
	size_t n = strcspn(arg + 2, "="), i, candidates = 0;
	char name[MONREAD_NAME_MAX + 1], room[NEAR_ROOM], known[1024] = "";
	char dashed[OPTIONS_MOST][MONREAD_NAME_MAX + 1];
	struct near near;

	snprintf(name, sizeof name, "%.*s", (int)n + 2, arg);
	near_begin(&near, name);
	for (i = 0; i < p->n; i++) {
		const char *option = p->rows[i].name;

		if (!option)
			continue;
		snprintf(dashed[i], sizeof dashed[i], "--%s", option);
		near_offer(&near, dashed[i]);
		if (strncmp(option, arg + 2, n) == 0)
			snprintf(known + strlen(known), sizeof known - strlen(known), "%s--%s",
			         candidates++ ? ", " : "", option);
	}
	if (candidates)
		diag_usage("--%.*s: ambiguous option: %s", (int)n, arg + 2, known);
	diag_usage("--%.*s: no such option; %s", (int)n, arg + 2,
	           near_list(&near, room, "--help lists all"));
}

/* Exit with a message about a wrong option. Messages of getopt_long() itself would begin with the
 * path of the program. */
static void __attribute__((noreturn))
bad_option(const struct options_program *p, int c, const char *arg)
{
	/* An argument such as -abc has several letters: name only the wrong letter in the
	 * message. */
	if (optopt && optopt < VALUE_OF(0))
		diag_usage(c == ':' ? "-%c: a value is missing" :
		                      "-%c: no such option; --help lists all",
		           optopt);
	if (c == ':')
		diag_usage("%s: a value is missing", arg);
	if (optopt)
		diag_usage("%s: this option takes no value", arg);
	unknown_option(p, arg);
}

struct options_table {
	struct option longs[OPTIONS_MOST + REMOVED_MOST];
	char letters[3 * OPTIONS_MOST + 2];
	unsigned char row[256]; /* row of each letter */
};
_Static_assert(OPTIONS_MOST <= 256, "the number of a row fits into struct options_table.row");

static void options_make_table(struct options_table *t, const struct options_program *p)
{
	char *letter = t->letters;
	size_t i, n = 0;
	int colons;

	memset(t, 0, sizeof *t);
	*letter++ = ':';
	for (i = 0; i < p->n; i++) {
		const struct options_row *row = &p->rows[i];

		if (!row->name)
			continue;
		t->longs[n].name = row->name;
		colons = no_argument;
		if (row->argument)
			colons = row->optional ? optional_argument : required_argument;
		t->longs[n].has_arg = colons;
		t->longs[n++].val = VALUE_OF(i);
		if (!row->letter)
			continue;
		t->row[(unsigned char)row->letter] = (unsigned char)i;
		*letter++ = row->letter;
		/* getopt_long() expects one colon after the letter if an argument is required, and
		 * two colons if an argument is optional. The constants required_argument and
		 * optional_argument have these values. */
		while (colons-- > 0)
			*letter++ = ':';
	}
	for (i = 0; p->removed && p->removed[i].name; i++)
		t->longs[n++] = (struct option){ p->removed[i].name, optional_argument, NULL,
			                         REMOVED + (int)i };
}

/* Return VALUE_OF() of the option that replaced the removed option R, and append the unit r->unit
 * to an argument without unit. If no option replaced R, or R has no argument, exit with the advice
 * r->advice. */
static int renamed(const struct options_program *p, const struct options_removed *r)
{
	static char room[64];
	size_t i, len = optarg ? strlen(optarg) : 0;

	for (i = 0; len > 0 && r->now && i < p->n; i++) {
		if (!p->rows[i].name || strcmp(p->rows[i].name, r->now) != 0)
			continue;
		diag_note("--%s: this option is now called --%s", r->name, r->now);
		if (r->unit && mr_is_digit(optarg[len - 1]) && len + 2 <= sizeof room) {
			snprintf(room, sizeof room, "%s%c", optarg, r->unit);
			optarg = room;
		}
		return VALUE_OF(i);
	}
	diag_usage("--%s: no such option; %s", r->name, r->advice);
}

int options_read(const struct options_program *p, void *options, int argc, char **argv,
                 unsigned char given[OPTIONS_MOST])
{
	const char *before[OPTIONS_MOST]; /* last argument of each row */
	const struct options_row *row;
	struct options_table t;
	size_t i;
	int c;

	options_make_table(&t, p);
	memset(given, 0, OPTIONS_MOST);
	opterr = 0;
	for (;;) {
		c = getopt_long(argc, argv, t.letters, t.longs, NULL);
		if (c == -1)
			break;
		if (c == '?' || c == ':')
			bad_option(p, c, argv[optind - 1]);
		if (c >= REMOVED)
			c = renamed(p, &p->removed[c - REMOVED]);
		i = c < VALUE_OF(0) ? t.row[c] : (size_t)(c - VALUE_OF(0));
		row = &p->rows[i];
		if (row->kind == OPTIONS_HELP && c == row->letter) {
			fputs(p->tasks, stdout);
			exit_behind_text();
		}
		if (given[i] && row->once && strcmp(before[i], optarg) != 0)
			diag_usage("--%s=%s, --%s=%s: %s", row->name, before[i], row->name, optarg,
			           row->once);
		before[i] = optarg;
		given[i] = 1;
		options_set(p, options, row, optarg);
	}
	return optind;
}

void options_check_effect(const struct options_row *row, unsigned applies, const char *with,
                          const char *name, const char *advice)
{
	if (!((row->where ? row->where : OPTIONS_USUAL) & applies))
		diag_usage("--%s has no effect with %s%s%s", row->name, with, name, advice);
}

void options_check_needs(const struct options_program *p, const struct options_row *row,
                         const unsigned char given[OPTIONS_MOST])
{
	const struct options_need *need;
	size_t i, k;
	int met;

	for (need = row->needs; need && need->text; need++) {
		met = 0;
		for (i = 0; need->any[i]; i++)
			for (k = 0; k < p->n; k++)
				met |= given[k] && strcmp(p->rows[k].name, need->any[i]) == 0;
		if (!met)
			diag_usage("--%s needs %s", row->name, need->text);
	}
}

void options_moment(struct moment *m, const char *option, const char *arg, unsigned flags)
{
	if (!arg || moment_parse(m, arg, flags) == 0)
		return;
	if (flags & MOMENT_ZONED)
		diag_usage(
			"--%s=%s: with --time=system, expected a time with its zone, as in 2018-09-12T09:26+02:00, or +90, +10m or -1h",
			option, arg);
	diag_usage(
		"--%s=%s: expected a time, as in 2018-09-12T09:26:44Z, 09:26, +90, +10m or -1h, or seconds since 1970",
		option, arg);
}

static int is_character(const struct monread_codepage *cp, unsigned byte, char c)
{
	size_t length;
	const char *utf8 = monread_codepage_utf8(cp, (unsigned char)byte, &length);

	return length == 1 && *utf8 == c;
}

/* Compare only a digit and a blank, because they have the same codes in all EBCDIC code pages;
 * letters do not. */
int codepage_is_ebcdic(const struct monread_codepage *cp)
{
	return is_character(cp, 0xF0, '0') && is_character(cp, 0x40, ' ');
}

struct monread_codepage *codepage_named(const char *name)
{
	struct monread_codepage *cp = monread_codepage_open(name);

	if (!cp && errno != ENOMEM)
		diag_usage("--codepage=%s: no such code page; iconv --list shows all", name);
	if (cp && !codepage_is_ebcdic(cp))
		diag_usage(
			"--codepage=%s: expected a code page of EBCDIC, where X'40' is a blank and X'F0' is 0, as IBM-037,"
			" IBM-273 or IBM-1047; iconv --list shows all",
			name);
	return cp;
}
