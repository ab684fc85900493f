/* mkset.h: record sets in the DCSS, and the output file. */
#ifndef MK_SET_H
#define MK_SET_H

#include <stdio.h>

#include "mkexpr.h"

enum mk_form { MK_STREAM, MK_MONWRITE, MK_ONCE /* MONWRITE that writes shared frames only once */ };

void mk_form_set(enum mk_form form);

/* Begin a control block; BLANK: without the words with the number of elements. */
void mk_block_begin(int blank);

/* Begin a record set.  INTERVAL_END: end the set with D1R11. */
void mk_set_begin(unsigned type, unsigned domains, uint64_t start, int interval_end);

/* Set the end address in the control element; set the whole control element; set the byte for
 * filler. */
void mk_set_last(uint64_t end);
void mk_set_element(const struct mk_value *v);
void mk_set_fill(unsigned filler);

/* Add a record; if it does not fit, first D1R13 and a new frame, unless it may CROSS frames. Add
 * raw bytes. */
void mk_set_record(const unsigned char *bytes, size_t n, uint64_t tod, int cross);
void mk_set_bytes(const unsigned char *bytes, size_t n);

/* Continue in the next frame; END: after D1R13. */
void mk_set_frame(int end, uint64_t tod);

/* End the open set; end the open block. */
void mk_set_end(uint64_t tod);
void mk_block_end(void);

/* Changes of the complete file. */
void mk_file_patch(uint64_t at, const struct mk_value *v);
void mk_file_insert(uint64_t at, const struct mk_value *v);
void mk_file_drop(uint64_t at, uint64_t n);
size_t mk_file_size(void);
void mk_file_write(FILE *f);
void mk_file_done(void);

#endif
