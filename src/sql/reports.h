/* reports.h: the reports that are built in. */
#ifndef SQL_REPORTS_H
#define SQL_REPORTS_H

struct reports_source {
	const char *name;
	const char *path; /* as messages call it */
	const char *text;
};

/* In the order of their names; the last one has no name. */
extern const struct reports_source reports_built_in[];

#endif
