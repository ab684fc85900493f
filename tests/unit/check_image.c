/* check_image.c: layouts as a block of bytes, and back. */
#include "layout/image.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

static int collect(void *arg, const char *text, size_t length)
{
	char **to = arg;
	size_t have = *to ? strlen(*to) : 0;

	*to = realloc(*to, have + length + 1);
	ck_assert_ptr_nonnull(*to);
	memcpy(*to + have, text, length);
	(*to)[have + length] = '\0';
	return 0;
}

static char *written(const struct monread_layout *l)
{
	char *text = NULL;

	ck_assert_int_eq(monread_layout_write(l, collect, &text), MONREAD_OK);
	return text;
}

/* All that are built in. */
static const struct monread_layout **all(const struct monread_layouts *l, size_t *n)
{
	const struct monread_layout **v;
	size_t i;

	*n = monread_layouts_count(l);
	v = calloc(*n, sizeof *v);
	ck_assert_ptr_nonnull(v);
	for (i = 0; i < *n; i++)
		v[i] = monread_layouts_at(l, i);
	return v;
}

START_TEST(all_layouts_come_back)
{
	struct monread_layouts *l = monread_layouts_new();
	size_t n, size, again_size, count = 0, i;
	const struct monread_layout **v = all(l, &n), **back;
	unsigned char *image = mr_image_make(v, n, &size), *copy, *again;
	struct mr_layout *made;

	ck_assert_ptr_nonnull(image);
	copy = malloc(size);
	ck_assert_ptr_nonnull(copy);
	memcpy(copy, image, size);
	made = mr_image_use(copy, size, &count);
	ck_assert_ptr_nonnull(made);
	ck_assert_uint_eq(count, n);
	back = calloc(n, sizeof *back);
	ck_assert_ptr_nonnull(back);
	for (i = 0; i < n; i++) {
		char *expected = written(v[i]), *got = written(&made[i].pub);

		ck_assert_str_eq(got, expected);
		free(expected);
		free(got);
		back[i] = &made[i].pub;
	}
	/* Nothing is lost that the text does not show. */
	again = mr_image_make(back, n, &again_size);
	ck_assert_ptr_nonnull(again);
	ck_assert_uint_eq(again_size, size);
	ck_assert_int_eq(memcmp(again, image, size), 0);
	free(again);
	free(back);
	free(copy);
	free(image);
	free(v);
	monread_layouts_free(l);
}
END_TEST

/* Whatever the bytes are, nothing beyond them is touched: for sanitizers and valgrind to see. */
START_TEST(bytes_are_not_trusted)
{
	struct monread_layouts *l = monread_layouts_new();
	size_t n, size, count = 0, i, at, short_size;
	const struct monread_layout **v = all(l, &n);
	unsigned char *image = mr_image_make(v, n > 40 ? 40 : n, &size), *copy;
	uint64_t random = 1;

	ck_assert_ptr_nonnull(image);
	for (i = 0; i < 3000; i++) {
		copy = malloc(size);
		ck_assert_ptr_nonnull(copy);
		memcpy(copy, image, size);
		random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
		at = (size_t)(random >> 20) % size;
		copy[at] = (unsigned char)(copy[at] + 1 + (random >> 12) % 255);
		mr_image_use(copy, size, &count);
		free(copy);
	}
	for (short_size = 0; short_size < size; short_size += short_size < 200 ? 1 : size / 100) {
		copy = malloc(short_size + 1);
		ck_assert_ptr_nonnull(copy);
		memcpy(copy, image, short_size);
		mr_image_use(copy, short_size, &count);
		free(copy);
	}
	free(image);
	free(v);
	monread_layouts_free(l);
}
END_TEST

/* Texts are read up to a zero: there is one behind all of them. */
START_TEST(the_last_byte_ends_texts)
{
	struct monread_layouts *l = monread_layouts_new();
	const struct monread_layout *first = monread_layouts_at(l, 0);
	size_t size, count;
	unsigned char *image = mr_image_make(&first, 1, &size), *copy;

	ck_assert_ptr_nonnull(image);
	copy = calloc(1, size + 1);
	ck_assert_ptr_nonnull(copy);
	memcpy(copy, image, size);
	copy[size - 1] = 'x';
	ck_assert_ptr_null(mr_image_use(copy, size, &count));
	copy[size - 1] = 0;
	copy[size] = 'x';
	ck_assert_ptr_nonnull(mr_image_use(copy, size, &count));
	free(copy);
	free(image);
	monread_layouts_free(l);
}
END_TEST

/* A row that is whole, but stands where none can. */
START_TEST(rows_are_aligned)
{
	struct monread_layouts *l = monread_layouts_new();
	const struct monread_layout *first = monread_layouts_at(l, 0);
	uintptr_t at, apart;
	size_t size, count;
	unsigned char *image = mr_image_make(&first, 1, &size), *copy;

	ck_assert_ptr_nonnull(image);
	memcpy(&at, image, sizeof at);
	for (apart = 0; apart < 2; apart++) {
		size_t moved = (size + 15) / 16 * 16 + apart, end = moved + sizeof(struct mr_layout);
		uintptr_t told = moved + 1;

		copy = calloc(1, end + 1);
		ck_assert_ptr_nonnull(copy);
		memcpy(copy, image, size);
		memcpy(copy + moved, image + (at - 1), sizeof(struct mr_layout));
		memcpy(copy, &told, sizeof told);
		if (apart)
			ck_assert_ptr_null(mr_image_use(copy, end + 1, &count));
		else
			ck_assert_ptr_nonnull(mr_image_use(copy, end + 1, &count));
		free(copy);
	}
	free(image);
	monread_layouts_free(l);
}
END_TEST

START_TEST(no_layouts)
{
	size_t size, count = 1;
	void *image = mr_image_make(NULL, 0, &size);

	ck_assert_ptr_nonnull(image);
	ck_assert_ptr_null(mr_image_use(image, 0, &count));
	free(image);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("image");
	TCase *t = tcase_create("image");

	tcase_add_test(t, all_layouts_come_back);
	tcase_add_test(t, bytes_are_not_trusted);
	tcase_add_test(t, the_last_byte_ends_texts);
	tcase_add_test(t, rows_are_aligned);
	tcase_add_test(t, no_layouts);
	suite_add_tcase(s, t);
	return unit_run_suite(s);
}
