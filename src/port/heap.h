/* heap.h: which of several comes first: a binary heap of pointers. */
#ifndef PORT_HEAP_H
#define PORT_HEAP_H

typedef int heap_is_before(const void *a, const void *b);

/* HEAP[AT] of N may have to stand behind some of those below it, which are in order. */
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

/* Put N pointers in order. */
static inline void heap_make(void **heap, unsigned n, heap_is_before *is_before)
{
	unsigned i;

	for (i = n / 2; i-- > 0;)
		heap_sink(heap, n, i, is_before);
}

/* How many are left without the first one of N. */
static inline unsigned heap_remove(void **heap, unsigned n, heap_is_before *is_before)
{
	heap[0] = heap[--n];
	heap_sink(heap, n, 0, is_before);
	return n;
}

#endif
