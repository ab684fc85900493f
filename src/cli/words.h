/* words.h: parses words of a table, numbers, sizes and durations as people write them. */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "port/ascii.h"

/* A word and its value. A table ends with the word NULL. */
struct word {
	const char *word;
	int value;
};

/* The domains of monitor data, and the releases of z/VM: "7.3" stands for 703. */
extern const struct word domain_words[];
extern const struct word release_words[];

/* Return the row of TEXT in any case, or NULL. */
const struct word *words_find(const struct word *words, const char *text);

/* Return the row of the N characters at TEXT, which are not NUL, in any case, or NULL. */
const struct word *words_match(const struct word *words, const char *text, size_t n);

/* Write all words as in "a, b or c", with AFTER_FIRST after the first one, to the ROOM bytes at TO, cut if they do
 * not fit. Return TO. */
char *words_list(char *to, size_t room, const struct word *words, const char *after_first);

/* The plural ending of a noun for N. */
#define words_plural mr_plural

/* The following functions parse a whole argument. They return 0, or -1 if TEXT is invalid. */

/* A decimal number from MIN to MAX. */
int words_number(const char *text, uint64_t min, uint64_t max, uint64_t *v);

/* A number from MIN to MAX, with optional decimals. */
int words_decimal(const char *text, double min, double max, double *v);

/* Seconds above 0 and below 1e9: a number with an optional unit s, m, h or d. */
int words_seconds(const char *text, double *v);

/* A size such as 16M (B, K, M or G), or a time such as 10m: M means megabytes, m minutes. Sets *BYTES or *SECONDS. */
int words_limit(const char *text, uint64_t *bytes, double *seconds);

/* Permissions of a file in octal, three or four digits. */
int words_mode(const char *text, unsigned *v);

/* Return the seconds of the unit C: s, m, h or d in any case; 0: invalid. */
unsigned words_unit_seconds(char c);

#endif
