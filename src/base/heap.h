/* heap.h: a binary heap of pointers: heap[0] comes first by the caller's is_before(). */
#ifndef MR_HEAP_H
#define MR_HEAP_H

typedef int heap_is_before(const void *a, const void *b);

/* Move HEAP[AT] down in the heap of N pointers until it comes before its children. */
static inline void heap_sink(void **heap, unsigned n, unsigned at, heap_is_before *is_before)
{
	for (;;) {
		unsigned least = at, child;
		void *p;

		for (child = 2 * at + 1; child < n && child <= 2 * at + 2; child++)
			if (is_before(heap[child], heap[least]))
				least = child;
		if (least == at)
			return;
		p = heap[at];
		heap[at] = heap[least];
		heap[least] = p;
		at = least;
	}
}

static inline void heap_make(void **heap, unsigned n, heap_is_before *is_before)
{
	unsigned i;

	for (i = n / 2; i-- > 0;)
		heap_sink(heap, n, i, is_before);
}

/* Remove the first of the N pointers in HEAP. Return how many pointers are left. */
static inline unsigned heap_remove(void **heap, unsigned n, heap_is_before *is_before)
{
	heap[0] = heap[--n];
	heap_sink(heap, n, 0, is_before);
	return n;
}

#endif
