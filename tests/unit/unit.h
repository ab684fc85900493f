/* unit.h: what every unit test does at its end. */
#ifndef UNIT_H
#define UNIT_H

#include <check.h>
#include <stdlib.h>

/* Run the tests and say what came of them in TAP.  What main() returns. */
static inline int unit_run_suite(Suite *s)
{
	SRunner *r = srunner_create(s);
	int failed;

	srunner_set_tap(r, "-");
	srunner_run_all(r, CK_SILENT);
	failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* A behaviour each. */
static inline int unit_run(const char *name, const TTest *const *tests, size_t n)
{
	Suite *s = suite_create(name);
	TCase *c = tcase_create(name);
	size_t i;

	for (i = 0; i < n; i++)
		tcase_add_test(c, tests[i]);
	suite_add_tcase(s, c);
	return unit_run_suite(s);
}

#define UNIT_MAIN(name, ...)                                                            \
	int main(void)                                                                  \
	{                                                                               \
		const TTest *const tests[] = { __VA_ARGS__ };                           \
		return unit_run(name, tests, sizeof tests / sizeof tests[0]);           \
	}

#endif
