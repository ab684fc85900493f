/* played.c: know a device of monplay. */
#include "config.h"

#include "cli/played.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#ifdef HAVE_FGETXATTR
#include <sys/xattr.h>
#endif

#include "port/played.h"

int played_is_device(int fd)
{
#ifdef HAVE_FGETXATTR
	static const char device[] = PLAY_DEVICE_VALUE;
	char value[sizeof device];
	struct stat st;

	return fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size == 0 &&
	       fgetxattr(fd, PLAY_DEVICE_NAME, value, sizeof value) == (ssize_t)sizeof device - 1 &&
	       memcmp(value, device, sizeof device - 1) == 0;
#else
	(void)fd;
	return 0;
#endif
}
