/* bounds.h: sizes of tables by system and by record number. */
#ifndef PORT_BOUNDS_H
#define PORT_BOUNDS_H

/* Room for any system identifier: eight characters of EBCDIC, in UTF-8, and a NUL. */
#define MR_SYSTEM_ID_SIZE 32u

/* Sizes of tables that are indexed by domain and record number; higher numbers are not in these
 * tables. */
#define MR_DOMAINS 32u
#define MR_RECORDS 256u

static inline int mr_is_in_bounds(unsigned domain, unsigned record)
{
	return domain < MR_DOMAINS && record < MR_RECORDS;
}

#endif
