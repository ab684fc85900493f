/* check_tells.c: records that reveal the release of the system. */

#include "../unit/unit.h"

#include "monread.h"

static struct monread_layouts *layouts;
static struct monread_system *sys;
static unsigned char bytes[500];

static void setup(void)
{
	layouts = monread_layouts_new();
	ck_assert_ptr_nonnull(layouts);
	sys = monread_system_new(layouts);
	ck_assert_ptr_nonnull(sys);
	memset(bytes, 0, sizeof bytes);
}

static void teardown(void)
{
	monread_system_free(sys);
	monread_layouts_free(layouts);
}

static void learn(size_t length)
{
	monread_system_learn(sys, 1, 4, bytes, length);
}

/* The layout that is chosen for D0R17, which changed without growing. */
static const char *release(void)
{
	return monread_system_layout(sys, 0, 17, bytes, 36)->release;
}

TEST(other_records)
{
	learn(184);
	monread_system_learn(sys, 1, 5, bytes, 428);
	monread_system_learn(sys, 0, 4, bytes, 428);
	monread_system_learn(sys, 0x10001, 4, bytes, 428);
	monread_system_learn(sys, 0, 0x10004, bytes, 428);
	monread_system_learn(sys, 0xFFFFFFFF, 0xFFFFFFFF, bytes, 428);
	ck_assert_str_eq(release(), "5.3");
}

TEST(identifier)
{
	static const unsigned char zvm1[8] = { 0xE9, 0xE5, 0xD4, 0xF1, 0x40, 0x40, 0x40, 0x40 };
	static const unsigned char full[8] = { 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7, 0x07 };

	ck_assert_str_eq(monread_system_id(sys), "");
	memcpy(bytes + 88, zvm1, 8);
	learn(95);
	ck_assert_str_eq(monread_system_id(sys), "");
	monread_system_learn(sys, 0, 4, bytes, 184);
	ck_assert_str_eq(monread_system_id(sys), "");
	learn(96);
	ck_assert_str_eq(monread_system_id(sys), "ZVM1");
	monread_system_set_release(sys, 701);
	memcpy(bytes + 88, full, 8);
	learn(184);
	ck_assert_str_eq(monread_system_id(sys), "ABCDEFG?");
	ck_assert_uint_eq(monread_system_release(sys), 701);
	memset(bytes + 88, 0x40, 8);
	learn(184);
	ck_assert_str_eq(monread_system_id(sys), "");
}

#define CONTENTS \
	"MRTSTREC Control Block Contents\nDec Hex Type Len Name\n  0   0  Structure   24  TSTREC\n" \
	" 20  14  Unsigned     4  TSTREC_A\n"

static void load(const char *text)
{
	char path[] = "/tmp/check_tells.XXXXXX";
	int fd = mkstemp(path);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");

	ck_assert_ptr_nonnull(f);
	fputs(text, f);
	ck_assert_int_eq(fclose(f), 0);
	ck_assert_int_eq(monread_layouts_load(layouts, path, NULL, NULL), 1);
	unlink(path);
}

TEST(loaded)
{
	load("Record: MRTSTREC\nDSECT: TSTREC\nNumber: D200R1\nTitle: t\nStatus: whole\nSource: s\n"
	     "Tells: release 5.1 when TSTREC_A = 1\nTells: release 6.1 when TSTREC_A > 1\n" CONTENTS);
	bytes[23] = 1;
	monread_system_learn(sys, 200, 1, bytes, 24);
	ck_assert_str_eq(release(), "5.3");
	bytes[23] = 2;
	monread_system_learn(sys, 200, 1, bytes, 23); /* too short to have the field */
	ck_assert_str_eq(release(), "5.3");
	monread_system_learn(sys, 200, 1, bytes, 24);
	ck_assert_str_eq(release(), "6.2");
	learn(184); /* the built-in one still tells */
	ck_assert_str_eq(release(), "5.3");
}

UNIT_MAIN("tells", setup, teardown)
