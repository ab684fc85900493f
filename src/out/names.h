/* names.h: the words for forms, types and domains that several formats use. */
#ifndef OUT_NAMES_H
#define OUT_NAMES_H

#include "monread.h"
#include "cli/buffer.h"

const char *out_container_name(enum monread_container container);     /* MONWRITE */
const char *out_set_type_name(uint8_t type);           /* sample */
const char *out_status_name(enum monread_status s);    /* front part */
const char *out_type_name(enum monread_type type);     /* Unsigned */
const char *out_format_name(enum monread_format f);    /* interval */
const char *out_domain_name(unsigned domain);          /* system; "" where it has none */

/* The domains of a control element: 0,4-6. */
void out_domains(struct out_buffer *b, uint16_t domains);

/* D0R23 at P, of at most 12 bytes. */
char *out_put_dr(char *p, unsigned domain, unsigned record);

/* A field's name and dimension, as the pages write it, in S of N bytes: NAME(0:30). */
void out_put_name(char *s, size_t n, const struct monread_field *f);

/* A mask as the pages write it, at P, of at most 80 bytes: 1... .... */
void out_put_pattern(char *p, const struct monread_bit *bit);

#endif
