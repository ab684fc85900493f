/* check_queue.c: messages up to their maximum size, and the data set that the first message announces. */

#include "../unit/unit.h"

#include "play/queue.h"
#include "play/set.h"

/* A data set that exactly fills its memory does not need more. */
TEST(room_of_a_data_set)
{
	struct set s = { 0 };
	unsigned char *bytes = calloc(1, 1024 * 1024);
	size_t room;

	ck_assert_ptr_nonnull(bytes);
	ck_assert_int_eq(set_add_bytes(&s, bytes, 1), 0);
	room = s.room;
	ck_assert_int_eq(set_add_bytes(&s, bytes, room - 1), 0);
	ck_assert_uint_eq(s.room, room);
	ck_assert_int_eq(set_add_bytes(&s, bytes, 1), 0);
	ck_assert_uint_eq(s.room, 2 * room);
	ck_assert_int_eq(set_add_bytes(&s, bytes, SIZE_MAX), -1);
	ck_assert_uint_eq(s.length, room + 1);
	set_done(&s);
	free(bytes);
}

UNIT_MAIN("queue", NULL, NULL)
