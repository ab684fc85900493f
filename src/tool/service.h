/* service.h: tell systemd, or another manager that sets NOTIFY_SOCKET, about a service:
 * sd_notify(3). */
#ifndef TOOL_SERVICE_H
#define TOOL_SERVICE_H

#include "tool/reading.h"

struct store;

#define SERVICE_STATUS_SIZE 512u

struct service {
	int fd;           /* -1: no manager listens */
	int64_t watchdog; /* maximum nanoseconds between two signs of life; 0: the manager expects
	                     none */
	struct reading *const *now; /* the state of the current input, for the status */
	struct store *const *store;
	int ready;
	int64_t alive_at, status_at; /* times of the last sign of life and of the last status */
	char status[SERVICE_STATUS_SIZE]; /* the status that was sent last */
};

/* Connect to the manager that the environment names, if any. The status is about *NOW and *STORE.
 * Return 1 if it listens. */
int service_begin(struct service *s, struct reading *const *now, struct store *const *store);

/* Report readiness: an input is open, and the store works. */
void service_ready(struct service *s);

/* If they are due, send the sign of life and the status. Call this each second. WAITING: the store
 * waits for room. */
void service_turn(struct service *s, int waiting);

/* Call this at the end of an input: it sends the status even if it is not due. */
void service_input_end(struct service *s);

/* Report that inputs have ended; the store may still have to write. */
void service_stopping(struct service *s);

#endif
