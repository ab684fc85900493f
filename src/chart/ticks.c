/* ticks.c: chooses ticks for axes. Ticks of values are multiples of 1, 2, 5, 10, 20 ...; ticks of
 * times are a round number of seconds, minutes, hours or days apart. */
#include "config.h"

#include "chart/ticks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "monread.h"

#define DAY INT64_C(86400)
/* Time of the first Monday in seconds since 1970, which began on a Thursday. Ticks that are weeks
 * apart are on Mondays. */
#define FIRST_MONDAY (4 * DAY)
/* If the largest tick has at least this value, labels are in thousands or millions, such as 10k. */
#define THOUSANDS_FROM 10000.0

int64_t whole_below(double v)
{
	return (int64_t)floor(v);
}

/* Return the length of N steps of the ticks T. Steps below 1 are computed by a division, because 3
 * / 10 is closer to 0.3 than 3 * 0.1 is. */
static double steps(const struct ticks *t, double n)
{
	double v = n * (double)t->digit;

	return t->exponent < 0 ? v / pow(10, -t->exponent) : v * pow(10, t->exponent);
}

double ticks_value(const struct ticks *t, int64_t i)
{
	return steps(t, (double)i);
}

static void next_step(struct ticks *t)
{
	if (t->digit == 5) {
		t->digit = 1;
		t->exponent++;
	} else {
		t->digit = t->digit == 1 ? 2 : 5;
	}
}

void ticks_make(struct ticks *t, double low, double high, unsigned most)
{
	double largest = fmax(fabs(low), fabs(high));
	double span = high - low, step;

	/* The axis needs a length, even if LOW and HIGH are equal or differ only by rounding. */
	if (span <= largest * 1e-9) {
		span = largest > 0 ? largest * 1e-6 : 1;
		high = low + span;
	}
	t->digit = 1;
	t->exponent = 0;
	while (t->exponent > -300 && steps(t, 1) > span / most)
		t->exponent--;
	for (;; next_step(t)) {
		step = steps(t, 1);
		if (span / step > (double)most)
			continue;
		t->first = whole_below(low / step * (1 + (low < 0 ? 1e-12 : -1e-12)) + 1e-9);
		t->last = (int64_t)ceil(high / step - 1e-9);
		if (t->last - t->first <= (int64_t)most)
			break;
	}
	largest = fmax(fabs(ticks_value(t, t->first)), fabs(ticks_value(t, t->last)));
	t->thousands = 0;
	if (largest >= THOUSANDS_FROM)
		for (; largest >= 1000 && t->thousands < 6; largest /= 1000)
			t->thousands++;
}

void ticks_label(const struct ticks *t, int64_t i, char label[TICKS_LABEL])
{
	static const char suffix[][2] = { "", "k", "M", "G", "T", "P", "E" };
	int decimals = 3 * t->thousands - t->exponent;
	double v = ticks_value(t, i) / pow(10, 3 * t->thousands);

	if (i == 0)
		snprintf(label, TICKS_LABEL, "0");
	else if (decimals > 9 || fabs(v) >= 1e15)
		snprintf(label, TICKS_LABEL, "%g%s", v, suffix[t->thousands]);
	else
		snprintf(label, TICKS_LABEL, "%.*f%s", decimals > 0 ? decimals : 0, v,
		         suffix[t->thousands]);
}

int64_t time_ticks_step(double seconds, unsigned most)
{
	static const int64_t round[] = { 1,     2,     5,     10,  15,      30,      60,
		                         120,   300,   600,   900, 1800,    3600,    7200,
		                         10800, 21600, 43200, DAY, 2 * DAY, 7 * DAY, 14 * DAY };
	size_t i, n = sizeof round / sizeof round[0];
	int64_t step;

	for (i = 0; i < n; i++)
		if (seconds / (double)round[i] <= (double)most)
			return round[i];
	for (step = round[n - 1]; seconds / (double)step > (double)most;)
		step *= 2;
	return step;
}

void time_ticks_make(struct time_ticks *t, double from, double to, long offset, unsigned most)
{
	int64_t base;

	t->step = time_ticks_step(to - from, most);
	base = t->step >= 7 * DAY ? FIRST_MONDAY - offset : -offset;
	t->first = base + t->step * (int64_t)ceil((from - (double)base) / (double)t->step);
	t->last = base + t->step * whole_below((to - (double)base) / (double)t->step);
}

void time_label(int64_t t, long offset, int64_t step, char label[TICKS_LABEL])
{
	char text[MONREAD_TIME_SIZE];

	monread_time_text((t + offset) * 1000000, text);
	snprintf(label, TICKS_LABEL, "%.*s", step < 60 ? 8 : 5, text + 11);
}

void date_label(int64_t t, long offset, char label[TICKS_LABEL])
{
	static const char months[12][4] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
		                            "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
	char text[MONREAD_TIME_SIZE];

	monread_time_text((t + offset) * 1000000, text);
	snprintf(label, TICKS_LABEL, "%d %s %.4s", atoi(text + 8), months[atoi(text + 5) - 1],
	         text);
}
