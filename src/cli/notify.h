/* notify.h: the state of a service for systemd, or another manager that sets NOTIFY_SOCKET: sd_notify(3). */
#ifndef CLI_NOTIFY_H
#define CLI_NOTIFY_H

#include <stdint.h>

struct notify {
	int fd;           /* -1: no service manager */
	int64_t watchdog; /* nanoseconds within which the manager expects a message; 0: it expects none */
};

/* Read the environment. */
void notify_begin(struct notify *n);

/* Send STATE, a list of lines such as READY=1. MAY_WAIT 0: drop it if sending would have to wait. Return 0, or -1. */
int notify_send(const struct notify *n, const char *state, int may_wait);

void notify_end(struct notify *n);

#endif
