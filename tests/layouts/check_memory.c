/* check_memory.c: each allocation of src/layout fails once: it is said, nothing is lost silently, nothing leaks.
 * The sources are compiled for this with names of their own for malloc and its kin. */

#undef malloc
#undef calloc
#undef realloc
#undef free

#include "../unit/unit.h"

#include <stdarg.h>
#include <stddef.h>

#include "monread.h"

void *failing_malloc(size_t size);
void *failing_calloc(size_t n, size_t size);
void *failing_realloc(void *p, size_t size);
void counting_free(void *p);

static unsigned long calls, fails_at; /* 0: none fails */
static long held;                     /* that were not given back yet */

static int fails(void)
{
	if (++calls != fails_at)
		return 0;
	errno = ENOMEM;
	return 1;
}

/* What is handed out has its size before it and a zone behind it that nobody may write to. */
#define BEFORE sizeof(max_align_t)
#define ZONE 16u

static void *hand_out(size_t size)
{
	unsigned char *p = fails() ? NULL : calloc(1, BEFORE + size + ZONE);

	if (!p)
		return NULL;
	held++;
	memcpy(p, &size, sizeof size);
	memset(p + BEFORE + size, 0xA5, ZONE);
	return p + BEFORE;
}

static size_t size_of(const unsigned char *p)
{
	size_t size, i;

	memcpy(&size, p - BEFORE, sizeof size);
	for (i = 0; i < ZONE; i++)
		if (p[size + i] != 0xA5)
			ck_abort_msg("byte %zu behind %zu was written to", i, size);
	return size;
}

void *failing_malloc(size_t size)
{
	return hand_out(size);
}

void *failing_calloc(size_t n, size_t size)
{
	return hand_out(n * size);
}

void *failing_realloc(void *p, size_t size)
{
	void *moved = hand_out(size);
	size_t old;

	if (!moved || !p)
		return moved;
	old = size_of(p);
	memcpy(moved, p, old < size ? old : size);
	counting_free(p);
	return moved;
}

void counting_free(void *p)
{
	if (!p)
		return;
	size_of(p);
	held--;
	free((unsigned char *)p - BEFORE);
}

/* ---- What a run says ---- */

static char said[400000];
static size_t said_len;

static void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static void say(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	said_len += (size_t)vsnprintf(said + said_len, sizeof said - said_len, fmt, ap);
	va_end(ap);
	ck_assert_uint_lt(said_len, sizeof said);
}

static int field(void *arg, const struct monread_value *v)
{
	(void)arg;
	say("%s=%llu ", v->field->name, (unsigned long long)v->number);
	return 0;
}

static int begin(void *arg, const struct monread_place *place)
{
	(void)arg;
	say("%s%d{ ", place->name, (int)place->level);
	return 0;
}

static int end(void *arg, const struct monread_place *place)
{
	(void)arg;
	(void)place;
	say("} ");
	return 0;
}

static int rest(void *arg, const struct monread_value *v)
{
	(void)arg;
	say("%u+%u ", (unsigned)v->offset, (unsigned)v->length);
	return 0;
}

static int problem(void *arg, const char *text)
{
	(void)arg;
	say("%s ", text);
	return 0;
}

static const struct monread_emit emit = { .size = sizeof emit, .field = field, .begin = begin, .end = end, .gap = rest,
		.tail = rest, .problem = problem };

static void note(void *arg, const char *path, unsigned line, const char *text)
{
	(void)arg;
	(void)path;
	say("%u:%s\n", line, text);
}

/* ---- Runs ---- */

/* What is tried with a failure at every place: 0, or -1 where a function said that memory is short. */
typedef int run(void);

static const char *page;
static const unsigned char record[600] = { [20] = 0, [21] = 52, [22] = 0, [23] = 100 };
static const char *const globs[] = { "*cal*", "TST*", "timestamp", NULL };

/* NULL: unknown, or *SHORT is set. */
static const struct monread_layout *find(struct monread_system *s, unsigned domain, unsigned number, int *is_short)
{
	const struct monread_layout *found = monread_system_layout(s, domain, number, record, sizeof record);

	*is_short = !found && errno == ENOMEM;
	return found;
}

static int decode_with(struct monread_system *s, struct monread_decoder *d)
{
	static const unsigned char numbers[][2] = { { 0, 23 }, { 10, 2 }, { 0, 17 }, { 200, 1 }, { 4, 250 } };
	const struct monread_layout *layout;
	size_t i;
	int is_short;

	for (i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
		layout = find(s, numbers[i][0], numbers[i][1], &is_short);
		if (is_short || monread_system_learn(s, 1, 4, record, 184))
			return -1;
		say("%s:", layout ? layout->name : "none");
		if (monread_decode(d, layout, monread_system_release(s), record, sizeof record, &emit, NULL))
			return -1;
	}
	return 0;
}

