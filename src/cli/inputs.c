#include "config.h"

#include "cli/inputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_FGETXATTR
#include <sys/xattr.h>
#endif

#include "base/ascii.h"
#include "base/played.h"
#include "cli/diag.h"

#define DIGITS_MOST 9u

int inputs_stat(const char *name, struct stat *st)
{
	return strcmp(name, "-") == 0 ? fstat(STDIN_FILENO, st) : stat(name, st);
}

const char *inputs_find(char *const *names, int n, const struct stat *st)
{
	struct stat in;
	int i;

	for (i = 0; i < n; i++)
		if (inputs_stat(names[i], &in) == 0 && inputs_same(&in, st))
			return names[i];
	return NULL;
}

int inputs_take_messages(char *const *names, int n)
{
	struct stat st, out;
	const char *name = diag_is_file(&st) ? inputs_find(names, n, &st) : NULL;

	if (!name)
		return 0;
	diag_divert(STDOUT_FILENO);
	if (fstat(STDOUT_FILENO, &out) == 0 && inputs_same(&out, &st))
		diag_divert(open("/dev/null", O_WRONLY | O_CLOEXEC));
	diag_fail(
		"%s: is an input, and messages would be appended to it; send them to another file",
		name);
	return 1;
}

int inputs_is_gone(char *const *listed, const char *name, int error)
{
	while (listed && *listed && strcmp(*listed, name) != 0)
		listed++;
	if (error != ENOENT || !listed || !*listed)
		return 0;
	diag_note("%s: removed after its directory was read; skipped", name);
	return 1;
}

int inputs_repeat_standard(char *const *names, int n)
{
	int i, found = 0;

	for (i = 0; i < n; i++)
		found += strcmp(names[i], "-") == 0;
	return found > 1;
}

int inputs_is_played(const char *name)
{
#ifdef HAVE_FGETXATTR
	char value[sizeof PLAY_DEVICE_VALUE];
	struct stat st;

	return stat(name, &st) == 0 && S_ISREG(st.st_mode) && st.st_size == 0 &&
	       getxattr(name, PLAY_DEVICE_NAME, value, sizeof value) == (ssize_t)sizeof value - 1 &&
	       memcmp(value, PLAY_DEVICE_VALUE, sizeof value - 1) == 0;
#else
	(void)name;
	return 0;
#endif
}

unsigned inputs_number(const char *name, size_t n, size_t *prefix)
{
	size_t digits;

	for (*prefix = n; *prefix > 0 && mr_is_digit(name[*prefix - 1]);)
		--*prefix;
	digits = n - *prefix;
	if (*prefix == 0 || name[*prefix - 1] != '.' || digits < INPUTS_DIGITS ||
	    digits > DIGITS_MOST)
		return 0;
	/* --rotate adds zeros only up to INPUTS_DIGITS digits. */
	if (digits > INPUTS_DIGITS && name[*prefix] == '0')
		return 0;
	return (unsigned)strtoul(name + *prefix, NULL, 10);
}
