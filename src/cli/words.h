/* words.h: parses arguments: words of a table, numbers, sizes and durations. */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include "base/ascii.h"

/* A word of an option and its value; the word NULL ends a table. */
struct word {
	const char *word;
	int value;
};

/* the value of the release "7.3" is 703 */
extern const struct word domain_words[];
extern const struct word release_words[];

/* of --input-format and --messages */
extern const struct word container_words[];
extern const struct word message_words[];

/* for completions; iconv(3) knows more */
extern const struct word codepage_words[];

/* Return the row of WORDS with the word TEXT, ignoring case, or NULL. */
const struct word *words_find(const struct word *words, const char *text);

/* The same for the first N characters of TEXT, which contain no NUL. */
const struct word *words_match(const struct word *words, const char *text, size_t n);

/* Return TO, of ROOM bytes, with WORDS as "a, b or c" and AFTER_FIRST after the first word. A
 * longer list is cut. */
char *words_list(char *to, size_t room, const struct word *words, const char *after_first);

/* The functions below parse a whole argument. They return 0, or -1 if TEXT is invalid. */

int words_number(const char *text, uint64_t min, uint64_t max, uint64_t *v);

/* Parse a duration above 0 and below 1e9 s: a number with an optional unit s, m, h or d. */
int words_seconds(const char *text, double *v);

/* Return the seconds of the unit C: s, m, h or d, ignoring case; 0 for others. */
unsigned words_unit_seconds(char c);

#endif
