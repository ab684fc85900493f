/* lists.c: lists of words from the command line. */
#include "config.h"

#include "cli/lists.h"

#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"

void *lists_need(void *p)
{
	if (!p) {
		diag_fail("out of memory");
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
