/* single.h: refuse to store records of several systems in one capture. */
#ifndef TOOL_SINGLE_H
#define TOOL_SINGLE_H

#include "monread.h"
#include "port/bounds.h"
#include "tool/options.h"

struct source; /* see merge.h */

/* Initialize with {0}. */
struct single {
	/* set by the caller: */
	const struct options *opt;
	const struct input_options *input;
	const struct monread_layouts *layouts;
	int applies;
	int untold; /* --append: the existing records do not name their system */
	int looked; /* the system of the current input was compared with ->system */
	const char *name; /* name of the input of the records that were stored last */
	const struct source *source; /* with --merge: the source of these records; NULL: they existed before */
	char system[MR_SYSTEM_ID_SIZE]; /* the system of the stored records; "": none was stored, or it is unknown */
};

/* Call this before an input is read. */
void single_begin(struct single *s, const struct options *o, const struct input_options *input,
                  const struct monread_layouts *layouts);

/* Call this when the store is open: with --append, the file may have records, and S takes their system. */
void single_append(struct single *s, const struct store *store);

/* Return 1 after a report if the capture NAME, of the system ID, has a different system than the stored records. */
int single_differs(const struct single *s, const char *name, const char *id);

/* Return 1, after a report, if the input NAME, which is not open yet, must not be read. */
int single_refuses(struct single *s, const char *name);

/* Call this if --follow begins a new file with the same name. */
void single_other(struct single *s);

/* Note the system ID of the input NAME after a data set and at the end. WRITTEN: a part of it was stored. */
void single_note(struct single *s, const char *name, const char *id, int written);

/* As single_note(), for SOURCE of --merge. */
void single_merged(struct single *s, const char *name, const char *id, int written, const struct source *source);

/* Compare the system ID of SOURCE, whose name is NAME, with the system of the records that were stored last from other
 * sources. Return 1, after a report, if they differ: then the caller must not store more records of SOURCE. */
int single_mixes(const struct single *s, const char *name, const struct source *source, const char *id, int written);

/* Copy the system that the record EV names to ID, before the run learns from EV. 0, or -1: out of memory. */
int single_told(const struct single *s, const struct monread_ev *ev, char id[MR_SYSTEM_ID_SIZE]);

#endif
