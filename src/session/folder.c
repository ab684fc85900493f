/* folder.c: examines files before they are read, and finds the captures in a directory. */
#include "config.h"

#include "session/session.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>

#include "base/array.h"
#include "cli/inputs.h"

/* Maximum bytes at the beginning of a file in which monitor data must begin. */
#define LOOK_MAX (1024u * 1024u)
#define LOOK_PIECE (64u * 1024u)

/* ---- Examining a file ---- */

/* Read the beginning of the input IN, and store the results in L. SYSTEM (may be NULL) learns from
 * the records. Return 0, or -1 if out of memory. */
static int look_inside(struct folder_look *l, struct input *in, struct input_options *o,
                       struct monread_system *system)
{
	/* If o->piece is set, the file is from a directory and may not be a capture: read only one
	 * piece. */
	uint64_t most = o->piece ? 1 : LOOK_MAX;
	const struct monread_ev *ev;
	int end = 0, passed;
	char *rest;

	while (!end) {
		ev = input_event(in, most);
		if (!ev)
			break;
		if (ev->kind == MONREAD_CONTROL) {
			l->is_late |= !l->is_capture && *l->why;
			l->is_capture = 1;
			/* Damage is reported later, when the whole capture is read. */
			o->quiet = 1;
			most = UINT64_MAX;
		} else if (ev->kind == MONREAD_RECORD) {
			end = ordered_learn(&l->begins, system, ev);
		} else if (ev->kind == MONREAD_BAD && !*l->why) {
			snprintf(l->why, sizeof l->why, "%s", ev->text);
		}
	}
	if (system)
		snprintf(l->system, sizeof l->system, "%s", monread_system_id(system));
	passed = monread_code(in->m) == MONREAD_AGAIN && monread_offset(in->m) >= most;
	/* Tell the reader that its input has ended: then the reader says what kind of file this
	 * is. */
	if (passed && !l->is_capture && !*l->why && monread_feed(in->m, NULL, 0) == 0) {
		do
			ev = monread_next(in->m);
		while (ev && ev->kind != MONREAD_BAD);
		snprintf(l->why, sizeof l->why, "%s", ev ? ev->text : "");
	}
	l->is_foreign = !l->is_capture && strncmp(l->why, "no monitor data: ", 17) == 0 &&
	                strncmp(l->why + 17, "neither ", 8) != 0 &&
	                strncmp(l->why + 17, "a text file", 11) != 0;
	if (l->is_foreign) {
		rest = strstr(l->why, "; skipped ");
		if (rest)
			*rest = '\0';
		return 0;
	}
	if (monread_offset(in->m) == 0)
		snprintf(l->why, sizeof l->why, "empty");
	else if (passed && o->piece)
		snprintf(l->why, sizeof l->why, "it does not begin like a capture");
	else if (passed && !*l->why)
		snprintf(l->why, sizeof l->why, "no monitor data in its first %llu bytes",
		         (unsigned long long)monread_offset(in->m));
	return end < 0 || monread_code(in->m) == MONREAD_FATAL ? -1 : 0;
}

/* Like folder_look(), but NAME is a regular file, and all members of O are used. */
static int folder_look_at(struct folder_look *look, const char *name, struct input_options o,
                          const struct monread_layouts *layouts)
{
	struct monread_system *system;
	struct input in;
	int rc = 0;

	*look = (struct folder_look){ .is_file = 1 };
	if (input_open(&in, name, &o)) {
		if (in.error == ENOMEM)
			return o.quiet ? diag_no_memory() : -1;
		return stop_asked() ? -1 : 0;
	}
	system = layouts ? monread_system_new(layouts) : NULL;
	if (in.is_device)
		snprintf(look->why, sizeof look->why, "a device");
	else if ((layouts && !system) || look_inside(look, &in, &o, system))
		rc = diag_no_memory();
	monread_system_free(system);
	input_close(&in);
	return rc || stop_asked() ? -1 : 0;
}

int folder_look(struct folder_look *look, const char *name, const struct input_options *o,
                int quiet, const struct monread_layouts *layouts)
{
	const struct input_options plain = {
		.container = o->container,
		.listed = o->listed,
		.quiet = quiet,
	};
	struct stat st;

	memset(look, 0, sizeof *look);
	if (strcmp(name, "-") == 0 || (stat(name, &st) == 0 && !S_ISREG(st.st_mode)) ||
	    input_names_device(name, o))
		return 0;
	return folder_look_at(look, name, plain, layouts);
}

