/* number.c: convert numbers to text, mostly without printf(3), which is slow. */
#include "config.h"

#include "stat/number.h"

#include <math.h>
#include <stdio.h>

#include "cli/buffer.h"

#define EXACT 9e15 /* a double represents each whole number up to this one */
#define NUMBER_DIGITS 10 /* significant digits for other programs */

static const double powers[] = { 1,   10,  100, 1e3,  1e4,  1e5,  1e6,
	                         1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13 };

/* Write WHOLE / 10^PLACES to TEXT, negative if MINUS is 1. Returns the length of TEXT. */
static size_t put_fixed(char text[NUMBER_SIZE], int minus, uint64_t whole, size_t places)
{
	char digits[40], *p = text;
	size_t n;

	if (minus)
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

size_t number_put(char text[NUMBER_SIZE], double v, int decimals)
{
	double scaled = v * powers[decimals];
	uint64_t whole;

	if (!(scaled < EXACT && scaled > -EXACT))
		return (size_t)snprintf(text, NUMBER_SIZE, "%.3e", v);
	whole = (uint64_t)(fabs(scaled) + 0.5);
	return put_fixed(text, scaled < 0 && whole > 0, whole, (size_t)decimals);
}

size_t number_put_signed(char text[NUMBER_SIZE], double v, int decimals)
{
	size_t n = number_put(text, v, decimals);

	/* Print zero as "0" or "0.00", without a sign. */
	if (*text == '-' || strspn(text, "0.") == n)
		return n;
	memmove(text + 1, text, n + 1);
	*text = '+';
	return n + 1;
}

size_t number_put_digits(char text[NUMBER_SIZE], double v)
{
	double positive = fabs(v), scaled;
	size_t places = NUMBER_DIGITS - 1, n;
	uint64_t whole;

	if (positive >= 1e-4 && positive < 1e9) {
		for (; places > 0 && positive >= powers[NUMBER_DIGITS - places]; places--)
			;
		for (; positive < 1 && positive * powers[places - NUMBER_DIGITS + 1] < 1; places++)
			;
		scaled = positive * powers[places];
		whole = (uint64_t)(scaled + 0.5);
		/* If the fraction of SCALED is close to one half, SCALED is too inexact to be
		 * rounded as printf(3) rounds. */
		if (fabs(scaled - (double)(uint64_t)scaled - 0.5) > 1e-4 && scaled >= 1e9 &&
		    whole < (uint64_t)1e10) {
			n = put_fixed(text, v < 0, whole, places);
			while (text[n - 1] == '0')
				n--;
			n -= text[n - 1] == '.';
			text[n] = '\0';
			return n;
		}
	}
	return (size_t)snprintf(text, NUMBER_SIZE, "%.*g", NUMBER_DIGITS, v);
}
