/* tables.h: the built-in layouts as packed tables, which the build program mklayouts writes. The
 * strings of all layouts are in mr_table_text, which begins with "". */
#ifndef MR_TABLES_H
#define MR_TABLES_H

#include <stdint.h>

/* The data of a layout that is needed before the layout is unpacked. */
struct mr_packed_layout {
	int domain, record;
	uint32_t at;                   /* offset in mr_table_bytes of the packed layout */
	uint32_t name, dsect, product; /* offsets in mr_table_text */
	int tells;                     /* 1: its records can reveal the release of their system */
};

extern const uint32_t mr_table_count; /* number of layouts */
extern const struct mr_packed_layout mr_table_layouts[];
extern const unsigned char mr_table_bytes[]; /* see listing/packed.h */
extern const uint32_t mr_table_lists; /* offset in mr_table_bytes of the named lists of codes */
extern const char mr_table_text[];

#endif
