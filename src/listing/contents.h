/* contents.h: functions that read the section "Control Block Contents". */
#ifndef MR_CONTENTS_H
#define MR_CONTENTS_H

#include "listing/draft.h"

/* ---- printed.c: types and names of fields as IBM's record pages print them ---- */

/* The name of a field, and its dimension: ->count elements, the first of which has number
 * ->first. */
struct mr_printed {
	const char *p;
	size_t len;
	uint32_t first, count;
	int cut;
	struct mr_word word;
};

/* Return 1 if the word n->word is not a name. Its first n->len bytes are characters that a name may
 * contain; after a name, only a dimension may follow, which begins with "(". */
static inline int mr_printed_is_none(const struct mr_printed *n)
{
	return n->len == 0 || (n->len < n->word.len && n->word.p[n->len] != '(');
}

/* Read the name in the word n->word and its dimension, which may be in the same word or follow at
 * S. LOWER is 1 if the name may have lower-case letters. Return 1, or 0 if n->word is not a
 * name. */
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
	/* where mr_text_end() stores the description that is being read; NULL: none */
	const char **text;
	unsigned text_line;
	const char *text_start, *text_end;
	/* start of a paragraph that may be prose after the description: if the heading of a table
	 * follows, the description ends before this paragraph; NULL: none */
	const char *soft_end;
	size_t name_col;
	int squeezed; /* 1: the words of the current row are not aligned in columns */
	unsigned last_line; /* where the previous word ends */
	size_t last_col;
};

/* contents.c: mr_text_begin() begins the description of the row or bit called NAME, which
 * mr_text_end() stores in *TEXT of mr_text_begin(). SOFT is 1 if the heading of a table follows:
 * the description then ends at r->soft_end. */
void mr_text_begin(struct mr_contents *r, const char **text, const struct mr_word *name,
                   int squeezed);
void mr_text_end(struct mr_contents *r, int soft);

/* contents.c: if a heading such as "Dec Hex Type" begins with the word FIRST, move S past the
 * heading, set *HEX_FIRST to 1 if "Hex" precedes "Dec", else to 0, and return 1; else return 0. */
int mr_heading_take(struct mr_scan *s, const struct mr_word *first, int *hex_first);

/* contents.c: report that the contents have more than MAX of WHAT, such as "bits", and ignore the
 * rest of the contents. */
void mr_contents_stop(struct mr_contents *r, const struct mr_word *at, unsigned max,
                      const char *what);

/* bits.c: if the word FIRST begins a row that describes a bit (pattern, optional value, name), read
 * the row and return 1; else return 0. */
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
