/* check_reader.c: the public reading functions: order of calls, events, codes. */

#include "unit.h"

#include "base/be.h"
#include "monread.h"
#include "base/hash.h"

static unsigned char data[2 * 65536];
static size_t len;
static struct monread *m;
static struct monread_ev ev; /* a copy of the last event, which outlives the reader's */
static enum monread_code code;

static void put_mce(unsigned char *p, unsigned type, uint32_t start, uint32_t end)
{
	memset(p, 0, 12);
	p[0] = (unsigned char)type;
	p[1] = 0x80;
	mr_put_be32(p + 4, start);
	mr_put_be32(p + 8, end);
}

static void mce(unsigned type, uint32_t start, uint32_t length)
{
	put_mce(data + len, type, start, start + length - 1);
	len += 12;
}

static void record(unsigned domain, unsigned number, unsigned length)
{
	memset(data + len, 0, length);
	mr_put_be16(data + len, (uint16_t)length);
	data[len + 4] = (unsigned char)domain;
	mr_put_be16(data + len + 6, (uint16_t)number);
	mr_put_be64(data + len + 8, UINT64_C(0xDFF5A0C000000000) + number);
	len += length;
}

static void begin(void)
{
	m = monread_open(MONREAD_FD_NONE);
	ck_assert_ptr_nonnull(m);
}

/* Feed all of DATA. */
static void feed_all(void)
{
	ck_assert_int_eq(monread_feed(m, data, len), 0);
}

static void begin_all(void)
{
	begin();
	feed_all();
}

/* Returns 0: EV has an event; -1: CODE has the reason. */
static int step(void)
{
	const struct monread_ev *e = monread_next(m);

	code = monread_code(m);
	ck_assert_int_eq(code == MONREAD_OK, e != NULL);
	if (e && e->kind >= MONREAD_BAD)
		ck_assert_str_eq(e->text, monread_error(m));
	else if (e)
		ck_assert_ptr_null(e->text);
	memset(&ev, 0, sizeof ev);
	if (e)
		ev = *e;
	else
		ev.offset = monread_offset(m);
	return e ? 0 : -1;
}

/* Return the next event, and skip requests for data. */
static int next(void)
{
	int rc = step();

	while (rc && code == MONREAD_AGAIN) {
		ck_assert_int_eq(monread_feed(m, NULL, 0), MONREAD_OK);
		rc = step();
	}
	return rc;
}

static void expect(enum monread_kind kind)
{
	ck_assert_int_eq(next(), 0);
	ck_assert_int_eq(ev.kind, kind);
}

static void expect_code(enum monread_code c)
{
	ck_assert_int_eq(next(), -1);
	ck_assert_int_eq(code, c);
}

static char letter_of(enum monread_kind kind)
{
	switch (kind) {
	case MONREAD_CONTROL: return 'C';
	case MONREAD_RECORD: return 'R';
	case MONREAD_SET_END: return 'E';
	case MONREAD_BAD: return 'B';
	case MONREAD_FILLER: return 'F';
	default: return '?';
	}
}

/* Compare the next events: C control, R record, E the end of a data set, B bad, F filler.  Numbers
 * after a letter:
 * @ offset, # record, : data set, / record set, ~ skipped bytes.  A final . is the end of the
 * input: close the reader. */
static void events(const char *expected)
{
	static const char numbers[] = "@#:/~";
	const char *p = expected, *number;
	char got[500];
	size_t n = 0;

	while (*p) {
		if (*p == ' ' || *p == '.') {
			if (*p == '.') {
				expect_code(MONREAD_EOF);
				monread_close(m);
			}
			got[n++] = *p++;
			continue;
		}
		ck_assert_int_eq(next(), 0);
		got[n++] = letter_of(ev.kind);
		for (p++; *p; p += strspn(p + 1, "0123456789") + 1) {
			const uint64_t values[] = { ev.offset, ev.record, ev.dataset, ev.setno,
				                    ev.skipped };

			number = strchr(numbers, *p);
			if (!number)
				break;
			n += (size_t)snprintf(got + n, sizeof got - n, "%c%llu", *p,
			                      (unsigned long long)values[number - numbers]);
		}
	}
	got[n] = '\0';
	ck_assert_str_eq(got, expected);
}

/* The reader returns no event, but the code C. */
static void expect_no_event(enum monread_code c)
{
	ck_assert_int_eq(step(), -1);
	ck_assert_int_eq(code, c);
}

