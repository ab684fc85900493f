#include "config.h"

#include "monread.h"

const char *monread_version(void)
{
	return PACKAGE_VERSION;
}
