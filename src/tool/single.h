/* single.h: refuse to store records of several systems in one capture. */
#ifndef TOOL_SINGLE_H
#define TOOL_SINGLE_H

#include "monread.h"
#include "port/bounds.h"
#include "tool/options.h"

/* Initialize with {0}. */
struct single {
	const struct options *opt;
	const struct input_options *input;
	const struct monread_layouts *layouts;
	int applies;
	int mixed;  /* it was reported that the output has records of two systems */
	const char *name; /* name of the input of the records that were stored last */
	char system[MR_SYSTEM_ID_SIZE]; /* the system of these records; "": none was stored, or it is unknown */
};

/* Call this before an input is read. */
void single_begin(struct single *s, const struct options *o, const struct input_options *input,
                  const struct monread_layouts *layouts);

/* Call this when the store is open: with --append, the file may have records, and S takes their system. */
void single_append(struct single *s, const struct store *store);

/* Return 1, after a report, if the input NAME, which is not open yet, must not be read. */
int single_refuses(struct single *s, const char *name);

/* The same for a capture that --merge reads; its first records name the system ID. */
int single_refuses_merged(struct single *s, const char *name, const char *id);

/* Call this if --follow begins a new file with the same name. */
void single_other(struct single *s);

/* Note the system ID of the input NAME after a data set and at the end. WRITTEN: a part of it was stored. */
void single_note(struct single *s, const char *name, const char *id, int written);

#endif
