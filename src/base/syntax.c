#include "base/syntax.h"

#include <stdio.h>

#include "base/cp1047.h"

size_t mr_name_span(const char *p, size_t len)
{
	size_t i;

	if (len && *p == '*')
		return 1;
	for (i = 0; i < len; i++) {
		char c = p[i];
		int letter = mr_is_letter(c) || c == '_' || c == '@' || c == '#' || c == '$';

		if (!letter && (i == 0 || !mr_is_digit(c)))
			break;
	}
	return i;
}

void mr_name_nth(char *room, const char *name, unsigned n)
{
	char suffix[16];
	size_t len = (size_t)snprintf(suffix, sizeof suffix, "_%u", n);
	size_t most = MONREAD_NAME_MAX - len;

	snprintf(room, MONREAD_NAME_MAX + 1, "%.*s%s", (int)most, name, suffix);
}

void mr_array_name(char *room, const struct monread_array *arrays, uint32_t i, const char *name)
{
	unsigned n = 1;
	uint32_t k;

	for (k = 0; k < i; k++)
		n += arrays[k].structure == arrays[i].structure;
	if (n > 1)
		mr_name_nth(room, name, n);
	else
		snprintf(room, MONREAD_NAME_MAX + 1, "%s", name);
}

unsigned mr_name_rank(char c)
{
	unsigned i;

	for (i = 0; i < 255 && mr_cp1047[i] != (unsigned char)c; i++)
		;
	return i;
}
