/* service.h: what monread tells the manager of a service, where there is one. */
#ifndef TOOL_SERVICE_H
#define TOOL_SERVICE_H

#include "cli/notify.h"
#include "tool/reading.h"

struct store;

#define SERVICE_STATUS_SIZE 512u

struct service {
	struct notify notify;
	const struct reading *now; /* the caller's, as is ->store */
	struct store *const *store;
	int ready;
	int64_t alive_at, status_at; /* when it was due last */
	char status[SERVICE_STATUS_SIZE]; /* as it was told last */
};

/* Before inputs are opened.  Whether a manager wants to be told. */
int service_begin(struct service *s, const struct reading *now, struct store *const *store);

/* An input is open, and what is stored can be stored. */
void service_ready(struct service *s);

/* The loop over events turns, at least once a second: a sign of life and the status, where they are due.  WAITING: for
 * room on the disk. */
void service_turn(struct service *s, int waiting);

/* An input is at its end: the status, whether or not it is due. */
void service_input_end(struct service *s);

/* Inputs are at their end; what waits is still to be written. */
void service_stopping(struct service *s);

void service_end(struct service *s);

#endif
