/* contents.h: the state while Control Block Contents is read, shared by the files that read parts of it. */
#ifndef MR_CONTENTS_H
#define MR_CONTENTS_H

#include "listing/draft.h"
#include "listing/printed.h"

struct mr_contents {
	struct mr_draft *d;
	struct mr_scan scan;
	int hex_first; /* the hexadecimal offset column comes first */
	int heading;   /* a heading was read, but no row after it */
	struct mr_part *part;
	struct mr_row *row;
	const char **text; /* the current description, or NULL */
	unsigned text_line;
	const char *text_start, *text_end;
	const char *soft_end; /* end of the description if the next line turns out to be a heading; NULL: text_end */
	size_t name_col;
	int squeezed;       /* the row was not printed in columns */
	int full;           /* a limit was reached */
	unsigned last_line; /* end of the previous word */
	size_t last_col;
};

/* text.c: begin and end the description *TEXT of the row or bit NAME. SQUEEZED: the row is not printed in columns.
 * SOFT: a heading follows, so prose before it does not belong to the description. */
void mr_text_begin(struct mr_contents *r, const char **text, const struct mr_word *name, int squeezed);
void mr_text_end(struct mr_contents *r, int soft);

/* Take a word outside of rows: it belongs to a description, or to prose between the tables. */
void mr_text_take(struct mr_contents *r, const struct mr_word *w);

/* contents.c: return 1 and move S past the heading if the words from FIRST on are a heading such as "Dec Hex Type". */
int mr_heading_take(struct mr_scan *s, const struct mr_word *first, int *hex_first);

/* contents.c: report that there are more than MAX of WHAT, and ignore the rest of the contents. */
void mr_contents_stop(struct mr_contents *r, const struct mr_word *at, unsigned max, const char *what);

/* bits.c: read a bit: pattern, optional value, name. Return 1, or 0 if FIRST does not begin a bit. */
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

/* row.c: read a row: offsets, type, optional length, name. Return 1, or 0 if WORD does not begin a row. */
int mr_row_take(struct mr_contents *r, const struct mr_word *word);

/* part.c: add a row to the current structure, or begin a structure with it. */
void mr_row_put(struct mr_contents *r, struct mr_row_words *k);

#endif
