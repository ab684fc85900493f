/* target.h: what --write names, before anything is read. */
#ifndef STORE_TARGET_H
#define STORE_TARGET_H

#include "store/file.h"

/* Check that o->file, which has no time in its name, can be written, and open it as F if it exists.  0, or -1: the
 * reason was reported. */
int store_target_open(struct store_file *f, const struct store_options *o);

/* Check that files can be made in the directory of NAME.  0, or -1 with errno. */
int store_target_try(const char *name);

#endif
