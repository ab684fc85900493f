/* about.h: what reports there are, and what one means. */
#ifndef STAT_ABOUT_H
#define STAT_ABOUT_H

#include "stat/collect.h"
#include "stat/options.h"

/* --list and --explain.  What is wrong is reported. */
void about_list(const struct options *o, const struct collect *c, const struct monread_layouts *layouts);
void about_report(const struct options *o, const struct collect *c);

#endif
