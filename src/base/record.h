/* record.h: record numbers in the forms D0R23, D0/R23 and 0.23. */
#ifndef MR_RECORD_H
#define MR_RECORD_H

#include "base/ascii.h"

#define MR_HEADER_SIZE 20u /* bytes of a record header */

#define MR_DOMAIN_MAX 255u
#define MR_RECORD_MAX 65535u

/* Read a record number in one of these forms at *P, and move *P to the end of the number. Return 0,
 * or -1 if *P is not a record number. */
static inline int mr_read_record(const char **p, unsigned *domain, unsigned *record)
{
	const char *s = *p;
	int letters = mr_lower(*s) == 'd';
	uint64_t d, r;

	s += letters;
	if (mr_read_number(&s, MR_DOMAIN_MAX, &d))
		return -1;
	if (letters && *s == '/')
		s++;
	if (mr_lower(*s) != (letters ? 'r' : '.'))
		return -1;
	s++;
	if (mr_read_number(&s, MR_RECORD_MAX, &r))
		return -1;
	*p = s;
	*domain = (unsigned)d;
	*record = (unsigned)r;
	return 0;
}

/* Return 1 if the whole TEXT is a record number in one of these forms. */
static inline int mr_is_record(const char *text, unsigned *domain, unsigned *record)
{
	return mr_read_record(&text, domain, record) == 0 && !*text;
}

#endif
