/* set.c: stores the bytes of a data set and the lengths of its record sets. */
#include "config.h"

#include "play/set.h"

#include "base/array.h"

void set_done(struct set *s)
{
	free(s->bytes.bytes);
	free(s->records);
}

void set_clear(struct set *s)
{
	s->bytes.length = 0;
	s->nrecords = 0;
	s->tod = 0;
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
		s->bytes.length -= SET_MCE_SIZE + s->records[--s->nrecords];
}
