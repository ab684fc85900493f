/* memory.h: memory that lives as long as a schema. */
#ifndef TABLE_MEMORY_H
#define TABLE_MEMORY_H

#include <stddef.h>

struct table_block;

/* SIZE zeroed bytes, which belong to *BLOCKS; {NULL} to begin with.  NULL: out of memory. */
void *table_memory_get(struct table_block **blocks, size_t size);

/* The texts one behind the other. */
char *table_memory_join(struct table_block **blocks, const char *a, const char *b, const char *c);

void table_memory_free(struct table_block *blocks);

#endif
