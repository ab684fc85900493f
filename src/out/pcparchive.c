/* pcparchive.c: an archive of PCP, written by libpcp_import. */
#include "config.h"

#include "out/pcparchive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "out/libpcp.h"

#ifndef HAVE_PCP

struct pcp_archive *pcp_archive_new(const char *name, char *why, size_t size)
{
	(void)name;
	snprintf(why, size, "this monread was built without libpcp_import");
	return NULL;
}

void pcp_archive_set_system(struct pcp_archive *a, const char *system, const char *lpar)
{
	(void)a, (void)system, (void)lpar;
}

const char *pcp_archive_write(struct pcp_archive *a, const struct pcp_tables *s, const struct pcp_row *rows, size_t n,
                              const uint64_t *values)
{
	(void)a, (void)s, (void)rows, (void)n, (void)values;
	return NULL;
}

const char *pcp_archive_mark(struct pcp_archive *a, int64_t us)
{
	(void)a, (void)us;
	return NULL;
}

int pcp_archive_any(const struct pcp_archive *a)
{
	(void)a;
	return 0;
}

const char *pcp_archive_end(struct pcp_archive *a)
{
	(void)a;
	return NULL;
}

void pcp_archive_free(struct pcp_archive *a)
{
	(void)a;
}

#else

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/again.h"

/* Numbers of metrics are below that which PCP has for programs that import data. */
#define IMPORT_DOMAIN 245
#define ITEM_BITS 10u
#define SECOND 1000000

struct pcp_archive {
	struct libpcp lp;
	char *name;
	char system[64], lpar[64];
	int known; /* of these, PCP was told */
	int any;
	int fresh; /* metadata waits to be written */
	unsigned char *room; /* of a result */
	size_t size;
	char error[PMI_MAXERRMSGLEN + 64];
};

static const char *fail(struct pcp_archive *a, const char *function, int code)
{
	char text[PMI_MAXERRMSGLEN];

	snprintf(a->error, sizeof a->error, "%s: %s", function, a->lp.pmiErrStr_r(code, text, sizeof text));
	return a->error;
}

/* ---- Beginning ---- */

/* A file of the archive that is there already; the caller's.  NULL: none. */
static char *find_file(const char *name)
{
	static const char *const kinds[] = { ".meta", ".index", ".0", ".meta.*", ".index.*", ".0.*" };
	size_t n = strlen(name), i, k, length;
	char *pattern = malloc(2 * n + 16), *found = NULL;
	glob_t g;

	for (i = 0; pattern && !found && i < sizeof kinds / sizeof kinds[0]; i++) {
		for (k = length = 0; k < n; k++) {
			if (strchr("*?[\\", name[k]))
				pattern[length++] = '\\';
			pattern[length++] = name[k];
		}
		strcpy(pattern + length, kinds[i]);
		if (glob(pattern, 0, NULL, &g) == 0) {
			found = strdup(g.gl_pathv[0]);
			globfree(&g);
		}
	}
	free(pattern);
	return found;
}

/* libpcp reports a directory that cannot be written itself, when it is late.  0, or why the archive cannot be there. */
static int check_directory(const char *name, char *why, size_t size)
{
	const char *slash = strrchr(name, '/');
	char *directory = strdup(slash ? name : ".");
	int error;

	if (!directory)
		return -1;
	if (slash)
		directory[slash == name ? 1 : slash - name] = '\0';
	error = access(directory, W_OK | X_OK) ? errno : 0;
	if (error)
		snprintf(why, size, "%s: %s", directory, strerror(error));
	free(directory);
	return error;
}

struct pcp_archive *pcp_archive_new(const char *name, char *why, size_t size)
{
	struct pcp_archive *a = calloc(1, sizeof *a);
	const char *error;
	char *found;
	int code;

	*why = '\0';
	if (!a || !(a->name = strdup(name)))
		return pcp_archive_free(a), NULL;
	error = libpcp_load(&a->lp);
	found = error ? NULL : find_file(name);
	if (error) {
		snprintf(why, size, "libpcp_import cannot be loaded; install it: %s", error);
	} else if (found) {
		snprintf(why, size, "%s exists; remove that archive, or choose another name", found);
	} else if (check_directory(name, why, size)) {
		;
	} else if ((code = a->lp.pmiStart(name, 0)) < 0 || (code = a->lp.pmiSetVersion(PM_LOG_VERS03)) < 0) {
		snprintf(why, size, "%s", fail(a, "pmiStart", code));
	} else {
		return a;
	}
	free(found);
	pcp_archive_free(a);
	return NULL;
}

