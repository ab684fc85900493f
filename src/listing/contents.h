/* contents.h: functions that read the section "Control Block Contents". */
#ifndef MR_CONTENTS_H
#define MR_CONTENTS_H

#include "listing/draft.h"

/* ---- printed.c: types and names of fields as IBM's record pages print them ---- */

/* The name of a field, and its dimension. */
struct mr_printed {
	const char *p;
	size_t len;
	uint32_t first, count;
	int cut;
	struct mr_word word;
};

/* Return 1 if N->word is not a name. After its first N->len bytes, which can be in a name, only a
 * dimension may follow, which begins with "(". */
static inline int mr_printed_is_none(const struct mr_printed *n)
{
	return n->len == 0 || (n->len < n->word.len && n->word.p[n->len] != '(');
}

/* Read the name in N->word and its dimension, which may follow at S. LOWER is 1 if lower case is
 * allowed. Return 1, or 0 if N->word is not a name. */
int mr_printed_name(struct mr_scan *s, struct mr_printed *n, int lower);

/* Set *TYPE and return 1 if the word W is the name of a type such as Bitstring; else return 0. */
int mr_type_find(const struct mr_word *w, enum monread_type *type);

/* ---- The section ---- */

struct mr_contents {
	struct mr_draft *d;
	struct mr_scan scan;
	int hex_first; /* 1: the hexadecimal offset is to the left of the decimal offset */
	int heading;   /* 1: the last line read was the heading of a table */
	struct mr_part *part;
	struct mr_row *row;
	const char **text; /* where mr_text_end() stores the current description; NULL: none */
	unsigned text_line;
	const char *text_start, *text_end;
	/* start of the first paragraph after the description, where it ends if the heading of a
	 * table follows; NULL: none */
	const char *soft_end;
	size_t name_col;
	int squeezed; /* 1: the words of the current row are not aligned in columns */
	unsigned last_line; /* where the previous word ends */
	size_t last_col;
};

/* contents.c: begin and end the description *TEXT of the row or bit NAME. SOFT is 1 if the heading
 * of a table follows the description: see ->soft_end. */
void mr_text_begin(struct mr_contents *r, const char **text, const struct mr_word *name,
                   int squeezed);
void mr_text_end(struct mr_contents *r, int soft);

/* contents.c: if a heading such as "Dec Hex Type" begins with the word FIRST, move S past it, set
 * *HEX_FIRST and return 1; else return 0. */
int mr_heading_take(struct mr_scan *s, const struct mr_word *first, int *hex_first);

/* contents.c: report more than MAX of WHAT, such as "bits", and ignore the rest of the contents. */
void mr_contents_stop(struct mr_contents *r, const struct mr_word *at, unsigned max,
                      const char *what);

/* bits.c: if FIRST begins a row that describes a bit (pattern, optional value, name), read the row
 * and return 1; else return 0. */
int mr_bit_take(struct mr_contents *r, const struct mr_word *first);

/* The words of a row of a table, converted to numbers, type and name. */
struct mr_row_words {
	struct mr_word first;
	uint32_t dec, hex;
	enum monread_type type;
	int known_type, has_length, open, squeezed;
	uint32_t length;
	struct mr_printed name;
};

/* recognize.c: if WORD begins a row that describes a field (offsets, type, optional length, name),
 * read the row and return 1; else return 0. */
int mr_row_take(struct mr_contents *r, const struct mr_word *word);

/* contents.c: add the row K to the current structure, or begin a new structure with it. */
void mr_row_put(struct mr_contents *r, struct mr_row_words *k);

#endif
