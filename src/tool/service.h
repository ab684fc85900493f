/* service.h: reports the state of a service to systemd, or to another manager that sets
 * NOTIFY_SOCKET, as sd_notify(3) describes. */
#ifndef TOOL_SERVICE_H
#define TOOL_SERVICE_H

#include "tool/reading.h"

struct store;

#define SERVICE_STATUS_SIZE 512u

struct service {
	int fd;           /* socket to the manager; -1: no manager listens */
	int64_t watchdog; /* maximum nanoseconds between two signs of life; 0: the manager expects
	                     none */
	struct reading *const *now; /* the state of the current input, for the status */
	struct store *const *store;
	int ready;
	int64_t alive_at, status_at; /* times of the last sign of life and of the last status */
	char status[SERVICE_STATUS_SIZE]; /* the status that was sent last */
};

/* Connect to the manager that NOTIFY_SOCKET names. The status will describe the current input *NOW
 * and the capture *STORE. Return 1 if a manager listens. */
int service_begin(struct service *s, struct reading *const *now, struct store *const *store);

/* Report to the manager that the service is ready. Call this when an input is open and the store
 * works. */
void service_ready(struct service *s);

/* Send the sign of life and the status to the manager if they are due. Call this each second.
 * WAITING: 1 if the store waits for room on the disk. */
void service_turn(struct service *s, int waiting);

/* Send the status to the manager even if it is not due. Call this at the end of an input. */
void service_input_end(struct service *s);

/* Report to the manager that all inputs have ended; the store may still have to write. */
void service_stopping(struct service *s);

#endif