void pcp_archive_free(struct pcp_archive *a)
{
	if (!a)
		return;
	free(a->name);
	free(a->room);
	free(a);
}

static void put_label(char *to, size_t size, const char *s)
{
	size_t n = 0;

	for (; *s && n + 1 < size; s++)
		to[n++] = *s == '"' || *s == '\\' || (unsigned char)*s < ' ' ? '_' : *s;
	to[n] = '\0';
}

void pcp_archive_set_system(struct pcp_archive *a, const char *system, const char *lpar)
{
	put_label(a->system, sizeof a->system, system);
	put_label(a->lpar, sizeof a->lpar, lpar);
}

static const char *tell_system(struct pcp_archive *a)
{
	int code = 0;

	if (a->known)
		return NULL;
	a->known = 1;
	a->fresh = 1;
	code = a->lp.pmiSetHostname(*a->system ? a->system : "unknown");
	if (code >= 0)
		code = a->lp.pmiSetTimezone("UTC");
	if (code >= 0 && *a->system)
		code = a->lp.pmiPutLabel(PM_LABEL_CONTEXT, 0, 0, "system", a->system);
	if (code >= 0 && *a->lpar)
		code = a->lp.pmiPutLabel(PM_LABEL_CONTEXT, 0, 0, "lpar", a->lpar);
	return code < 0 ? fail(a, "pmiPutLabel", code) : NULL;
}

/* ---- What the archive says of metrics ---- */

static const int types[] = {
	[PCP_32] = PM_TYPE_32, [PCP_U32] = PM_TYPE_U32, [PCP_64] = PM_TYPE_64, [PCP_U64] = PM_TYPE_U64,
	[PCP_DOUBLE] = PM_TYPE_DOUBLE,
};

static const int semantics[] = {
	[PCP_COUNTER] = PM_SEM_COUNTER, [PCP_INSTANT] = PM_SEM_INSTANT, [PCP_DISCRETE] = PM_SEM_DISCRETE,
};

static pmID pmid_of(const struct pcp_archive *a, const struct pcp_metric *m)
{
	return a->lp.pmiID(IMPORT_DOMAIN, (int)(m->id >> ITEM_BITS), (int)(m->id & ((1u << ITEM_BITS) - 1)));
}

static pmInDom indom_of(const struct pcp_archive *a, const struct pcp_table *t)
{
	return pcp_has_instances(t) ? a->lp.pmiInDom(IMPORT_DOMAIN, (int)t->indom) : PM_INDOM_NULL;
}

static int put_texts(struct pcp_archive *a, const struct pcp_table *t, const struct pcp_metric *m)
{
	const struct monread_layout *l = t->table->layout;
	const struct table_column *c = m->of;
	/* Where PCP has no such unit, the text tells it. */
	const char *unit = m->unit.space || m->unit.time ? "" : c->unit;
	char text[1024], record[32] = "";
	int code;

	snprintf(text, sizeof text, "%s", *c->text ? c->text : c->name);
	code = a->lp.pmiPutText(PM_TEXT_PMID, PM_TEXT_ONELINE, pmid_of(a, m), text);
	if (l->domain >= 0)
		snprintf(record, sizeof record, " (D%dR%d)", l->domain, l->record);
	snprintf(text, sizeof text, "%s%s%s of %s%s, %s%s%s%s", c->text, *c->text ? "\n" : "", c->name, t->table->name,
	         record, l->title, *unit ? "\nUnit: " : "", unit,
	         c->proven ? "" : "\nIt is not known for certain where in the record this field is.");
	return code < 0 ? code : a->lp.pmiPutText(PM_TEXT_PMID, PM_TEXT_HELP, pmid_of(a, m), text);
}

