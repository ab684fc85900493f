/* check_safe.c: escaping of untrusted strings for a terminal. */

#include "unit.h"

#include "cli/diag.h"
#include "cli/escape.h"

static char text[512];

static const char *safe(const char *s)
{
	char *p = text;

	while (*s)
		p = out_put_safe(p, &s);
	*p = 0;
	return text;
}

static const char *json(const char *s)
{
	struct out_buffer b;

	ck_assert_int_eq(out_buffer_init(&b, OUT_MEMORY), 0);
	out_json_string(&b, s);
	memcpy(text, b.buf, (size_t)(b.p - b.buf));
	text[b.p - b.buf] = 0;
	out_buffer_done(&b);
	return text;
}

TEST(printable_text_is_unchanged)
{
	ck_assert_str_eq(safe("A file.bin"), "A file.bin");
	ck_assert_str_eq(safe("K\xC3\xB6ln \xE2\x82\xAC \xF0\x9F\x98\x80 \xC2\xA0"),
	                 "K\xC3\xB6ln \xE2\x82\xAC \xF0\x9F\x98\x80 \xC2\xA0");
}

/* Right-to-left marks, embeddings, overrides and isolates; characters without width; line
 * separators. */
TEST(hidden_and_bidirectional_characters_are_escaped)
{
	static const unsigned unsafe[] = { 0x61C,  0x180E, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F,
		                           0x2028, 0x2029, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E,
		                           0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0xFEFF, 0xFFF9,
		                           0x34F,  0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180F,
		                           0x3164, 0xFE00, 0xFE0F, 0xFFA0, 0xFFF0 };
	char in[4], expected[16];
	size_t i;

	for (i = 0; i < sizeof unsafe / sizeof unsafe[0]; i++) {
		unsigned c = unsafe[i];
		char *p = in;

		if (c >= 0x800) {
			*p++ = (char)(0xE0 | c >> 12);
			*p++ = (char)(0x80 | (c >> 6 & 0x3F));
		} else {
			*p++ = (char)(0xC0 | c >> 6);
		}
		*p++ = (char)(0x80 | (c & 0x3F));
		*p = 0;
		snprintf(expected, sizeof expected, "\\u%04x", c);
		ck_assert_str_eq(safe(in), expected);
		snprintf(expected, sizeof expected, "\"\\u%04x\"", c);
		ck_assert_str_eq(json(in), expected);
	}
	/* U+E0041, a tag; JSON needs two surrogates. */
	ck_assert_str_eq(safe("\xF3\xA0\x81\x81"), "\\U000e0041");
	ck_assert_str_eq(json("\xF3\xA0\x81\x81"), "\"\\udb40\\udc41\"");
	ck_assert_str_eq(safe("\xF0\x9B\xB2\xA0\xF0\x9D\x85\xB3"), "\\U0001bca0\\U0001d173");
	/* Neighbours that are plain text: hyphen, per mille and superscript zero. */
	ck_assert_str_eq(safe("\xE2\x80\x90\xE2\x80\xB0\xE2\x81\xB0"),
	                 "\xE2\x80\x90\xE2\x80\xB0\xE2\x81\xB0");
}

TEST(invalid_utf8_is_escaped)
{
	/* continuation byte alone */
	ck_assert_str_eq(safe("\x9B"), "\\x9b");
	ck_assert_str_eq(safe("\xC3"), "\\xc3");                        /* cut off */
	ck_assert_str_eq(safe("\xC0\x9B"), "\\xc0\\x9b");               /* longer than necessary */
	ck_assert_str_eq(safe("\xE0\x82\x9B"), "\\xe0\\x82\\x9b");      /* longer than necessary */
	ck_assert_str_eq(safe("\xED\xA0\x80"), "\\xed\\xa0\\x80");      /* a surrogate */
	ck_assert_str_eq(safe("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80"); /* beyond U+10FFFF */
	ck_assert_str_eq(safe("\xFF" "A"), "\\xffA");
	ck_assert_str_eq(json("\xFF" "A"), "\"\\ufffdA\"");
}

/* Code pages of scripts that are written from right to left have marks for the direction; other
 * code pages have characters without width. */
TEST(unsafe_characters_of_code_pages_are_escaped)
{
	static const char *const names[] = { "1047",      "IBM-420",   "IBM-424",    "IBM-803",
		                             "IBM-4899",  "IBM-12712", "IBM-16804",  "CP1255",
		                             "CP1256",    "CP1258",    "CP862",      "CP864",
		                             "TCVN",      "TSCII",     "ISO-8859-6", "ISO-8859-8",
		                             "MACARABIC", "IBM-1161" };
	struct monread_codepage *cp;
	struct out_escape e;
	unsigned i, k, json;

	for (i = 0; i < 2 * sizeof names / sizeof names[0]; i++) {
		cp = monread_codepage_open(names[i / 2]);
		if (!cp)
			continue;
		json = i % 2;
		out_escape_init(&e, cp, json ? OUT_JSON : OUT_PLAIN);
		monread_codepage_free(cp);
		for (k = 0; k < 256; k++) {
			const char *s = e.ch[k].s, *end = s + e.ch[k].length;
			uint32_t c;

			ck_assert_uint_ge(e.ch[k].length, 1);
			ck_assert_uint_lt(e.ch[k].length, sizeof e.ch[k].s);
			while (s < end) {
				unsigned n = out_code_point(s, &c);

				ck_assert_uint_ge(n, 1);
				ck_assert_msg(!out_is_unsafe(c), "%s: X'%02X' is U+%04X",
				              names[i / 2], k, (unsigned)c);
				s += n;
			}
		}
	}
	cp = monread_codepage_open("IBM-4899");
	if (cp) {
		out_escape_init(&e, cp, OUT_PLAIN);
		monread_codepage_free(cp);
		ck_assert_str_eq(e.ch[0xFE].s, "\\u200f");
		ck_assert_str_eq(e.ch[0xDC].s, "\\u202e");
	}
}

/* A message with a name of LEN bytes is printed whole; a newline in the name does not begin a new
 * line. */
static void message_is_whole(size_t len)
{
	char *name = malloc(len + 1), *want = malloc(4 * len + 32), *got = malloc(4 * len + 32),
	     *p = want;
	FILE *f = tmpfile();
	size_t i;

	ck_assert(name && want && got && f);
	memset(name, '\n', len);
	name[len] = 0;
	diag_begin("tool");
	diag_divert(fileno(f));
	diag_note("%s: %d", name, 7);
	p += sprintf(p, "tool: ");
	for (i = 0; i < len; i++)
		p += sprintf(p, "\\x0a");
	sprintf(p, ": 7\n");
	rewind(f);
	i = fread(got, 1, 4 * len + 31, f);
	got[i] = 0;
	ck_assert_str_eq(got, want);
	fclose(f);
	free(name);
	free(want);
	free(got);
}

TEST(messages_are_one_line)
{
	size_t len;

	message_is_whole(0);
	message_is_whole(1);
	message_is_whole(100000);
	/* Lengths near the size of the buffer that one write empties */
	for (len = 1000; len < 1100; len++)
		message_is_whole(len);
	for (len = 2030; len < 2060; len++)
		message_is_whole(len);
}

UNIT_MAIN("safe", NULL, NULL)