TEST(container_and_flags_are_fixed_after_the_first_read)
{
	begin();
	expect_no_event(MONREAD_AGAIN);
	ck_assert_int_eq(monread_set_container(m, MONREAD_CONTAINER_STREAM), MONREAD_FAILED);
	ck_assert_int_eq(errno, EINVAL);
	errno = 0;
	ck_assert_int_eq(monread_set_flags(m, 0), MONREAD_FAILED);
	ck_assert_int_eq(errno, EINVAL);
	ck_assert_int_eq(monread_code(m), MONREAD_FAILED);
	ck_assert_str_eq(monread_error(m), "reading has begun");
	monread_close(m);
}

TEST(unknown_containers_and_flags_are_refused)
{
	const int containers[] = { -1, MONREAD_CONTAINER_DEVICE + 1, 1000 };
	struct monread *r = monread_open(MONREAD_FD_NONE);
	size_t i;

	for (i = 0; i < sizeof containers / sizeof containers[0]; i++) {
		errno = 0;
		ck_assert_int_eq(monread_set_container(r, (enum monread_container)containers[i]),
		                 MONREAD_FAILED);
		ck_assert_int_eq(errno, EINVAL);
		ck_assert_str_eq(monread_error(r), "no such container");
	}
	errno = 0;
	ck_assert_int_eq(monread_set_flags(r, MONREAD_WANT_FILLER | 2), MONREAD_FAILED);
	ck_assert_int_eq(errno, EINVAL);
	ck_assert_str_eq(monread_error(r), "no such flag");
	/* The failed call keeps the settings that were made before. */
	ck_assert_int_eq(monread_container_found(r), MONREAD_CONTAINER_AUTO);
	ck_assert_ptr_null(monread_next(r));
	ck_assert_int_eq(monread_code(r), MONREAD_AGAIN);
	monread_close(r);
}

TEST(feeding_at_the_wrong_time_is_refused)
{
	mce(MONREAD_EVENT, 0x09000000, 20);
	record(4, 1, 20);
	begin_all();
	ck_assert_int_eq(monread_feed(m, data, len), MONREAD_FAILED);
	monread_close(m);
	m = monread_open(0);
	ck_assert_int_eq(monread_feed(m, data, len), MONREAD_FAILED);
	monread_close(m);
}

/* Move the time stamp of the last record SECONDS later. */
static void later(int64_t seconds)
{
	unsigned char *tod = data + len - 40 + 8;

	mr_put_be64(tod, mr_be64(tod) + (uint64_t)seconds * 4096000000u);
}

static void expect_record(unsigned number, unsigned flags)
{
	expect(MONREAD_RECORD);
	ck_assert_uint_eq(ev.record, number);
	ck_assert_uint_eq(ev.flags, MONREAD_NUMBERED | flags);
}

TEST(record_with_another_time_than_its_set_is_marked)
{
	mce(MONREAD_SAMPLE, 0x09000000, 3 * 4096 + 80);
	/* The first two frames end with an end-of-frame record, the third frame is full. */
	record(0, 1, 40);
	record(0, 2, 40);
	later(31);
	record(0, 3, 40);
	later(-31);
	record(1, 13, 20);
	len += 4096 - 140;
	record(0, 4, 40);
	later(-40);
	record(0, 5, 40);
	record(0, 6, 40);
	record(1, 13, 20);
	len += 4096 - 140;
	record(0, 7, 40);
	record(0, 8, 4096 - 80);
	record(0, 9, 40);
	later(29);
	record(0, 10, 40);
	later(3600);
	record(0, 11, 40);
	later(3600);
	begin_all();
	expect(MONREAD_CONTROL);
	expect_record(1, 0);
	expect_record(2, MONREAD_APART);
	expect_record(3, 0);
	expect_record(13, 0);
	expect_record(4, MONREAD_APART);
	expect_record(5, 0);
	expect_record(6, 0);
	expect_record(13, 0);
	expect_record(7, 0);
	expect_record(8, 0);
	expect_record(9, 0);
	expect_record(10, MONREAD_APART);
	expect_record(11, 0);
	monread_close(m);
}

/* ---- Data sets read from a simulated device, because no file behaves like a device ---- */

static struct {
	const char *states; /* per read: s a set of DATA, e empty, a again, l lost, o overflow, x
	                       failed */
	int opens, fails;   /* number of times that the device was opened; opening it fails */
	int closed;
	const char *error;
} made_up;

