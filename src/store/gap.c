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
		uint8_t thinned = m->why & MONREAD_MARK_THINNED;

		memset(m, 0, sizeof *m);
		m->why = (uint8_t)(MONREAD_MARK_LOST | thinned);
		m->known = MONREAD_MARK_SETS | MONREAD_MARK_BYTES;
		snprintf(m->text, sizeof m->text, "%s", text);
		memcpy(g->text, m->text, sizeof g->text);
	}
	/* More of the set that was lost last is no loss of its own. */
	m->count += m->count < UINT32_MAX && (sets || !m->count);
	if (sets < 0)
		m->known &= (uint8_t)~(MONREAD_MARK_SETS | (bytes ? 0u : MONREAD_MARK_BYTES));
	else
		m->sets += (uint64_t)sets;
	m->bytes += bytes;
}

void store_gap_thinned(struct store_gap *g, unsigned sets, double every)
{
	struct monread_mark *m = &g->mark;

	m->why |= MONREAD_MARK_THINNED;
	if (store_gap_is_loss(g))
		return;
	m->count += sets < UINT32_MAX - m->count ? sets : UINT32_MAX - m->count;
	snprintf(m->text, sizeof m->text, "the last sample of every %g seconds is stored", every);
}

void store_gap_clear(struct store_gap *g)
{
	memset(&g->mark, 0, sizeof g->mark);
}

/* Where it is not known how much was lost, as at the limit of messages, what is known of it is in the text. */
static void put_least(struct store_gap *g)
{
	struct monread_mark *m = &g->mark;
	int sets = !(m->known & MONREAD_MARK_SETS) && m->sets, bytes = !(m->known & MONREAD_MARK_BYTES) && m->bytes;
	char n[2][40] = { "", "" };

	if (!store_gap_is_loss(g) || !(sets || bytes))
		return;
	if (sets)
		snprintf(n[0], sizeof n[0], "%llu data set%s", (unsigned long long)m->sets, words_plural(m->sets));
	if (bytes)
		snprintf(n[1], sizeof n[1], "%llu byte%s", (unsigned long long)m->bytes, words_plural(m->bytes));
	snprintf(m->text, sizeof m->text, "at least %s%s%s; %.*s", n[0], sets && bytes ? ", " : "", n[1],
	         (int)(sizeof m->text - sizeof n - 16), g->text);
}

/* Fill in the times before and after the gap, which are known now. */
static void settle(struct store_gap *g, uint64_t tod, int follows)
{
	put_least(g);
	g->mark.before = g->last;
	g->mark.behind = follows ? tod : 0;
	g->mark.known &= (uint8_t)~(MONREAD_MARK_BEFORE | MONREAD_MARK_BEHIND);
	g->mark.known |= (uint8_t)((g->last ? MONREAD_MARK_BEFORE : 0u) | (follows ? MONREAD_MARK_BEHIND : 0u));
}

const struct monread_mark *store_gap_mark(struct store_gap *g, uint64_t tod, int follows)
{
	settle(g, tod, follows);
	return &g->mark;
}

/* ---- FILE.gaps ---- */

static int make_name(const char *file, char *name)
{
	size_t n = strlen(file);

	if (n + sizeof STORE_NOTES > STORE_NAME_SIZE) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(name, file, n);
	memcpy(name + n, STORE_NOTES, sizeof STORE_NOTES);
	return 0;
}

/* A number, or null where it is not known. */
static void put(char *to, size_t size, const struct monread_mark *m, unsigned which, uint64_t v, int hex)
{
	if (m->known & which)
		snprintf(to, size, hex ? "\"%016llX\"" : "%llu", (unsigned long long)v);
	else
		snprintf(to, size, "null");
}

/* As a JSON string: of printable ASCII only two characters need an escape, all else becomes "?". */
static void put_text(char *to, const char *text)
{
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			*to++ = '\\';
		*to++ = *text >= 0x20 && *text <= 0x7E ? *text : '?';
	}
	*to = 0;
}

/* Returns the length of LINE. */
static int make_line(const struct monread_mark *m, uint64_t offset, char *line, size_t room)
{
	char text[2 * MONREAD_MARK_TEXT], sets[24], bytes[24], before[24], behind[24];

	put(sets, sizeof sets, m, MONREAD_MARK_SETS, m->sets, 0);
	put(bytes, sizeof bytes, m, MONREAD_MARK_BYTES, m->bytes, 0);
	put(before, sizeof before, m, MONREAD_MARK_BEFORE, m->before, 1);
	put(behind, sizeof behind, m, MONREAD_MARK_BEHIND, m->behind, 1);
	put_text(text, m->text);
	return snprintf(line, room,
	                "%s%llu,\"why\":\"lost\",\"count\":%lu,\"sets\":%s,\"bytes\":%s,"
	                "\"before\":%s,\"behind\":%s,\"text\":\"%s\"}\n",
	                first_key, (unsigned long long)offset, (unsigned long)m->count, sets, bytes, before, behind,
	                text);
}

/* Open NAME, which is made with MODE if it is not there.  The descriptor; -1 with errno, also if it is not a regular file. */
static int open_notes(const char *name, unsigned mode)
{
	/* O_NONBLOCK: do not wait for the reader of a pipe. */
	const int flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
	int fd = again_open(name, flags | O_CREAT | O_EXCL, 0600), is_new = fd >= 0, error;
	struct stat st;

	if (fd < 0 && errno == EEXIST)
		fd = again_open(name, flags, 0);
	if (fd < 0)
		return -1;
	errno = EEXIST;
	if (is_new ? fchmod(fd, (mode_t)mode) == 0 : fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		return fd;
	error = errno;
	close(fd);
	errno = error;
	return -1;
}

int store_gap_note(struct store_gap *g, const char *file, uint64_t offset, uint64_t tod, unsigned mode)
{
	char name[STORE_NAME_SIZE], line[1024];
	int fd, n, rc, error;
	size_t done;

	if (make_name(file, name))
		return -1;
	settle(g, tod, tod != 0);
	n = make_line(&g->mark, offset, line, sizeof line);
	fd = open_notes(name, mode);
	if (fd < 0)
		return -1;
	rc = again_write(fd, line, (size_t)n, &done);
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