static int decode(const char *const *fields)
{
	struct monread_layouts *l = monread_layouts_new();
	struct monread_decoder *d = l ? monread_decoder_new(l, 0, fields) : NULL;
	struct monread_system *s = d ? monread_system_new(l) : NULL;
	int rc = s ? decode_with(s, d) : -1;

	monread_system_free(s);
	monread_decoder_free(d);
	monread_layouts_free(l);
	return rc;
}

static int decode_all(void)
{
	return decode(NULL);
}

static int decode_some(void)
{
	return decode(globs);
}

static int names(void)
{
	static const char *const all[] = { "MRSYTLCK", "D0R23", "lcksp", "nothing", "LINUXMEM", "STOASP" };
	static const unsigned char product[16] = { 0xD3, 0xC9, 0xD5, 0xE4, 0xE7, 0xD2, 0xD9, 0xD5,
		                                   0xD3, 0x01, 0xF2, 0xF6, 0xF0, 0xF1, 0xF0, 0xF0 };
	struct monread_layouts *l = monread_layouts_new();
	const struct monread_layout *found;
	size_t i;
	int rc = l ? 0 : -1;

	for (i = 0; rc == 0 && i < sizeof all / sizeof all[0]; i++) {
		found = monread_layouts_by_name(l, all[i]);
		rc = !found && errno == ENOMEM ? -1 : 0;
		say("%s ", found ? found->name : "none");
	}
	if (rc == 0) {
		found = monread_layouts_product(l, product);
		rc = !found && errno == ENOMEM ? -1 : 0;
		say("%s ", found ? found->name : "none");
	}
	for (i = 0; rc == 0 && i < monread_layouts_count(l); i++) {
		found = monread_layouts_at(l, i);
		rc = found ? 0 : -1;
		say("%s ", found ? found->name : "none");
	}
	monread_layouts_free(l);
	return rc;
}

static void say_layout(const struct monread_layout *l)
{
	const struct monread_structure *s;
	const struct monread_field *f;
	const struct monread_bit *bit;
	size_t i, k, b;

	say("%s %s %s %s %d %d %u %u %u %u\n", l->name, l->dsect, l->kind, l->title, l->domain, l->record, l->narrays,
	    l->nchecks, l->ntells, l->nerrata);
	for (i = 0; (s = monread_layout_structure(l, i)) != NULL; i++)
		for (k = 0; (f = monread_structure_field(s, k)) != NULL; k++) {
			say("%s %u %u %d %s %s %s\n", f->name, f->offset, f->length, (int)f->format, f->text, f->unit,
			    f->structure ? f->structure->name : "");
			for (b = 0; (bit = monread_field_bit(f, b)) != NULL; b++)
				say(" %s %s", bit->name, bit->text);
		}
}

static int load(void)
{
	struct monread_layouts *l = monread_layouts_new();
	const struct monread_layout *found;
	long n = l ? monread_layouts_load(l, page, note, NULL) : -1;
	size_t i;

	if (l && n < 0)
		ck_assert_int_eq(errno, ENOMEM);
	for (i = 0; n > 0 && i < monread_layouts_count(l); i++) {
		found = monread_layouts_at(l, i);
		if (!found)
			n = -1;
		else if (!found->builtin)
			say_layout(found);
	}
	monread_layouts_free(l);
	say("%ld ", n);
	return n < 0 ? -1 : 0;
}

/* With the Nth allocation failing, for each N: either it is said, or all is as it should be. */
static void each_fails_once(run *r, unsigned long at_least)
{
	char *expected;
	unsigned long n, count;

	calls = fails_at = 0;
	said_len = 0;
	ck_assert_int_eq(r(), 0);
	ck_assert_int_eq(held, 0);
	count = calls;
	ck_assert_uint_ge(count, at_least);
	expected = malloc(said_len + 1);
	ck_assert_ptr_nonnull(expected);
	memcpy(expected, said, said_len + 1);
	for (n = 1; n <= count; n++) {
		calls = 0;
		fails_at = n;
		said_len = 0;
		said[0] = '\0';
		if (r() == 0)
			ck_assert_msg(strcmp(said, expected) == 0, "allocation %lu of %lu failed and nobody says so", n, count);
		ck_assert_msg(held == 0, "allocation %lu of %lu failed: %ld were not given back", n, count, held);
	}
	fails_at = 0;
	free(expected);
}

TEST(records)
{
	each_fails_once(decode_all, 20);
}

TEST(records_with_fields)
{
	each_fails_once(decode_some, 20);
}

TEST(names_and_products)
{
	each_fails_once(names, 10);
}

