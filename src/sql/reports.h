/* reports.h: the reports that are built in. */
#ifndef SQL_REPORTS_H
#define SQL_REPORTS_H

struct reports_source {
	const char *name;
	const char *path; /* as messages call it */
	const char *text;
};

/* The built-in reports, sorted by name; an element without a name ends the list. */
extern const struct reports_source reports_built_in[];

#endif
