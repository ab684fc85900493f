/* near.h: suggests names that are similar to a mistyped one, and completes names of --fields. */
#ifndef CLI_NEAR_H
#define CLI_NEAR_H

#include "monread.h"

#define NEAR_MOST 3u
#define NEAR_ROOM 320u

/* ->found has the known names that are most similar to ->wanted, the most similar name first. The
 * caller owns the names. */
struct near {
	const char *wanted;
	unsigned n;
	struct {
		const char *name;
		unsigned score; /* 0: differs only in case */
	} found[NEAR_MOST];
};

void near_begin(struct near *n, const char *wanted);

/* Add NAME to the suggestions if NAME, with or without a DSECT prefix such as SYTPRP_, contains
 * n->wanted or differs from it in few letters, but does not equal n->wanted. */
void near_offer(struct near *n, const char *name);

struct select;

/* near_records() offers the names of all records in the layouts L. near_fields() offers the names
 * of the fields, bits and structures of the records that S selects (NULL: of all records). */
void near_records(struct near *n, const struct monread_layouts *l);
void near_fields(struct near *n, const struct monread_layouts *l, const struct select *s);

/* Return "did you mean A, B?", written to ROOM, or OTHERWISE if no name is similar. */
const char *near_list(const struct near *n, char room[NEAR_ROOM], const char *otherwise);

/* In FIELDS (ended by NULL; may be NULL), replace each name without a DSECT prefix, such as
 * PFXUTIME, by a pattern for the full name, *_PFXUTIME. Set *UNKNOWN to the first
 * name that no layout has, or to NULL. Return 0, or ENOMEM. */
int near_resolve(const struct monread_layouts *l, char **fields, const char **unknown);

#endif
