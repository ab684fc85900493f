/* unique.h: names of what a structure shows are made different from each other. */
#ifndef MR_UNIQUE_H
#define MR_UNIQUE_H

#include "listing/draft.h"

/* What has a name that is taken in its structure gets _2, _3... behind it: by an earlier row or bit, by an array of the
 * layout, by "gaps" or "tail", or by what a value means (NAME_text). Formats are settled before. Of the project's own files
 * those that formats have taken are reported. */
void mr_unique_settle(struct mr_draft *d);

#endif
