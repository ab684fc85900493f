/* check_folder.c: the captures in a directory, their order, and the properties that a probe
 * finds. */

#include "unit.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include "inputs.h"

static struct input_options options;

static void make_dir(const char *name)
{
	ck_assert_int_eq(mkdir(in_folder(name), 0700), 0);
}

/* The names that OPERAND expands to, without the directory of this test, each followed by a
 * blank. */
static const char *expanded(const char *operand)
{
	static char text[8192];
	char path[200];
	char *operands[] = { path, NULL }, **names = operands;
	struct folder_names f = { 0 };
	size_t n = 0;
	int i, nnames = 1;

	snprintf(path, sizeof path, "%s/%s", folder, operand);
	ck_assert_int_eq(folder_expand(&f, &names, &nnames, &options, 0), 0);
	text[0] = '\0';
	for (i = 0; i < f.n; i++) {
		ck_assert_int_eq(f.of[i], 0);
		n += (size_t)snprintf(text + n, sizeof text - n, "%s ",
		                      f.names[i] + strlen(folder) + 1);
	}
	ck_assert_ptr_null(f.names[f.n]);
	folder_done(&f);
	ck_assert(f.n == 0 && !f.names);
	return text;
}

/* ---- Directories ---- */

TEST(unreadable_entries_are_reported)
{
	static const unsigned char cut[] = { 0x1F, 0x8B, 8, 0, 0, 0 };
	struct rlimit limit, few;
	char message[300];
	int fd = open("/dev/null", O_RDONLY);

	/* monread reports the unreadable file, and nothing else. */
	close(fd);
	make_dir("unread");
	write_bytes("unread/cut.gz", cut, sizeof cut);
	begin_said();
	ck_assert_str_eq(expanded("unread"), "");
	snprintf(message, sizeof message, ": %s/unread/cut.gz: ", folder);
	ck_assert_ptr_nonnull(strstr(ended(), message));
	begin_said();
	expanded("unread");
	ck_assert_ptr_null(strstr(ended(), "no capture"));
	/* All descriptors are in use. */
	begin_said();
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
	few = limit;
	few.rlim_cur = (rlim_t)fd + 1;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &few), 0);
	ck_assert_str_eq(expanded("unread"), "");
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
	snprintf(message, sizeof message, ": %s/unread: cannot be read: %s\n", folder,
	         strerror(EMFILE));
	ck_assert_str_eq(ended(), message);
	ck_assert_int_eq(diag_status(), STATUS_FAILED);
}

/* A writer renames its newest file, and a reader of the directory cannot open it. */
TEST(renamed_file_is_followed_once)
{
	struct ring *ring = NULL;
	struct folder_look look;
	unsigned char *bytes;
	size_t n;

	make_dir("ring");
	bytes = samples(1, 0, &n);
	write_bytes("ring/part", bytes, n);
	free(bytes);
	ck_assert_int_eq(ring_of_folder(&ring, in_folder("ring"), 0), 0);
	ck_assert_int_eq(folder_look(&look, in_folder("ring/part"), &options, 1, NULL), 0);
	ck_assert_int_eq(ring_add(ring, in_folder("ring/part"), look.begins.tod), 0);
	ck_assert_str_eq(ring_begin(ring, NULL), in_folder("ring/part"));
	ck_assert_int_eq(rename(in_folder("ring/part"), in_folder("ring/c")), 0);
	ck_assert_str_eq(ring_next(ring, in_folder("ring/part"), 1), in_folder("ring/c"));
	/* The file was opened, and gets another name. */
	ck_assert_int_eq(rename(in_folder("ring/c"), in_folder("ring/d")), 0);
	sleep(2); /* the ring searches for new files once per second */
	ck_assert_ptr_null(ring_next(ring, in_folder("ring/c"), 0));
	ring_free(ring);
}

INPUTS_MAIN("folder")
