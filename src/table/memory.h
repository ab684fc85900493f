/* memory.h: allocates memory that lives as long as a family of tables. */
#ifndef TABLE_MEMORY_H
#define TABLE_MEMORY_H

#include <stddef.h>

struct table_block;

/* Return SIZE zeroed bytes, or NULL if out of memory. The bytes are freed together with the list of
 * blocks *BLOCKS, which must be NULL before the first call. */
void *table_memory_get(struct table_block **blocks, size_t size);

/* Return a new text that joins the texts A, B and C, in memory of *BLOCKS; NULL if out of
 * memory. */
char *table_memory_join(struct table_block **blocks, const char *a, const char *b, const char *c);

void table_memory_free(struct table_block *blocks);

#endif
