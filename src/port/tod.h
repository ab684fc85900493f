/* tod.h: the units of TOD clock values. */
#ifndef PORT_TOD_H
#define PORT_TOD_H

#include <stdint.h>

/* Bit 51 counts microseconds. */
#define MR_TOD_SECOND (UINT64_C(1000000) << 12)

#endif
