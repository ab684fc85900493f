/* check_queue.c: messages up to their limit, and the data set that the first of them announces. */

#include "../unit/unit.h"

#include "play/queue.h"
#include "play/set.h"

TEST(messages_in_their_order)
{
	struct queue q;
	uint64_t in = 1, out = 1;
	unsigned i;

	ck_assert_int_eq(queue_init(&q, 5), 0);
	ck_assert_ptr_null(queue_head(&q));
	for (i = 0; i < 20; i++) {
		ck_assert_int_eq(queue_add(&q, in++, 0), 0);
		ck_assert_int_eq(queue_add(&q, in++, i % 2), 0);
		ck_assert_uint_eq(q.count, 2);
		ck_assert_uint_eq(queue_head(&q)->set, out++);
		ck_assert_int_eq(queue_head(&q)->limit, 0);
		queue_reply(&q);
		ck_assert_uint_eq(queue_head(&q)->set, out++);
		ck_assert_int_eq(queue_head(&q)->limit, (int)(i % 2));
		queue_reply(&q);
		ck_assert_ptr_null(queue_head(&q));
	}
	queue_done(&q);
}

/* The one that makes them so many has the mark; what comes behind it is lost. */
TEST(the_limit)
{
	struct queue q;
	uint64_t i;

	ck_assert_int_eq(queue_init(&q, 3), 0);
	for (i = 1; i <= 3; i++)
		ck_assert_int_eq(queue_add(&q, i, 0), 0);
	ck_assert_int_eq(queue_add(&q, 4, 0), -1);
	ck_assert_uint_eq(q.count, 3);
	for (i = 1; i <= 3; i++) {
		ck_assert_uint_eq(queue_head(&q)->set, i);
		ck_assert_int_eq(queue_head(&q)->limit, i == 3);
		queue_reply(&q);
		if (i == 1)
			ck_assert_int_eq(queue_add(&q, 9, 0), 0);
		if (i == 1)
			ck_assert_int_eq(queue_add(&q, 10, 0), -1);
	}
	ck_assert_uint_eq(queue_head(&q)->set, 9);
	ck_assert_int_eq(queue_head(&q)->limit, 1);
	queue_clear(&q);
	ck_assert_ptr_null(queue_head(&q));
	ck_assert_int_eq(queue_add(&q, 11, 0), 0);
	ck_assert_uint_eq(queue_head(&q)->set, 11);
	queue_done(&q);
}

TEST(room_for_one)
{
	struct queue q;

	ck_assert_int_eq(queue_init(&q, 1), 0);
	ck_assert_int_eq(queue_add(&q, 5, 0), 0);
	queue_clear(&q);
	ck_assert_int_eq(queue_add(&q, 7, 0), 0);
	ck_assert_ptr_eq(queue_head(&q), q.ring);
	ck_assert_uint_eq(queue_head(&q)->set, 7);
	queue_done(&q);
}

TEST(a_data_set_and_its_pieces)
{
	struct set s = { 0 };
	unsigned char piece[SET_MCE_SIZE + 300];
	size_t i, length = 0;

	for (i = 0; i < 2000; i++) {
		memset(piece, (int)(i % 251), sizeof piece);
		ck_assert_int_eq(set_add_bytes(&s, piece, SET_MCE_SIZE + i % 300), 0);
		ck_assert_int_eq(set_add_record_set(&s, i % 300), 0);
		length += SET_MCE_SIZE + i % 300;
		ck_assert_uint_eq(s.length, length);
		ck_assert_uint_ge(s.room, s.length);
	}
	ck_assert_uint_eq(s.nrecords, 2000);
	for (i = length = 0; i < 2000; i++) {
		ck_assert_uint_eq(s.records[i], i % 300);
		ck_assert_uint_eq(s.bytes[length], i % 251);
		length += SET_MCE_SIZE + i % 300;
		ck_assert_uint_eq(s.bytes[length - 1], i % 251);
	}
	set_cut(&s, 2000);
	ck_assert_uint_eq(s.length, length);
	set_cut(&s, 2);
	ck_assert_uint_eq(s.nrecords, 2);
	ck_assert_uint_eq(s.length, 2 * SET_MCE_SIZE + 1);
	set_cut(&s, 0);
	ck_assert_uint_eq(s.nrecords, 0);
	ck_assert_uint_eq(s.length, 0);
	s.tod = 7;
	set_clear(&s);
	ck_assert(s.length == 0 && s.nrecords == 0 && s.tod == 0 && s.room && s.records_room);
	set_done(&s);
}

/* Exactly what fits needs no more room. */
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
