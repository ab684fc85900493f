/* section.h: where the parts of a listing begin and end. */
#ifndef MR_SECTION_H
#define MR_SECTION_H

#include "listing/draft.h"

/* Fill d->prolog, contents, xref and epilog; ->p of one is NULL where there is none. */
void mr_section_find(struct mr_draft *d, const char *text, size_t len);

#endif
