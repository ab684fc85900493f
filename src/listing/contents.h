/* contents.h: the reader of Control Block Contents. */
#ifndef MR_CONTENTS_H
#define MR_CONTENTS_H

#include "listing/draft.h"
#include "listing/printed.h"

struct mr_contents {
	struct mr_draft *d;
	struct mr_scan scan;
	int hex_first; /* the order of the two offset columns */
	int heading;   /* nothing but a heading since the last table */
	struct mr_part *part;
	struct mr_row *row;
	const char **text; /* where the description goes that is being read */
	unsigned text_line;
	const char *text_start, *text_end;
	const char *soft_end; /* where it ends, should a heading follow */
	size_t name_col;
	int squeezed;       /* the row's columns are gone */
	int full;           /* there is more than there may be */
	unsigned last_line; /* of the word before */
	size_t last_col;
};

/* text.c: the description at *TEXT, which begins behind NAME, and its end.  SQUEEZED: the columns of the row are gone.
 * SOFT: a heading follows, and prose before it is no part of the description. */
void mr_text_begin(struct mr_contents *r, const char **text, const struct mr_word *name, int squeezed);
void mr_text_end(struct mr_contents *r, int soft);

/* A word that is part of no row: description, or prose between the tables. */
void mr_text_take(struct mr_contents *r, const struct mr_word *w);

/* contents.c: one page cannot have more than MAX of WHAT; where it goes on, nothing can be told of it. */
void mr_contents_stop(struct mr_contents *r, const struct mr_word *at, unsigned max, const char *what);

/* bits.c: pattern [value] name.  1, or 0: FIRST begins no bit. */
int mr_bit_take(struct mr_contents *r, const struct mr_word *first);

/* A row as it is printed. */
struct mr_row_words {
	struct mr_word first;
	uint32_t dec, hex;
	enum monread_type type;
	int known_type, has_length, open, squeezed;
	uint32_t length;
	struct mr_printed name;
};

/* row.c: offsets, type, [length] and name.  1, or 0: WORD begins no row. */
int mr_row_take(struct mr_contents *r, const struct mr_word *word);

/* part.c: puts a row where it belongs. */
void mr_row_put(struct mr_contents *r, struct mr_row_words *k);

#endif
