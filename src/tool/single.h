/* single.h: what is stored as one capture is of one system. */
#ifndef TOOL_SINGLE_H
#define TOOL_SINGLE_H

#include "port/bounds.h"

struct run;

/* {0} to begin with. */
struct single {
	int applies;
	int looked; /* the beginning of this input has told its system */
	const char *name; /* where what was stored last is from: */
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

/* The input NAME is at its end. */
void single_note(struct run *r, const char *name);

#endif
