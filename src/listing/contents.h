/* contents.h: the state of reading Control Block Contents, shared by the files that read parts of it. */
#ifndef MR_CONTENTS_H
#define MR_CONTENTS_H

#include "listing/draft.h"
#include "listing/printed.h"

struct mr_contents {
	struct mr_draft *d;
	struct mr_scan scan;
	int hex_first; /* the hexadecimal offset column is the first */
	int heading;   /* a heading was read and no row after it */
	struct mr_part *part;
	struct mr_row *row;
	const char **text; /* the description that is being read, or NULL */
	unsigned text_line;
	const char *text_start, *text_end;
	const char *soft_end; /* where the description ends if a heading follows */
	size_t name_col;
	int squeezed;       /* the row was not printed in columns */
	int full;           /* a limit is reached */
	unsigned last_line; /* where the previous word ended */
	size_t last_col;
};

/* text.c: begin and end the description *TEXT of the row or bit NAME. SQUEEZED: the row is not printed in columns.
 * SOFT: a heading follows, and prose before it does not belong to the description. */
void mr_text_begin(struct mr_contents *r, const char **text, const struct mr_word *name, int squeezed);
void mr_text_end(struct mr_contents *r, int soft);

/* Take a word that is part of no row: description, or prose between the tables. */
void mr_text_take(struct mr_contents *r, const struct mr_word *w);

/* contents.c: do the words from FIRST on begin a heading, "Dec Hex Type" or the like?  Then S is moved past them. */
int mr_heading_take(struct mr_scan *s, const struct mr_word *first, int *hex_first);

/* contents.c: report that there are more than MAX of WHAT, and ignore the rest of the contents. */
void mr_contents_stop(struct mr_contents *r, const struct mr_word *at, unsigned max, const char *what);

/* bits.c: read a bit: pattern, optional value, name. Returns 1, or 0 if FIRST begins no bit. */
int mr_bit_take(struct mr_contents *r, const struct mr_word *first);

/* The parts of a row as printed. */
struct mr_row_words {
	struct mr_word first;
	uint32_t dec, hex;
	enum monread_type type;
	int known_type, has_length, open, squeezed;
	uint32_t length;
	struct mr_printed name;
};

/* row.c: read a row: offsets, type, optional length, name. Returns 1, or 0 if WORD begins no row. */
int mr_row_take(struct mr_contents *r, const struct mr_word *word);

/* part.c: add a row to the current structure, or begin a structure with it. */
void mr_row_put(struct mr_contents *r, struct mr_row_words *k);

#endif
