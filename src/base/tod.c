/* tod.c: the TOD clock, for callers of the library. */
#include "config.h"

#include "base/tod.h"

#include "monread.h"

int64_t monread_tod_to_unix_us(uint64_t tod)
{
	return mr_tod_to_unix_us(tod);
}
