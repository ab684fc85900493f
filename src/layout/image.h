/* image.h: layouts as one block of bytes, to be stored and read again by the same program on the same machine. */
#ifndef MR_IMAGE_H
#define MR_IMAGE_H

#include <stddef.h>

#include "base/model.h"

/* The block of the COUNT LAYOUTS, to be freed, and its SIZE.  NULL: out of memory. */
void *mr_image_make(const struct monread_layout *const *layouts, size_t count, size_t *size);

/* The layouts in the SIZE BYTES, which are changed and hold them from then on; aligned for anything.  *COUNT: how many.
 * NULL: they are no such block.  Whatever BYTES are, this touches nothing beyond them. */
struct mr_layout *mr_image_use(void *bytes, size_t size, size_t *count);

/* Changes with what the structs look like. */
size_t mr_image_form(void);

#endif
