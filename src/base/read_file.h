/* read_file.h: reads a whole file into memory. */
#ifndef MR_READ_FILE_H
#define MR_READ_FILE_H

#include <stddef.h>

/* Return the *LEN bytes of the file PATH, followed by a NUL; the caller frees them. Return NULL
 * with errno: EFBIG if there are more than MOST bytes. A FIFO without a writer is read as empty. */
char *mr_read_file(const char *path, size_t most, size_t *len);

/* Like mr_read_file(), read the descriptor FD to its end, then close it. Return NULL with EINTR if
 * a signal interrupts read(2), which mr_read_file() repeats. If FD is -1, return NULL, with the
 * errno of open(2). */
char *mr_read_descriptor(int fd, size_t most, size_t *len);

#endif
