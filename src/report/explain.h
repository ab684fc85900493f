/* explain.h: prints reports for --list and --explain. */
#ifndef REPORT_EXPLAIN_H
#define REPORT_EXPLAIN_H

#include "cli/buffer.h"
#include "report/missing.h"

/* Print R as a line of --list. M: which records of R captures have, to mark R or to explain
 * which are missing; NULL: without FILE. */
void explain_line(struct out_buffer *b, const struct report *r, const struct missing *m);

/* Print the description of R in lines of less than WIDTH columns: the first function its title,
 * texts, columns and records, the second one its alarms and query. UNPROVEN: fields of the query
 * that no document proves; NULL: none. */
void explain_columns(struct out_buffer *b, const struct report *r, size_t width);
void explain_query(struct out_buffer *b, const struct report *r, const char *unproven,
                   size_t width);

#define LIMIT_SIZE 200u

/* Write the limits of A, an alarm of R, to TEXT in the form that follows a value: " > 10 and %susp
 * > 5 for 3 intervals" or " > 10 for 15 minutes". */
void limit_text(char text[LIMIT_SIZE], const struct report *r, const struct report_alarm *a);

#endif
