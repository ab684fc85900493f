/* report_entry.h: what report.c and report_entry.c share: the state of reading a .report file, and its keywords. */
#ifndef STAT_REPORT_ENTRY_H
#define STAT_REPORT_ENTRY_H

#include "stat/report.h"

struct reading {
	struct report *r;
	const char *path;
	unsigned line;
	const char *keyword; /* of the line */
	report_notice *notice;
	void *arg;
	int bad;
	/* Lines that name columns, which may come later: they are read at the end. */
	struct late {
		int (*take)(struct reading *d, char *p);
		unsigned line;
		char *text;
	} *late;
	size_t nlate;
};

/* Flags of a keyword. */
enum {
	ONCE = 1,
	MUST = 2,
	BELOW = 4, /* its entries are the lines below it */
	LATE = 8   /* it names columns, which may follow it in the file */
};

/* The keywords of a file. Query is the last one. */
#define KEYWORDS 18u
extern const struct keyword {
	const char *name;
	unsigned flags;
	/* Reads an entry: the text after the colon or, with BELOW, a line below it. Returns 0, or -1: out of memory. NULL:
	 * the entry is ignored. */
	int (*take)(struct reading *d, char *p);
} keywords[KEYWORDS];

/* Report that line LINE has the error TEXT. */
void report_wrong(struct reading *d, unsigned line, const char *text);

/* Report that WORD in the current line has the error TEXT. */
void report_wrong_word(struct reading *d, const char *word, const char *text);

/* Append an element of SIZE zeros to the *N elements of which the address is at PLACE. NULL: out of memory. */
void *report_append(struct reading *d, void *place, size_t *n, size_t size);

/* Return P after its blanks. */
char *report_skip_blanks(char *p);

/* Cut the blanks at the end of P off. */
void report_trim(char *p);

#endif