static const char *add_metric(struct pcp_archive *a, const struct pcp_table *t, struct pcp_metric *m)
{
	const struct pcp_unit *u = &m->unit;
	int code = a->lp.pmiAddMetric(m->name, pmid_of(a, m), types[m->type], indom_of(a, t), semantics[m->semantics],
	                              a->lp.pmiUnits(u->space, u->time, u->count, u->space_scale, u->time_scale, 0));

	m->added = 1;
	a->fresh = 1;
	if (code < 0 || (code = put_texts(a, t, m)) < 0)
		return fail(a, m->name, code);
	return NULL;
}

/* Their numbers rise: libpcp_import sorts those that it has written, but not their names, and would mix them up with the
 * next one that comes. */
static const char *add_instances(struct pcp_archive *a, struct pcp_table *t, const struct pcp_row *rows, size_t n)
{
	int code;

	if (!pcp_has_instances(t))
		return NULL;
	for (; n > 0; rows++, n--) {
		struct pcp_instance *i = &t->instances[rows->instance];

		if (i->added)
			continue;
		i->added = 1;
		i->id = t->nadded++;
		code = a->lp.pmiAddInstance(indom_of(a, t), pcp_instance_name(t, i), (int)i->id);
		if (code < 0)
			return fail(a, pcp_instance_name(t, i), code);
	}
	return NULL;
}

/* ---- Results ---- */

#define ALIGN(n) (((n) + 15) & ~(size_t)15)
#define BLOCK_SIZE ALIGN(offsetof(pmValueBlock, vbuf) + sizeof(uint64_t))

static size_t set_size(size_t rows)
{
	return ALIGN(sizeof(pmValueSet) + rows * sizeof(pmValue)) + rows * BLOCK_SIZE;
}

/* Rows of one table, from ROWS on. */
static size_t rows_of(const struct pcp_row *rows, size_t n)
{
	size_t i = 1;

	while (i < n && rows[i].table == rows->table)
		i++;
	return i;
}

static int has(const uint64_t *bits, uint32_t i)
{
	return (int)(bits[i / 64] >> i % 64 & 1);
}

static void put_value(const struct pcp_metric *m, pmValue *to, uint64_t v, unsigned char **room)
{
	pmValueBlock *b;

	if (m->type <= PCP_U32) {
		to->value.lval = (int)(uint32_t)v;
		return;
	}
	b = (pmValueBlock *)(void *)*room;
	*room += BLOCK_SIZE;
	b->vtype = (unsigned)types[m->type] & 0xFF;
	b->vlen = (unsigned)(offsetof(pmValueBlock, vbuf) + sizeof v);
	memcpy(b->vbuf, &v, sizeof v);
	to->value.pval = b;
}

/* The values of the metric with the number K in the N rows of T, to *ROOM.  NULL: there is none. */
static pmValueSet *put_set(const struct pcp_archive *a, const struct pcp_table *t, uint32_t k, const struct pcp_row *rows,
                           size_t n, const uint64_t *values, unsigned char **room)
{
	const struct pcp_metric *m = &t->metrics[k];
	pmValueSet *set = (pmValueSet *)(void *)*room;
	unsigned char *p = *room + ALIGN(sizeof *set + n * sizeof(pmValue));
	size_t i;

	set->pmid = pmid_of(a, m);
	set->numval = 0;
	set->valfmt = m->type <= PCP_U32 ? PM_VAL_INSITU : PM_VAL_DPTR;
	for (i = 0; i < n; i++) {
		const uint64_t *row = values + rows[i].at;
		pmValue *to = &set->vlist[set->numval];

		if (!has(row, k))
			continue;
		set->numval++;
		to->inst = pcp_has_instances(t) ? (int)t->instances[rows[i].instance].id : (int)PM_IN_NULL;
		put_value(m, to, row[t->bits + k], &p);
	}
	if (!set->numval)
		return NULL;
	*room = p;
	return set;
}

/* Room for the result of all metrics of the rows.  The number of metrics, or -1: out of memory. */
static long make_room(struct pcp_archive *a, const struct pcp_tables *s, const struct pcp_row *rows, size_t n)
{
	size_t size = 0, sets = 0, i, part;

	for (i = 0; i < n; i += part) {
		part = rows_of(rows + i, n - i);
		sets += s->list[rows[i].table]->n;
		size += s->list[rows[i].table]->n * set_size(part);
	}
	size += ALIGN(sizeof(pmResult) + sets * sizeof(pmValueSet *));
	if (size > a->size) {
		unsigned char *room = realloc(a->room, size + size / 4);

		if (!room)
			return -1;
		a->room = room;
		a->size = size + size / 4;
	}
	return (long)sets;
}

