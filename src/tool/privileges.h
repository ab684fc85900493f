/* privileges.h: open a device as root, and continue as another user. */
#ifndef TOOL_PRIVILEGES_H
#define TOOL_PRIVILEGES_H

#include <sys/types.h>

struct privileges {
	const char *wanted; /* USER[:GROUP] as it was given; NULL: nothing is to change */
	char *name;         /* the user's, for its groups; NULL: it has none */
	uid_t uid;
	gid_t gid;
};

/* Find out who ->wanted is and whether this process may switch.  0, or -1: the reason was reported. */
int privileges_check(struct privileges *p);

/* Switch for good.  0, or -1: the reason was reported. */
int privileges_drop(const struct privileges *p);

void privileges_done(struct privileges *p);

#endif