static int device_here; /* the tests return its address as the handle of the device */

struct monread_device *monread_device_open(int fd)
{
	ck_assert_int_eq(fd, 1000);
	made_up.opens++;
	errno = ENOMEM;
	return made_up.fails ? NULL : (struct monread_device *)(void *)&device_here;
}

void monread_device_close(struct monread_device *d)
{
	made_up.closed += d != NULL;
}

enum monread_device_state monread_device_read(struct monread_device *d, struct monread_buffer *set,
                                              size_t *lost)
{
	ck_assert_ptr_eq(d, (const void *)&device_here);
	ck_assert_uint_eq(set->length, 0);
	*lost = 0;
	switch (*made_up.states ? *made_up.states++ : 'a') {
	case 's':
		set->bytes = set->bytes ? set->bytes : malloc(sizeof data);
		ck_assert_ptr_nonnull(set->bytes);
		set->room = sizeof data;
		set->length = len;
		memcpy(set->bytes, data, len);
		return MONREAD_DEVICE_SET;
	case 'e':
		return MONREAD_DEVICE_EMPTY;
	case 'l':
		*lost = 77;
		made_up.error = "lost 77";
		errno = EFAULT;
		return MONREAD_DEVICE_LOST;
	case 'o':
		made_up.error = "overflown";
		return MONREAD_DEVICE_OVERFLOW;
	case 'x':
		*lost = 79;
		made_up.error = "failed";
		errno = ENXIO;
		return MONREAD_DEVICE_FAILED;
	default:
		return MONREAD_DEVICE_AGAIN;
	}
}

const char *monread_device_error(const struct monread_device *d)
{
	ck_assert_ptr_eq(d, (const void *)&device_here);
	return made_up.error;
}

static void open_device(const char *states)
{
	len = 0;
	mce(MONREAD_SAMPLE, 0x1000, 40);
	record(0, 200, 40);
	memset(&made_up, 0, sizeof made_up);
	made_up.states = states;
	m = monread_open(1000);
	ck_assert_ptr_nonnull(m);
	ck_assert_int_eq(monread_set_container(m, MONREAD_CONTAINER_DEVICE), 0);
}

/* The reader returns data set N, except its end event. */
static void expect_set(uint64_t n)
{
	expect(MONREAD_CONTROL);
	ck_assert_uint_eq(ev.dataset, n);
	ck_assert_uint_eq(ev.offset, 52 * (n - 1));
	expect(MONREAD_RECORD);
	ck_assert_uint_eq(ev.offset, 52 * (n - 1) + 12);
	ck_assert_uint_eq(ev.record, 200);
}

static void expect_gap(const char *text, size_t skipped)
{
	ck_assert_int_eq(step(), 0);
	ck_assert_int_eq(ev.kind, MONREAD_GAP);
	ck_assert_uint_eq(ev.flags, 0);
	ck_assert_str_eq(ev.text, text);
	ck_assert_uint_eq(ev.skipped, skipped);
	ck_assert_ptr_null(ev.bytes);
}

static void expect_device(enum monread_code c, const char *text)
{
	expect_no_event(c);
	ck_assert_str_eq(monread_error(m), text);
}

TEST(each_set_of_a_device_is_a_data_set)
{
	open_device("eesaees");
	expect_set(1);
	/* The reader ends the data set before it asks the device for the next one. */
	expect(MONREAD_SET_END);
	ck_assert_str_eq(made_up.states, "aees");
	ck_assert_uint_eq(ev.offset, 52);
	expect_device(MONREAD_AGAIN, "");
	expect_set(2);
	events("E@104");
	expect_device(MONREAD_AGAIN, "");
	ck_assert_int_eq(made_up.opens, 1);
	ck_assert_int_eq(made_up.closed, 0);
	monread_close(m);
	ck_assert_int_eq(made_up.closed, 1);
}

TEST(losses_of_a_device_are_events_between_sets)
{
	open_device("slos");
	expect_set(1);
	expect(MONREAD_SET_END);
	expect_gap("lost 77", 77);
	ck_assert_uint_eq(ev.offset, 52);
	expect_gap("overflown", 0);
	expect_set(2);
	expect(MONREAD_SET_END);
	monread_close(m);
}

