/* ring.c: finds the next file for --follow of a directory or of numbered files. */
#include "config.h"

#include "session/session.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/array.h"
#include "cli/inputs.h"
#include "cli/lists.h"

/* Files of one system that one program begins one after the other. The names of the files differ
 * only in digits. */
struct ring_series {
	struct ring_series *next;
	char system[MR_SYSTEM_ID_SIZE]; /* "": unknown */
	/* name of the file that was chosen last; NULL: this file could not be opened */
	const char *name;
	int is_begun; /* 1: an input of the session reads the series */
	int is_read;
};

struct ring_file {
	char *name;
	/* TOD clock of the first record; 0: no record yet */
	uint64_t tod;
	/* state of the file when ring_look() read it */
	struct stat st;
	struct ring_series *series; /* NULL: unknown */
	/* 1: the file was already read, or will never be read */
	int is_seen;
	/* 1: ring_begin() chose a newer file of the same system, although the names of the two
	 * files are not alike. If this file grows nevertheless, a second program writes it, so this
	 * file is read, too. */
	int is_left;
	/* 1: ring_scan() has found the file only once, and the file belongs to no series */
	int is_new;
};

/* Between two searches for files, wait SCAN_MS plus SCAN_PART times the duration of the first
 * search. */
#define SCAN_MS   1000
#define SCAN_PART 20

struct ring {
	char *folder;
	/* number of characters to skip in found paths: 2 for the "./" that ->first does not have */
	size_t skip;
	/* name of the first numbered file, as c.00001; NULL: a directory is followed */
	const char *first;
	/* length of the name ->first without its number; 0: a directory is followed */
	size_t prefix;
	unsigned last; /* number in the name of the file that ring_next() returned last */
	/* globs for the systems to follow; NULL: all */
	const char *systems;
	int has_many; /* 0: follow only the files of one system, as one series */
	struct ring_series *series, **last_series;
	int is_reported;
	struct monread_layouts *layouts;
	struct ring_file *list;
	size_t n, room;
	struct hash_table by_name;
	int64_t scan_at;
};

static int is_in_ring(const struct ring *r, const char *name)
{
	size_t prefix;

	if (!r->prefix)
		return 1;
	return inputs_number(name, strlen(name), &prefix) > r->last && prefix == r->prefix &&
	       strncmp(name, r->first, r->prefix) == 0;
}

/* Return the element of R->list for the file NAME; the element is added if it is missing. Return
 * NULL if out of memory. */
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

/* Return 1 if NAME is the name that the file OF gets when a program such as gzip(1) compresses
 * it. */
static int is_compressed_name(const char *name, const char *of)
{
	size_t n = strlen(of);

	return strncmp(name, of, n) == 0 && (strcmp(name + n, ".gz") == 0 ||
	                                     strcmp(name + n, ".xz") == 0 ||
	                                     strcmp(name + n, ".zst") == 0);
}

/* Return 1 if the file F was already read under another name, before it was renamed or
 * compressed. */
static int was_renamed(const struct ring *r, const struct ring_file *f)
{
	const struct ring_file *one;

	for (one = r->list; one < r->list + r->n; one++)
		if (one->is_seen && one->tod == f->tod &&
		    (inputs_same(&one->st, &f->st) || is_compressed_name(f->name, one->name)))
			return 1;
	return 0;
}

/* ---- Series ---- */

/* Return 1 if the names A and B differ only in digits and dots, as c.00001 and c.00002 do. */
static int is_alike(const char *a, const char *b)
{
	static const char numbers[] = "0123456789.";

	for (;; a++, b++) {
		a += strspn(a, numbers);
		b += strspn(b, numbers);
		if (*a != *b || !*a)
			return *a == *b;
	}
}

/* Return 1 if the names A and B are the same up to their last number, unlike as1.00001 and
 * as2.00001, which two programs write. */
static int is_same_before_number(const char *a, const char *b)
{
	static const char digits[] = "0123456789";

	for (; *a && *a == *b; a++)
		b++;
	return !strpbrk(a + strspn(a, digits), digits) && !strpbrk(b + strspn(b, digits), digits);
}

/* Return 1 if the file NAME of SYSTEM ("": unknown) may belong to the series S. */
static int series_fits(const struct ring *r, const struct ring_series *s, const char *name,
                       const char *system)
{
	int is_known = *system && *s->system;

	if (is_known && strcmp(system, s->system) != 0)
		return 0;
	return !r->has_many || !s->name ||
	       (is_alike(name, s->name) && (is_known || is_same_before_number(name, s->name)));
}

static int ring_selects(const struct ring *r, const char *system)
{
	return !r->systems || globs_match(r->systems, system);
}

static void series_name(struct ring_series *s, const char *system)
{
	if (*system)
		snprintf(s->system, sizeof s->system, "%s", system);
}

