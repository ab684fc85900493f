/* ticks.h: round places on axes. */
#ifndef CHART_TICKS_H
#define CHART_TICKS_H

#include <stddef.h>
#include <stdint.h>

/* Ticks are at FIRST, FIRST + 1, ... LAST times the step, which is 1, 2 or 5 times ten to the EXPONENT. */
struct ticks {
	int64_t first, last;
	unsigned digit;
	int exponent;
	int thousands; /* labels are in thousands (1), millions (2), ... */
};

/* The fewest round steps of which MOST or less reach from LOW or below to HIGH or above, LOW <= HIGH. */
void ticks_make(struct ticks *t, double low, double high, unsigned most);

double ticks_value(const struct ticks *t, int64_t i);

#define TICKS_LABEL 32

/* The label of tick I: "0.5", "250", "1.5M". */
void ticks_label(const struct ticks *t, int64_t i, char label[TICKS_LABEL]);

/* Ticks at FIRST, FIRST + STEP, ... up to LAST, in seconds since 1970. */
struct time_ticks {
	int64_t first, last, step;
};

/* Round steps of local time, of which MOST or less are in FROM to TO.  Where there is none in it, LAST < FIRST. */
void time_ticks_make(struct time_ticks *t, double from, double to, long offset, unsigned most);

/* The first of the steps that make MOST or less of SECONDS. */
int64_t time_ticks_step(double seconds, unsigned most);

/* T, local, as "08:00", or "08:00:30" where STEP is below a minute. */
void time_label(int64_t t, long offset, int64_t step, char label[TICKS_LABEL]);

/* The local date at T: "22 Nov 2026". */
void date_label(int64_t t, long offset, char label[TICKS_LABEL]);

/* The greatest whole number that is not above V, which must fit. */
int64_t whole_below(double v);

#endif
