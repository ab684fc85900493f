/* service.h: tell systemd, or another manager that sets NOTIFY_SOCKET, about a service: sd_notify(3). */
#ifndef TOOL_SERVICE_H
#define TOOL_SERVICE_H

#include "tool/reading.h"

struct store;

#define SERVICE_STATUS_SIZE 512u

struct service {
	int fd;           /* -1: no manager listens */
	int64_t watchdog; /* nanoseconds within which the manager expects a message; 0: it expects none */
	struct reading *const *now; /* belongs to the caller, as ->store does */
	struct store *const *store;
	int ready;
	int64_t alive_at, status_at; /* when the last message of each kind was due */
	char status[SERVICE_STATUS_SIZE]; /* as sent last */
};

/* Read the environment, before inputs are opened. Whether a manager listens. */
int service_begin(struct service *s, struct reading *const *now, struct store *const *store);

/* Report readiness: an input is open, and the store works. */
void service_ready(struct service *s);

/* Send the sign of life and the status if they are due. Call this in each turn of the event loop, at least once per
 * second. WAITING: the store waits for room on the disk. */
void service_turn(struct service *s, int waiting);

/* Send the status at the end of an input, due or not. */
void service_input_end(struct service *s);

/* Report that inputs have ended; the store may still have to write. */
void service_stopping(struct service *s);

#endif
