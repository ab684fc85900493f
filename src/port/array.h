/* array.h: arrays that grow. */
#ifndef SQL_ARRAY_H
#define SQL_ARRAY_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ARRAY_FIRST 16u

/* Whatever PLACE points to is a pointer to *ROOM elements of SIZE bytes.  0, or -1: out of memory. */
static inline int array_grow(void *place, size_t *room, size_t size)
{
	size_t more = *room ? *room + *room / 2 : ARRAY_FIRST;
	void *p;

	memcpy(&p, place, sizeof p);
	p = more > SIZE_MAX / size ? NULL : realloc(p, more * size);
	if (!p)
		return -1;
	memcpy(place, &p, sizeof p);
	*room = more;
	return 0;
}

/* Have room for one more behind the N elements of P.  0, or -1: out of memory. */
#define ARRAY_GROW(p, n, room) ((n) < (room) ? 0 : array_grow(&(p), &(room), sizeof *(p)))

#endif
