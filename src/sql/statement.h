/* statement.h: the text of a query. */
#ifndef SQL_STATEMENT_H
#define SQL_STATEMENT_H

#include <stddef.h>

struct statement {
	const char *name; /* for messages: --sql, or its file */
	const char *text;
	char *read; /* of the file; NULL: it was given in the option */
};

/* ARG: the text, or @FILE, which has at most MAX bytes.  0, or -1: it was said why. */
int statement_read(struct statement *s, const char *arg, size_t max);
void statement_done(struct statement *s);

#endif
