/* kinds.c: the table of the kinds of inputs. */
#include "config.h"

#include "input/kind.h"

#define ROW(kind) &input_##kind,

const struct input_kind *const input_kinds[] = { INPUT_KINDS(ROW) NULL };
