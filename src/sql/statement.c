/* statement.c: read the SQL of a query from the option or from a file. */
#include "config.h"

#include "sql/statement.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/again.h"
#include "cli/diag.h"
#include "cli/wait.h"

#define FIRST 4096u

/* Read up to MAX bytes from FD and append a NUL. NULL with errno, which is EFBIG for a longer file. */
static char *read_all(int fd, size_t max)
{
	static const struct wait nothing = { 0 };
	size_t room = FIRST, n = 0;
	char *text = malloc(room + 1), *p;
	ssize_t got = 1;

	while (text && got > 0) {
		if (n == room) {
			p = n > max ? NULL : realloc(text, 2 * room + 1);
			if (!p) {
				free(text);
				errno = n > max ? EFBIG : ENOMEM;
				return NULL;
			}
			text = p;
			room *= 2;
		}
		got = wait_read(&nothing, fd, text + n, room - n);
		n += got > 0 ? (size_t)got : 0;
	}
	if (text && (got < 0 || n > max)) {
		free(text);
		errno = got < 0 ? errno : EFBIG;
		return NULL;
	}
	if (text)
		text[n] = '\0';
	return text;
}

static int read_file(struct statement *s, const char *name, size_t max)
{
	int fd = strcmp(name, "-") == 0 ? STDIN_FILENO : again_open(name, O_RDONLY | O_CLOEXEC, 0), error;

	s->name = name;
	if (fd >= 0)
		s->read = read_all(fd, max);
	error = errno;
	if (fd > STDIN_FILENO)
		close(fd);
	s->text = s->read;
	if (!s->read)
		diag_fail("--sql=@%s: cannot be read: %s", name, strerror(error));
	return s->read ? 0 : -1;
}

int statement_read(struct statement *s, const char *arg, size_t max)
{
	s->name = "--sql";
	s->text = arg;
	s->read = NULL;
	return *arg == '@' ? read_file(s, arg + 1, max) : 0;
}

void statement_done(struct statement *s)
{
	free(s->read);
	s->read = NULL;
}
