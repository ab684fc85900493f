/* check_pass.c: a reader that skips records returns all other events unchanged. */

#include "unit.h"

#include "monread.h"

static unsigned char data[256 * 1024], damaged[sizeof data];
static size_t length;

/* Make a stream of all events except the events that are only messages. */
static size_t make_stream(size_t n, unsigned char *stream)
{
	struct monread *m = monread_open(MONREAD_FD_NONE);
	const struct monread_ev *ev;
	size_t to = 0;
	int fed = 0;

	ck_assert_ptr_nonnull(m);
	ck_assert_int_eq(monread_set_flags(m, MONREAD_WANT_FILLER), MONREAD_OK);
	for (;;) {
		ev = monread_next(m);
		if (!ev && monread_code(m) != MONREAD_AGAIN)
			break;
		if (!ev) {
			ck_assert_int_eq(monread_feed(m, data, fed ? 0 : n), MONREAD_OK);
			fed = 1;
		} else if (ev->kind == MONREAD_CONTROL || ev->kind == MONREAD_RECORD ||
		           ev->kind == MONREAD_FILLER) {
			memcpy(stream + to, ev->bytes, ev->length);
			to += ev->length;
		}
	}
	monread_close(m);
	return to;
}

static void read_sample(int is_stream)
{
	FILE *f = fopen(TEST_DATA "/../data/sample.monwrite", "rb");

	ck_assert_ptr_nonnull(f);
	length = fread(data, 1, sizeof data, f);
	ck_assert(length > 0 && length < sizeof data);
	fclose(f);
	if (is_stream) {
		length = make_stream(length, damaged);
		memcpy(data, damaged, length);
	}
}

/* A reader that is fed PIECE bytes at a time. */
struct feeder {
	struct monread *m;
	const unsigned char *bytes;
	size_t at, piece;
};

static void begin(struct feeder *f, const unsigned char *bytes, size_t piece)
{
	*f = (struct feeder){ .m = monread_open(MONREAD_FD_NONE), .bytes = bytes, .piece = piece };
	ck_assert_ptr_nonnull(f->m);
}

/* PASS is NULL: skip no records. */
static const struct monread_ev *next(struct feeder *f, struct monread_pass *pass)
{
	const struct monread_ev *ev;
	size_t n;

	for (;;) {
		ev = pass ? monread_next_but(f->m, pass) : monread_next(f->m);
		if (ev || monread_code(f->m) != MONREAD_AGAIN)
			return ev;
		n = length - f->at < f->piece ? length - f->at : f->piece;
		ck_assert_int_eq(monread_feed(f->m, f->bytes + f->at, n), MONREAD_OK);
		f->at += n;
	}
}

/* Choose by the first record of each set; the pass then skips the marked records of that set. */
static void choose(struct monread_pass *pass, const struct monread_ev *ev)
{
	if (ev->kind == MONREAD_RECORD)
		pass->setno = ev->setno;
}

static int is_passed(const struct monread_pass *pass, const struct monread_ev *ev)
{
	return ev->kind == MONREAD_RECORD && ev->setno == pass->setno && ev->domain != 1 &&
	       ev->domain != 10 && ev->domain < MONREAD_PASS_DOMAINS &&
	       ev->record < MONREAD_PASS_RECORDS && pass->numbers[ev->domain][ev->record];
}

static void same_event(const struct monread_ev *a, const struct monread_ev *b,
                       const unsigned char *bytes)
{
	ck_assert_int_eq(a->kind, b->kind);
	ck_assert_uint_eq(a->flags, b->flags);
	ck_assert_uint_eq(a->offset, b->offset);
	ck_assert_uint_eq(a->serial, b->serial);
	ck_assert_uint_eq(a->dataset, b->dataset);
	ck_assert_uint_eq(a->setno, b->setno);
	ck_assert_uint_eq(a->skipped, b->skipped);
	ck_assert_uint_eq(a->tod, b->tod);
	ck_assert_uint_eq(a->length, b->length);
	ck_assert_uint_eq(a->address, b->address);
	ck_assert_uint_eq(a->domain, b->domain);
	ck_assert_uint_eq(a->record, b->record);
	ck_assert_int_eq(a->text != NULL, b->text != NULL);
	if (a->text)
		ck_assert_str_eq(a->text, b->text);
	if (a->kind == MONREAD_RECORD && a->offset + a->length <= length)
		ck_assert_mem_eq(a->bytes, bytes + a->offset, a->length);
}

/* Return the number of skipped records. */
static uint64_t compare(const unsigned char *bytes, size_t piece, unsigned marks)
{
	struct monread_pass pass = { .setno = 0 };
	const struct monread_ev *a, *b;
	struct feeder all, some;
	uint64_t passed = 0;
	unsigned i;

	for (i = 0; i < MONREAD_PASS_DOMAINS * MONREAD_PASS_RECORDS; i++)
		pass.numbers[i / MONREAD_PASS_RECORDS][i % MONREAD_PASS_RECORDS] = i % marks != 0;
	begin(&all, bytes, piece);
	begin(&some, bytes, piece);
	do {
		b = next(&some, &pass);
		for (a = next(&all, NULL); a; a = next(&all, NULL)) {
			if (!is_passed(&pass, a) || (b && a->serial == b->serial))
				break;
			passed++;
		}
		ck_assert_int_eq(a != NULL, b != NULL);
		ck_assert_int_eq(monread_code(all.m), monread_code(some.m));
		if (a) {
			same_event(a, b, bytes);
			choose(&pass, a);
		}
	} while (a);
	ck_assert_uint_eq(pass.passed, passed);
	ck_assert_uint_eq(monread_offset(all.m), monread_offset(some.m));
	monread_close(all.m);
	monread_close(some.m);
	return passed;
}

static const size_t pieces[] = { sizeof data, 30000, 5000, 777 };

TEST(damaged_captures_give_equal_events)
{
	uint64_t seed = 1;
	unsigned i, k;
	int s;

	for (s = 0; s < 2; s++) {
		read_sample(s);
		for (i = 0; i < 80; i++) {
			memcpy(damaged, data, length);
			for (k = 0; k <= i % 5; k++) {
				seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
				damaged[(seed >> 33) % length] = (unsigned char)(seed >> 20);
			}
			compare(damaged, pieces[i % 3], 2 + i % 7);
		}
	}
}

UNIT_MAIN("pass", NULL, NULL)
