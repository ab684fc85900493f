/* target.h: what --write names, before anything is read. */
#ifndef STORE_TARGET_H
#define STORE_TARGET_H

#include "store/file.h"

/* Whether o->file, which no time is part of, can be written.  What exists is opened as F.  0, or -1: the reason was
 * reported. */
int store_target_open(struct store_file *f, const struct store_options *o);

/* Whether files can be made where NAME is to be.  0, or -1 with errno. */
int store_target_try(const char *name);

#endif
