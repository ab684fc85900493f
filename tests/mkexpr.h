/* mkexpr.h: the values in descriptions of captures: numbers, text and bytes, variables,
 * arithmetic. */
#ifndef MK_EXPR_H
#define MK_EXPR_H

#include <stddef.h>
#include <stdint.h>

#include "monread.h"

#define MK_BYTES_MAX 8192u
#define MK_RAW 0x100u /* a raw byte, not a character to convert to the field's code */

struct mk_value {
	int is_number;
	uint64_t number;
	uint16_t bytes[MK_BYTES_MAX];
	size_t n;
};

/* The current place in the description, for messages. */
struct mk_place {
	const char *file;
	unsigned line;
};

extern struct mk_place mk_here;

/* Print an error message for the current line and exit. */
void mk_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

void *mk_alloc(void *old, size_t n);

/* Words: skip blanks; read a name; skip TEXT (returns 0 if it does not follow); expect the end of
 * the line. */
void mk_blanks(const char **p);
int mk_name(const char **p, char *name, size_t size);
int mk_skip(const char **p, const char *text);
void mk_line_end(const char *p);

/* A variable, possibly with an index: count[3]. */
void mk_variable(const char **p, char *name, size_t size);
void mk_set_number(const char *name, uint64_t v);
void mk_set_value(const char *name, const struct mk_value *v);
void mk_add(const char *name, uint64_t v);

/* FIELD (may be NULL) supplies names of bits. */
uint64_t mk_number(const char **p, const struct monread_field *field);
void mk_value_get(const char **p, const struct monread_field *field, struct mk_value *v);

/* Convert V to bytes in EBCDIC or ASCII; returns their number. */
size_t mk_encode(const struct mk_value *v, int ascii, unsigned char *to, size_t room);

#endif
