/* places.c: places labels in a column. Labels that would overlap form a block, which moves as a whole. */
#include "config.h"

#include "chart/places.h"

struct block {
	size_t first, count;
	double sum; /* sum of the wishes of its labels for the position of its first label */
};

static double clamp_value(double v, double low, double high)
{
	return v < low ? low : v > high ? high : v;
}

/* Return the middle of the first label of the block. */
static double first_of(const struct block *b, double height, double top, double bottom)
{
	return clamp_value(b->sum / (double)b->count, top + height / 2, bottom - height * ((double)b->count - 0.5));
}

static void sort_labels(const double *wanted, size_t *order, size_t count)
{
	size_t i, k;

	for (i = 0; i < count; i++) {
		for (k = i; k > 0 && wanted[order[k - 1]] > wanted[i]; k--)
			order[k] = order[k - 1];
		order[k] = i;
	}
}

int places_make(const double *wanted, double *placed, size_t count, double height, double top, double bottom)
{
	struct block blocks[PLACES_MAX];
	size_t order[PLACES_MAX], i, k, n = 0;

	if (count > PLACES_MAX || (double)count * height > bottom - top)
		return -1;
	sort_labels(wanted, order, count);
	for (i = 0; i < count; i++) {
		blocks[n++] = (struct block){ i, 1, wanted[order[i]] };
		while (n > 1 && first_of(&blocks[n - 1], height, top, bottom) <
		                    first_of(&blocks[n - 2], height, top, bottom) + height * (double)blocks[n - 2].count) {
			struct block *b = &blocks[n - 2], *last = &blocks[n - 1];

			b->sum += last->sum - (double)last->count * height * (double)b->count;
			b->count += last->count;
			n--;
		}
	}
	for (i = 0; i < n; i++) {
		double first = first_of(&blocks[i], height, top, bottom);

		for (k = 0; k < blocks[i].count; k++)
			placed[order[blocks[i].first + k]] = first + height * (double)k;
	}
	return 0;
}
