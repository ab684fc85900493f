/* reports.h: the reports that are built into the programs. */
#ifndef REPORT_REPORTS_H
#define REPORT_REPORTS_H

#include <string.h>

#include "report/report.h"

struct reports_source {
	const char *name;
	const char *path; /* for messages */
	const char *text;
};

/* The built-in reports, sorted by name; an element without a name ends the list. */
extern const struct reports_source reports_built_in[];

/* Return a report made from the built-in source S; free it with report_free(). NULL: out of
 * memory. */
static inline struct report *reports_read(const struct reports_source *s)
{
	return report_read(s->path, s->name, s->text, strlen(s->text), NULL, NULL);
}

#endif
