/* libpcp.c: load libpcp_import. */
#include "config.h"

#include "out/libpcp.h"

#ifdef PCP_SONAME

const char *libpcp_load(struct libpcp *lp)
{
#define FUNCTION(type, name, arguments) MR_LAZY_FUNCTION(struct libpcp, type, name, arguments)
	static const struct mr_lazy_function functions[] = { LIBPCP(FUNCTION) };

	return mr_lazy_load(PCP_SONAME, functions, sizeof functions / sizeof functions[0], lp);
}

#elif defined(HAVE_PCP)

const char *libpcp_load(struct libpcp *lp)
{
	static const struct libpcp linked = { LIBPCP(MR_LAZY_ADDRESS) };

	*lp = linked;
	return NULL;
}

#endif