TEST(unreadable_sets_are_events_between_sets)
{
	open_device("xs");
	expect_device(MONREAD_FATAL, "failed");
	ck_assert_int_eq(errno, ENXIO);
	expect_device(MONREAD_FATAL, "the input cannot be read");
	monread_close(m);
	/* The device cannot be opened because memory is short. */
	open_device("s");
	made_up.fails = 1;
	expect_device(MONREAD_FATAL, "the input cannot be read");
	ck_assert_int_eq(errno, ENOMEM);
	made_up.fails = 0;
	expect_device(MONREAD_FATAL, "the input cannot be read");
	monread_close(m);
	ck_assert_int_eq(made_up.closed, 0);
}

/* ---- The beginning of the input ---- */

/* A control block whose first bytes are also a valid control element: the bytes after them decide.
 */
TEST(a_block_that_begins_like_a_stream)
{
	memset(data, 0, sizeof data);
	put_mce(data, MONREAD_SAMPLE, 0x1000, 0x1FFF);
	put_mce(data + 40, MONREAD_EVENT, 0x3000, 0x3000 + 39);
	len = 4096;
	record(4, 1, 40);
	len = 8192;
	begin_all();
	expect(MONREAD_CONTROL);
	ck_assert_int_eq(monread_container_found(m), MONREAD_CONTAINER_MONWRITE);
	ck_assert_uint_eq(ev.offset, 40);
	events("R@4096");
	ck_assert_uint_eq(ev.address, 0x3000);
	events("E .");

	/* A stream whose first record contains a control element at offset 40 of the stream. */
	len = 0;
	mce(MONREAD_SAMPLE, 0x1000, 100);
	record(0, 200, 80);
	put_mce(data + 40, MONREAD_EVENT, 0x3000, 0x3027);
	record(1, 11, 20);
	begin_all();
	expect(MONREAD_CONTROL);
	ck_assert_int_eq(monread_container_found(m), MONREAD_CONTAINER_STREAM);
	events("R R E .");
}

/* ---- MONWRITE ---- */

/* Return whether a next event exists among the N bytes at P, which are fed in pieces of PIECE
 * bytes; *AT counts the bytes that were fed. */
static int next_fed(const unsigned char *p, size_t n, size_t piece, size_t *at)
{
	size_t most;

	while (step() != 0) {
		if (code != MONREAD_AGAIN) {
			ck_assert_int_eq(code, MONREAD_EOF);
			return 0;
		}
		most = piece < n - *at ? piece : n - *at;
		ck_assert_int_eq(monread_feed(m, p + *at, most), MONREAD_OK);
		*at += most;
	}
	return 1;
}

/* The records of the input, fed in PIECES, have the numbers from 1 to N, and each number occurs
 * once. */
static void expect_numbers(unsigned n, size_t piece, unsigned flags)
{
	size_t at = 0;
	unsigned i = 0;

	begin();
	ck_assert_int_eq(monread_set_flags(m, flags), MONREAD_OK);
	while (next_fed(data, len, piece, &at))
		if (ev.kind == MONREAD_RECORD)
			ck_assert_uint_eq(ev.record, ++i);
	ck_assert_uint_eq(i, n);
	monread_close(m);
}

static void expect_numbers_anyhow(unsigned n)
{
	expect_numbers(n, SIZE_MAX, 0);
	expect_numbers(n, 1, 0);
	expect_numbers(n, 4096, 0);
	expect_numbers(n, 1000, MONREAD_WANT_FILLER);
}

/* Remove N bytes at AT. */
static void lose(size_t at, size_t n)
{
	memmove(data + at, data + at + n, len - at - n);
	len -= n;
}

/* Append a block of N sets, each a frame with one record; the records are numbered from FIRST on.
 */
static void block_of(unsigned n, unsigned first, uint32_t start)
{
	size_t at = len;
	unsigned i;

	memset(data + at, 0, (1 + n) * 4096);
	for (i = 0; i < n; i++, start += 4096) {
		put_mce(data + at + 40 + 12 * i, MONREAD_EVENT, start, start + 39);
		len = at + (1 + i) * 4096 + (start & 4095);
		record(4, first + i, 40);
	}
	len = at + (1 + n) * 4096;
}

/* Skip events up to the next report of bad data; it has this offset and this text. */
static void expect_bad(size_t offset, const char *text)
{
	do
		ck_assert_int_eq(next(), 0);
	while (ev.kind < MONREAD_BAD);
	ck_assert_int_eq(ev.kind, MONREAD_BAD);
	ck_assert_str_eq(monread_error(m), text);
	ck_assert_uint_eq(ev.offset, offset);
}

