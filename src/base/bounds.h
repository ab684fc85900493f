/* bounds.h: sizes of text buffers for system identifiers, and of arrays with an element per domain
 * or record number. */
#ifndef MR_BOUNDS_H
#define MR_BOUNDS_H

/* Number of bytes for any system identifier: eight characters of EBCDIC, converted to UTF-8, and a
 * NUL. */
#define MR_SYSTEM_ID_SIZE 32u

/* Sizes of arrays with an index that is a domain or a record number. Records with higher numbers
 * have no element in these arrays. */
#define MR_DOMAINS 32u
#define MR_RECORDS 256u

static inline int mr_is_in_bounds(unsigned domain, unsigned record)
{
	return domain < MR_DOMAINS && record < MR_RECORDS;
}

#endif
