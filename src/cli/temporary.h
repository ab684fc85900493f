/* temporary.h: files without a name, and how much they may hold. */
#ifndef CLI_TEMPORARY_H
#define CLI_TEMPORARY_H

#include <stdint.h>

/* $TMPDIR, or /tmp. */
const char *temporary_directory(void);

/* A new file in $TMPDIR, or in /tmp, which goes away with its descriptor.  -1 with errno. */
int temporary_open(void);

/* The bytes that may be written there from now on: $MONREAD_TMP_MB, or half of what is free there now. */
uint64_t temporary_limit(void);

/* The bytes that are free there; UINT64_MAX: unknown. */
uint64_t temporary_free(void);

/* The reason to report if the limit is reached. */
#define TEMPORARY_FULL "temporary files in $TMPDIR would take more than half of its free space; free some, or set MONREAD_TMP_MB"

#endif