/* The filler of a frame has no meaning: if bytes of the filler are missing, no record is lost,
 * although the next block comes early. */
TEST(bytes_missing_after_the_last_record_of_a_frame)
{
	static const struct {
		size_t lost, at;
		const char *text;
	} cases[] = {
		{ 1, 8192 + 40,
		  "the next control block begins here, 1 byte before the end of the frame: 1 byte is missing after its"
		  " last record" },
		/* The second element is at the expected place of the first element. */
		{ 12, 10000,
		  "the next control block begins here, 12 bytes before the end of the frame: as many are missing after"
		  " its last record" },
		{ 4056, 8192 + 40,
		  "the next control block begins here, 4056 bytes before the end of the frame: as many are missing"
		  " after its last record" },
	};
	size_t i;

	for (i = 0; i < 3; i++) {
		len = 0;
		block_of(2, 1, 0x1000);
		block_of(2, 3, 0x3000);
		block_of(2, 5, 0x5000);
		lose(cases[i].at, cases[i].lost);
		begin();
		feed_all();
		expect_bad(12288 - cases[i].lost, cases[i].text);
		ck_assert_uint_eq(ev.skipped, 0);
		expect(MONREAD_CONTROL);
		ck_assert_uint_eq(ev.offset, 12288 - cases[i].lost + 40);
		ck_assert_uint_eq(ev.dataset, 2);
		monread_close(m);
		expect_numbers_anyhow(6);
	}
}

/* If frames are missing, the next block is at the place of the missing frame, before the expected
 * start of the set. */
TEST(a_block_in_place_of_a_frame)
{
	static const char *const texts[] = {
		"the next control block begins here, in place of the record set: its 40 bytes are missing",
		"the next control block begins here, in place of the record set: its 40 bytes and 1 more record set are missing",
		"the next control block begins here, in place of the record set: its 40 bytes and 2 more record sets are missing",
	};
	unsigned more;

	for (more = 0; more < 3; more++) {
		len = 0;
		block_of(2 + more, 1, 0x1400);
		block_of(2, 2, 0x8000);
		lose(8192, (1 + more) * 4096);
		begin();
		feed_all();
		expect_bad(8192, texts[more]);
		ck_assert_uint_eq(ev.skipped, 0);
		events("C@8232:2");
		monread_close(m);
		expect_numbers_anyhow(3);
	}
}

/* The only damage is at OFFSET, whatever the size of the pieces. */
static void expect_bad_in_pieces(size_t piece, size_t offset, const char *text)
{
	size_t at = 0, most;
	unsigned bad = 0;

	begin();
	while (step() == 0 || code == MONREAD_AGAIN) {
		if (code == MONREAD_AGAIN) {
			most = piece < len - at ? piece : len - at;
			ck_assert_int_eq(monread_feed(m, data + at, most), MONREAD_OK);
			at += most;
		} else if (ev.kind == MONREAD_BAD) {
			ck_assert_str_eq(monread_error(m), text);
			ck_assert_uint_eq(ev.offset, offset);
			bad++;
		}
	}
	ck_assert_uint_eq(bad, 1);
	monread_close(m);
}

static void expect_bad_anyhow(size_t offset, const char *text)
{
	expect_bad_in_pieces(SIZE_MAX, offset, text);
	expect_bad_in_pieces(4096, offset, text);
	expect_bad_in_pieces(1, offset, text);
}

static void stream_of(unsigned n, unsigned first)
{
	while (n-- > 0) {
		mce(MONREAD_EVENT, 0x6000, 40);
		record(4, first++, 40);
	}
}

