/* storing.h: for --write, stores events, waits while the disk is full, and refuses to mix records
 * of several systems. */
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

/* If --write was given, open its capture. INPUT and LAYOUTS must stay valid while S is used. Return
 * 0, or -1 after a message. */
int storing_begin(struct storing *s, const struct options *o, const struct input_options *input,
                  const struct monread_layouts *layouts);

/* Pass EV to the store; NULL: the input has ended. SHOWN: 1 if EV was selected. If the disk is
 * full, write the text in B, then wait until the disk has room or the user asks to stop; during the
 * wait, a thread reads the input if it is a device. Return NULL; if storing must end, the reason
 * for storing_give_up(). */
const char *storing_event(struct storing *s, const struct monread_ev *ev, int shown,
                          struct service *service, struct out_buffer *b);

/* End storing for the reason WHY. Some data sets of the current input SESSION->now were read but
 * not stored: report them as one gap. */
void storing_give_up(struct storing *s, struct session *session, const char *why);

/* Return 1 after a message if the input NAME must not be read, because its system is not the system
 * of the records stored so far. */
int single_refuses(struct single *s, const char *name);

/* Return 1 after a message if --merge must not read the capture NAME, because its system ID is not
 * the system of the captures before it. */
int single_refuses_merged(struct single *s, const char *name, const char *id);

/* Call this after each data set of the input NAME and at the end of the input. ID: system of the
 * input. WRITTEN: 1 if records of the input were stored. */
void single_note(struct single *s, const char *name, const char *id, int written);

#endif
