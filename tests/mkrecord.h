/* mkrecord.h: build one record, field by field, with its layout. */
#ifndef MK_RECORD_H
#define MK_RECORD_H

#include "mkexpr.h"

#define MK_RECORD_MAX 65536u

/* Begin a record with the layout NAME, or NAME/RELEASE if there are several layouts. */
void mk_record_begin(const char *name);

/* Begin a record without layout, with BYTES zeros after the header. */
void mk_record_plain(unsigned domain, unsigned record, uint64_t bytes);

/* Set the length in the header, which may differ from the true length. */
void mk_record_length(uint64_t length);

/* Commands within a record; P points to the text after the command word. */
void mk_record_payload(const char *p);
void mk_record_array(const char *p);
void mk_record_row(const char *p);
void mk_record_bytes(const char *p);
void mk_record_size(const char *p);
void mk_record_field(const char *p);

/* Return the complete record, with TOD in its header; store its true length in LENGTH. */
const unsigned char *mk_record_end(uint64_t tod, size_t *length);

/* Free the layouts. */
void mk_record_done(void);

#endif
