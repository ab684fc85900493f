/* site.h: the layouts that a site has of IBM's pages: a place with a directory for each release. */
#ifndef TOOL_SITE_H
#define TOOL_SITE_H

#include "tool/options.h"

/* Whether PATH is such a place. */
int site_is_place(const char *path);

/* Load them into L: of o->release where that is given, else those that the inputs may need; sets o->has_site. */
void site_load(struct options *o, struct monread_layouts *l);

#endif
