/* mkset.h: record sets in the DCSS, and the file that they go to. */
#ifndef MK_SET_H
#define MK_SET_H

#include <stdio.h>

#include "mkexpr.h"

enum mk_form { MK_STREAM, MK_MONWRITE, MK_ONCE /* MONWRITE with shared frames once */ };

void mk_form_set(enum mk_form form);

/* A control block; BLANK: without the words that count its elements. */
void mk_block_begin(int blank);

/* A record set.  INTERVAL_END: it gets a D1R11. */
void mk_set_begin(unsigned type, unsigned domains, uint64_t start, int interval_end);

/* Fill the set up to END; give its control element whole; the filler. */
void mk_set_last(uint64_t end);
void mk_set_element(const struct mk_value *v);
void mk_set_fill(unsigned filler);

/* Add a record (with D1R13 and a new frame where it does not fit, unless it is to CROSS), or bytes. */
void mk_set_record(const unsigned char *bytes, size_t n, uint64_t tod, int cross);
void mk_set_bytes(const unsigned char *bytes, size_t n);

/* Go on at the next frame; END: with D1R13. */
void mk_set_frame(int end, uint64_t tod);

/* Sets and blocks that are open are finished; the end of the description. */
void mk_set_end(uint64_t tod);
void mk_block_end(void);

/* The file is changed afterwards. */
void mk_file_patch(uint64_t at, const struct mk_value *v);
void mk_file_insert(uint64_t at, const struct mk_value *v);
void mk_file_drop(uint64_t at, uint64_t n);
size_t mk_file_size(void);
void mk_file_write(FILE *f);
void mk_file_done(void);

#endif
