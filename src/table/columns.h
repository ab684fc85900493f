/* columns.h: the columns of a table, layout by layout. */
#ifndef TABLE_COLUMNS_H
#define TABLE_COLUMNS_H

#include "table/family.h"

/* Where columns are of and go to. */
struct columns_of {
	const struct monread_layout *layout;
	struct table_made *table;
	unsigned number;    /* of the layout in the family, from 1 */
	const char *prefix; /* the fields' names are to be put behind; "": none */
	uint32_t base;      /* offset of the structure in the record or the entry */
	int unproven;       /* it may be another one, or none */
	const char *field;  /* of entries: what names them where their structure does not; may be NULL */
};

/* These return 0, or -1: out of memory. */

int columns_add_leading(struct table_made *t);
int columns_add_bytes(struct table_made *t);

/* T takes over the keys of FROM. */
int columns_inherit(struct table_family *f, struct table_made *t, const struct table *from);

/* The fields of S, in its order; S may be NULL.  NULL: out of memory. */
struct table_step *columns_add_structure(struct table_family *f, const struct columns_of *of,
                                         const struct monread_structure *s, unsigned depth);

/* family.c: entries of the structure S are a table of their own, which is made later. */
int family_add_entries(struct table_family *f, const struct columns_of *of, const struct monread_structure *s,
                       const char *field, struct table_step **steps, const struct table **rows);

#endif
