/* number.c: numbers with a fixed number of decimals, without printf(3): there are many of them. */
#include "config.h"

#include "stat/number.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cli/buffer.h"

/* Above it not all whole numbers are known. */
#define EXACT 9e15

size_t number_put(char text[NUMBER_SIZE], double v, int decimals)
{
	static const double powers[NUMBER_DECIMALS + 1] = { 1, 10, 100, 1e3, 1e4, 1e5, 1e6 };
	double scaled = v * powers[decimals];
	char digits[24], *p = text;
	size_t places = (size_t)decimals, n;
	uint64_t whole;

	if (!(scaled < EXACT && scaled > -EXACT))
		return (size_t)snprintf(text, NUMBER_SIZE, "%.3e", v);
	whole = (uint64_t)((scaled < 0 ? -scaled : scaled) + 0.5);
	if (scaled < 0 && whole > 0)
		*p++ = '-';
	n = (size_t)(out_put_u64(digits, whole) - digits);
	if (n <= places) {
		memmove(digits + places + 1 - n, digits, n);
		memset(digits, '0', places + 1 - n);
		n = places + 1;
	}
	memcpy(p, digits, n - places);
	p += n - places;
	if (places) {
		*p++ = '.';
		memcpy(p, digits + n - places, places);
		p += places;
	}
	*p = '\0';
	return (size_t)(p - text);
}

size_t number_put_signed(char text[NUMBER_SIZE], double v, int decimals)
{
	size_t n = number_put(text, v, decimals);

	/* A zero with decimals has none either. */
	if (*text == '-' || strspn(text, "0.") == n)
		return n;
	memmove(text + 1, text, n + 1);
	*text = '+';
	return n + 1;
}
