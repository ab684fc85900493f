/* contents.h: the state while the section "Control Block Contents" is read, and functions that read
 * it. */
#ifndef MR_CONTENTS_H
#define MR_CONTENTS_H

#include "listing/draft.h"
#include "listing/printed.h"

struct mr_contents {
	struct mr_draft *d;
	struct mr_scan scan;
	int hex_first; /* 1: the table has the hexadecimal offset before the decimal one */
	int heading;   /* 1: the last line read was the heading of a table */
	struct mr_part *part;
	struct mr_row *row;
	const char **text; /* where to store the description that is being read; NULL: none */
	unsigned text_line;
	const char *text_start, *text_end;
	const char *soft_end; /* end of the description if a heading comes next; NULL: text_end */
	size_t name_col;
	int squeezed;       /* 1: the words of the current row are not aligned in columns */
	int full;           /* 1: a limit was reached, and the rest is ignored */
	unsigned last_line; /* line on which the previous word ends */
	size_t last_col;
};

/* description.c: begin and end the description *TEXT of the row or bit NAME. SQUEEZED: the row is
 * not aligned in columns. SOFT: a heading follows, so a paragraph before it is not part of the
 * description. */
void mr_text_begin(struct mr_contents *r, const char **text, const struct mr_word *name,
                   int squeezed);
void mr_text_end(struct mr_contents *r, int soft);

/* Add the word W, which belongs to no row, to the current description; ignore it in prose between
 * tables. */
void mr_text_take(struct mr_contents *r, const struct mr_word *w);

/* contents.c: return 1 and move S past a heading such as "Dec Hex Type" that begins with FIRST; set
 * *HEX_FIRST. */
int mr_heading_take(struct mr_scan *s, const struct mr_word *first, int *hex_first);

/* contents.c: report that there are more than MAX of WHAT, and ignore the rest of the contents. */
void mr_contents_stop(struct mr_contents *r, const struct mr_word *at, unsigned max,
                      const char *what);

/* bits.c: read a row of a bit (pattern, optional value, name). Return 1, or 0 if FIRST does not
 * begin one. */
int mr_bit_take(struct mr_contents *r, const struct mr_word *first);

/* The words of a row of the table as numbers, type and name. */
struct mr_row_words {
	struct mr_word first;
	uint32_t dec, hex;
	enum monread_type type;
	int known_type, has_length, open, squeezed;
	uint32_t length;
	struct mr_printed name;
};

/* recognize.c: read a row (offsets, type, optional length, name) from WORD on. Return 1, or 0 if
 * WORD does not begin one. */
int mr_row_take(struct mr_contents *r, const struct mr_word *word);

/* draft_parts.c: add the row K to the current structure; if its type is Structure, begin a new
 * one. */
void mr_row_put(struct mr_contents *r, struct mr_row_words *k);

#endif