/* The reader does not read the second capture, but reports that it exists and where it begins. */
TEST(a_capture_of_the_other_container)
{
	len = 0;
	block_of(2, 1, 0x1000);
	stream_of(100, 3);
	expect_bad_anyhow(
		12288,
		"no valid control block: its first control element is wrong: its type is neither X'E2' (sample) nor"
		" X'C5' (event); skipped 5200 bytes to the end of the input; among them, at 0x3000, a stream capture"
		" begins, which can be read alone (tail -c +12289)");
	block_of(2, 3, 0x8000);
	expect_bad_anyhow(
		12288,
		"no valid control block: its first control element is wrong: its type is neither X'E2' (sample) nor"
		" X'C5' (event); skipped 5200 bytes to the next control block at 0x4450; among them, at 0x3000, a"
		" stream capture begins, which can be read alone (tail -c +12289)");
	expect_numbers_anyhow(4);
	/* The rest of the input is shorter than a control block. */
	len = 0;
	block_of(1, 1, 0x1000);
	stream_of(2, 2);
	expect_bad_anyhow(
		8192,
		"no valid control block; skipped 104 bytes to the end of the input; among them, at 0x2000, a stream"
		" capture begins, which can be read alone (tail -c +8193)");
	len = 0;
	stream_of(2, 1);
	block_of(2, 3, 0x1000);
	expect_bad_anyhow(
		104,
		"no valid control element: its type is neither X'E2' (sample) nor X'C5' (event); skipped 12288 bytes to"
		" the end of the input; among them, at 0x68, a MONWRITE file begins, which can be read alone (tail -c"
		" +105)");
	stream_of(1, 3);
	expect_bad_anyhow(
		104,
		"no valid control element: its type is neither X'E2' (sample) nor X'C5' (event); skipped 12288 bytes to"
		" the next control element at 0x3068; among them, at 0x68, a MONWRITE file begins, which can be read"
		" alone (tail -c +105)");
}

/* Feed pieces of PIECE bytes; the bytes of all events together equal the SIZE bytes at STREAM. */
static void makes_stream(const unsigned char *stream, size_t size, size_t piece)
{
	size_t n = 0, at = 0, more;
	int rc;

	begin();
	ck_assert_int_eq(monread_set_flags(m, MONREAD_WANT_FILLER), MONREAD_OK);
	for (rc = step(); rc == 0 || code == MONREAD_AGAIN; rc = step()) {
		if (rc) {
			more = len - at < piece ? len - at : piece;
			ck_assert_int_eq(monread_feed(m, data + at, more), MONREAD_OK);
			at += more;
		} else if (ev.length) {
			ck_assert_uint_le(ev.length, size - n);
			ck_assert_mem_eq(ev.bytes, stream + n, ev.length);
			n += ev.length;
		}
	}
	ck_assert_int_eq(code, MONREAD_EOF);
	ck_assert_uint_eq(n, size);
	monread_close(m);
}

/* ---- Gaps ---- */

/* Feed DATA with a gap at offset AT: the reader searches for a new start after the gap, and the set
 * ends there. */
static void feed_with_gap(size_t at)
{
	ck_assert_int_eq(monread_feed(m, data, at), MONREAD_OK);
	while (step() == 0)
		ck_assert_uint_le(ev.offset, at);
	ck_assert_int_eq(code, MONREAD_AGAIN);
	ck_assert_int_eq(monread_feed_gap(m), MONREAD_OK);
}

/* The open sample is incomplete, because the data after the gap belongs to a different data set. */
TEST(a_gap_between_record_sets)
{
	len = 0;
	mce(MONREAD_SAMPLE, 0x1000, 40);
	record(0, 1, 40);
	begin();
	feed_with_gap(len);
	ck_assert_int_eq(step(), -1);
	ck_assert_int_eq(code, MONREAD_AGAIN);
	feed_all();
	events("C:2 R@64 E .");
}

TEST(gap_events_need_a_flag)
{
	begin();
	monread_set_container(m, MONREAD_CONTAINER_DEVICE);
	errno = 0;
	ck_assert_int_eq(monread_feed_gap(m), MONREAD_FAILED);
	ck_assert_int_eq(errno, EINVAL);
	monread_close(m);
	len = 0;
	mce(MONREAD_SAMPLE, 0x1000, 40);
	begin_all();
	errno = 0;
	ck_assert_int_eq(monread_feed_gap(m), MONREAD_FAILED);
	ck_assert_int_eq(errno, EINVAL);
	monread_close(m);
}

struct records {
	unsigned n;
	uint64_t hash;
};

/* Read the N bytes at P, fed in pieces of PIECE bytes, and return a digest of the records. */
static struct records records_of(const unsigned char *p, size_t n, enum monread_container container,
                                 size_t piece)
{
	struct records r = { 0 };
	size_t at = 0;

	begin();
	ck_assert_int_eq(monread_set_container(m, container), MONREAD_OK);
	while (next_fed(p, n, piece, &at)) {
		r.n += ev.kind == MONREAD_RECORD;
		if (ev.kind == MONREAD_RECORD)
			r.hash = mr_hash(r.hash, ev.bytes, ev.length);
	}
	monread_close(m);
	return r;
}

