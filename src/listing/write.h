/* write.h: functions that write lines of a .dsect file. */
#ifndef MR_WRITE_H
#define MR_WRITE_H

#include "base/model.h"
#include "listing/keys.h"

/* ---- lines.c: arranges text in lines and columns, and passes the lines to a callback ---- */

/* Before the first use, set all members to zero, except ->write and ->arg. */
struct mr_lines {
	monread_output *write;
	void *arg;
	int rc; /* first result other than 0 of ->write, which is then not called any more */
	unsigned column; /* column where the next word begins */
	unsigned indent; /* column where continuation lines begin */
	size_t blanks;   /* number of blanks to write before the next text, unless the line ends */
	size_t n;        /* number of bytes in ->text */
	char text[1024];
};

/* Write text, at most MONREAD_TEXT_MAX + 500 bytes, without dividing it into lines. */
void mr_lines_put(struct mr_lines *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Write the words of a text of at most MONREAD_TEXT_MAX + 500 bytes, separated by blanks. Begin a
 * new line before a word that would end after column 100. */
void mr_lines_words(struct mr_lines *l, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Set ->column and ->indent to COLUMN, the column where the text so far ends. */
void mr_lines_indent(struct mr_lines *l, unsigned column);

/* End the current line, without the blanks at its end. */
void mr_lines_end(struct mr_lines *l);

/* Pass the text that is still in the buffer to ->write. Return ->rc. */
int mr_lines_finish(struct mr_lines *l);

/* ---- Lines of a .dsect file ---- */

/* Begin a line with KEY and a colon; the caller writes the value. */
void mr_write_key(struct mr_lines *to, enum mr_key key);

void mr_write_condition(struct mr_lines *to, const struct monread_when *w);

/* mr_write_events() writes the annotations Tells, Break and Configuration; mr_write_rules() writes
 * Array, Vary, Maps, Payload and Check. */
void mr_write_events(struct mr_lines *to, const struct monread_layout *l);
void mr_write_rules(struct mr_lines *to, const struct monread_layout *l);

/* mr_write_list() writes the annotations with the key KEY, which list fields.
 * mr_write_lists() writes all annotations that list fields, except Maps. */
void mr_write_list(struct mr_lines *to, const struct monread_layout *l, enum mr_key key);
void mr_write_lists(struct mr_lines *to, const struct monread_layout *l);

#endif
