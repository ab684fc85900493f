/* read_file.h: reads a whole file into memory. */
#ifndef MR_READ_FILE_H
#define MR_READ_FILE_H

#include <stddef.h>

/* Return the *LEN bytes of the file PATH, followed by a NUL; the caller frees them. Return NULL
 * with errno: EFBIG if there are more than MOST bytes. */
char *mr_read_file(const char *path, size_t most, size_t *len);

#endif