static size_t sample(unsigned char *p, size_t size)
{
	FILE *f = fopen(TEST_DATA "/../data/sample.monwrite", "rb");
	size_t n;

	ck_assert_ptr_nonnull(f);
	n = fread(p, 1, size, f);
	ck_assert(n > 65536 && n < size);
	fclose(f);
	return n;
}

/* The remaining element of a control block looks like a stream, but must not hide the following
 * blocks. */
TEST(block_with_one_element_left_is_not_a_stream)
{
	static unsigned char bytes[4 * 65536];
	const size_t n = sample(bytes, sizeof bytes);
	struct records all = { 0 }, forced, found, pieces;
	size_t at, element, cuts = 0;

	for (at = 0; at < n;) {
		const unsigned char *e = bytes + at + 40;
		size_t next = at + 4096;

		for (element = at + 40; *e; element += 12, e += 12) {
			next += ((mr_be32(e + 8) >> 12) - (mr_be32(e + 4) >> 12) + 1) * 4096;
			all = records_of(bytes + element, n - element, MONREAD_CONTAINER_AUTO,
			                 SIZE_MAX);
			forced = records_of(bytes + element, n - element,
			                    MONREAD_CONTAINER_MONWRITE, SIZE_MAX);
			pieces = records_of(bytes + element, n - element, MONREAD_CONTAINER_AUTO,
			                    1000);
			ck_assert_uint_eq(all.n, forced.n);
			ck_assert(all.hash == forced.hash && pieces.hash == forced.hash);
			cuts++;
		}
		/* The reader finds all blocks after that element. */
		if (next < n) {
			found = records_of(bytes + next, n - next, MONREAD_CONTAINER_AUTO,
			                   SIZE_MAX);
			ck_assert(found.n > 0 && found.n == all.n && found.hash == all.hash);
		}
		at = next;
	}
	ck_assert_uint_ge(cuts, 10);
}

/* A stream with a damaged first frame is still recognized as a stream: its records are in another
 * frame of the set, or in the next set; or the input has no other data. */
TEST(a_stream_that_begins_with_damage)
{
	unsigned behind;

	for (behind = 0; behind < 3; behind++) {
		len = 0;
		mce(MONREAD_EVENT, 0x9000, behind == 1 ? 4096 + 40 : 4096);
		memset(data + len, 0, 4096);
		len += 4096;
		if (behind == 2)
			mce(MONREAD_EVENT, 0x20000, 40);
		if (behind)
			record(4, 7, 40);
		begin();
		feed_all();
		expect(MONREAD_CONTROL);
		ck_assert_int_eq(monread_container_found(m), MONREAD_CONTAINER_STREAM);
		events("B~4096");
		if (behind == 2) {
			events("E C");
		}
		if (behind)
			expect(MONREAD_RECORD);
		events("E .");
	}
}

/* A sample set that announces LONGER more bytes than it has before its last record (D1R11 or
 * D1R13); PADDING bytes follow. */
static void ends_early(unsigned end, size_t longer, size_t padding)
{
	len = 0;
	mce(MONREAD_SAMPLE, 0x9800, (uint32_t)(60 + longer));
	record(4, 1, 40);
	record(1, end, 20);
	/* The padding may contain remains of old records; the reader ignores them. */
	memset(data + len, 0xC5, padding);
	len += padding;
}

TEST(set_after_a_wrong_end_address_is_found)
{
	static const size_t paddings[] = { 0, 1, 200 };
	static const unsigned ends[] = { 11, 13 };
	struct records whole, pieces;
	char text[200];
	size_t i, k, at;

	for (i = 0; i < sizeof paddings / sizeof *paddings; i++)
		for (k = 0; k < 2; k++) {
			ends_early(ends[k], paddings[i] + 12 + 40, paddings[i]);
			at = len;
			mce(MONREAD_EVENT, 0x3000, 40);
			record(4, 2, 40);
			mce(MONREAD_EVENT, 0x4000, 40);
			record(4, 3, 40);
			begin();
			feed_all();
			events("C R R B@72~0");
			snprintf(
				text, sizeof text,
				"the end address 0x%08zx of the record set is wrong: the next control element begins after its last record, at 0x%zx",
				0x9800 + 60 + paddings[i] + 52 - 1, at);
			ck_assert_str_eq(monread_error(m), text);
			if (ends[k] == 11)
				expect(MONREAD_SET_END);
			expect(MONREAD_CONTROL);
			ck_assert_uint_eq(ev.offset, at);
			events("R#2 E C R#3 E .");
			whole = records_of(data, len, MONREAD_CONTAINER_AUTO, SIZE_MAX);
			pieces = records_of(data, len, MONREAD_CONTAINER_AUTO, 7);
			ck_assert(whole.n == 4 && pieces.n == 4 && whole.hash == pieces.hash);
		}
}

