/* ticks.h: chooses round ticks for axes. */
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

/* Choose the smallest round step with which at most MOST steps cover LOW to HIGH, LOW <= HIGH. */
void ticks_make(struct ticks *t, double low, double high, unsigned most);

double ticks_value(const struct ticks *t, int64_t i);

#define TICKS_LABEL 32

/* Make the label of tick I: "0.5", "250", "1.5M". */
void ticks_label(const struct ticks *t, int64_t i, char label[TICKS_LABEL]);

/* Ticks at FIRST, FIRST + STEP, ... up to LAST, in seconds since 1970. */
struct time_ticks {
	int64_t first, last, step;
};

/* Choose round steps of local time with at most MOST ticks in FROM to TO. Without any tick, LAST < FIRST. */
void time_ticks_make(struct time_ticks *t, double from, double to, long offset, unsigned most);

/* Return the smallest step that divides SECONDS into at most MOST steps. */
int64_t time_ticks_step(double seconds, unsigned most);

/* Make the local time T as "08:00", or as "08:00:30" if STEP is below a minute. */
void time_label(int64_t t, long offset, int64_t step, char label[TICKS_LABEL]);

/* Make the local date of T: "22 Nov 2026". */
void date_label(int64_t t, long offset, char label[TICKS_LABEL]);

/* Return the greatest integer that is not above V; it must fit. */
int64_t whole_below(double v);

#endif
