/* read_file.h: reads a whole file into memory. */
#ifndef MR_READ_FILE_H
#define MR_READ_FILE_H

#include <stddef.h>

/* Return the content of the file PATH and a NUL, which the caller frees, and set *LEN to the length
 * of the content in bytes. Return NULL with errno: EFBIG if the file has more than MOST bytes, or
 * an error of the system. */
char *mr_read_file(const char *path, size_t most, size_t *len);

#endif
