/* check_pack.c: the packed tables refuse values that do not fit.  This file includes lists.c, pack.c and
 * strings.c. */

#include "unit.h"

#include "gen/lists.c"
#include "gen/pack.c"
#include "gen/strings.c"

static struct mr_lists lists;
static struct mr_field fields[50];
static struct mr_structure structures[2];
static struct mr_layout made;
static struct monread_layout *const layout = &made.pub;

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
