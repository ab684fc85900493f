/* check_spec.c: faults: parsing, searching, and using them up. */

#include "../unit/unit.h"

#include "cli/diag.h"
#include "play/play.h"

static struct faults faults;

TEST(invalid_faults_are_refused)
{
	static const char kinds[] =
		"expected eio, efault, sever, overflow, empty, invalid, slow, eintr, eagain, open or short";
	static const char both[] = "expected @read=N or @set=N, N from 1 on",
			  read[] = "expected @read=N, N from 1 on";
	static const char set[] = "expected @set=N, N from 1 on",
			  left[] = "something is left over at its end";
	static const char places[] =
		"expected .mce, .records, .between or .end after the number of the data set";
	static const char drop[] = "expected :drop=K, K up to 1000000",
			  none[] = "takes no argument";
	static const char errors[] = "expected EBUSY, EIO, ENODEV, ENOENT, ENXIO, ENOMEM or EACCES";
	static const char *const wrong[][2] = {
		{ "", kinds },
		{ "eioo@set=1", kinds },
		{ "eio", both },
		{ "eio@set=0", both },
		{ "eio@set=18446744073709551616", both },
		{ "eio@read=x", both },
		{ "overflow", set },
		{ "overflow@read=1", set },
		{ "eintr@set=1", read },
		{ "eio@set=1.", places },
		{ "overflow@set=1.mce", left },
		{ "eio@set=1x", left },
		{ "eio@read=1.mce", left },
		{ "eio@set=1:keeps", "expected :keep or :drop" },
		{ "sever@set=1:keep", "expected :driver" },
		{ "overflow@set=1:drop=0", drop },
		{ "overflow@set=1:drop=1000001", drop },
		{ "invalid@set=1:mce=0", "expected :mce=M, M from 1 on" },
		{ "invalid@set=1:x", "expected :mce=M, M from 1 on" },
		{ "slow@set=1", "expected :SECONDS" },
		{ "slow@set=1:1000000000", "expected :SECONDS" },
		{ "empty@set=1:1", none },
		{ "eintr@read=1:1", none },
		{ "short=1:1", none },
		{ "short", "expected =VALUE" },
		{ "short=0", "expected short=N, N from 1 on" },
		{ "open@set=1", "expected =VALUE" },
		{ "open=", errors },
		{ "open=EINVAL", errors },
		{ "open=EIO:0", "expected :TIMES, from 1 on" },
		{ "open=EIO:x", "expected :TIMES, from 1 on" },
	};
	const char *why;
	size_t i;

	for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		why = faults_add(&faults, wrong[i][0]);
		ck_assert_msg(why && strcmp(why, wrong[i][1]) == 0, "%s: %s", wrong[i][0],
		              why ? why : "taken");
	}
	ck_assert_uint_eq(faults.n, 0);
	faults_done(&faults);
}

/* Load a fault file that contains TEXT. */
static int load(const char *text)
{
	char path[] = "check_spec.XXXXXX";
	int fd = mkstemp(path), rc;

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq((int)write(fd, text, strlen(text)), (int)strlen(text));
	close(fd);
	rc = faults_load(&faults, path);
	unlink(path);
	return rc;
}

TEST(faults_from_a_file)
{
	diag_begin("check_spec");
	ck_assert_int_eq(
		load("# comment\n\n  eio@set=1 \t# behind\neio@set=2:keep\r\n#eio@set=3\n"
		     "eintr@read=4"),
		0);
	ck_assert_uint_eq(faults.n, 3);
	ck_assert_str_eq(faults.list[0].spec, "eio@set=1");
	ck_assert_str_eq(faults.list[1].spec, "eio@set=2:keep");
	ck_assert_str_eq(faults.list[2].spec, "eintr@read=4");
	ck_assert_int_eq(load(""), 0);
	ck_assert_uint_eq(faults.n, 3);
	/* faults_load() keeps the valid lines of a wrong file. */
	ck_assert_int_eq(load("eio@set=5\nnonsense\neio@set=6\n"), -1);
	ck_assert_uint_eq(faults.n, 5);
	ck_assert_int_eq(faults_load(&faults, "/nonexistent/file"), -1);
	ck_assert_int_eq(faults_load(&faults, "/"), -1);
	faults_done(&faults);
}

UNIT_MAIN("spec", NULL, NULL)
