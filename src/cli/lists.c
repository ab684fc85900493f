#include "config.h"

#include "cli/lists.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "cli/diag.h"

#define WORD_SIZE 256u

void *lists_need(void *p)
{
	if (!p) {
		diag_no_memory();
		exit(STATUS_FAILED);
	}
	return p;
}

void lists_add(char ***words, const char *list, char separator)
{
	size_t n = 0;

	while (*words && (*words)[n])
		n++;
	for (;;) {
		const char *end = separator ? strchr(list, separator) : NULL;
		size_t len = end ? (size_t)(end - list) : strlen(list);
		char *word = lists_need(malloc(len + 1));

		memcpy(word, list, len);
		word[len] = 0;
		*words = lists_need(realloc(*words, (n + 2) * sizeof **words));
		(*words)[n++] = word;
		(*words)[n] = NULL;
		if (!end)
			break;
		list = end + 1;
	}
}

void lists_free(char **words)
{
	size_t i;

	for (i = 0; words && words[i]; i++)
		free(words[i]);
	free(words);
}

/* Copy the N characters of WORD, but at most WORD_SIZE - 1, to TO in upper case. */
static void put_upper(char to[WORD_SIZE], const char *word, size_t n)
{
	size_t i;

	for (i = 0; i < n && i < WORD_SIZE - 1; i++)
		to[i] = mr_upper(word[i]);
	to[i] = '\0';
}

int globs_is(const char *glob, const char *text)
{
	char upper[2][WORD_SIZE];

	put_upper(upper[0], glob, strlen(glob));
	put_upper(upper[1], text, strlen(text));
	return fnmatch(upper[0], upper[1], 0) == 0;
}

int globs_match(const char *list, const char *text)
{
	char glob[WORD_SIZE];
	size_t n;

	for (;; list += n + 1) {
		n = strcspn(list, ",");
		put_upper(glob, list, n);
		if (globs_is(glob, text))
			return 1;
		if (!list[n])
			return 0;
	}
}

int globs_are(const char *list)
{
	size_t n;

	for (;; list += n + 1) {
		n = strcspn(list, ",");
		if (n == 0 || n >= WORD_SIZE)
			return 0;
		if (!list[n])
			return 1;
	}
}
