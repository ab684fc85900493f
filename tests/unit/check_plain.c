/* check_plain.c: typographic characters of word processors, which occur in pages of plain text. */

#include "unit.h"

#include "listing/plain.h"

TEST(characters)
{
	static const struct {
		const char *from, *to;
	} v[] = {
		/* Blanks. */
		{ "\xC2\xA0", " " }, { "\xE2\x80\x82", " " }, { "\xE2\x80\x8A", " " }, { "\xE2\x80\xAF", " " },
		{ "\xE2\x80\x81", "\xE2\x80\x81" }, { "\xC2\xA1", "\xC2\xA1" },
		/* Dashes. */
		{ "\xE2\x80\x90", "-" }, { "\xE2\x80\x95", "-" }, { "\xE2\x88\x92", "-" },
		{ "\xE2\x80\x8F", "\xE2\x80\x8F" }, { "\xE2\x80\x96", "\xE2\x80\x96" }, { "\xE2\x88\x93", "\xE2\x88\x93" },
		/* Quotes. */
		{ "\xE2\x80\x98", "'" }, { "\xE2\x80\x9B", "'" }, { "\xE2\x80\x9C", "\"" }, { "\xE2\x80\x9F", "\"" },
		{ "\xE2\x80\x97", "\xE2\x80\x97" }, { "\xE2\x80\xA0", "\xE2\x80\xA0" },
		{ "\xE2\x80\xA6", "..." }, { "\xE2\x80\xA5", "\xE2\x80\xA5" },
		/* Invisible characters. */
		{ "\xC2\xAD", "" }, { "\xE2\x80\x8B", "" }, { "\xE2\x80\x8D", "" }, { "\xE2\x81\xA0", "" }, { "\xEF\xBB\xBF", "" },
		{ "\xE2\x80\x8E", "\xE2\x80\x8E" }, { "\xC2\xAE", "\xC2\xAE" },
		/* Control characters that are Windows-1252 characters. */
		{ "\xC2\x80", "\xE2\x82\xAC" }, { "\xC2\x83", "\xC6\x92" }, { "\xC2\x85", "..." }, { "\xC2\x91", "'" },
		{ "\xC2\x94", "\"" }, { "\xC2\x96", "-" }, { "\xC2\x97", "-" }, { "\xC2\x99", "\xE2\x84\xA2" }, { "\xC2\x9F", "\xC5\xB8" },
		{ "\xC2\x81", "\xC2\x81" }, { "\xC2\x90", "\xC2\x90" },
		/* All other characters stay unchanged. */
		{ "\xC3\xA9", "\xC3\xA9" }, { "\xDF\xBF", "\xDF\xBF" }, { "\xE0\xA0\x80", "\xE0\xA0\x80" }, { "\xEF\xBF\xBF", "\xEF\xBF\xBF" },
		/* Also unchanged, because the first byte does not begin a valid character */
		{ "\xC1\x80", "\xC1" }, { "\xE0\x9F\xBF", "\xE0" }, { "\x80", "\x80" }, { "\xC3(", "\xC3" }, { "\xE2(\x80", "\xE2" },
		{ "\xE2\x80(", "\xE2" }, { "\xF0\x9F\x98\x80", "\xF0" }, { "a", "a" },
	};
	char plain[4];
	size_t i, n, size;

	for (i = 0; i < sizeof v / sizeof v[0]; i++) {
		size = mr_plain(v[i].from, strlen(v[i].from), plain, &n);
		ck_assert_msg(n == strlen(v[i].to) && memcmp(plain, v[i].to, n) == 0, "%zu: %zu bytes", i, n);
		/* If only the first byte is taken, the rest stays. */
		ck_assert_uint_eq(size, n == 1 && plain[0] == v[i].from[0] ? 1 : strlen(v[i].from));
	}
	/* mr_plain() does not read past the end of the text. */
	ck_assert_uint_eq(mr_plain("\xC2\xA0", 1, plain, &n), 1);
	ck_assert_uint_eq(n, 1);
	ck_assert_uint_eq(mr_plain("\xE2\x80\x90", 2, plain, &n), 1);
	ck_assert_uint_eq(n, 1);
}

/* Return FROM in plain characters; NULL: FROM is plain already. */
static const char *text(const char *from)
{
	static char shown[200];
	size_t len = strlen(from), n = 0;
	char *copy = malloc(len ? len : 1), *plain;

	ck_assert_ptr_nonnull(copy);
	memcpy(copy, from, len);
	errno = EIO;
	plain = mr_plain_text(copy, len, &n);
	free(copy);
	ck_assert_int_eq(errno, 0);
	if (!plain)
		return NULL;
	ck_assert_uint_lt(n, sizeof shown);
	memcpy(shown, plain, n);
	shown[n] = '\0';
	free(plain);
	return shown;
}

TEST(texts)
{
	ck_assert_ptr_null(text(""));
	ck_assert_ptr_null(text("plain\n\t~\x7F"));
	ck_assert_str_eq(text("\xE2\x80\x9Cone\xE2\x80\x9D \xE2\x80\x93 \xC3\xA9"), "\"one\" - \xC3\xA9");
	/* Windows-1252 text: fewer bytes belong to UTF-8 characters than not. */
	ck_assert_str_eq(text("\x93one\x94 \x96 \xE9\x85"), "\"one\" - \xC3\xA9...");
	ck_assert_str_eq(text("\x80\x80\x80\x80"), "\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC");
	ck_assert_str_eq(text("\x93 \xC3\xA9"), "\x93 \xC3\xA9");
	ck_assert_str_eq(text("\x93 \x94 \xC3\xA9"), "\" \" \xC3\x83\xC2\xA9");
	ck_assert_str_eq(text("\x93\x7F"), "\"\x7F");
	ck_assert_str_eq(text("\x93\x7F\xC3\xA9"), "\x93\x7F\xC3\xA9");
	/* Characters of four bytes, valid and invalid */
	ck_assert_str_eq(text("\xF0\x9F\x98\x80 \xE9"), "\xF0\x9F\x98\x80 \xE9");
	ck_assert_str_eq(text("\xF4\x80\x80\x80 \xE9"), "\xF4\x80\x80\x80 \xE9");
	ck_assert_str_eq(text("\xF5\x80"), "\xC3\xB5\xE2\x82\xAC");
	ck_assert_str_eq(text("\xF4\x80\x80"), "\xC3\xB4\xE2\x82\xAC\xE2\x82\xAC");
	ck_assert_str_eq(text("\xF4(\x80\x80"), "\xC3\xB4(\xE2\x82\xAC\xE2\x82\xAC");
	ck_assert_str_eq(text("\xF4\x80(\x80"), "\xC3\xB4\xE2\x82\xAC(\xE2\x82\xAC");
	ck_assert_str_eq(text("\xF4\x80\x80("), "\xC3\xB4\xE2\x82\xAC\xE2\x82\xAC(");
}

UNIT_MAIN("plain", NULL, NULL)
