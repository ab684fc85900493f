/* progress.c: decide whether to report the progress of reading, and find the total size. */
#include "config.h"

#include "tool/progress.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/diag.h"
#include "out/formats.h"

/* The total size of the plain files among the inputs in bytes; *KNOWN is 0 if there are inputs of other kinds. */
static uint64_t size_of(const struct options *o, int *known)
{
	uint64_t size = 0;
	struct stat st;
	int i;

	*known = 1;
	for (i = 0; i < o->nfiles; i++) {
		/* A missing file adds nothing. */
		if (strcmp(o->files[i], "-") == 0 ? fstat(STDIN_FILENO, &st) : stat(o->files[i], &st))
			continue;
		if (S_ISREG(st.st_mode))
			size += (uint64_t)st.st_size;
		else
			*known = 0;
	}
	return size;
}

/* Whether the output of records or of a query goes to the terminal FD, which a line of progress would disturb. */
static int is_watched(const struct options *o, int fd)
{
	return o->action != ACTION_SQLITE && !o->split && o->format != &out_none_format &&
	       o->format != &out_summary_format && isatty(fd);
}

uint64_t progress_settle(struct progress *p, const struct options *o, int fd)
{
	int known, watched = is_watched(o, fd);
	uint64_t size = size_of(o, &known), total = known ? size : 0;

	if (o->progress > 0 && watched && isatty(STDERR_FILENO))
		diag_usage("--progress: the terminal shows records; use a pipe, or --output=FILE");
	if (o->progress > 0 || (o->progress < 0 && total && !watched && !o->input.follow && o->quiet < 2 && !diag_is_json() &&
	                        isatty(STDERR_FILENO)))
		progress_begin(p, total);
	return size;
}
