/* missing.h: finds the records that a report needs and captures do not have, and explains how to
 * get these records. */
#ifndef REPORT_MISSING_H
#define REPORT_MISSING_H

#include "monread.h"
#include "report/report.h"

/* A report, and a function that tells which records the captures have. */
struct missing {
	const struct report *report;
	const struct monread_layouts *layouts;
	/* function that returns 1 if the captures have the record RECORD; ARG: ->arg of this
	 * structure */
	int (*came)(const void *arg, const char *record);
	const void *arg;
	int samples; /* 1: the captures have a sample of CP */
};

/* N is an element of ->needs of the report. Return the first record, from N on, that the captures
 * do not have. NULL: they have all these records. */
const struct report_need *missing_from(const struct missing *m, const struct report_need *n);

/* Return 1 if the captures have samples, and CP writes the record N into each sample: then somebody
 * removed the record from the captures. */
int missing_is_left_out(const struct missing *m, const struct report_need *n);

struct missing_text {
	char text[1000];
};

/* Write to T which records of the report the captures do not have, and how to enable them; "": they
 * have all. Returns 1 if the report shows nothing without one of the missing records. */
int missing_explain(const struct missing *m, struct missing_text *t);

#endif
