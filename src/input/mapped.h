/* mapped.h: a plain file in memory, a window of it at a time. */
#ifndef INPUT_MAPPED_H
#define INPUT_MAPPED_H

#include <stddef.h>

struct mapped;

/* NULL: FD cannot be mapped; then it has to be read. */
struct mapped *mapped_open(int fd);
void mapped_close(struct mapped *m);

/* The next bytes, valid until the next call.  Their number; 0 at the end. */
size_t mapped_next(struct mapped *m, const unsigned char **bytes);

/* Why there was an end before the end of the file, an errno value; or 0. */
int mapped_error(const struct mapped *m);

/* The file was truncated while it was read: what was mapped last ends in zeros. */
int mapped_was_cut(const struct mapped *m);

#endif
