/* words.h: parses arguments of options: words of a table, numbers, sizes and durations. */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "base/ascii.h"

/* A word that an option accepts, and its value. A table of words ends with the word NULL. */
struct word {
	const char *word;
	int value;
};

/* domain_words: names and numbers of domains. release_words: releases of z/VM; the number of "7.3"
 * is 703. */
extern const struct word domain_words[];
extern const struct word release_words[];

/* Values of --input-format, and of --messages. */
extern const struct word container_words[];
extern const struct word message_words[];

/* Code pages that completions offer; --codepage accepts all that iconv(3) knows. */
extern const struct word codepage_words[];

/* Return the row of WORDS whose word is TEXT in any case, or NULL. */
const struct word *words_find(const struct word *words, const char *text);

/* Like words_find(), but TEXT has N characters, which contain no NUL. */
const struct word *words_match(const struct word *words, const char *text, size_t n);

/* Write all words of WORDS to TO as a list such as "a, b or c", with AFTER_FIRST after the first
 * word. TO has ROOM bytes; a longer list is cut. Return TO. */
char *words_list(char *to, size_t room, const struct word *words, const char *after_first);

/* The following functions parse a whole argument. They return 0, or -1 if TEXT is invalid. */

/* Read a decimal integer from MIN to MAX. */
int words_number(const char *text, uint64_t min, uint64_t max, uint64_t *v);

/* Read a number from MIN to MAX, which may have decimals. */
int words_decimal(const char *text, double min, double max, double *v);

/* Read a duration above 0 and below 1e9 s: a number with an optional unit s, m, h or d. */
int words_seconds(const char *text, double *v);

/* Read a size such as 16M (unit B, K, M or G) into *BYTES, or a time such as 10m into *SECONDS. M
 * is megabytes, m is minutes. */
int words_limit(const char *text, uint64_t *bytes, double *seconds);

/* Read permissions of a file: three or four octal digits. */
int words_mode(const char *text, unsigned *v);

/* Return how many seconds the unit C has: s, m, h or d in any case. Return 0 for other
 * characters. */
unsigned words_unit_seconds(char c);

#endif
