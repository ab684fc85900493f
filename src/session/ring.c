/* ring.c: --follow of a directory or of numbered files: finds the next file that the program
 * writing the files begins. */
#include "config.h"

#include "session/session.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/array.h"
#include "cli/diag.h"
#include "cli/inputs.h"
#include "cli/lists.h"

struct ring_file {
	char *name;
	/* TOD clock of the first record of this file; 0: the file has no record yet */
	uint64_t tod;
	/* state of the file when ring_look() read it */
	struct stat st;
	/* 1: the file was read, or will not be read */
	int is_seen;
};

struct ring {
	char *folder;
	/* number of characters to skip at the beginning of file paths: 2 if they begin with "./"
	 * but ->first does not */
	size_t skip;
	/* number of characters of ->first before its number, as in c.00001; 0: all files of a
	 * directory are followed */
	size_t prefix;
	const char *first;  /* name of the first file that is followed */
	unsigned last;      /* number in the name of the file that ring_next() returned last */
	/* identifier of the system whose files are followed; "": not known yet */
	char system[MR_SYSTEM_ID_SIZE];
	int is_reported;    /* 1 after a message that some files are of another system */
	struct monread_layouts *layouts;
	struct ring_file *list;
	size_t n, room;
	/* index + 1, in ->list, of the file that is being read, which ring_begin() or ring_next()
	 * has returned last; 0: no file */
	size_t taken;
	struct hash_table by_name;
};

static int is_in_ring(const struct ring *r, const char *name)
{
	size_t prefix;

	if (!r->prefix)
		return 1;
	return inputs_number(name, strlen(name), &prefix) > r->last && prefix == r->prefix &&
	       strncmp(name, r->first, r->prefix) == 0;
}

/* Return the file NAME of R; if R does not have this file yet, add it. Return NULL if out of
 * memory. */
static struct ring_file *ring_file_of(struct ring *r, const char *name)
{
	uint64_t hash = mr_hash(0, (const unsigned char *)name, strlen(name));
	const struct hash_slot *s;
	struct ring_file *f;

	for (s = hash_first(&r->by_name, hash); s->item; s = hash_next(&r->by_name, s))
		if (strcmp(r->list[s->item - 1].name, name) == 0)
			return &r->list[s->item - 1];
	if (ARRAY_GROW(r->list, r->n, r->room))
		return NULL;
	f = &r->list[r->n];
	*f = (struct ring_file){ .name = strdup(name) };
	if (!f->name || hash_put(&r->by_name, hash, r->n)) {
		free(f->name);
		return NULL;
	}
	r->n++;
	return f;
}

/* ---- A file ---- */

/* Return 1 if F was already read under another name, before it was renamed. */
static int was_renamed(const struct ring *r, const struct ring_file *f)
{
	const struct ring_file *one;

	for (one = r->list; one < r->list + r->n; one++)
		if (one->is_seen && one->tod == f->tod && inputs_same(&one->st, &f->st))
			return 1;
	return 0;
}

/* Return 1 if SYSTEM, the system of the file NAME, is not the system whose files R follows; report
 * this once. If R has no system yet, SYSTEM becomes its system. */
static int is_other_system(struct ring *r, const char *name, const char *system)
{
	if (!*r->system)
		snprintf(r->system, sizeof r->system, "%s", system);
	/* A writer that was started again may not know its system yet. */
	if (!*system && r->is_reported && !r->prefix) {
		diag_damage(
			"%s: does not name its system, and the directory has files of several systems; left out",
			name);
		return 1;
	}
	if (!*system || strcmp(system, r->system) == 0)
		return 0;
	if (!r->is_reported)
		diag_note(
			"%s: is of the system %s; only files of %s are followed; --system selects another system",
			name, system, r->system);
	r->is_reported = 1;
	return 1;
}

/* If the file F has changed since the last call, read its beginning, and find out if it can be
 * followed. */
static void ring_look(struct ring *r, struct ring_file *f)
{
	const struct input_options o = { .container = MONREAD_CONTAINER_AUTO };
	struct stat before = f->st;
	struct folder_look look;

	if (stat(f->name, &f->st) ||
	    (inputs_same(&f->st, &before) && f->st.st_size == before.st_size &&
	     f->st.st_mtim.tv_sec == before.st_mtim.tv_sec &&
	     f->st.st_mtim.tv_nsec == before.st_mtim.tv_nsec))
		return;
	if (access(f->name, R_OK) && errno != ENOENT) {
		f->is_seen = 1;
		diag_damage("%s: cannot be opened: %s; reading goes on in the file after it",
		            f->name, strerror(errno));
	}
	if (f->is_seen || folder_look(&look, f->name, &o, 1, r->layouts) || !look.is_capture ||
	    look.is_late || !look.begins.tod)
		return;
	f->tod = look.begins.tod;
	f->is_seen = was_renamed(r, f) || is_other_system(r, f->name, look.system);
}

