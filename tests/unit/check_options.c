/* check_options.c: parsing of a command line with a table of options, and of the values of options. */

#include "unit.h"

#include <getopt.h>
#include <sys/wait.h>

#include "cli/diag.h"
#include "cli/options.h"

#define BESIDE 0xA5A5A5A5u

/* A value next to each stored integer; the parser must not change it. */
struct got {
	unsigned char byte, byte_behind;
	int word;
	unsigned before, number, behind;
	uint64_t large;
	double seconds;
	int flag, count;
	const char *text, *called;
};

static void take(void *options, const struct options_row *row, const char *arg)
{
	struct got *g = options;

	ck_assert_str_eq(row->name, "call");
	ck_assert_int_eq(row->value, 7);
	g->called = arg;
}

static const struct word colors[] = { { "red", 1 }, { "green", -2 }, { "blue", 3 }, { NULL, 0 } };
static const struct word small[] = { { "one", 1 }, { "most", 255 }, { NULL, 0 } };
static const struct options_need needs[] = {
	{ { "flag" }, "--flag" }, { { "text", "call" }, "--text or --call" }, { { NULL }, NULL },
};

#define STORES(how, member) .kind = how, .at = offsetof(struct got, member), .size = sizeof ((struct got *)0)->member

static const struct options_row rows[] = {
	{ .kind = OPTIONS_TEXT, .help = "Usage\n" },
	{ "color", 'C', "WHICH", "", STORES(OPTIONS_WORD, word), .words = colors, .optional = 1, .value = 9 },
	{ "byte", 0, "WORD", "", STORES(OPTIONS_WORD, byte), .words = small },
	{ "number", 'n', "N", "", STORES(OPTIONS_NUMBER, number), .min = 2, .max = UINT32_MAX },
	{ "large", 0, "N", "", STORES(OPTIONS_NUMBER, large), .max = UINT64_MAX },
	{ "seconds", 0, "TIME", "", STORES(OPTIONS_SECONDS, seconds) },
	{ "flag", 'f', NULL, "", STORES(OPTIONS_FLAG, flag) },
	{ "count", 'c', NULL, "", STORES(OPTIONS_COUNT, count) },
	{ "text", 't', "TEXT", "", STORES(OPTIONS_STRING, text), .needs = needs },
	{ "call", 0, "TEXT", "", .kind = OPTIONS_CALL, .set = take, .value = 7 },
	{ "needy", 0, NULL, "", STORES(OPTIONS_FLAG, flag), .needs = needs },
};
static const struct options_removed removed[] = {
	{ "tex", "use --text instead", NULL, 0 }, { "old", "use --seconds instead", "seconds", 's' }, { NULL, NULL, NULL, 0 },
};
static const struct options_program program = {
	.name = "test", .title = "test", .rows = rows, .n = sizeof rows / sizeof rows[0], .removed = removed,
};

static unsigned char given[OPTIONS_MOST];

/* Parse the words of LINE as a command line; returns the first operand. */
static const char *parse(struct got *g, const char *line)
{
	static char text[256];
	char *argv[16], *save = NULL, *word;
	int argc = 0, first;

	ck_assert_uint_lt(strlen(line), sizeof text);
	strcpy(text, line);
	for (word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save))
		argv[argc++] = word;
	argv[argc] = NULL;
	memset(g, 0, sizeof *g);
	g->byte_behind = (unsigned char)BESIDE;
	g->before = g->behind = BESIDE;
	optind = 0; /* restart getopt_long() */
	first = options_read(&program, g, argc, argv, given);
	return first < argc ? argv[first] : NULL;
}

/* LINE ends the program with status 64 and this message.  NEEDY: the check of dependent options finds the error. */
static void refused_by(const char *line, const char *message, int needy)
{
	char expected[600], text[600] = "";
	struct got g;
	int fds[2], status;
	ssize_t n;
	pid_t child;
	size_t i;

	ck_assert_int_eq(pipe(fds), 0);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		dup2(fds[1], STDERR_FILENO);
		diag_begin("test");
		parse(&g, line);
		for (i = 0; needy && i < program.n; i++)
			if (given[i])
				options_check_needs(&program, &rows[i], given);
		_exit(0);
	}
	close(fds[1]);
	for (i = 0; (n = read(fds[0], text + i, sizeof text - 1 - i)) > 0; i += (size_t)n)
		;
	close(fds[0]);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	snprintf(expected, sizeof expected, "test: %s\nTry 'test --help' for more information.\n", message);
	ck_assert_str_eq(text, *message ? expected : "");
	ck_assert_int_eq(WIFEXITED(status) ? WEXITSTATUS(status) : -1, *message ? STATUS_USAGE : 0);
}

