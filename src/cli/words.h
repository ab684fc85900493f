/* words.h: values as people write them: words of a table, numbers, sizes, spans of time. */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "port/ascii.h"

/* A word and what it stands for.  A table ends with the word NULL. */
struct word {
	const char *word;
	int value;
};

/* The row of TEXT in any case; NULL: it has none. */
const struct word *words_find(const struct word *words, const char *text);

/* The row of the N characters at TEXT, exactly; NULL: they have none. */
const struct word *words_match(const struct word *words, const char *text, size_t n);

/* The first word for VALUE; NULL: there is none. */
const char *words_name(const struct word *words, int value);

/* All words, as in "a, b or c", into the ROOM bytes at TO, cut where they do not fit.  TO. */
char *words_list(char *to, size_t room, const struct word *words);

/* The ending of a noun, of which there are N. */
#define words_plural mr_plural

/* The following read a whole argument.  0, or -1: TEXT is something else. */

/* A decimal number from MIN to MAX. */
int words_number(const char *text, uint64_t min, uint64_t max, uint64_t *v);

/* A number from MIN to MAX that may have decimals. */
int words_decimal(const char *text, double min, double max, double *v);

/* Bytes from 1 to MAX: a number, and B, or K, M or G for units of 1024 and its powers. */
int words_size(const char *text, uint64_t max, uint64_t *v);

/* Seconds above 0 and below 1e9: a number, and s, m, h or d. */
int words_seconds(const char *text, double *v);

/* A size as in 16M, or a time as in 10m: M stands for megabytes, m for minutes.  Sets *SIZE or *SECONDS.  -1: neither. */
int words_limit(const char *text, uint64_t *size, double *seconds);

/* Permissions of a file in octal, three or four digits. */
int words_mode(const char *text, unsigned *v);

/* How many seconds the unit C has: s, m, h or d in any case; 0: it is none of them. */
unsigned words_unit_seconds(char c);

#endif
