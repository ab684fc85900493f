/* headings.h: prints headings of files, record sets and records for the formats text and hex. */
#ifndef OUT_HEADINGS_H
#define OUT_HEADINGS_H

#include "out/out.h"

/* The function head() of several formats: write a line such as "capture.bin: MONWRITE, z/VM monitor
 * data". For merged inputs, out_set_heading() writes this line whenever the input changes. */
void out_file_heading(struct out_worker *w, struct out_buffer *b, const struct table *t);

/* If R is the first shown record of its record set, write a line such as "Data set 1, sample,
 * domains 0: ...". */
void out_set_heading(struct out_worker *w, const struct out_record *r);

/* Write a line such as "0x00001119 D0R23 MRSYTLCK 2018-... 976 bytes Formal spin lock data". */
void out_record_heading(struct out_worker *w, const struct out_record *r);

/* Write OFFSET in hex and LENGTH in decimal at P, together in at least 12 characters. Return the
 * end of the text. */
char *out_put_place(char *p, uint32_t offset, uint32_t length);

/* Write the name of the layout L, or "-" if L is NULL, with blanks up to WIDTH characters. */
void out_name_column(struct out_buffer *b, const struct monread_layout *l, size_t width);

/* Write the title of the layout L, without control characters. */
void out_title(struct out_buffer *b, const struct monread_layout *l);

/* Write BYTES, which no field describes, in hex, 32 bytes per line; each line begins with WHAT. */
void out_undescribed(struct out_worker *w, const char *what, const unsigned char *bytes,
                     uint32_t offset, uint32_t length);

void out_problem_line(struct out_worker *w, const char *text);

#endif
