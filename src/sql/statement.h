/* statement.h: read the SQL of a query. */
#ifndef SQL_STATEMENT_H
#define SQL_STATEMENT_H

#include <stddef.h>

struct statement {
	const char *name; /* for messages: --sql, or the name of the file */
	const char *text;
	char *read; /* content of the file, which statement_done() frees; NULL: the option has the text */
};

/* Get the statement from ARG: SQL, or @FILE with at most MAX bytes. 0, or -1: the error was reported. */
int statement_read(struct statement *s, const char *arg, size_t max);
void statement_done(struct statement *s);

#endif
