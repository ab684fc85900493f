/* ticks.h: chooses round ticks for axes. */
#ifndef CHART_TICKS_H
#define CHART_TICKS_H

#include <stddef.h>
#include <stdint.h>

/* Ticks of a value axis: at the values of ->first steps, ->first + 1 steps, ... ->last steps. The
 * length of a step is ->digit (1, 2 or 5) times 10 to the power of ->exponent. */
struct ticks {
	int64_t first, last;
	unsigned digit;
	int exponent;
	int thousands; /* unit of the labels: 0: ones; 1: thousands; 2: millions, ... */
};

/* Choose ticks with the shortest step of which at most MOST cover the values from LOW to HIGH. */
void ticks_make(struct ticks *t, double low, double high, unsigned most);

double ticks_value(const struct ticks *t, int64_t i);

#define TICKS_LABEL 32

/* Write the label of the tick at the value of I steps to LABEL, such as "0.5", "250", "1.5M". */
void ticks_label(const struct ticks *t, int64_t i, char label[TICKS_LABEL]);

/* Ticks of a time axis: at ->first, ->first + ->step, ... up to ->last, in seconds since 1970. */
struct time_ticks {
	int64_t first, last, step;
};

/* Choose ticks at round local times from FROM to TO, with at most MOST steps between them. OFFSET,
 * here and below: seconds from UTC to local time. If no tick fits, t->last is less than
 * t->first. */
void time_ticks_make(struct time_ticks *t, double from, double to, long offset, unsigned most);

/* Return the shortest round step, in seconds, that divides a time of SECONDS into at most MOST
 * steps. */
int64_t time_ticks_step(double seconds, unsigned most);

/* Write the time T as local time to LABEL, such as "08:00", or "08:00:30" if STEP is below 60
 * seconds. */
void time_label(int64_t t, long offset, int64_t step, char label[TICKS_LABEL]);

/* Write the local date of the time T to LABEL, such as "22 Nov 2026". */
void date_label(int64_t t, long offset, char label[TICKS_LABEL]);

/* Return the greatest integer that is not above V. This integer must fit into an int64_t. */
int64_t whole_below(double v);

#endif
