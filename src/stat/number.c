/* number.c: numbers with so many decimals or digits, without printf(3): there are many of them. */
#include "config.h"

#include "stat/number.h"

#include <float.h>
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

/* ---- As %g ---- */

/* 5 to the power of so many is below 2^63. */
#define FIVES_MOST 27
/* Binary digits of a number, of which the first is not stored; its exponent is, with this added to it. */
#define MANTISSA 53
#define EXPONENT 1022
_Static_assert(FLT_RADIX == 2 && DBL_MANT_DIG == MANTISSA && sizeof(double) == sizeof(uint64_t), "IEEE 754");

/* A product of two numbers, exactly. */
struct product {
	uint64_t high, low;
};

static struct product multiply(uint64_t a, uint64_t b)
{
	uint64_t a0 = a & 0xFFFFFFFFu, a1 = a >> 32, b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
	uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & 0xFFFFFFFFu);

	return (struct product){ a1 * b1 + (middle >> 32) + (other >> 32), a * b };
}

/* P / 2^N, 1 <= N < 128, rounded; a half to what is even, as printf(3) does. */
static uint64_t divide(struct product p, int n)
{
	uint64_t whole, rest, half, more;

	if (n <= 64) {
		whole = n < 64 ? p.high << (64 - n) | p.low >> n : p.high;
		half = UINT64_C(1) << (n - 1);
		rest = n < 64 ? p.low & ((half << 1) - 1) : p.low;
		more = 0;
	} else {
		whole = p.high >> (n - 64);
		half = UINT64_C(1) << (n - 65);
		rest = p.high & ((half << 1) - 1);
		more = p.low != 0;
	}
	return whole + (rest > half || (rest == half && (more || whole & 1)));
}

/* V = MANTISSA * 2^BINARY, times 10^SCALE, rounded.  0: that is not exact here. */
static uint64_t scaled_to(uint64_t mantissa, int binary, int scale)
{
	static const uint64_t fives[FIVES_MOST + 1] = {
		1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1953125, 9765625, 48828125, 244140625, 1220703125, 6103515625,
		30517578125, 152587890625, 762939453125, 3814697265625, 19073486328125, 95367431640625, 476837158203125,
		2384185791015625, 11920928955078125, 59604644775390625, 298023223876953125, 1490116119384765625,
		7450580596923828125,
	};
	int shift = -(binary + scale);

	if (scale < 0 || scale > FIVES_MOST || shift < 1 || shift > 127)
		return 0;
	return divide(multiply(mantissa, fives[scale]), shift);
}

/* The digits of V > 0, which is no subnormal number, and the power of ten of the first of them.  0: they are not known
 * exactly here. */
static uint64_t digits_of(double v, int digits, int *ten)
{
	static const uint64_t powers[NUMBER_DIGITS + 1] = {
		1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000, 1000000000000,
		10000000000000, 100000000000000, 1000000000000000, 10000000000000000, 100000000000000000,
	};
	uint64_t bits, mantissa, all = powers[digits], n;
	int binary;

	memcpy(&bits, &v, sizeof bits);
	binary = (int)(bits >> (MANTISSA - 1)) - EXPONENT;
	mantissa = (bits & ((UINT64_C(1) << (MANTISSA - 1)) - 1)) | UINT64_C(1) << (MANTISSA - 1);
	/* Never above the power of ten of V, and at most one below it: log10(2) is between 0.30102 and 0.30103. */
	*ten = (binary - 1) * 30102 / 100000 - (binary < 1);
	n = scaled_to(mantissa, binary - MANTISSA, digits - 1 - *ten);
	if (n >= all) {
		++*ten;
		n = scaled_to(mantissa, binary - MANTISSA, digits - 1 - *ten);
	}
	return n < all && n >= all / 10 ? n : 0;
}

size_t number_put_digits(char text[NUMBER_SIZE], double v, int digits)
{
	double positive = v < 0 ? -v : v;
	char all[24], *p = text;
	uint64_t n = 0;
	int ten = 0;

	if (digits >= 1 && digits <= NUMBER_DIGITS && positive >= 1e-4 && positive < 1e15)
		n = digits_of(positive, digits, &ten);
	/* Powers of ten are written where %g has them. */
	if (n == 0 || ten < -4 || ten >= digits)
		return (size_t)snprintf(text, NUMBER_SIZE, "%.*g", digits, v);
	out_put_u64(all, n);
	while (digits > 1 && digits > ten + 1 && all[digits - 1] == '0')
		digits--;
	if (v < 0)
		*p++ = '-';
	if (ten < 0) {
		memcpy(p, "0.000", 5);
		p += 1 - ten;
		memcpy(p, all, (size_t)digits);
		p += digits;
	} else {
		memcpy(p, all, (size_t)ten + 1);
		p += ten + 1;
		if (digits > ten + 1) {
			*p++ = '.';
			memcpy(p, all + ten + 1, (size_t)(digits - ten - 1));
			p += digits - ten - 1;
		}
	}
	*p = '\0';
	return (size_t)(p - text);
}