static int ring_is_before(const struct ring *r, const struct ring_file *a,
                          const struct ring_file *b)
{
	size_t prefix;

	if (r->prefix)
		return inputs_number(a->name, strlen(a->name), &prefix) <
		       inputs_number(b->name, strlen(b->name), &prefix);
	return ordered_is_before(a->tod, b->tod);
}

/* The file F could not be opened. If no file has its name any more, forget F, so that ring_next()
 * can return the same file under its new name. */
static void ring_forget(struct ring_file *f)
{
	struct stat st;

	if (stat(f->name, &st) == 0 || errno != ENOENT)
		return;
	memset(&f->st, 0, sizeof f->st);
	f->tod = 0;
	f->is_seen = 0;
}

const char *ring_next(void *ring, int has_failed)
{
	struct folder_names names = { .n = 0 };
	struct ring *r = ring;
	struct ring_file *f;
	size_t best = SIZE_MAX, prefix;
	unsigned number;
	int i;

	/* The user named the file that cannot be opened, the first of a numbered series: do not
	 * read another file instead. */
	if (has_failed && !r->taken)
		return NULL;
	if (has_failed)
		ring_forget(&r->list[r->taken - 1]);
	if (folder_list(&names, r->folder, !r->prefix)) {
		folder_done(&names);
		return NULL;
	}
	for (i = 0; i < names.n; i++) {
		const char *name = names.names[i] + r->skip;

		f = is_in_ring(r, name) ? ring_file_of(r, name) : NULL;
		if (!f || f->is_seen)
			continue;
		ring_look(r, f);
		if (!f->is_seen && f->tod &&
		    (best == SIZE_MAX || ring_is_before(r, f, &r->list[best])))
			best = (size_t)(f - r->list);
	}
	folder_done(&names);
	if (best == SIZE_MAX)
		return NULL;
	f = &r->list[best];
	f->is_seen = 1;
	r->taken = best + 1;
	if (!r->prefix)
		return f->name;
	number = inputs_number(f->name, strlen(f->name), &prefix);
	if (number > r->last + 1)
		diag_damage("%s: the files between %u and this one are missing", f->name, r->last);
	r->last = number;
	return f->name;
}

/* ---- The beginning and the end ---- */

void ring_free(struct ring *r)
{
	size_t i;

	if (!r)
		return;
	for (i = 0; i < r->n; i++)
		free(r->list[i].name);
	free(r->list);
	hash_free(&r->by_name);
	monread_layouts_free(r->layouts);
	free(r->folder);
	free(r);
}

static struct ring *ring_new(const char *folder, size_t n)
{
	struct ring *r = calloc(1, sizeof *r);

	if (!r)
		return NULL;
	r->layouts = monread_layouts_new();
	r->folder = strndup(folder, n);
	if (r->layouts && r->folder)
		return r;
	ring_free(r);
	return NULL;
}

int ring_of_file(struct ring **ring, const char *name)
{
	const char *slash = strrchr(name, '/');
	size_t prefix;

	if (!inputs_number(name, strlen(name), &prefix))
		return 0;
	*ring = slash ? ring_new(name, (size_t)(slash - name) + 1) : ring_new(".", 1);
	if (!*ring)
		return diag_no_memory();
	(*ring)->first = name;
	(*ring)->skip = slash ? 0 : 2;
	(*ring)->prefix = prefix;
	(*ring)->last = inputs_number(name, strlen(name), &prefix);
	return 0;
}

/* Return 1 if F can be the first file that R follows. F: the newest file that this function has not
 * refused yet. SYSTEMS: globs as for ring_begin(). */
static int begins_ring(struct ring *r, struct ring_file *f, const char *systems)
{
	const struct input_options o = { .container = MONREAD_CONTAINER_AUTO };
	struct folder_look look;

	if (folder_look(&look, f->name, &o, 1, r->layouts) ||
	    (systems && !globs_match(systems, look.system)))
		return 0;
	snprintf(r->system, sizeof r->system, "%s", look.system);
	return 1;
}

int ring_of_folder(struct ring **ring, const char *folder)
{
	*ring = ring_new(folder, strlen(folder));
	return *ring ? 0 : diag_no_memory();
}

int ring_add(struct ring *r, const char *name, uint64_t tod)
{
	struct ring_file *f = ring_file_of(r, name);

	if (!f)
		return diag_no_memory();
	f->tod = tod;
	f->is_seen = 1;
	/* If stat(2) fails, was_renamed() cannot recognize this file under another name. */
	(void)stat(f->name, &f->st);
	return 0;
}

const char *ring_begin(struct ring *r, const char *systems)
{
	size_t i;

	for (i = r->n; i > 0; i--)
		if (begins_ring(r, &r->list[i - 1], systems)) {
			r->taken = i;
			return r->list[i - 1].name;
		}
	return NULL;
}
