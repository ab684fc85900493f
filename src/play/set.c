/* set.c: stores the bytes of a data set and the lengths of its record sets. */
#include "config.h"

#include "play/set.h"

#include <stdlib.h>
#include <string.h>

#include "port/array.h"

#define FIRST_ROOM (256u * 1024u)

void set_done(struct set *s)
{
	free(s->bytes);
	free(s->records);
}

void set_clear(struct set *s)
{
	s->length = 0;
	s->nrecords = 0;
	s->tod = 0;
}

int set_add_bytes(struct set *s, const unsigned char *bytes, size_t n)
{
	if (n > s->room - s->length) {
		size_t room = s->room ? s->room : FIRST_ROOM;
		unsigned char *more;

		while (n > room - s->length) {
			if (room > SIZE_MAX / 2)
				return -1;
			room *= 2;
		}
		more = realloc(s->bytes, room);
		if (!more)
			return -1;
		s->bytes = more;
		s->room = room;
	}
	memcpy(s->bytes + s->length, bytes, n);
	s->length += n;
	return 0;
}

int set_add_record_set(struct set *s, size_t length)
{
	if (ARRAY_GROW(s->records, s->nrecords, s->records_room))
		return -1;
	s->records[s->nrecords++] = length;
	return 0;
}

void set_cut(struct set *s, size_t keep)
{
	while (s->nrecords > keep)
		s->length -= SET_MCE_SIZE + s->records[--s->nrecords];
}
