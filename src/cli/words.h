/* words.h: parses arguments: words of a table, numbers, sizes and durations. */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include "base/ascii.h"

/* A word that an option accepts, and the value of this word. In the last element of a table, ->word
 * is NULL. */
struct word {
	const char *word;
	int value;
};

/* in release_words, the value of the release "7.3" is 703 */
extern const struct word domain_words[];
extern const struct word release_words[];

/* of --input-format and --messages */
extern const struct word container_words[];
extern const struct word message_words[];

/* for completions; iconv(3) knows more */
extern const struct word codepage_words[];

/* Return the row of WORDS with the word TEXT, ignoring case, or NULL. */
const struct word *words_find(const struct word *words, const char *text);

/* Like words_find() for the first N characters of TEXT, which contain no NUL. */
const struct word *words_match(const struct word *words, const char *text, size_t n);

/* Write the words in WORDS to TO (ROOM bytes) as "a, b or c", with the text AFTER_FIRST after the
 * first word. A list that is too long is cut. Return TO. */
char *words_list(char *to, size_t room, const struct word *words, const char *after_first);

/* words_number() and words_seconds() parse a whole argument TEXT. They return 0, or -1 if TEXT is
 * invalid. */

int words_number(const char *text, uint64_t min, uint64_t max, uint64_t *v);

/* Parse a duration above 0 and below 1e9 s: a number with an optional unit s, m, h or d. */
int words_seconds(const char *text, double *v);

/* Return the number of seconds of the unit C: s, m, h or d, ignoring case; 0 for other
 * characters. */
unsigned words_unit_seconds(char c);

#endif