/* Metadata that waits is written with this time. */
static const char *write_metadata(struct pcp_archive *a, int64_t us)
{
	int code;

	if (!a->fresh)
		return NULL;
	a->fresh = 0;
	code = a->lp.pmiWrite((int)(us / SECOND), (int)(us % SECOND));
	return code < 0 ? fail(a, a->name, code) : NULL;
}

static const char *put_result(struct pcp_archive *a, pmResult *r, int64_t us)
{
	const char *error = write_metadata(a, us);
	int code;

	if (error)
		return error;
	a->any = 1;
	r->timestamp.tv_sec = (time_t)(us / SECOND);
	r->timestamp.tv_usec = (suseconds_t)(us % SECOND);
	code = a->lp.pmiPutResult(r);
	return code < 0 ? fail(a, a->name, code) : NULL;
}

const char *pcp_archive_write(struct pcp_archive *a, const struct pcp_tables *s, const struct pcp_row *rows, size_t n,
                              const uint64_t *values)
{
	long sets = make_room(a, s, rows, n);
	pmResult *r = (pmResult *)(void *)a->room;
	unsigned char *room = a->room;
	const char *error = sets < 0 ? "" : tell_system(a);
	size_t i, part;
	uint32_t k;

	if (error)
		return error;
	room += ALIGN(sizeof *r + (size_t)sets * sizeof(pmValueSet *));
	r->numpmid = 0;
	for (i = 0; !error && i < n; i += part) {
		struct pcp_table *t = s->list[rows[i].table];

		part = rows_of(rows + i, n - i);
		error = add_instances(a, t, rows + i, part);
		for (k = 0; !error && k < t->n; k++) {
			pmValueSet *set = put_set(a, t, k, rows + i, part, values, &room);

			if (!set)
				continue;
			r->vset[r->numpmid++] = set;
			if (!t->metrics[k].added)
				error = add_metric(a, t, &t->metrics[k]);
		}
	}
	return error || !r->numpmid ? error : put_result(a, r, rows->us);
}

/* A result without metrics is a mark. */
const char *pcp_archive_mark(struct pcp_archive *a, int64_t us)
{
	pmResult r;

	memset(&r, 0, sizeof r);
	return a->any ? put_result(a, &r, us) : NULL;
}

int pcp_archive_any(const struct pcp_archive *a)
{
	return a->any;
}

/* ---- The end ---- */

static int read_length(int fd, off_t at, uint32_t *n)
{
	unsigned char b[4];

	if (pread(fd, b, sizeof b, at) != (ssize_t)sizeof b)
		return -1;
	*n = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
	return 0;
}

/* Closing the files, libpcp does not tell whether their ends could be written.  A record has its length in front of it
 * and behind it. */
static int is_whole(const char *name, const char *kind)
{
	char *path = malloc(strlen(name) + strlen(kind) + 1);
	uint32_t behind, before;
	struct stat st;
	int fd, whole;

	if (!path)
		return 0;
	strcat(strcpy(path, name), kind);
	fd = again_open(path, O_RDONLY | O_CLOEXEC, 0);
	free(path);
	if (fd < 0)
		return 0;
	whole = fstat(fd, &st) == 0 && st.st_size >= 8 && read_length(fd, st.st_size - 4, &behind) == 0 &&
	        (off_t)behind <= st.st_size && read_length(fd, st.st_size - (off_t)behind, &before) == 0 &&
	        before == behind;
	close(fd);
	return whole;
}

const char *pcp_archive_end(struct pcp_archive *a)
{
	int code;

	if (!a->any)
		return NULL;
	code = a->lp.pmiEnd();
	if (code < 0)
		return fail(a, a->name, code);
	if (!is_whole(a->name, ".0") || !is_whole(a->name, ".meta")) {
		snprintf(a->error, sizeof a->error, "the archive could not be written to its end; is the disk full?");
		return a->error;
	}
	return NULL;
}

#endif