static void refused(const char *line, const char *message)
{
	refused_by(line, message, 0);
}

TEST(integers_are_stored_in_their_size)
{
	struct got g;

	parse(&g, "test --old=2m");
	ck_assert_double_eq(g.seconds, 120);
	parse(&g, "test --old=7");
	ck_assert_double_eq(g.seconds, 7);
	parse(&g, "test --byte=most --number=4294967295 --large=18446744073709551615 --color=green");
	ck_assert_uint_eq(g.byte, 255);
	ck_assert_uint_eq(g.byte_behind, (unsigned char)BESIDE);
	ck_assert_uint_eq(g.before, BESIDE);
	ck_assert_uint_eq(g.number, UINT32_MAX);
	ck_assert_uint_eq(g.behind, BESIDE);
	ck_assert_uint_eq(g.large, UINT64_MAX);
	ck_assert_int_eq(g.word, -2);
}

TEST(words_are_taken_in_any_case)
{
	struct got g;

	parse(&g, "test --color=BLUE");
	ck_assert_int_eq(g.word, 3);
	parse(&g, "test --color");
	ck_assert_int_eq(g.word, 9);
	parse(&g, "test -Cred");
	ck_assert_int_eq(g.word, 1);
	parse(&g, "test -C -f");
	ck_assert_int_eq(g.word, 9);
	ck_assert_int_eq(g.flag, 1);
	refused("test --color=bl", "--color=bl: expected red, green or blue");
	refused("test --byte=", "--byte=: expected one or most");
}

TEST(numbers_have_limits)
{
	struct got g;

	parse(&g, "test -n 2");
	ck_assert_uint_eq(g.number, 2);
	refused("test -n1", "--number=1: expected a number from 2 to 4294967295");
	refused("test -n 4294967296", "--number=4294967296: expected a number from 2 to 4294967295");
	refused("test --number=2x", "--number=2x: expected a number from 2 to 4294967295");
	refused("test --large=18446744073709551616",
	        "--large=18446744073709551616: expected a number from 0 to 18446744073709551615");
}

static void size_is(const char *text, uint64_t expected)
{
	uint64_t v;

	ck_assert_msg(words_size(text, (uint64_t)4 << 30, &v) == 0, "%s is refused", text);
	ck_assert_uint_eq(v, expected);
}

static void size_refused(const char *text)
{
	uint64_t v;

	ck_assert_msg(words_size(text, (uint64_t)4 << 30, &v) == -1, "%s is taken", text);
}

TEST(sizes_have_units)
{
	static const char *const bad[] = { "", "0", "0K", "K", "1KB", "1T", "1.5M", "5G", "4194305K", "4294967297", "-1" };
	size_t i;

	size_is("1", 1);
	size_is("3k", 3072);
	size_is("2M", 2097152);
	size_is("4G", (uint64_t)4 << 30);
	size_is("4194304K", (uint64_t)4 << 30);
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
		size_refused(bad[i]);
}

static void seconds_are(const char *text, double expected)
{
	double v;

	ck_assert_msg(words_seconds(text, &v) == 0, "%s is refused", text);
	ck_assert_double_eq_tol(v, expected, 1e-9);
}

TEST(times_have_units)
{
	static const char *const bad[] = { "", "0", "s", "1w", "1ms", "1s ", "1e2", "1000000000", "11575d" };
	double v;
	size_t i;

	seconds_are("90", 90);
	seconds_are("1.5S", 1.5);
	seconds_are("10m", 600);
	seconds_are("2h", 7200);
	seconds_are("1d", 86400);
	seconds_are("999999999", 999999999);
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
		ck_assert_msg(words_seconds(bad[i], &v) == -1, "%s is taken", bad[i]);
}

