/* check_plain.c: typographic characters of word processors, which occur in pages of plain text. */

#include "unit.h"

#include "listing/plain.h"

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
	ck_assert_str_eq(text("\xE2\x80\x9Cone\xE2\x80\x9D \xE2\x80\x93 \xC3\xA9"),
	                 "\"one\" - \xC3\xA9");
	/* Windows-1252 text: fewer bytes belong to UTF-8 characters than not. */
	ck_assert_str_eq(text("\x93one\x94 \x96 \xE9\x85"), "\"one\" - \xC3\xA9...");
	ck_assert_str_eq(text("\x80\x80\x80\x80"),
	                 "\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC");
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
