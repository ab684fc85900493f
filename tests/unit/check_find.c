/* check_find.c: from names, records and product IDs to layouts; loading. */

#include "unit.h"

#include <signal.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "monread.h"
#include "layout.h"

static struct monread_layouts *layouts;
static struct monread_system *sys;
static char dir[64];
static unsigned nnotes;
static char last_note[256];

static void note(void *arg, const char *path, unsigned line, const char *text)
{
	(void)arg;
	snprintf(last_note, sizeof last_note, "%s:%u: %s", path, line, text);
	nnotes++;
}

static void setup(void)
{
	layouts = monread_layouts_new();
	ck_assert_ptr_nonnull(layouts);
	sys = monread_system_new(layouts);
	ck_assert_ptr_nonnull(sys);
	strcpy(dir, "/tmp/check_find.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(dir));
	nnotes = 0;
	last_note[0] = '\0';
}

static void teardown(void)
{
	monread_system_free(sys);
	monread_layouts_free(layouts);
	rmdir(dir);
}

/* Write TEXT to the file NAME in the folder of this test; returns the path. */
static const char *put(const char *name, const char *text)
{
	static char path[128];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	f = fopen(path, "w");
	ck_assert_ptr_nonnull(f);
	fputs(text, f);
	ck_assert_int_eq(fclose(f), 0);
	return path;
}

static void drop(const char *name)
{
	char path[128];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	unlink(path);
}

TEST(names)
{
	static const char *const same[] = { "MRSYTLCK", "SYTLCK", "D0R23", "0.23", "D0/R23",
		                            "mrsytlck", "d0r23",  "Sytlck" };
	static const char *const none[] = { "",        "MRNONE", "D0R",  "0.",      "D999999R1",
		                            "0.99999", "D0R23x", "0/23", "D0//R23", "D/R23",
		                            ".",       "DR",     "d" };
	const struct monread_layout *l = monread_layouts_by_name(layouts, "MRSYTLCK");
	size_t i;

	ck_assert_ptr_nonnull(l);
	for (i = 0; i < sizeof same / sizeof same[0]; i++)
		ck_assert_ptr_eq(monread_layouts_by_name(layouts, same[i]), l);
	for (i = 0; i < sizeof none / sizeof none[0]; i++)
		ck_assert_ptr_null(monread_layouts_by_name(layouts, none[i]));
	ck_assert_ptr_eq(monread_layouts_find(layouts, 0, 23), l);
	ck_assert_ptr_null(monread_layouts_find(layouts, 0, 9999));
	ck_assert_ptr_null(monread_layouts_find(layouts, 0xFFFFFFFFu, 0xFFFFFFFFu));
}

#define HEAD "Record: MRTSTREC\nDSECT: TSTREC\nNumber: D200R1\nTitle: t\nStatus: whole\nSource: s\n"
#define ROWS \
	"MRTSTREC Control Block Contents\nDec Hex Type Len Name\n" \
	"  0   0  Structure    8  TSTREC\n" \
	"  0   0  Unsigned     4  TSTREC_A\n  4   4  Unsigned     4  TSTREC_B\n"

TEST(conditions)
{
	unsigned char bytes[8] = { 0, 0, 0, 1, 0, 0, 0, 2 };
	const struct monread_layout *l;

	ck_assert_int_eq(monread_layouts_load(layouts, put("a.dsect", HEAD "Release: 1\n" ROWS),
	                                      note, NULL),
	                 1);
	ck_assert_int_eq(monread_layouts_load(layouts,
	                                      put("b.dsect",
	                                          HEAD "Release: 2\nWhen: length < 8\n" ROWS),
	                                      note, NULL),
	                 1);
	ck_assert_int_eq(monread_layouts_load(layouts,
	                                      put("c.dsect", HEAD "Release: 3\nWhen: TSTREC_B = 2\n"
	                                                          "When: TSTREC_A != 1\n" ROWS),
	                                      note, NULL),
	                 1);
	ck_assert_int_eq(monread_layouts_load(layouts,
	                                      put("d.dsect",
	                                          HEAD "Release: 4\nWhen: release >= 5.4\n" ROWS),
	                                      note, NULL),
	                 1);
	ck_assert_uint_eq(nnotes, 0);
	l = monread_system_layout(sys, 200, 1, bytes, 8);
	ck_assert_str_eq(l->release, "1");
	ck_assert_str_eq(monread_system_layout(sys, 200, 1, bytes, 7)->release, "2");
	bytes[3] = 0;
	ck_assert_str_eq(monread_system_layout(sys, 200, 1, bytes, 8)->release, "3");
	monread_system_set_release(sys, 601);
	ck_assert_str_eq(monread_system_layout(sys, 200, 1, bytes, 8)->release, "4");
	monread_system_set_release(sys, 503);
	ck_assert_str_eq(monread_system_layout(sys, 200, 1, bytes, 8)->release, "3");
	ck_assert_str_eq(monread_layouts_find(layouts, 200, 1)->release, "4");
	drop("a.dsect");
	drop("b.dsect");
	drop("c.dsect");
	drop("d.dsect");
}

TEST(too_large)
{
	const char *path = put("large.txt", "x");

	ck_assert_int_eq(truncate(path, ((off_t)16 << 20) + 1), 0);
	ck_assert_int_eq(monread_layouts_load(layouts, path, note, NULL), 0);
	ck_assert_uint_eq(nnotes, 1);
	ck_assert_ptr_nonnull(strstr(last_note, "larger than 16 MB"));
	drop("large.txt");
}

static void do_nothing(int number)
{
	(void)number;
}

/* Interrupt the process PARENT often, then write a layout to FD. */
static void interrupt_and_write(pid_t parent, int fd)
{
	static const char text[] = HEAD ROWS;
	struct timespec pause = { 0, 5000000 };
	int i;

	for (i = 0; i < 20; i++) {
		nanosleep(&pause, NULL);
		kill(parent, SIGUSR1);
	}
	_exit(write(fd, text, sizeof text - 1) != sizeof text - 1);
}

/* A handler of the program without SA_RESTART does not end the load of a FIFO. */
TEST(interrupted)
{
	struct sigaction action = { .sa_handler = do_nothing };
	char path[128];
	int reader, writer, status;
	pid_t parent = getpid(), child;

	snprintf(path, sizeof path, "%s/fifo", dir);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	reader = open(path, O_RDONLY | O_NONBLOCK);
	writer = open(path, O_WRONLY);
	ck_assert_int_ge(reader, 0);
	ck_assert_int_ge(writer, 0);
	ck_assert_int_eq(sigaction(SIGUSR1, &action, NULL), 0);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0)
		interrupt_and_write(parent, writer);
	close(writer);
	ck_assert_int_eq(monread_layouts_load(layouts, path, note, NULL), 1);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	close(reader);
	drop("fifo");
}

UNIT_MAIN("find", setup, teardown)