/* Begin a series with the file NAME of SYSTEM ("": unknown). Return NULL if out of memory. */
static struct ring_series *series_add(struct ring *r, const char *name, const char *system)
{
	struct ring_series *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->name = name;
	series_name(s, system);
	*r->last_series = s;
	r->last_series = &s->next;
	return s;
}

/* Begin a series with F, a file of SYSTEM that fits no other series, or decide not to read F. */
static void series_begin(struct ring *r, struct ring_file *f, const char *system)
{
	/* F may have a temporary name: begin a series only after the next search has found F
	 * again. */
	if (r->has_many && !f->is_new) {
		f->is_new = 1;
		return;
	}
	if (r->has_many) {
		f->is_new = 0;
		f->series = series_add(r, f->name, system);
		f->is_seen = !ring_selects(r, system);
		return;
	}
	f->is_seen = 1;
	if (!r->is_reported)
		diag_note(
			"%s: is of the system %s; only files of %s are followed; --system selects another system",
			f->name, system, r->series->system);
	r->is_reported = 1;
}

/* Find or begin the series of the file F. SYSTEM: system of F; "": unknown. */
static void series_find(struct ring *r, struct ring_file *f, const char *system)
{
	struct ring_series *s;
	unsigned n = 0;
	int is_found = 0;

	for (s = r->series; s && !is_found; s = s->next)
		if (series_fits(r, s, f->name, system)) {
			f->series = s;
			is_found = *system && *s->system;
			n = is_found ? 1 : n + 1;
		}
	/* F has no D1R4 yet, which would name its system, and several systems are possible. */
	if (n > 1 || (!*system && r->is_reported && !r->prefix)) {
		f->is_seen = 1;
		diag_damage(
			"%s: does not name its system, and the directory has files of several systems; left out",
			f->name);
	} else if (n == 0) {
		series_begin(r, f, system);
	} else {
		series_name(f->series, system);
		f->is_seen = !ring_selects(r, f->series->system);
	}
}

/* Return 1 and fill *LOOK if the file F is a capture. */
static int ring_examine(const struct ring *r, const struct ring_file *f, struct folder_look *look)
{
	static const struct input_options o = { .container = MONREAD_CONTAINER_AUTO };

	return folder_look(look, f->name, &o, 1, r->layouts) == 0 && look->is_capture;
}

