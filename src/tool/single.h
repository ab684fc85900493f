/* single.h: what is stored as one capture is of one system. */
#ifndef TOOL_SINGLE_H
#define TOOL_SINGLE_H

#include "monread.h"
#include "port/bounds.h"

struct run;
struct source; /* see merge.h */

/* {0} to begin with. */
struct single {
	int applies;
	int untold; /* --append: the records that were there before do not tell their system */
	int looked; /* the system of this input was compared */
	const char *name; /* where what was stored last is from: */
	const struct source *source; /* the same with --merge; NULL: it was there before */
	char system[MR_SYSTEM_ID_SIZE]; /* "": nothing was stored, or that is not known */
};

/* Before anything is read. */
void single_begin(struct run *r);

/* The store is open: with --append there may be something already. */
void single_append(struct run *r);

/* Whether the capture NAME, of which ID is the system, is of another one than what was stored; then that was said. */
int single_differs(const struct run *r, const char *name, const char *id);

/* Whether the input NAME, which is not open yet, must not be read: it was said why. */
int single_refuses(struct run *r, const char *name);

/* --follow: what follows is another file of the same name. */
void single_other(struct run *r);

/* Behind a data set of the input NAME, and at its end. */
void single_note(struct run *r, const char *name);

/* The same of SOURCE, with --merge. */
void single_merged(struct run *r, const char *name, const struct source *source);

/* Whether SOURCE, which is called NAME and is of the system ID, is of another one than what was stored last of others; then that was
 * said, and no more of it must be stored. */
int single_mixes(struct run *r, const char *name, const struct source *source, const char *id);

/* What the record EV tells of its system, before the run knows it.  0, or -1: out of memory. */
int single_told(const struct run *r, const struct monread_ev *ev, char id[MR_SYSTEM_ID_SIZE]);

#endif
