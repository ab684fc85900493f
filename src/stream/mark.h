/* mark.h: what the reader asks of marks. */
#ifndef MR_MARK_H
#define MR_MARK_H

#include "monread.h"

/* Make a sentence of a mark of lost data; NULL: of one whose data is damaged. */
void mr_mark_sentence(char *to, size_t size, const struct monread_mark *mark);

#endif
