/* single.h: what is stored as one capture is of one system. */
#ifndef TOOL_SINGLE_H
#define TOOL_SINGLE_H

#include "monread.h"
#include "port/bounds.h"
#include "tool/options.h"

struct source; /* see merge.h */

/* {0} to begin with. */
struct single {
	/* The caller's: */
	const struct options *opt;
	const struct input_options *input;
	const struct monread_layouts *layouts;
	int applies;
	int untold; /* --append: the records that were there before do not tell their system */
	int looked; /* the system of this input was compared */
	const char *name; /* where what was stored last is from: */
	const struct source *source; /* the same with --merge; NULL: it was there before */
	char system[MR_SYSTEM_ID_SIZE]; /* "": nothing was stored, or that is not known */
};

/* Before anything is read. */
void single_begin(struct single *s, const struct options *o, const struct input_options *input,
                  const struct monread_layouts *layouts);

/* The store is open: with --append there may be something already. */
void single_append(struct single *s, const struct store *store);

/* Whether the capture NAME, of which ID is the system, is of another one than what was stored; then that was said. */
int single_differs(const struct single *s, const char *name, const char *id);

/* Whether the input NAME, which is not open yet, must not be read: it was said why. */
int single_refuses(struct single *s, const char *name);

/* --follow: what follows is another file of the same name. */
void single_other(struct single *s);

/* After a data set of the input NAME, and at its end.  ID: its system; WRITTEN: some of it is in a capture that is
 * written. */
void single_note(struct single *s, const char *name, const char *id, int written);

/* The same of SOURCE, with --merge. */
void single_merged(struct single *s, const char *name, const char *id, int written, const struct source *source);

/* Whether SOURCE, which is called NAME and is of the system ID, is of a different system than the records of other sources
 * that were stored last.  If so, that was reported, and no more of it must be stored. */
int single_mixes(const struct single *s, const char *name, const struct source *source, const char *id, int written);

/* What the record EV tells of its system, before the run knows it.  0, or -1: out of memory. */
int single_told(const struct single *s, const struct monread_ev *ev, char id[MR_SYSTEM_ID_SIZE]);

#endif