TEST(limits_are_sizes_or_times)
{
	uint64_t size = 0;
	double seconds = 0;

	ck_assert_int_eq(words_limit("16M", &size, &seconds), 0);
	ck_assert_uint_eq(size, 16 << 20);
	ck_assert_int_eq(words_limit("500B", &size, &seconds), 0);
	ck_assert_uint_eq(size, 500);
	ck_assert_int_eq(words_limit("10m", &size, &seconds), 0);
	ck_assert_double_eq(seconds, 600);
	ck_assert_int_eq(words_limit("1D", &size, &seconds), 0);
	ck_assert_double_eq(seconds, 86400);
	ck_assert_int_eq(words_limit("10", &size, &seconds), -1);
	ck_assert_int_eq(words_limit("", &size, &seconds), -1);
	ck_assert_int_eq(words_limit("1w", &size, &seconds), -1);
}

TEST(permissions_are_octal)
{
	unsigned v;

	ck_assert_int_eq(words_mode("640", &v), 0);
	ck_assert_uint_eq(v, 0640);
	ck_assert_int_eq(words_mode("0777", &v), 0);
	ck_assert_uint_eq(v, 0777);
	ck_assert_int_eq(words_mode("64", &v), -1);
	ck_assert_int_eq(words_mode("00640", &v), -1);
	ck_assert_int_eq(words_mode("648", &v), -1);
	ck_assert_int_eq(words_mode("", &v), -1);
}

TEST(decimals_have_limits)
{
	double v;

	ck_assert_int_eq(words_decimal("0.5", 0.5, 2, &v), 0);
	ck_assert_double_eq(v, 0.5);
	ck_assert_int_eq(words_decimal("2", 0.5, 2, &v), 0);
	ck_assert_int_eq(words_decimal("0.4", 0.5, 2, &v), -1);
	ck_assert_int_eq(words_decimal("2.1", 0.5, 2, &v), -1);
	ck_assert_int_eq(words_decimal("1x", 0.5, 2, &v), -1);
	ck_assert_int_eq(words_decimal("", 0, 2, &v), -1);
}

TEST(words_of_a_length)
{
	ck_assert_int_eq(words_match(colors, "red.", 3)->value, 1);
	ck_assert_ptr_null(words_match(colors, "red", 2));
	ck_assert_ptr_null(words_match(colors, "RED", 3));
	ck_assert_str_eq(words_name(colors, -2), "green");
	ck_assert_ptr_null(words_name(colors, 4));
}

TEST(lists_of_words_fit)
{
	char text[32];

	ck_assert_str_eq(words_list(text, sizeof text, colors), "red, green or blue");
	ck_assert_str_eq(words_list(text, 19, colors), "red, green or blue");
	ck_assert_str_eq(words_list(text, 18, colors), "red, green");
	ck_assert_str_eq(words_list(text, 1, colors), "");
}

TEST(options_are_letters_and_names)
{
	struct got g;

	ck_assert_str_eq(parse(&g, "test -cfc file --text x -- -f"), "file");
	ck_assert_int_eq(g.flag, 1);
	ck_assert_int_eq(g.count, 2);
	ck_assert_str_eq(g.text, "x");
	ck_assert_uint_eq(given[6], 1);
	ck_assert_uint_eq(given[7], 1);
	ck_assert_uint_eq(given[1], 0);
	parse(&g, "test --fl --cal=z --sec 2m");
	ck_assert_int_eq(g.flag, 1);
	ck_assert_str_eq(g.called, "z");
	ck_assert_double_eq(g.seconds, 120);
	ck_assert_uint_eq(given[7], 0);
	ck_assert_ptr_null(parse(&g, "test"));
}

TEST(wrong_options_are_told)
{
	refused("test --nosuch", "--nosuch: no such option; --help lists all");
	refused("test --c=1", "--c: ambiguous option: --color, --count, --call");
	refused("test -x", "-x: no such option; --help lists all");
	refused("test -fx", "-x: no such option; --help lists all");
	refused("test --flag=1", "--flag=1: this option takes no value");
	refused("test --text", "--text: a value is missing");
	refused("test -n", "-n: a value is missing");
	/* Abbreviations of --text are refused. */
	refused("test --tex=x", "--tex: no such option; use --text instead");
	refused("test --tex", "--tex: no such option; use --text instead");
}

TEST(options_need_others)
{
	refused_by("test --needy", "--needy needs --flag", 1);
	refused_by("test --needy -f", "--needy needs --text or --call", 1);
	refused_by("test --needy -f --call=x", "", 1);
	refused_by("test -f", "", 1);
}

UNIT_MAIN("options", NULL, NULL)
