/* reach.h: lists of what is known by a small number, which grow when a number is beyond them. */
#ifndef MR_PORT_REACH_H
#define MR_PORT_REACH_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MR_REACH_MORE 64u

/* PLACE points to a pointer to *N elements of SIZE bytes.  0, or -1: out of memory. */
static inline int mr_reach_grow(void *place, size_t *n, size_t id, size_t size)
{
	size_t more = id + MR_REACH_MORE;
	char *p;

	memcpy(&p, place, sizeof p);
	p = more < id || more > SIZE_MAX / size ? NULL : realloc(p, more * size);
	if (!p)
		return -1;
	memset(p + *n * size, 0, (more - *n) * size);
	memcpy(place, &p, sizeof p);
	*n = more;
	return 0;
}

/* Have the list P of N elements hold number ID; new ones are zero.  0, or -1: out of memory, and P is as it was. */
#define MR_REACH(p, n, id) ((id) < (n) ? 0 : mr_reach_grow(&(p), &(n), (id), sizeof *(p)))

#endif
