/* compressing.h: compress what is written, through libarchive. */
#ifndef TOOL_COMPRESSING_H
#define TOOL_COMPRESSING_H

#include <stddef.h>

struct compressing;

/* "zstd or gzip", or "" in a build that cannot. */
const char *compressing_kinds(void);

/* KIND is one of them.  NULL: see errno. */
struct compressing *compressing_open(int fd, const char *kind);

/* 0, or -1 with errno. */
int compressing_write(struct compressing *c, const void *data, size_t len);
int compressing_close(struct compressing *c);

#endif
