/* check_lazy.c: functions out of a library that is loaded while the program runs. */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "port/lazy.h"
#include "unit.h"

#define FUNCTIONS(F) F(void *, malloc, (size_t)) F(size_t, strlen, (const char *)) F(void, free, (void *))

struct table {
	int before;
	FUNCTIONS(MR_LAZY_POINTER)
	int behind;
};

#define FUNCTION(type, name, arguments) MR_LAZY_FUNCTION(struct table, type, name, arguments)
static const struct mr_lazy_function functions[] = { FUNCTIONS(FUNCTION) };

/* Of this program itself. */
START_TEST(functions_that_are_there)
{
	struct table t = { .before = 12, .behind = 34 };
	char *p;

	ck_assert_ptr_null(mr_lazy_load(NULL, functions, 3, &t));
	ck_assert(t.before == 12 && t.behind == 34);
	ck_assert_uint_eq(t.strlen("four"), 4);
	p = t.malloc(4);
	ck_assert_ptr_nonnull(p);
	memset(p, 0, 4);
	t.free(p);
}
END_TEST

START_TEST(a_function_that_is_missing)
{
	static const struct mr_lazy_function missing[] = { { "malloc", offsetof(struct table, malloc) },
		                                           { "no_such_function_anywhere", offsetof(struct table, strlen) } };
	struct table t = { .before = 12 };
	const char *why;

	errno = ENOMEM;
	why = mr_lazy_load(NULL, missing, 2, &t);
	ck_assert_ptr_nonnull(why);
	ck_assert_ptr_nonnull(strstr(why, "no_such_function_anywhere"));
	ck_assert_ptr_null(t.strlen);
	ck_assert_int_ne(errno, ENOMEM);
	ck_assert_ptr_null(mr_lazy_load(NULL, missing, 1, &t));
}
END_TEST

START_TEST(a_library_that_is_missing)
{
	struct table t = { .before = 12 };
	const char *why;

	errno = ENOMEM;
	why = mr_lazy_load("libmonread-none-such.so.99", functions, 3, &t);
	ck_assert_ptr_nonnull(why);
	ck_assert_ptr_nonnull(strstr(why, "libmonread-none-such.so.99"));
	ck_assert_int_ne(errno, ENOMEM);
	ck_assert_ptr_null(t.malloc);
}
END_TEST

UNIT_MAIN("lazy", functions_that_are_there, a_function_that_is_missing, a_library_that_is_missing)
