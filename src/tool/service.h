/* service.h: what monread tells the manager of a service, where there is one. */
#ifndef TOOL_SERVICE_H
#define TOOL_SERVICE_H

#include "cli/notify.h"

#define SERVICE_STATUS_SIZE 512u

struct service {
	struct notify notify;
	int ready;
	int64_t alive_at, status_at; /* when it was due last */
	char status[SERVICE_STATUS_SIZE]; /* as it was told last */
};

struct run;

/* Before inputs are opened. */
void service_begin(struct run *r);

/* An input is open, and what is stored can be stored. */
void service_ready(struct run *r);

/* The loop over events turns, at least once a second: a sign of life and the status, where they are due.  WAITING: for
 * room on the disk. */
void service_turn(struct run *r, int waiting);

/* An input is at its end: the status, whether or not it is due. */
void service_input_end(struct run *r);

/* Inputs are at their end; what waits is still to be written. */
void service_stopping(struct run *r);

void service_end(struct run *r);

#endif
