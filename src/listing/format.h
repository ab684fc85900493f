/* format.h: the formats of fields. */
#ifndef MR_FORMAT_H
#define MR_FORMAT_H

#include "monread.h"

/* Return the format of a field in a .dsect file that is not a group and has no annotation. */
enum monread_format mr_format_of_type(const struct monread_field *f);

#endif