int folder_is_capture(const char *name)
{
	static const struct input_options any = { .container = MONREAD_CONTAINER_AUTO };
	struct folder_look look;

	return folder_look(&look, name, &any, 1, NULL) == 0 && look.is_capture;
}

int folder_refuses_output(const char *name)
{
	if (!folder_is_capture(name))
		return 0;
	diag_fail("%s: is a monitor capture; use --force to replace it", name);
	return 1;
}

/* ---- The end of captures ---- */

/* If the time of the last record of the capture NAME is later than *US, set *US to this time. */
static void folder_find_end(int64_t *us, const char *name, const struct input_options *o)
{
	struct input_options plain = { .container = o->container, .quiet = 1 };
	const struct monread_ev *ev;
	struct input in;
	int64_t last = INT64_MIN;

	if (input_open(&in, name, &plain))
		return;
	for (ev = input_event(&in, UINT64_MAX); ev; ev = input_event(&in, UINT64_MAX))
		if (ev->kind == MONREAD_RECORD && !(ev->flags & MONREAD_REPEATED))
			last = monread_tod_to_unix_us(ev->tod);
	input_close(&in);
	if (last > *us)
		*us = last;
}

int input_settle_end(struct moment *m, const char *option, const char *text, char *const *names,
                     int n, const struct input_options *o)
{
	int64_t end = INT64_MIN;
	struct stat st;
	int i;

	if (m->kind != MOMENT_FROM_END)
		return 0;
	for (i = 0; i < n && !stop_asked(); i++) {
		if (o->container != MONREAD_CONTAINER_DEVICE && strcmp(names[i], "-") != 0 &&
		    (stat(names[i], &st) || S_ISREG(st.st_mode)))
			folder_find_end(&end, names[i], o);
		else
			diag_usage(
				"--%s=%s counts back from the end of regular files, and %s is not one",
				option, text, names[i]);
	}
	m->kind = MOMENT_ABSOLUTE;
	m->us += end == INT64_MIN ? 0 : end;
	return i < n ? -1 : 0;
}

/* ---- Contents of a directory ---- */

struct found {
	char *name;
	int of;
	int is_made; /* 1: free ->name */
	int is_link;
	uint64_t tod;
};

struct folder_finding {
	struct found *list;
	size_t n, room;
	char *folder;
	int of; /* index of ->folder on the command line */
	dev_t dev;    /* file system of ->folder */
	int is_flat;
	int is_quiet; /* 1: print no messages except about ENOMEM */
	/* 1: a file or directory in ->folder could not be read; a message has said so */
	int failed;
};

