/* ascii.h: classifies and parses characters of options, .dsect files and other texts in the
 * project's own syntax. <ctype.h> and strtod(3) depend on the locale: in Turkish the lower case of
 * I is not i, in German 0.5 is not a number. */
#ifndef MR_ASCII_H
#define MR_ASCII_H

#include <stddef.h>
#include <stdint.h>

static inline int mr_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline char mr_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static inline char mr_upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - ('a' - 'A')) : c;
}

static inline int mr_is_letter(char c)
{
	return mr_lower(c) >= 'a' && mr_lower(c) <= 'z';
}

static inline int mr_is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Return 1 if the words A and B are equal, ignoring case. */
static inline int mr_same_word(const char *a, const char *b)
{
	while (*a && mr_lower(*a) == mr_lower(*b)) {
		a++;
		b++;
	}
	return *a == *b;
}

/* Return 1 if the LEN bytes at P equal WANT, ignoring case. */
static inline int mr_text_is(const char *p, size_t len, const char *want)
{
	size_t i;

	for (i = 0; i < len && want[i]; i++)
		if (mr_lower(p[i]) != mr_lower(want[i]))
			return 0;
	return i == len && !want[i];
}

#define MR_WORD_BEGINS 1u
#define MR_WORD_ENDS   2u

/* Return 1 if TEXT contains WORD, ignoring case; with MR_WORD_BEGINS only at the beginning of a
 * word, with MR_WORD_ENDS only at the end of a word. */
static inline int mr_has_word(const char *text, const char *word, unsigned how)
{
	const char *p;
	size_t n;

	for (p = text; *p; p++) {
		if (how & MR_WORD_BEGINS && p > text && (mr_is_letter(p[-1]) || p[-1] == '_'))
			continue;
		for (n = 0; word[n] && mr_lower(p[n]) == mr_lower(word[n]); n++)
			;
		if (word[n])
			continue;
		if (!(how & MR_WORD_ENDS) || (!mr_is_letter(p[n]) && !mr_is_digit(p[n])))
			return 1;
	}
	return 0;
}

/* Return a hash of the word S, the same for upper and lower case. */
static inline uint32_t mr_word_hash(const char *s)
{
	uint32_t h = UINT32_C(2166136261);

	for (; *s; s++)
		h = (h ^ (unsigned char)mr_lower(*s)) * UINT32_C(16777619);
	return h;
}

/* Return the ending of a noun after the number N: "" or "s". */
static inline const char *mr_plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

/* Return the length of the text of N bytes at S without the padding at the end of the text: blanks
 * or, in some records, NULs. ASCII is 1 if the text is ASCII, 0 if it is EBCDIC. */
static inline size_t mr_unpadded(const unsigned char *s, size_t n, int ascii)
{
	unsigned char blank = ascii ? ' ' : 0x40;

	while (n > 0 && (s[n - 1] == blank || s[n - 1] == 0))
		n--;
	return n;
}

/* Parse all LEN bytes at P as a number in base BASE (10 or 16), at most MAX. Store the number in
 * *V. Return 1, or 0 if the bytes are not a number up to MAX. */
static inline int mr_text_number(const char *p, size_t len, unsigned base, uint64_t max,
                                 uint64_t *v)
{
	uint64_t n = 0;
	unsigned d;
	size_t i;

	for (i = 0; i < len; i++) {
		d = base;
		if (mr_is_digit(p[i]))
			d = (unsigned)(p[i] - '0');
		else if (mr_is_letter(p[i]))
			d = (unsigned)(mr_lower(p[i]) - 'a' + 10);
		if (d >= base || d > max || n > (max - d) / base)
			return 0;
		n = n * base + d;
	}
	*v = n;
	return len > 0;
}

/* Read a number of decimal digits at *P, and move *P to the end of the number. Return 0, or -1 if
 * *P is not a digit or the number is above MAX. */
static inline int mr_read_number(const char **p, uint64_t max, uint64_t *v)
{
	const char *s = *p;

	while (mr_is_digit(**p))
		++*p;
	*v = 0;
	return mr_text_number(s, (size_t)(*p - s), 10, max, v) ? 0 : -1;
}

/* Read a release at *P (7.3 is 703), and move *P to the end of the release. Return 0, or -1 if *P
 * does not have two numbers of at most 99. */
static inline int mr_read_release(const char **p, uint32_t *release)
{
	uint64_t version, n;

	if (mr_read_number(p, 99, &version) || **p != '.')
		return -1;
	++*p;
	if (mr_read_number(p, 99, &n))
		return -1;
	*release = (uint32_t)(100 * version + n);
	return 0;
}

/* Read a decimal number (12, 0.5, .5) at *P, and move *P to the end of the number. Return 0, or -1
 * if *P has no digit. */
static inline int mr_read_decimal(const char **p, double *v)
{
	const char *s = *p;
	double unit = 1;
	int digits = 0;

	for (*v = 0; mr_is_digit(*s); s++, digits = 1)
		*v = *v * 10 + (*s - '0');
	if (*s == '.' && (digits || mr_is_digit(s[1])))
		for (s++; mr_is_digit(*s); s++, digits = 1) {
			unit *= 10;
			/* From the 19th digit on, a fraction is too small to matter. */
			if (unit < 1e19)
				*v += (*s - '0') / unit;
		}
	*p = s;
	return digits ? 0 : -1;
}

#endif
