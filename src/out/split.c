/* split.c: --split: writes one file per table, named NAME.csv.part until it is complete. A file is
 * open only while something is written to it, because there may be more tables than descriptors. */
#include "config.h"

#include "out/split.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/ascii.h"
#include "cli/again.h"

#define FILE_BUFFER 32768u

/* The header of a section of a worker's text. */
struct split_part {
	const struct table *table;
	size_t length; /* number of bytes of the section, without this header */
};

struct split_file {
	char *path; /* path of the file, which ends with .part; NULL: the table has no rows yet */
	size_t used;
	char *bytes;
};

struct split {
	struct split_file *files; /* indexed by table->id */
	size_t nfiles;
};

/* ---- Parts ---- */

void out_part(struct out_worker *w, const struct table *t)
{
	struct split_part part = { t, 0 };

	if (!w->settings->split || w->part == t)
		return;
	out_part_end(w);
	w->part = t;
	out_bytes(&w->b, &part, sizeof part);
	w->part_at = (size_t)(w->b.p - w->b.buf);
}

int out_part_of(struct out_worker *w, const struct monread_layout *layout)
{
	if (!w->settings->split)
		return 0;
	if (!layout)
		return 1;
	if (ARRAY_EXTEND(w->tables, w->ntables, layout->id + 1u)) {
		out_no_memory(w);
		return 1;
	}
	if (!w->tables[layout->id])
		w->tables[layout->id] = table_find(w->settings->schema, layout->name);
	if (!w->tables[layout->id]) {
		if (errno == ENOMEM)
			out_no_memory(w);
		return 1;
	}
	out_part(w, w->tables[layout->id]);
	return 0;
}

void out_part_end(struct out_worker *w)
{
	struct split_part part = { w->part, 0 };

	if (!w->part)
		return;
	w->part = NULL;
	/* After ENOMEM, the buffer of W is empty and has no header that could be filled in. */
	if (w->b.error)
		return;
	part.length = (size_t)(w->b.p - w->b.buf) - w->part_at;
	memcpy(w->b.buf + w->part_at - sizeof part, &part, sizeof part);
}

/* ---- Files ---- */

/* Make the directory PATH and its parent directories. Return 0, or -1 with errno. */
static int make_folder(char *path)
{
	char *slash;
	int rc;

	if (!mkdir(path, 0777) || errno == EEXIST)
		return 0;
	slash = errno == ENOENT ? strrchr(path, '/') : NULL;
	if (!slash || slash == path)
		return -1;
	*slash = '\0';
	rc = make_folder(path);
	*slash = '/';
	return rc || (mkdir(path, 0777) && errno != EEXIST) ? -1 : 0;
}

struct split *split_open(struct out_worker *w)
{
	const char *dir = w->settings->split;
	char *path = strdup(dir);
	struct split *s = NULL;
	struct stat st;

	if (!path)
		out_no_memory(w);
	else if (make_folder(path))
		out_fail(w, "%s: cannot be made: %s", dir, strerror(errno));
	else if (stat(dir, &st))
		out_fail(w, "%s: %s", dir, strerror(errno));
	else if (!S_ISDIR(st.st_mode))
		out_fail(w, "%s: is not a directory", dir);
	else
		s = calloc(1, sizeof *s);
	if (!s && !*w->error)
		out_no_memory(w);
	free(path);
	return s;
}

/* Return the path DIR/NAME.csv.part of the file for the table T; the caller frees the path. If
 * NAME, which can be from a layout page of the user, contains "/", write "_". */
static char *split_path_of(const struct out_worker *w, const struct table *t)
{
	const char *suffix = w->format->suffix ? w->format->suffix : w->format->name;
	size_t n = strlen(w->settings->split) + strlen(t->name) + strlen(suffix) + sizeof "/..part";
	char *path = malloc(n), *p;

	if (!path)
		return NULL;
	snprintf(path, n, "%s/%s.%s.part", w->settings->split, t->name, suffix);
	for (p = path + strlen(w->settings->split) + 1; *p; p++)
		if (*p == '/')
			*p = '_';
	return path;
}

static char *final_path(const char *part)
{
	size_t n = strlen(part) - strlen(".part");
	char *path = malloc(n + 1);

	if (path) {
		memcpy(path, part, n);
		path[n] = '\0';
	}
	return path;
}

