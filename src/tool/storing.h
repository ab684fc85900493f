/* storing.h: --write: stores events, waits while the disk is full, and refuses to mix several
 * systems. */
#ifndef TOOL_STORING_H
#define TOOL_STORING_H

#include "cli/buffer.h"
#include "store/store.h"
#include "tool/tool_options.h"
#include "tool/service.h"

/* The state of the functions single_*(), which refuse to store records of several systems in one
 * capture. */
struct single {
	const struct options *opt;
	const struct input_options *input;
	const struct monread_layouts *layouts;
	int applies; /* 1: the output may have records of one system only */
	int untold; /* 1 if the records of the file of --append do not name their system */
	int mixed;  /* 1 after a message that the output has records of two systems */
	const char *name; /* name of the input whose records were stored last */
	/* identifier of the system of the stored records; "": nothing was stored, or the system is
	 * unknown */
	char system[MR_SYSTEM_ID_SIZE];
};

struct storing {
	struct store *store; /* the capture of --write; NULL: nothing is stored */
	struct single single;
	int gave_up; /* 1 if storing ended because of an error, or the user asked to stop while the
	                disk was full */
};

/* Open the capture of --write, if it was given. Return 0, or -1 after a message. INPUT and LAYOUTS
 * stay in use. */
int storing_begin(struct storing *s, const struct options *o, const struct input_options *input,
                  const struct monread_layouts *layouts);

/* Pass EV to the store; NULL: the input has ended. SHOWN: the result for store_event(). If the disk
 * is full, write B, and wait until there is room or the user asks to stop; a thread still reads a
 * device. Return NULL; else why storing must end: call storing_give_up(). */
const char *storing_event(struct storing *s, const struct monread_ev *ev, int shown,
                          struct service *service, struct out_buffer *b);

/* Stop storing because of WHY. Report the data sets of SESSION->now that were read but not stored
 * as one gap. */
void storing_give_up(struct storing *s, struct session *session, const char *why);

/* Return 1 after a message if the input NAME must not be read, because its system differs from the
 * stored one. */
int single_refuses(struct single *s, const char *name);

/* Return 1 after a message if --merge must not read the capture NAME, because its system ID, which
 * its first records name, differs from the stored one. */
int single_refuses_merged(struct single *s, const char *name, const char *id);

/* Call this if --follow begins a new file with the same name, so that messages of S do not call
 * both files by this name. */
void single_other(struct single *s);

/* Call this after each data set of the input NAME and at the end of the input. ID: system of the
 * input. WRITTEN: 1 if records of the input were stored. */
void single_note(struct single *s, const char *name, const char *id, int written);

#endif
