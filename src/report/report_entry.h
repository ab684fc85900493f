/* report_entry.h: what report.c and report_entry.c share: the state of reading a .report file, and
 * its keywords. */
#ifndef REPORT_REPORT_ENTRY_H
#define REPORT_REPORT_ENTRY_H

#include "report/report.h"

struct report_reading {
	struct report *r;
	const char *path;
	unsigned line;
	const char *keyword; /* of the line */
	report_notice *notice;
	void *arg;
	int bad;
	/* Lines that name columns. They are read after the last line, because Columns may come
	 * later. */
	struct late {
		int (*take)(struct report_reading *d, char *p);
		unsigned line;
		char *text;
	} *late;
	size_t nlate;
};

/* Flags of a keyword. */
enum {
	ONCE = 1,
	MUST = 2,
	BELOW = 4, /* each line below the keyword is an entry */
	LATE = 8   /* its line names columns, which may follow later */
};

/* The keywords of a file. Query is the last one. */
#define KEYWORDS 18u
extern const struct keyword {
	const char *name;
	unsigned flags;
	/* Reads an entry: the text after the colon or, with BELOW, a line below it. Returns -1 if
	 * out of memory. NULL: nothing to do */
	int (*take)(struct report_reading *d, char *p);
} keywords[KEYWORDS];

/* Call d->notice for the error TEXT in the line d->line. */
void report_wrong(struct report_reading *d, const char *text);

/* The same for an error in WORD. */
void report_wrong_word(struct report_reading *d, const char *word, const char *text);

/* Append an element of SIZE zeros to the array at *PLACE, which has *N elements. NULL: out of
 * memory. */
void *report_append(struct report_reading *d, void *place, size_t *n, size_t size);

/* Return P after its blanks. */
char *report_skip_blanks(char *p);

/* Remove the blanks at the end of P. */
void report_trim(char *p);

#endif
