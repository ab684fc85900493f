/* bounds.h: room for what is kept by system, or by the number of a record. */
#ifndef PORT_BOUNDS_H
#define PORT_BOUNDS_H

/* More than the identifier of any system: eight characters of EBCDIC, in UTF-8. */
#define MR_SYSTEM_ID_SIZE 32u

/* Tables by number have room for these; what has a higher number is not in them. */
#define MR_DOMAINS 32u
#define MR_RECORDS 256u

static inline int mr_is_in_bounds(unsigned domain, unsigned record)
{
	return domain < MR_DOMAINS && record < MR_RECORDS;
}

#endif