/* Every layout over records of some lengths, with and without names: nobody writes behind what he asked for. */
static int everything(void)
{
	static unsigned char bytes[600];
	struct monread_layouts *l = monread_layouts_new();
	struct monread_decoder *d[2];
	size_t i, k, n;

	ck_assert_ptr_nonnull(l);
	d[0] = monread_decoder_new(l, MONREAD_WALK_RESERVED, NULL);
	d[1] = monread_decoder_new(l, 0, globs);
	ck_assert(d[0] && d[1]);
	memset(bytes, 1, sizeof bytes);
	for (i = 0; i < monread_layouts_count(l); i++)
		for (k = 0; k < 2; k++)
			for (n = 20; n <= sizeof bytes; n += 116) {
				said_len = 0;
				ck_assert_int_eq(monread_decode(d[k], monread_layouts_at(l, i), 0, bytes, n, &emit, NULL), 0);
			}
	monread_decoder_free(d[0]);
	monread_decoder_free(d[1]);
	monread_layouts_free(l);
	return 0;
}

TEST(all_layouts)
{
	calls = fails_at = 0;
	ck_assert_int_eq(everything(), 0);
	ck_assert_int_eq(held, 0);
}

static char path[] = "check_memory.XXXXXX";

static void put(const char *text)
{
	int fd;

	memcpy(path + sizeof path - 7, "XXXXXX", 6);
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, strlen(text)), (int)strlen(text));
	close(fd);
	page = path;
}

#define ROWS                                                                          \
	"Offsets\nDec Hex  Type       Len  Name (Dim)             Description\n"       \
	"  0   0  Structure   28  TSTMEM                 Start\n"                      \
	"  0   0  Character   20  *                      header\n"                     \
	" 20  14  Bitstring    1  TSTMEM_A               flags\n"                      \
	"         1... ....       TSTMEM_A1              one\n"                        \
	"         .1.. ....       TSTMEM_A2              two\n"                        \
	" 21  15  Unsigned     3  TSTMEM_B               count\n"                      \
	" 24  18  Unsigned     4  TSTMEM_C               other\n"                      \
	"\nOffsets\nDec Hex  Type       Len  Name (Dim)             Description\n"     \
	"  0   0  Structure    4  TSTENT                 an entry\n"                   \
	"  0   0  Unsigned     4  TSTENT_A               number\n"                     \
	"\nTSTMEM Cross Reference\nName Hex Offset Length\nTSTMEM 0 28\nTSTMEM_A 14 1\n" \
	"TSTMEM_A1 14 80\nTSTMEM_A2 14 40\nTSTMEM_B 15 3\nTSTMEM_C 18 4\nTSTENT 0 4\nTSTENT_A 0 8\n"

TEST(a_dsect)
{
	put("Record: MRTSTMEM\nDSECT: TSTMEM\nNumber: D4R250\nKind: event\nTitle: a title\nRelease: 7.1\n"
	    "Status: whole\nSource: a test\nText: NOTHING\nUnit: pages = TSTMEM_C\nKey: TSTMEM_B\n"
	    "Array: TSTENT count TSTMEM_B at 28\nCheck: TSTMEM_B = TSTMEM_C: differ\n"
	    "Tells: release 6.2 when length >= 28\nWhen: length >= 28\nErratum: TSTENT_A: a slip\nMaps: TSTENT onto TSTMEM_C\n\n"
	    "MRTSTMEM Control Block Contents\n" ROWS);
	each_fails_once(load, 15);
	unlink(path);
}

#define PROLOG                                                                               \
	"MRSYTLCK Prolog\n DSECT NAME - SYTLCK\n NAME - MRSYTLCK\n"                          \
	" DESCRIPTIVE NAME - Monitor Sample Record\n   Domain 0 - System\n   Record 23 - A title\n" \
	" DESCRIPTION - none\n\nMRSYTLCK Control Block Contents\n"

TEST(a_page)
{
	put(PROLOG "Offsets\nDec Hex  Type       Len  Name (Dim)             Description\n"
	           "  0   0  Structure   28  SYTLCK                 Start\n"
	           "  0   0  Character   20  MRHDR                  header\n"
	           " 20  14  Unsigned     4  SYTLCK_CALNMLKS        count\n"
	           " 24  18  Unsigned     2  SYTLCK_CALENTSZ        size\n"
	           " 26  1A  Unsigned     2  SYTLCK_CALENTDP        displacement\n");
	each_fails_once(load, 15);
	unlink(path);
}

#ifdef HAVE_LIBXML2
TEST(a_page_in_html)
{
	put("<html><head><title>x</title></head><body><pre>" PROLOG ROWS "</pre></body></html>\n");
	each_fails_once(load, 15);
	unlink(path);
}
#endif

UNIT_MAIN("memory", NULL, NULL)
