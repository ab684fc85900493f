/* doctor.h: --doctor: whether a capture is whole and fits its layouts, and what to do about it. */
#ifndef TOOL_DOCTOR_H
#define TOOL_DOCTOR_H

#include "out/format.h"

/* Formats that see each selected record and print one report per input. */
extern const struct out_format doctor_format, doctor_json_format;

#endif
