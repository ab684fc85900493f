/* progress.c: whether it is said how far reading is, and of how much. */
#include "config.h"

#include "tool/run.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/diag.h"
#include "out/formats.h"

/* The bytes of all files; 0: one of them is no file. */
static uint64_t total_size(const struct options *o)
{
	uint64_t total = 0;
	struct stat st;
	int i;

	for (i = 0; i < o->nfiles; i++) {
		int failed = strcmp(o->files[i], "-") == 0 ? fstat(STDIN_FILENO, &st) : stat(o->files[i], &st);

		/* One that is not there has no bytes. */
		if (!failed && !S_ISREG(st.st_mode))
			return 0;
		if (!failed)
			total += (uint64_t)st.st_size;
	}
	return total;
}

/* Whether something of each record goes to the terminal FD. */
static int is_watched(const struct options *o, int fd)
{
	return !o->split && o->format != &out_none_format && o->format != &out_summary_format && isatty(fd);
}

void run_start_progress(struct run *r, int fd)
{
	const struct options *o = r->opt;
	uint64_t total = total_size(o);
	int watched = is_watched(o, fd);

	if (o->progress > 0 && watched && isatty(STDERR_FILENO))
		diag_usage("--progress: the terminal shows records; use a pipe, or --output=FILE");
	if (o->progress > 0 || (o->progress == 0 && total && !watched && !o->input.follow && o->quiet < 2 &&
	                        isatty(STDERR_FILENO)))
		progress_begin(&r->progress, total);
}

void run_progress(struct run *r)
{
	if (!r->in.is_live && progress_due(&r->progress))
		progress_show(&r->progress, r->file.name, input_position(&r->in));
}
