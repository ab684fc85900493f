/* libavro.c: load libavro. */
#include "config.h"

#include "out/libavro.h"

#ifdef AVRO_SONAME

const char *libavro_load(struct libavro *la)
{
#define FUNCTION(type, name, arguments) MR_LAZY_FUNCTION(struct libavro, type, name, arguments)
	static const struct mr_lazy_function functions[] = { LIBAVRO(FUNCTION) };

	return mr_lazy_load(AVRO_SONAME, functions, sizeof functions / sizeof functions[0], la);
}

#elif defined(HAVE_AVRO)

const char *libavro_load(struct libavro *la)
{
	static const struct libavro linked = { LIBAVRO(MR_LAZY_ADDRESS) };

	*la = linked;
	return NULL;
}

#endif
