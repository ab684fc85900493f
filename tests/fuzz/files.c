/* files.c: the files that an input function reads and writes, in a temporary folder. */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

#define PATH_SIZE 256u

static const char *const names[FUZZ_FILES] = {
	"capture",
	"page",
	"output",
	"stored",
	"\033[31m\b\t\n\r\177\"\\%s\302\233\342\200\256\377"
	"\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001"
	"\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001\001",
};

static struct {
	char dir[PATH_SIZE];
	char paths[FUZZ_FILES][PATH_SIZE + 128];
} files;

static void clean(void)
{
	unsigned i;

	for (i = 0; i < FUZZ_FILES; i++)
		unlink(files.paths[i]);
	rmdir(files.dir);
}

static void begin(void)
{
	const char *tmp = getenv("TMPDIR");
	unsigned i;

	snprintf(files.dir, sizeof files.dir, "%s/fuzz.XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(files.dir) || atexit(clean))
		fuzz_fail("%s: cannot be made", files.dir);
	for (i = 0; i < FUZZ_FILES; i++)
		snprintf(files.paths[i], sizeof files.paths[i], "%s/%s", files.dir, names[i]);
}

const char *fuzz_path(enum fuzz_file file)
{
	if (!files.dir[0])
		begin();
	return files.paths[file];
}

void fuzz_write(enum fuzz_file file, const void *data, size_t size)
{
	int fd = open(fuzz_path(file), O_WRONLY | O_CREAT | O_TRUNC, 0600);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size || close(fd))
		fuzz_fail("%s: cannot be written", fuzz_path(file));
}

void fuzz_remove(enum fuzz_file file)
{
	unlink(fuzz_path(file));
}

unsigned char *fuzz_read(enum fuzz_file file, size_t *size)
{
	int fd = open(fuzz_path(file), O_RDONLY);
	off_t end = fd < 0 ? 0 : lseek(fd, 0, SEEK_END);
	unsigned char *bytes = malloc((size_t)end + 1);

	if (!bytes || (fd >= 0 && pread(fd, bytes, (size_t)end, 0) != (ssize_t)end))
		fuzz_fail("%s: cannot be read", fuzz_path(file));
	if (fd >= 0)
		close(fd);
	*size = (size_t)end;
	return bytes;
}

void fuzz_silence(void)
{
	static int done;
	int null, fd;

	if (done)
		return;
	done = 1;
	null = open("/dev/null", O_RDWR);
	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (null != fd && (fd != STDERR_FILENO || fcntl(fd, F_GETFD) < 0))
			dup2(null, fd);
	unsetenv("MONREAD_LAYOUTS");
	setenv("MONREAD_SITE_LAYOUTS", "", 1);
	setenv("TZ", "UTC", 1);
}
