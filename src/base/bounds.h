/* bounds.h: sizes of buffers and arrays. */
#ifndef MR_BOUNDS_H
#define MR_BOUNDS_H

/* Bytes that are enough for any system identifier: eight EBCDIC characters, converted to UTF-8, and
 * a NUL. */
#define MR_SYSTEM_ID_SIZE 32u

/* Sizes of arrays with one element per domain or record number; higher numbers have no element. */
#define MR_DOMAINS 32u
#define MR_RECORDS 256u

static inline int mr_is_in_bounds(unsigned domain, unsigned record)
{
	return domain < MR_DOMAINS && record < MR_RECORDS;
}

#endif
