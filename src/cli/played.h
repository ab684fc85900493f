/* played.h: devices of monplay. */
#ifndef CLI_PLAYED_H
#define CLI_PLAYED_H

/* Whether FD is one: a regular file with an extended attribute that says so. */
int played_is_device(int fd);

/* The same of a name, which is not opened: a device can be opened once. */
int played_is_named(const char *name);

#endif
