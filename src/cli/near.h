/* near.h: suggest names that are similar to an unknown one. */
#ifndef CLI_NEAR_H
#define CLI_NEAR_H

#include "monread.h"

#define NEAR_MOST 3u
#define NEAR_ROOM 320u

/* The best of the names that were offered, which must live as long. */
struct near {
	const char *wanted;
	unsigned n;
	struct {
		const char *name;
		unsigned score; /* 0: the same but for case */
	} found[NEAR_MOST];
};

void near_begin(struct near *n, const char *wanted);

/* Take NAME if it is near enough: few letters differ, with the prefix of its DSECT or without it, or it contains what
 * was wanted.  The wanted name itself is never suggested. */
void near_offer(struct near *n, const char *name);

/* Offer the names of all records, and those of all fields, bits and structures. */
void near_records(struct near *n, const struct monread_layouts *l);
void near_fields(struct near *n, const struct monread_layouts *l);

/* "did you mean A, B?" in ROOM, the best one first; OTHERWISE: nothing is near. */
const char *near_list(const struct near *n, char room[NEAR_ROOM], const char *otherwise);

#endif
