/* page.h: texts for types, conditions, dimensions and masks in .dsect files. */
#ifndef MR_PAGE_H
#define MR_PAGE_H

#include <stdio.h>

#include "monread.h"

/* Return the name of TYPE in .dsect files. For some types, IBM's web pages use other names. */
static inline const char *mr_type_name(enum monread_type type)
{
	static const char *const names[] = { "Structure", "Character", "Unsigned", "Signed",
		                             "Bitstring", "Address",   "String" };

	return names[type];
}
#define MR_NTYPES (MONREAD_TYPE_STRING + 1u)

static inline const char *mr_status_name(enum monread_status status)
{
	static const char *const names[] = { "name only", "front part", "whole" };

	return names[status];
}

/* Return a word for the extent to which the layout L describes a record, such as "whole", or
 * "unproven" if L has unproven fields. */
static inline const char *mr_trust_name(const struct monread_layout *l)
{
	return l->unproven ? "unproven" : mr_status_name(l->status);
}

static inline const char *mr_op_name(enum monread_op op)
{
	static const char *const names[] = { "", "=", "!=", "<", "<=", ">", ">=" };

	return names[op];
}
#define MR_NOPS (MONREAD_GE + 1u)

/* Write RELEASE (100 * version + release) as "7.1" to S of SIZE bytes. */
static inline void mr_put_release(char *s, size_t size, uint32_t release)
{
	snprintf(s, size, "%u.%u", (unsigned)release / 100, (unsigned)release % 100);
}

#define MR_NAME_SIZE 300u

/* Write the name and dimension of F, such as NAME(31) or NAME(0:30), to S of SIZE bytes. */
static inline void mr_put_name(char *s, size_t size, const struct monread_field *f)
{
	if (!f->dim_count)
		snprintf(s, size, "%s", f->name);
	else if (f->dim_first == 1)
		snprintf(s, size, "%s(%u)", f->name, (unsigned)f->dim_count);
	else
		snprintf(s, size, "%s(%u:%u)", f->name, (unsigned)f->dim_first,
		         (unsigned)(f->dim_first + f->dim_count - 1));
}

#define MR_PATTERN_SIZE 80u

/* Write the mask of BIT, such as "1... ....", to S of MR_PATTERN_SIZE bytes. */
static inline void mr_put_pattern(char *s, const struct monread_bit *bit)
{
	unsigned i, n = 8 * bit->width;

	for (i = 0; i < n; i++) {
		if (i && i % 4 == 0)
			*s++ = ' ';
		*s++ = bit->mask >> (n - 1 - i) & 1 ? '1' : '.';
	}
	*s = '\0';
}

#endif
