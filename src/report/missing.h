/* missing.h: the records that a report needs and captures do not have, and how to get them. */
#ifndef REPORT_MISSING_H
#define REPORT_MISSING_H

#include "monread.h"
#include "report/report.h"

struct missing {
	const struct report *report;
	const struct monread_layouts *layouts;
	/* Return 1 if the captures have RECORD. */
	int (*came)(const void *arg, const char *record);
	const void *arg;
	int samples; /* 1: the captures have a sample of CP */
};

/* Return the first element, from N on, of ->needs of the report whose record the captures do not
 * have; NULL: none. */
const struct report_need *missing_from(const struct missing *m, const struct report_need *n);

/* The captures do not have n->record. Return 1 if somebody must have removed this record, because
 * CP writes it into each sample, and the captures have samples. */
int missing_is_left_out(const struct missing *m, const struct report_need *n);

struct missing_text {
	char text[1000];
};

/* Write to t->text which records of the report the captures do not have, and how to enable these
 * records; "" if no record is missing. Return 1 if the report shows nothing without one of them. */
int missing_explain(const struct missing *m, struct missing_text *t);

#endif
