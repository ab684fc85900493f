/* libpcp.h: the functions of libpcp_import that are used. */
#ifndef OUT_LIBPCP_H
#define OUT_LIBPCP_H

#include "config.h"

#ifdef HAVE_PCP

#include <pcp/pmapi.h>

#include <pcp/import.h>

#include "port/lazy.h"

#define LIBPCP(F)                                                                                       \
	F(int, pmiStart, (const char *, int))                                                           \
	F(int, pmiSetHostname, (const char *))                                                          \
	F(int, pmiSetTimezone, (const char *))                                                          \
	F(int, pmiSetVersion, (int))                                                                    \
	F(int, pmiAddMetric, (const char *, pmID, int, pmInDom, int, pmUnits))                          \
	F(int, pmiAddInstance, (pmInDom, const char *, int))                                            \
	F(int, pmiPutText, (unsigned int, unsigned int, unsigned int, const char *))                    \
	F(int, pmiPutLabel, (unsigned int, unsigned int, unsigned int, const char *, const char *))     \
	F(int, pmiWrite, (int, int))                                                                    \
	F(int, pmiPutResult, (const pmResult *))                                                        \
	F(int, pmiEnd, (void))                                                                          \
	F(pmID, pmiID, (int, int, int))                                                                 \
	F(pmInDom, pmiInDom, (int, int))                                                                \
	F(pmUnits, pmiUnits, (int, int, int, int, int, int))                                            \
	F(char *, pmiErrStr_r, (int, char *, int))

struct libpcp {
	LIBPCP(MR_LAZY_POINTER)
};

/* NULL, or why it cannot be loaded. */
const char *libpcp_load(struct libpcp *lp);

#endif
#endif
