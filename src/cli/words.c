#include "config.h"

#include "cli/words.h"

#include <stdio.h>
#include <string.h>

#include "monread.h"

const struct word *words_find(const struct word *words, const char *text)
{
	return words_match(words, text, strlen(text));
}

const struct word *words_match(const struct word *words, const char *text, size_t n)
{
	for (; words->word; words++)
		if (mr_text_is(text, n, words->word))
			return words;
	return NULL;
}

char *words_list(char *to, size_t room, const struct word *words, const char *after_first)
{
	const char *before = "", *after = after_first;
	const struct word *w;
	size_t n = 0;

	for (w = words; w->word && n < room; w++) {
		if (w > words)
			before = w[1].word ? ", " : " or ";
		n += (size_t)snprintf(to + n, room - n, "%s%s%s", before, w->word, after);
		after = "";
	}
	return to;
}

int words_number(const char *text, uint64_t min, uint64_t max, uint64_t *v)
{
	return mr_read_number(&text, max, v) || *text || *v < min ? -1 : 0;
}

int words_seconds(const char *text, double *v)
{
	unsigned each;

	if (mr_read_decimal(&text, v))
		return -1;
	each = words_unit_seconds(*text);
	if (each) {
		*v *= each;
		text++;
	}
	return *text || !(*v > 0 && *v < 1e9) ? -1 : 0;
}

unsigned words_unit_seconds(char c)
{
	static const char units[] = "smhd";
	static const unsigned seconds[] = { 1, 60, 3600, 86400, 0 /* the NUL */ };
	const char *unit = strchr(units, mr_lower(c));

	return unit ? seconds[unit - units] : 0;
}

const struct word domain_words[] = {
	{ "system", 0 },    { "monitor", 1 }, { "scheduler", 2 }, { "storage", 3 }, { "user", 4 },
	{ "processor", 5 }, { "io", 6 },      { "seek", 7 },      { "network", 8 }, { "isfc", 9 },
	{ "appldata", 10 }, { "ssi", 11 },    { NULL, 0 },
};

const struct word release_words[] = {
	{ "3.1", 301 }, { "4.1", 401 }, { "4.2", 402 }, { "4.3", 403 }, { "4.4", 404 },
	{ "5.1", 501 }, { "5.2", 502 }, { "5.3", 503 }, { "5.4", 504 }, { "6.1", 601 },
	{ "6.2", 602 }, { "6.3", 603 }, { "6.4", 604 }, { "7.1", 701 }, { "7.2", 702 },
	{ "7.3", 703 }, { "7.4", 704 }, { "7.5", 705 }, { NULL, 0 },
};

const struct word container_words[] = {
	{ "auto", MONREAD_CONTAINER_AUTO },
	{ "stream", MONREAD_CONTAINER_STREAM },
	{ "monwrite", MONREAD_CONTAINER_MONWRITE },
	{ "device", MONREAD_CONTAINER_DEVICE },
	{ NULL, 0 },
};

const struct word message_words[] = { { "text", 0 }, { "json", 1 }, { NULL, 0 } };

#define PAGE(number) { "IBM-" #number, 0 },
const struct word codepage_words[] = {
	PAGE(037) PAGE(273) PAGE(277) PAGE(278) PAGE(280) PAGE(284) PAGE(285) PAGE(297)
	PAGE(500) PAGE(870) PAGE(871) PAGE(1025) PAGE(1026) PAGE(1047) PAGE(1140) PAGE(1141)
	PAGE(1142) PAGE(1143) PAGE(1144) PAGE(1145) PAGE(1146) PAGE(1147) PAGE(1148)
	PAGE(1149)
	{ NULL, 0 },
};
