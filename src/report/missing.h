/* missing.h: finds the records of a report that captures do not have, and explains how to get
 * them. */
#ifndef REPORT_MISSING_H
#define REPORT_MISSING_H

#include "monread.h"
#include "report/report.h"

/* A report and the records of its captures. */
struct missing {
	const struct report *report;
	const struct monread_layouts *layouts;
	/* returns 1 if a record of this name came */
	int (*came)(const void *arg, const char *record);
	const void *arg;
	int samples; /* 1: a sample of CP came */
};

/* Return the first record that did not come of those from N on, which is an element of ->needs of
 * the report. NULL: all came. */
const struct report_need *missing_from(const struct missing *m, const struct report_need *n);

/* Return 1 if samples came, and CP writes the record N into each sample: somebody removed it from
 * the capture. */
int missing_is_left_out(const struct missing *m, const struct report_need *n);

struct missing_text {
	char text[1000];
};

/* Write to T which records of the report did not come and how to enable them; "": all came. Returns
 * 1 if the report shows nothing without one of these records. */
int missing_explain(const struct missing *m, struct missing_text *t);

#endif
