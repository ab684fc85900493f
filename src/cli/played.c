/* played.c: recognizes devices of monplay. */
#include "config.h"

#include "cli/played.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#ifdef HAVE_FGETXATTR
#include <sys/xattr.h>
#endif

#include "port/played.h"

#ifdef HAVE_FGETXATTR
static const char device[] = PLAY_DEVICE_VALUE;

static int may_be(const struct stat *st)
{
	return S_ISREG(st->st_mode) && st->st_size == 0;
}

static int is(const char value[sizeof device], ssize_t n)
{
	return n == (ssize_t)sizeof device - 1 && memcmp(value, device, sizeof device - 1) == 0;
}
#endif

int played_is_device(int fd)
{
#ifdef HAVE_FGETXATTR
	char value[sizeof device];
	struct stat st;

	return fstat(fd, &st) == 0 && may_be(&st) && is(value, fgetxattr(fd, PLAY_DEVICE_NAME, value, sizeof value));
#else
	(void)fd;
	return 0;
#endif
}

int played_is_named(const char *name)
{
#ifdef HAVE_FGETXATTR
	char value[sizeof device];
	struct stat st;

	return stat(name, &st) == 0 && may_be(&st) && is(value, getxattr(name, PLAY_DEVICE_NAME, value, sizeof value));
#else
	(void)name;
	return 0;
#endif
}
