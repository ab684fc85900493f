/* section.h: finds the sections of a listing. */
#ifndef MR_SECTION_H
#define MR_SECTION_H

#include "listing/draft.h"

/* Set d->prolog, contents, xref and epilog; ->p of a missing one is NULL. */
void mr_section_find(struct mr_draft *d, const char *text, size_t len);

#endif
