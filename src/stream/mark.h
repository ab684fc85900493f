/* mark.h: marks, as the reader needs them. */
#ifndef MR_MARK_H
#define MR_MARK_H

#include "monread.h"

/* Write a sentence about the lost data of MARK to TO; if MARK is NULL, a sentence about a damaged mark. */
void mr_mark_sentence(char *to, size_t size, const struct monread_mark *mark);

#endif