static int make_file(struct out_worker *w, struct split_file *f)
{
	char *path = final_path(f->path);
	struct stat st;
	int exists, fd;

	if (!path)
		return out_no_memory(w);
	exists = !w->settings->force && lstat(path, &st) == 0;
	if (exists)
		out_fail(w, "%s: already exists; use --force to replace it", path);
	free(path);
	if (exists)
		return -1;
	if (w->settings->force)
		unlink(f->path);
	fd = again_open(f->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd >= 0) {
		close(fd);
		return 0;
	}
	if (errno == EEXIST)
		return out_fail(
			w,
			"%s: already exists, from a run that did not end; use --force to replace it",
			f->path);
	return out_fail(w, "%s: cannot be made: %s", f->path, strerror(errno));
}

static int split_write_file(struct out_worker *w, struct split_file *f, const char *text, size_t n)
{
	int fd = again_open(f->path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0);
	size_t done;

	if (fd < 0 || again_write(fd, text, n, -1, &done))
		out_fail(w, "%s: writing failed: %s", f->path, strerror(errno));
	if (fd >= 0 && close(fd))
		out_fail(w, "%s: writing failed: %s", f->path, strerror(errno));
	return *w->error ? -1 : 0;
}

static int flush_file(struct out_worker *w, struct split_file *f)
{
	size_t n = f->used;

	f->used = 0;
	return n ? split_write_file(w, f, f->bytes, n) : 0;
}

static int buffer_text(struct out_worker *w, struct split_file *f, const char *text, size_t n)
{
	if (f->used + n > FILE_BUFFER) {
		if (flush_file(w, f))
			return -1;
		if (n > FILE_BUFFER)
			return split_write_file(w, f, text, n);
	}
	memcpy(f->bytes + f->used, text, n);
	f->used += n;
	return 0;
}

static int split_begin_file(struct out_worker *w, struct split_file *f, const struct table *t)
{
	struct out_buffer head;
	int rc;

	f->path = split_path_of(w, t);
	f->bytes = f->path ? malloc(FILE_BUFFER) : NULL;
	if (!f->bytes || (w->format->head && out_buffer_init(&head, OUT_MEMORY))) {
		free(f->path);
		f->path = NULL;
		return out_no_memory(w);
	}
	rc = make_file(w, f);
	if (w->format->head) {
		w->format->head(w, &head, t);
		if (!rc)
			rc = head.error ? out_no_memory(w) :
			                  buffer_text(w, f, head.buf, (size_t)(head.p - head.buf));
		out_buffer_done(&head);
	}
	return rc;
}

static struct split_file *file_of(struct split *s, struct out_worker *w, const struct table *t)
{
	if (ARRAY_EXTEND(s->files, s->nfiles, t->id + 1u)) {
		out_no_memory(w);
		return NULL;
	}
	if (!s->files[t->id].path && split_begin_file(w, &s->files[t->id], t))
		return NULL;
	return &s->files[t->id];
}

void split_take(struct split *s, struct out_worker *w, const char *text, size_t n)
{
	const char *end = text + n;
	struct split_part part;

	for (; text < end && !*w->error; text += part.length) {
		struct split_file *f;

		memcpy(&part, text, sizeof part);
		text += sizeof part;
		f = file_of(s, w, part.table);
		if (f)
			buffer_text(w, f, text, part.length);
	}
}

void split_flush(struct split *s, struct out_worker *w)
{
	size_t i;

	for (i = 0; i < s->nfiles && !*w->error; i++)
		flush_file(w, &s->files[i]);
}

/* ---- The end ---- */

static void name_file(struct out_worker *w, const struct split_file *f)
{
	char *path = final_path(f->path);

	if (!path) {
		out_no_memory(w);
		return;
	}
	/* link() does not replace a file that another program has created in the meantime. */
	if (w->settings->force ? rename(f->path, path) : link(f->path, path) || unlink(f->path))
		out_fail(w, "%s: cannot be renamed from its temporary name: %s", f->path,
		         strerror(errno));
	free(path);
}

void split_close(struct split *s, struct out_worker *w, int whole)
{
	size_t i;

	if (whole)
		split_flush(s, w);
	for (i = 0; i < s->nfiles; i++) {
		if (s->files[i].path && whole && !*w->error)
			name_file(w, &s->files[i]);
		free(s->files[i].path);
		free(s->files[i].bytes);
	}
	free(s->files);
	free(s);
}
