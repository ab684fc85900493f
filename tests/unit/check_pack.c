/* check_pack.c: what does not fit into the packed tables is refused.  It has lists.c, pack.c and strings.c in
 * itself. */

#include "unit.h"

#include "gen/lists.c"
#include "gen/pack.c"
#include "gen/strings.c"

static struct mr_lists lists;
static struct mr_field fields[50];
static struct mr_structure structures[2];
static struct mr_layout made;
static struct monread_layout *const layout = &made.pub;

/* A layout of N fields in two structures, and what is said of its tables. */
static const char *pack(unsigned n)
{
	struct monread_layout *const layouts[] = { layout };
	FILE *out = tmpfile();
	const char *why;

	ck_assert_ptr_nonnull(out);
	structures[0].pub.nfields = n / 2;
	structures[1].pub.nfields = n - n / 2;
	structures[1].fields = &fields[n / 2];
	why = mr_pack_write(out, layouts, 1, &lists);
	fclose(out);
	return why;
}

static void setup(void)
{
	unsigned i;

	for (i = 0; i < 50; i++) {
		fields[i].pub.name = "A";
		fields[i].pub.text = fields[i].pub.unit = "";
	}
	for (i = 0; i < 2; i++) {
		structures[i].pub.name = "S";
		structures[i].pub.text = "";
		structures[i].fields = fields;
	}
	memset(&made, 0, sizeof made);
	layout->name = "L";
	layout->dsect = layout->kind = layout->title = layout->release = layout->source = "";
	layout->nstructures = 2;
	made.structures = structures;
}

TEST(numbers_that_are_too_large)
{
	setup();
	layout->record = 32767;
	ck_assert_ptr_null(pack(2));
	layout->record = 32768;
	ck_assert_str_eq(pack(2), "a number is too large for its table");
	layout->record = 1;
	fields[1].pub.dim_count = 65535;
	ck_assert_ptr_null(pack(2));
	fields[1].pub.dim_count = 65536;
	ck_assert_str_eq(pack(2), "a number is too large for its table");
	fields[1].pub.dim_count = 0;
	fields[0].pub.flags = 65536;
	ck_assert_str_eq(pack(2), "a number is too large for its table");
	fields[0].pub.flags = 0;
}

TEST(output_that_fails)
{
	struct monread_layout *const layouts[] = { layout };
	FILE *out = fopen("/dev/null", "r");

	setup();
	ck_assert_ptr_nonnull(out);
	ck_assert_ptr_nonnull(mr_pack_write(out, layouts, 1, &lists));
	fclose(out);
}

UNIT_MAIN("pack", NULL, NULL)