static int not_hidden(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static char *folder_path_of(const char *dir, const char *name)
{
	size_t n = strlen(dir), room = n + strlen(name) + 2;
	char *path = malloc(room);

	if (path)
		snprintf(path, room, "%s%s%s", dir, n && dir[n - 1] == '/' ? "" : "/", name);
	return path;
}

static void found_free(const struct found *one)
{
	if (one->is_made)
		free(one->name);
}

static int folder_add(struct folder_finding *f, const struct found *one)
{
	if (ARRAY_GROW(f->list, f->n, f->room)) {
		found_free(one);
		return diag_no_memory();
	}
	f->list[f->n++] = *one;
	return 0;
}

static int folder_find_in(struct folder_finding *f, char *dir);

/* Add the file PATH, or the files in the directory PATH, to F->list. F owns PATH. Return 0, or -1
 * after a message. */
static int find_one(struct folder_finding *f, char *path)
{
	struct stat st, link;
	int is_link, is_folder, rc = 0;

	if (lstat(path, &link) || stat(path, &st)) {
		if (!f->is_quiet)
			diag_verbose("%s: left out: %s", path, strerror(errno));
		free(path);
		return 0;
	}
	is_link = S_ISLNK(link.st_mode);
	if (S_ISREG(st.st_mode))
		return folder_add(f, &(struct found){ path, f->of, 1, is_link, 0 });
	is_folder = S_ISDIR(st.st_mode) && !is_link;
	if (is_folder && !f->is_flat && st.st_dev == f->dev)
		rc = folder_find_in(f, path);
	else if (is_folder && !f->is_quiet)
		diag_note("%s: left out: on another file system than %s; name it to read it", path,
		          f->folder);
	else if (!f->is_quiet)
		diag_verbose("%s: left out: %s", path,
		             is_link ? "a link that is not followed" : "no file");
	free(path);
	return rc;
}

static int folder_find_in(struct folder_finding *f, char *dir)
{
	struct dirent **entries;
	int n = scandir(dir, &entries, not_hidden, by_name), i, rc = 0;

	if (n < 0 && errno == ENOMEM)
		return diag_no_memory();
	if (n < 0) {
		char *const listed[] = { dir, NULL };

		if (!f->is_quiet && !inputs_is_gone(dir == f->folder ? NULL : listed, dir, errno))
			diag_fail("%s: cannot be read: %s", dir, strerror(errno));
		f->failed = 1;
		return 0;
	}
	for (i = 0; i < n; i++) {
		char *path = rc ? NULL : folder_path_of(dir, entries[i]->d_name);

		free(entries[i]);
		if (!rc)
			rc = path ? find_one(f, path) : diag_no_memory();
	}
	free(entries);
	return rc;
}

/* ---- Selection and order ---- */

/* Symbolic links come last, so that drop_same() keeps other names of the same file. */
static int by_link(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	return x->is_link != y->is_link ? x->is_link - y->is_link : strcmp(x->name, y->name);
}

/* Files whose time is unknown come last. */
static int by_time(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	if (!x->tod != !y->tod)
		return x->tod ? -1 : 1;
	if (x->tod != y->tod)
		return ordered_is_before(x->tod, y->tod) ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* If several elements of F->list, from the index FIRST on, name the same file, keep only the first
 * of them. Return 0, or -1 after a message about ENOMEM. */
static int drop_same(struct folder_finding *f, size_t first)
{
	struct stat *stats = calloc(f->n - first + 1, sizeof *stats);
	struct hash_table by_inode = { NULL, 0, 0 };
	const struct hash_slot *same;
	size_t i, n = first;
	int failed = !stats;

	for (i = first; i < f->n && !failed; i++) {
		struct stat *st = &stats[i - first];
		int is_there = inputs_stat(f->list[i].name, st) == 0;
		const uint64_t key[] = { st->st_dev, st->st_ino };
		uint64_t hash = mr_hash(0, (const unsigned char *)key, sizeof key);

		same = hash_first(&by_inode, hash);
		while (is_there && same->item && !inputs_same(&stats[same->item - 1], st))
			same = hash_next(&by_inode, same);
		if (is_there && same->item) {
			diag_verbose("%s: left out: another name of a file that is read",
			             f->list[i].name);
			found_free(&f->list[i]);
			continue;
		}
		failed = is_there && hash_put(&by_inode, hash, (uint32_t)(i - first));
		f->list[n++] = f->list[i];
	}
	/* If memory ran out, keep the elements that were not compared. */
	while (i < f->n)
		f->list[n++] = f->list[i++];
	f->n = n;
	hash_free(&by_inode);
	free(stats);
	return failed ? diag_no_memory() : 0;
}

/* Keep only captures in F->list from the index FIRST on. Return 0, or -1 if the user asked to stop
 * or, after a message, if out of memory. */
static int keep_captures(struct folder_finding *f, size_t first, const struct input_options *all)
{
	struct folder_look look;
	size_t i, n = first;
	int rc = 0;

	for (i = first; i < f->n && !rc; i++) {
		char *name = f->list[i].name, *const listed[] = { name, NULL };
		const struct input_options o = {
			.container = all->container,
			.piece = LOOK_PIECE,
			.listed = listed,
		};

		rc = folder_look_at(&look, name, o, NULL);
		if (rc || (look.is_capture && !look.is_late)) {
			f->list[n] = f->list[i];
			f->list[n++].tod = look.begins.tod;
			continue;
		}
		f->failed |= look.is_late || look.is_foreign || !*look.why;
		if (look.is_late)
			diag_damage("%s: offset 0x0: %s; left out of %s: name the file to read it",
			            name, look.why, f->folder);
		else if (look.is_foreign)
			diag_damage("%s: offset 0x0: %s; left out of %s", name, look.why,
			            f->folder);
		else if (*look.why)
			diag_verbose("%s: left out: %s", name, look.why);
		found_free(&f->list[i]);
	}
	/* If the loop ended early, keep the elements that were not examined, so that they are
	 * freed. */
	while (i < f->n)
		f->list[n++] = f->list[i++];
	f->n = n;
	return rc;
}

/* Add the captures in F->folder to F->list, in the order of their first records. Return 0, or -1 if
 * out of memory or if the user asked to stop. */
static int find_captures(struct folder_finding *f, const struct input_options *o)
{
	size_t first = f->n;

	f->failed = 0;
	if (folder_find_in(f, f->folder))
		return -1;
	if (f->n > first) {
		qsort(f->list + first, f->n - first, sizeof *f->list, by_link);
		if (drop_same(f, first))
			return -1;
		qsort(f->list + first, f->n - first, sizeof *f->list, by_time);
		if (keep_captures(f, first, o))
			return -1;
		qsort(f->list + first, f->n - first, sizeof *f->list, by_time);
	}
	if (f->n == first && !f->failed)
		diag_fail("%s: no capture is in this directory", f->folder);
	return 0;
}

/* ---- The command line ---- */

static int folder_put_names(struct folder_names *f, const struct folder_finding *found)
{
	size_t i, nmade = 0;

	f->names = calloc(found->n + 1, sizeof *f->names);
	f->made = calloc(found->n + 1, sizeof *f->made);
	f->of = calloc(found->n + 1, sizeof *f->of);
	if (!f->names || !f->made || !f->of)
		return diag_no_memory();
	for (i = 0; i < found->n; i++) {
		f->names[i] = found->list[i].name;
		f->of[i] = found->list[i].of;
		if (found->list[i].is_made)
			f->made[nmade++] = found->list[i].name;
	}
	f->n = (int)found->n;
	return 0;
}

static void finding_done(struct folder_finding *found)
{
	while (found->n--)
		found_free(&found->list[found->n]);
	free(found->list);
}

void folder_list(struct folder_names *f, char *dir, int is_deep)
{
	struct folder_finding found = { .folder = dir, .is_flat = !is_deep, .is_quiet = 1 };
	struct stat st;

	if (stat(dir, &st) == 0) {
		found.dev = st.st_dev;
		if (folder_find_in(&found, dir) == 0 && folder_put_names(f, &found) == 0)
			found.n = 0;
	}
	finding_done(&found);
}

/* Let F->ring find the files that programs create in FOUND->folder from now on. The captures that
 * exist there are in FOUND->list from the index FIRST on: keep only the newest. Return 0, or -1
 * after a message. */
static int follow_folder(struct folder_names *f, struct folder_finding *found, size_t first)
{
	const char *newest;
	size_t i, n = first;

	if (ring_of_folder(&f->ring, found->folder, f->has_many))
		return -1;
	for (i = first; i < found->n; i++)
		if (ring_add(f->ring, found->list[i].name, found->list[i].tod))
			return -1;
	newest = ring_begin(f->ring, f->systems);
	if (!newest && found->n > first)
		diag_fail("%s: no capture in this directory can be followed", found->folder);
	for (i = first; i < found->n; i++) {
		if (newest && strcmp(found->list[i].name, newest) == 0)
			found->list[n++] = found->list[i];
		else
			free(found->list[i].name);
	}
	found->n = n;
	return 0;
}

int folder_expand(struct folder_names *f, char ***names, int *n, struct input_options *o, int once)
{
	struct folder_finding found = { .of = 0 };
	size_t first;
	struct stat st;
	int rc = 0;

	for (; found.of < *n && !rc; found.of++) {
		found.folder = (*names)[found.of];
		if (strcmp(found.folder, "-") != 0 && stat(found.folder, &st) == 0 &&
		    S_ISDIR(st.st_mode)) {
			first = found.n;
			found.dev = st.st_dev;
			rc = find_captures(&found, o);
			if (!rc && o->follow && found.of + 1 == *n)
				rc = follow_folder(f, &found, first);
		} else {
			if (o->follow && found.of + 1 == *n)
				rc = ring_of_file(&f->ring, found.folder);
			rc = rc ? rc : folder_add(&found, &(struct found){ .name = found.folder,
			                                                   .of = found.of });
		}
	}
	if (!rc && once)
		rc = drop_same(&found, 0);
	rc = rc || folder_put_names(f, &found) ? -1 : 0;
	if (!rc) {
		found.n = 0;
		*names = f->names;
		*n = f->n;
		o->listed = f->made;
		o->successor = f->ring ? ring_next : NULL;
		o->successor_arg = f->ring;
	}
	finding_done(&found);
	return rc;
}

void folder_done(struct folder_names *f)
{
	size_t i;

	for (i = 0; f->made && f->made[i]; i++)
		free(f->made[i]);
	free(f->made);
	free(f->of);
	free(f->names);
	ring_free(f->ring);
	memset(f, 0, sizeof *f);
}