/* A set at 0x9800 that announces LONGER more bytes than its records have; the records end at offset
 * AT, and the announced end lies in the next set. */
static void end_too_high(size_t at, size_t longer, int samples)
{
	static const size_t pieces[] = { 1, 7, sizeof data };
	struct records whole, part;
	char text[200];
	size_t i;

	mce(MONREAD_EVENT, 0x3000, 40);
	record(4, 2, 40);
	mce(MONREAD_EVENT, 0x4000, 40);
	record(4, 3, 40);
	begin_all();
	events("C R R B");
	ck_assert_uint_eq(ev.offset, at);
	ck_assert_uint_eq(ev.skipped, 0);
	snprintf(
		text, sizeof text,
		"the end address 0x%08zx of the record set is wrong: the next control element begins after its last record, at 0x%zx",
		0x9800 + at - 12 + longer - 1, at);
	ck_assert_str_eq(monread_error(m), text);
	if (!samples || data[12 + 40 + 7] == 11)
		expect(MONREAD_SET_END);
	for (i = 2; i <= 3; i++) {
		events("C R");
		ck_assert_uint_eq(ev.record, i);
		expect(MONREAD_SET_END);
	}
	expect_code(MONREAD_EOF);
	monread_close(m);
	whole = records_of(data, len, MONREAD_CONTAINER_AUTO, SIZE_MAX);
	for (i = 0; i < sizeof pieces / sizeof *pieces; i++) {
		part = records_of(data, len, MONREAD_CONTAINER_AUTO, pieces[i]);
		ck_assert(whole.n == 4 && part.n == 4 && whole.hash == part.hash);
		makes_stream(data, len, pieces[i]);
	}
}

TEST(end_address_in_the_next_set_does_not_hide_that_set)
{
	static const size_t longer[] = { 1, 11, 12, 13, 19, 20, 40, 51 };
	size_t i;

	for (i = 0; i < sizeof longer / sizeof *longer; i++) {
		ends_early(11, longer[i], 0);
		end_too_high(72, longer[i], 1);
		ends_early(13, longer[i], 0);
		end_too_high(72, longer[i], 1);
		if (longer[i] >= 20)
			continue;
		/* The set is too short for a record. */
		len = 0;
		mce(MONREAD_EVENT, 0x9800, (uint32_t)(60 + longer[i]));
		record(4, 1, 40);
		record(4, 5, 20);
		end_too_high(72, longer[i], 0);
	}
}

/* 40 bytes (the place of the first element in a control block), then N sets with one record each.
 */
static void behind_40(uint32_t start, unsigned n, unsigned length)
{
	unsigned i;

	len = 40;
	memset(data, 0x40, len);
	for (i = 0; i < n; i++) {
		mce(MONREAD_EVENT, start, length);
		record(4, i, length);
	}
	begin_all();
	expect(MONREAD_BAD);
	ck_assert_int_eq(monread_container_found(m), MONREAD_CONTAINER_STREAM);
	ck_assert_uint_eq(ev.offset, 0);
	ck_assert_uint_eq(ev.skipped, 40);
	for (i = 0; i < n; i++) {
		events("C R");
		ck_assert_uint_eq(ev.record, i);
		expect(MONREAD_SET_END);
	}
	expect_code(MONREAD_EOF);
	monread_close(m);
}

/* Read as a control block, these bytes would be cut off within the block, or before its first
 * record at 4096 + 0x800. */
TEST(forty_bytes_before_a_short_stream)
{
	behind_40(0x3000, 1, 40);
	behind_40(0x3000, 3, 100);
	behind_40(0x3800, 50, 100);
	/* As a MONWRITE file, if the caller demands it, the block is cut off. */
	begin();
	ck_assert_int_eq(monread_set_container(m, MONREAD_CONTAINER_MONWRITE), MONREAD_OK);
	len = 40 + 52;
	feed_all();
	events("B~92 .");
}

UNIT_MAIN("parser", NULL, NULL)
