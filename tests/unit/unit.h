/* unit.h: what every unit test does at its end. */
#ifndef UNIT_H
#define UNIT_H

#include <check.h>
#include <stdlib.h>

/* Run the tests, a behaviour each, and say what came of them in TAP. */
static inline int unit_run(const char *name, const TTest *const *tests, size_t n)
{
	Suite *s = suite_create(name);
	TCase *c = tcase_create(name);
	SRunner *r;
	size_t i;

	for (i = 0; i < n; i++)
		tcase_add_test(c, tests[i]);
	suite_add_tcase(s, c);
	r = srunner_create(s);
	srunner_set_tap(r, "-");
	srunner_run_all(r, CK_SILENT);
	srunner_free(r);
	return EXIT_SUCCESS;
}

#define UNIT_MAIN(name, ...)                                                            \
	int main(void)                                                                  \
	{                                                                               \
		const TTest *const tests[] = { __VA_ARGS__ };                           \
		return unit_run(name, tests, sizeof tests / sizeof tests[0]);           \
	}

#endif
