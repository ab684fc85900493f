/* wrap.h: texts in lines that fit. */
#ifndef STAT_WRAP_H
#define STAT_WRAP_H

#include "cli/buffer.h"

/* A text in lines of WIDTH, indented by INDENT from the second one on, of which AT columns are there. */
struct wrapped {
	struct out_buffer *b;
	size_t at, indent, width;
	size_t blanks; /* in front of what comes next, if that fits */
};

/* Put TEXT behind what is there.  Lines end at blanks only, which are not put there. */
void wrap_text(struct wrapped *w, const char *text);

/* The same of LENGTH bytes. */
void wrap_part(struct wrapped *w, const char *text, size_t length);

#endif
