/* format.h: how values are to be understood. */
#ifndef MR_FORMAT_H
#define MR_FORMAT_H

#include "monread.h"

/* How a field of a .dsect file is understood that is no group, where no annotation says it. */
enum monread_format mr_format_of_type(const struct monread_field *f);

#endif
