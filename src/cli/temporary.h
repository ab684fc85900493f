/* temporary.h: a file that has no name. */
#ifndef CLI_TEMPORARY_H
#define CLI_TEMPORARY_H

/* A new file in $TMPDIR, or in /tmp, which goes away with its descriptor.  -1 with errno. */
int temporary_open(void);

#endif