/* If the file F has changed since the last call, read the beginning of F and find its series. */
static void ring_look(struct ring *r, struct ring_file *f)
{
	struct stat before = f->st;
	struct folder_look look;

	if (stat(f->name, &f->st) ||
	    (inputs_same(&f->st, &before) && f->st.st_size == before.st_size && !f->is_new &&
	     f->st.st_mtim.tv_sec == before.st_mtim.tv_sec &&
	     f->st.st_mtim.tv_nsec == before.st_mtim.tv_nsec))
		return;
	f->is_new &= inputs_same(&f->st, &before);
	if (f->is_left && f->st.st_size != before.st_size)
		f->is_seen = f->is_left = 0;
	if (access(f->name, R_OK) && errno != ENOENT && !f->is_seen) {
		f->is_seen = 1;
		diag_damage("%s: cannot be opened: %s; reading goes on in the file after it",
		            f->name, strerror(errno));
	}
	if (f->is_seen || !ring_examine(r, f, &look) || look.is_late || !look.begins.tod)
		return;
	f->tod = look.begins.tod;
	f->is_seen = was_renamed(r, f);
	if (!f->is_seen)
		series_find(r, f, look.system);
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

/* F, the first file of SERIES, was removed before it was read. Begin SERIES with an earlier file
 * instead: the newest file from ring_add() that fits. */
static void ring_step_back(struct ring *r, struct ring_series *series, struct ring_file *f)
{
	struct folder_look look;

	while (f-- > r->list)
		if (!f->series && ring_examine(r, f, &look) &&
		    series_fits(r, series, f->name, look.system)) {
			f->series = series;
			f->is_seen = f->is_left = 0;
			return;
		}
}

/* The file F could not be opened. If its name no longer exists, forget F, so that ring_next() can
 * return the file under a new name. */
static void ring_forget(struct ring *r, struct ring_file *f)
{
	struct stat st;

	if (stat(f->name, &st) == 0 || errno != ENOENT)
		return;
	if (!f->series->is_read)
		ring_step_back(r, f->series, f);
	f->series->name = NULL;
	memset(&f->st, 0, sizeof f->st);
	f->tod = 0;
	f->is_new = f->is_seen = 0;
	f->series = NULL;
}

/* Return the next file of SERIES, or NULL if it does not exist yet. */
static const char *ring_take(struct ring *r, struct ring_series *series)
{
	struct ring_file *f, *best = NULL;
	unsigned number;
	size_t prefix;

	for (f = r->list; f < r->list + r->n; f++)
		if (!f->is_seen && f->tod && f->series == series && access(f->name, F_OK) == 0 &&
		    (!best || ring_is_before(r, f, best)))
			best = f;
	if (!best)
		return NULL;
	best->is_seen = 1;
	series->name = best->name;
	if (!r->prefix)
		return best->name;
	number = inputs_number(best->name, strlen(best->name), &prefix);
	if (number > r->last + 1)
		diag_damage("%s: the files between %u and this one are missing", best->name,
		            r->last);
	r->last = number;
	return best->name;
}

/* If the next search is due, search for new files, and for files that have changed. */
static void ring_scan(struct ring *r)
{
	struct folder_names names = { .n = 0 };
	int64_t start = clock_ms();
	struct ring_file *f;
	const char *name;
	int i;

	if (start < r->scan_at)
		return;
	folder_list(&names, r->folder, !r->prefix);
	for (i = 0; i < names.n; i++) {
		name = names.names[i] + r->skip;
		f = is_in_ring(r, name) ? ring_file_of(r, name) : NULL;
		if (f && (!f->is_seen || f->is_left))
			ring_look(r, f);
	}
	folder_done(&names);
	r->scan_at = clock_ms();
	r->scan_at += SCAN_MS + SCAN_PART * (r->scan_at - start);
}

const char *ring_next(void *ring, const char *name, int has_failed)
{
	struct ring *r = ring;
	struct ring_file *f = ring_file_of(r, name);
	struct ring_series *series = f && f->series ? f->series : r->series;
	const char *next;

	/* If the file that the user named cannot be opened, read no other file. */
	if (!f || (has_failed && !f->series))
		return NULL;
	if (has_failed) {
		ring_forget(r, f);
		r->scan_at = 0;
	}
	/* In a directory, a file without a series was removed before it was read: the series is not
	 * read yet. */
	series->is_read |= !has_failed && (f->series || r->prefix);
	ring_scan(r);
	next = ring_take(r, series);
	/* If no file of the series can be read yet, ring_join() begins the series later. */
	if (next || !series->is_read)
		series->is_begun = next != NULL;
	return next;
}

const char *ring_join(void *ring)
{
	struct ring *r = ring;
	struct ring_series *s = r->series;
	const char *name = NULL;

	for (; s && !name; s = s->next)
		if (!s->is_begun && ring_selects(r, s->system)) {
			name = ring_take(r, s);
			s->is_begun = name != NULL;
		}
	return name;
}

/* ---- The beginning and the end ---- */

void ring_free(struct ring *r)
{
	struct ring_series *s;
	size_t i;

	if (!r)
		return;
	for (i = 0; i < r->n; i++)
		free(r->list[i].name);
	for (s = r->series; s; s = r->series) {
		r->series = s->next;
		free(s);
	}
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
	r->last_series = &r->series;
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
	unsigned number = inputs_number(name, strlen(name), &prefix);
	struct ring *r;

	if (!number)
		return 0;
	*ring = r = slash ? ring_new(name, (size_t)(slash - name) + 1) : ring_new(".", 1);
	if (!r || !series_add(r, name, ""))
		return diag_no_memory();
	r->first = name;
	r->skip = slash ? 0 : 2;
	r->prefix = prefix;
	r->last = number;
	return 0;
}

int ring_of_folder(struct ring **ring, const char *folder, int has_many)
{
	*ring = ring_new(folder, strlen(folder));
	if (!*ring)
		return diag_no_memory();
	(*ring)->has_many = has_many;
	return 0;
}

int ring_add(struct ring *r, const char *name, uint64_t tod)
{
	struct ring_file *f = ring_file_of(r, name);

	if (!f)
		return diag_no_memory();
	f->tod = tod;
	f->is_seen = 1;
	(void)stat(f->name, &f->st);
	return 0;
}

/* If no newer file is of the same system as the file F, begin a series with F. */
static void ring_begin_with(struct ring *r, struct ring_file *f)
{
	struct folder_look look;
	struct ring_series *s;

	if (!ring_examine(r, f, &look) || (!r->has_many && !ring_selects(r, look.system)))
		return;
	for (s = r->series; s; s = s->next) {
		if (series_fits(r, s, f->name, look.system)) {
			series_name(s, look.system);
			return;
		}
		f->is_left |= strcmp(s->system, look.system) == 0 ||
		              (!*look.system && is_alike(f->name, s->name));
	}
	if (f->is_left)
		return;
	f->series = series_add(r, f->name, look.system);
	f->is_seen = !ring_selects(r, look.system);
}

const char *ring_begin(struct ring *r, const char *systems)
{
	size_t i;

	r->systems = systems;
	for (i = r->n; i > 0 && (r->has_many || !r->series); i--)
		ring_begin_with(r, &r->list[i - 1]);
	return ring_join(r);
}
