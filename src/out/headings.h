/* headings.h: the lines above and before records that text and hex have in common. */
#ifndef OUT_HEADINGS_H
#define OUT_HEADINGS_H

#include "out/out.h"

/* "capture.bin: MONWRITE, z/VM monitor data"; of merged inputs out_set_heading() puts it, where one has its turn. */
void out_file_heading(struct out *o);

/* "Data set 1, sample, domains 0: ..." where R is the first record of its set that is shown. */
void out_set_heading(struct out_worker *w, const struct out_record *r);

/* "0x00001119  D0R23 MRSYTLCK  2018-...  976 bytes  Formal spin lock data" */
void out_record_heading(struct out_worker *w, const struct out_record *r);

/* "  Hex  Len  " of the lines of fields, 12 places. */
char *out_put_place(char *p, uint32_t offset, uint32_t length);

/* The name of L, - where it is NULL, and blanks up to WIDTH. */
void out_name_column(struct out_buffer *b, const struct monread_layout *l, size_t width);

/* The title of L, made safe. */
void out_title(struct out_buffer *b, const struct monread_layout *l);

/* Bytes in hex, 32 per line, after the word WHAT. */
void out_undescribed(struct out_worker *w, const char *what, const unsigned char *bytes, uint32_t offset,
                     uint32_t length);

void out_problem_line(struct out_worker *w, const char *text);

#endif
