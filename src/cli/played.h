/* played.h: recognizes devices of monplay. */
#ifndef CLI_PLAYED_H
#define CLI_PLAYED_H

/* Return 1 if FD is a device of monplay: a regular file with an extended attribute. */
int played_is_device(int fd);

/* played_is_device() for a name, which is not opened, because a device can be opened only once. */
int played_is_named(const char *name);

#endif
