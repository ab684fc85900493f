/* missing.h: the records that a report needs and captures do not have, and how to get them. */
#ifndef REPORT_MISSING_H
#define REPORT_MISSING_H

#include "monread.h"
#include "report/report.h"

struct missing {
	const struct report *report;
	const struct monread_layouts *layouts;
	/* Return 1 if the captures have the record RECORD. */
	int (*came)(const void *arg, const char *record);
	const void *arg; /* argument of ->came() */
	int samples; /* 1: the captures have a sample of CP */
};

/* Begin at N, an element of ->needs of the report. Return the first element whose record the
 * captures do not have; NULL: they have all these records. */
const struct report_need *missing_from(const struct missing *m, const struct report_need *n);

/* The captures do not have n->record. Return 1 if somebody must have removed it, because the
 * captures have samples, and CP writes this record into each sample. */
int missing_is_left_out(const struct missing *m, const struct report_need *n);

struct missing_text {
	char text[1000];
};

/* Write to T which records of the report the captures do not have, and how to enable them. If the
 * captures have all records, write "". Return 1 if the report shows nothing without one of the
 * missing records. */
int missing_explain(const struct missing *m, struct missing_text *t);

#endif
