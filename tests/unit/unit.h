/* unit.h: shared by all unit tests. Include it first.
 *
 *     TEST(name) { ... }                a behaviour
 *     LOOP_TEST(name, from, to) { ... } the same for each _i from FROM to TO - 1
 *     UNIT_MAIN("suite", setup, teardown) main() of the file: runs all of them, each in a process
 *     between SETUP and TEARDOWN,
 *                                       which may be NULL */
#ifndef UNIT_H
#define UNIT_H

#include "config.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct unit_test {
	const TTest *test;
	int from, to;
	struct unit_test *next;
};

static struct unit_test *unit_first, **unit_last = &unit_first;

#define UNIT_TEST(name, from, to)                                                       \
	static void name(int);                                                          \
	__attribute__((constructor)) static void name##_add(void)                       \
	{                                                                               \
		static const TTest unit_ttest = { #name, name, __FILE__, __LINE__ };    \
		static struct unit_test unit_entry = { &unit_ttest, from, to, NULL }; \
		*unit_last = &unit_entry;                                               \
		unit_last = &unit_entry.next;                                           \
	}                                                                               \
	static void name(int _i CK_ATTRIBUTE_UNUSED)

#define TEST(name) UNIT_TEST(name, 0, 1)
#define LOOP_TEST(name, from, to) UNIT_TEST(name, from, to)

/* Run the tests and print their results in TAP; returns the exit status of main(). */
static inline int unit_run(const char *name, SFun setup, SFun teardown)
{
	Suite *s = suite_create(name);
	TCase *c = tcase_create(name);
	SRunner *r = srunner_create(s);
	const struct unit_test *t;
	int failed;

	tcase_add_checked_fixture(c, setup, teardown);
	tcase_set_timeout(c, 300);
	for (t = unit_first; t; t = t->next)
		tcase_add_loop_test(c, t->test, t->from, t->to);
	suite_add_tcase(s, c);
	srunner_set_tap(r, "-");
	srunner_run_all(r, CK_SILENT);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#define UNIT_MAIN(name, setup, teardown)                                                \
	int main(void)                                                                  \
	{                                                                               \
		return unit_run(name, setup, teardown);                                 \
	}

#endif
