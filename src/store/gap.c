/* gap.c: losses before a data set, several of which make one gap. */
#include "config.h"

#include "store/gap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/again.h"
#include "cli/words.h"
#include "store/name.h"
#include "store/store.h"

static const char first_key[] = "{\"offset\":";

void store_gap_add(struct store_gap *g, long sets, uint64_t bytes, const char *text)
{
	struct monread_mark *m = &g->mark;

	if (!store_gap_is_loss(g)) {
		uint8_t others = m->why & (MONREAD_MARK_THINNED | MONREAD_MARK_CONTINUED);

		memset(m, 0, sizeof *m);
		m->why = (uint8_t)(MONREAD_MARK_LOST | others);
		m->known = MONREAD_MARK_SETS | MONREAD_MARK_BYTES;
		snprintf(m->text, sizeof m->text, "%s", text);
		memcpy(g->text, m->text, sizeof g->text);
	}
	/* More bytes of the same data set do not count as another loss. */
	m->count += m->count < UINT32_MAX && (sets || !m->count);
	if (sets < 0)
		m->known &= (uint8_t)~(MONREAD_MARK_SETS | (bytes ? 0u : MONREAD_MARK_BYTES));
	else
		m->sets += (uint64_t)sets;
	m->bytes += bytes;
}

void store_gap_thinned(struct store_gap *g, double every)
{
	struct monread_mark *m = &g->mark;

	m->why |= MONREAD_MARK_THINNED;
	if (store_gap_is_loss(g))
		return;
	m->count += m->count < UINT32_MAX;
	snprintf(m->text, sizeof m->text, "the last sample of every %g seconds is stored", every);
}

void store_gap_continued(struct store_gap *g, uint64_t last)
{
	g->last = last;
	g->mark.why |= MONREAD_MARK_CONTINUED;
	if (!g->mark.text[0])
		snprintf(g->mark.text, sizeof g->mark.text, "another run continues the file; data may be missing");
}

/* If it is not known how much was lost, as at the limit of messages, put the least amount into the text. */
static void put_least(struct store_gap *g)
{
	struct monread_mark *m = &g->mark;
	int sets = !(m->known & MONREAD_MARK_SETS) && m->sets, bytes = !(m->known & MONREAD_MARK_BYTES) && m->bytes;
	size_t n = 0, room = sizeof m->text;

	if (!store_gap_is_loss(g) || !(sets || bytes))
		return;
	if (sets)
		n = (size_t)snprintf(m->text, room, "at least %llu data set%s", (unsigned long long)m->sets, words_plural(m->sets));
	if (bytes)
		n += (size_t)snprintf(m->text + n, room - n, "%s%llu byte%s", sets ? ", " : "at least ",
		                      (unsigned long long)m->bytes, words_plural(m->bytes));
	snprintf(m->text + n, room - n, "; %.*s", (int)(room - n) - 3, g->text);
}

const struct monread_mark *store_gap_mark(struct store_gap *g, uint64_t tod, int follows)
{
	put_least(g);
	/* The times before and after the gap are known now. */
	g->mark.before = g->last;
	g->mark.behind = follows ? tod : 0;
	g->mark.known &= (uint8_t)~(MONREAD_MARK_BEFORE | MONREAD_MARK_BEHIND);
	g->mark.known |= (uint8_t)((g->last ? MONREAD_MARK_BEFORE : 0u) | (follows ? MONREAD_MARK_BEHIND : 0u));
	return &g->mark;
}

/* ---- FILE.gaps ---- */

static int make_name(const char *file, char *name)
{
	if (snprintf(name, STORE_NAME_SIZE, "%s" STORE_NOTES, file) < (int)STORE_NAME_SIZE)
		return 0;
	errno = ENAMETOOLONG;
	return -1;
}

/* A number, or null if it is not known. */
static const char *number(char to[24], const struct monread_mark *m, unsigned which, const char *format, uint64_t v)
{
	snprintf(to, 24, m->known & which ? format : "null", (unsigned long long)v);
	return to;
}

/* As a JSON string: of printable ASCII only two characters need an escape, all else becomes "?". */
static const char *quoted(char to[2 * MONREAD_MARK_TEXT], const char *text)
{
	char *p = to;

	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			*p++ = '\\';
		*p++ = *text >= 0x20 && *text <= 0x7E ? *text : '?';
	}
	*p = 0;
	return to;
}

/* Returns the length of LINE. */
static int make_line(const struct monread_mark *m, uint64_t offset, char *line, size_t room)
{
	char text[2 * MONREAD_MARK_TEXT], sets[24], bytes[24], before[24], behind[24];

	return snprintf(line, room,
	                "%s%llu,\"why\":\"lost\",\"count\":%lu,\"sets\":%s,\"bytes\":%s,"
	                "\"before\":%s,\"behind\":%s,\"text\":\"%s\"}\n",
	                first_key, (unsigned long long)offset, (unsigned long)m->count,
	                number(sets, m, MONREAD_MARK_SETS, "%llu", m->sets), number(bytes, m, MONREAD_MARK_BYTES, "%llu", m->bytes),
	                number(before, m, MONREAD_MARK_BEFORE, "\"%016llX\"", m->before),
	                number(behind, m, MONREAD_MARK_BEHIND, "\"%016llX\"", m->behind), quoted(text, m->text));
}

int store_gap_note(struct store_gap *g, const char *file, uint64_t offset, uint64_t tod, unsigned mode)
{
	/* O_NONBLOCK: do not wait for the reader of a pipe. */
	const int flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
	char name[STORE_NAME_SIZE], line[1024];
	int fd, rc, error;
	size_t done;

	if (make_name(file, name))
		return -1;
	fd = again_open(name, flags, 0);
	if (fd < 0 && errno == ENOENT) {
		fd = again_open(name, flags | O_CREAT | O_EXCL, STORE_MODE);
		if (fd >= 0)
			fchmod(fd, (mode_t)mode);
	}
	if (fd < 0)
		return -1;
	rc = again_write(fd, line, (size_t)make_line(store_gap_mark(g, tod, tod != 0), offset, line, sizeof line), &done);
	error = errno;
	if (close(fd) && rc == 0)
		return -1;
	errno = error;
	return rc;
}

void store_gap_forget(const char *file)
{
	char name[STORE_NAME_SIZE], head[sizeof first_key - 1];
	int fd = make_name(file, name) ? -1 : again_open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0), ours;

	if (fd < 0)
		return;
	ours = again_pread(fd, head, sizeof head, 0) == (ssize_t)sizeof head && memcmp(head, first_key, sizeof head) == 0;
	close(fd);
	if (ours)
		unlink(name);
}
