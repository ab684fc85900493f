/* columns.h: creates the columns of a table from its layouts. */
#ifndef TABLE_COLUMNS_H
#define TABLE_COLUMNS_H

#include "table/family.h"

/* The source and the destination of columns. */
struct columns_of {
	const struct monread_layout *layout;
	struct table_made *table;
	unsigned number;    /* number of the layout in the family, from 1 */
	const char *prefix; /* prefix of the names; "": no prefix */
	uint32_t base;      /* offset of the structure in the record or entry */
	int unproven;       /* the structure may be wrong or may not exist */
	const char *field;  /* entries: a name if the structure's name is taken; may be NULL */
};

/* These functions return 0, or -1 if out of memory. */

int columns_add_leading(struct table_made *t);
int columns_add_bytes(struct table_made *t);

/* Add the keys of FROM to T. */
int columns_inherit(struct table_family *f, struct table_made *t, const struct table *from);

/* Add the fields of S, which may be NULL, in their order. Return the steps that fill them, or NULL if out of
 * memory. */
struct table_step *columns_add_structure(struct table_family *f, const struct columns_of *of,
                                         const struct monread_structure *s, unsigned depth);

/* family.c: note that entries of the structure S need a table, which is created later. */
int family_add_entries(struct table_family *f, const struct columns_of *of, const struct monread_structure *s,
                       const char *field, struct table_step **steps, const struct table **rows);

#endif
