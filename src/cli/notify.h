/* notify.h: what a service tells systemd, or another manager that sets NOTIFY_SOCKET: sd_notify(3). */
#ifndef CLI_NOTIFY_H
#define CLI_NOTIFY_H

#include <stdint.h>

struct notify {
	int fd;           /* -1: nobody wants to know */
	int64_t watchdog; /* nanoseconds within which a sign of life is expected; 0: none is */
};

/* As the environment says. */
void notify_begin(struct notify *n);

/* STATE is a list of lines such as READY=1.  MAY_WAIT 0: it is dropped where it would have to wait.  0, or -1. */
int notify_send(const struct notify *n, const char *state, int may_wait);

void notify_end(struct notify *n);

#endif
