/* libarchive.c: load libarchive. */
#include "config.h"

#include "compress/libarchive.h"

#ifdef LIBARCHIVE_SONAME

const char *libarchive_load(struct libarchive *la)
{
#define FUNCTION(type, name, arguments) MR_LAZY_FUNCTION(struct libarchive, type, name, arguments)
	static const struct mr_lazy_function functions[] = { LIBARCHIVE(FUNCTION) };

	return mr_lazy_load(LIBARCHIVE_SONAME, functions, sizeof functions / sizeof functions[0], la);
}

#elif defined(HAVE_LIBARCHIVE)

const char *libarchive_load(struct libarchive *la)
{
	static const struct libarchive linked = { LIBARCHIVE(MR_LAZY_ADDRESS) };

	*la = linked;
	return NULL;
}

#endif
