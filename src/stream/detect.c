/* detect.c: detects the container of the input (stream or MONWRITE file), and finds where monitor
 * data can begin. */
#include "stream/reader.h"

static int stream_at(const unsigned char *p, size_t n)
{
	struct monread_mce mce;

	if (n < MONREAD_MCE_SIZE)
		return 0;
	mr_mce_get(&mce, p);
	return !mr_mce_fault(&mce) &&
	       mr_frame_plausible(&mce, p + MONREAD_MCE_SIZE, n - MONREAD_MCE_SIZE);
}

static int block_at(const unsigned char *p, size_t n)
{
	struct monread_mce mce;
	size_t first;

	if (n < MONREAD_BLOCK_SIZE)
		return 0;
	mr_block_get(&mce, p, 0);
	if (mr_mce_fault(&mce))
		return 0;
	first = mr_block_first(&mce);
	if (n > first && !mr_frame_plausible(&mce, p + first, n - first))
		return 0;
	/* The check of all control elements takes longest, so it comes last. */
	return mr_block_certain(p);
}

static int is_type(unsigned char c)
{
	return c == MONREAD_SAMPLE || c == MONREAD_EVENT;
}

/* Number of bytes to compare at once, so that compilers use vector instructions. */
#define TOGETHER 64u

static int has_type(const unsigned char *a, const unsigned char *b)
{
	unsigned char has = 0;
	size_t i;

	for (i = 0; i < TOGETHER; i++)
		has |= (unsigned char)((a[i] == MONREAD_SAMPLE) | (a[i] == MONREAD_EVENT) |
		                       (b[i] == MONREAD_SAMPLE) | (b[i] == MONREAD_EVENT));
	return has;
}

/* Return how many of the N offsets from P on come before the first offset at which a control
 * element or block can begin, because the byte at the place of the type is a valid type. At least
 * MONREAD_BLOCK_AREA bytes follow the N bytes. */
static size_t nothing_at(const struct monread *m, const unsigned char *p, size_t n)
{
	const unsigned char *block = p + MONREAD_BLOCK_AREA;
	const unsigned char *a = mr_is_monwrite(m) ? block : p;
	const unsigned char *b = m->container.kind == MONREAD_CONTAINER_AUTO ? block : a;
	size_t i = 0;

	while (n - i >= TOGETHER && !has_type(a + i, b + i))
		i += TOGETHER;
	while (i < n && !is_type(a[i]) && !is_type(b[i]))
		i++;
	return i;
}

/* Return 1 if the N bytes at P are too few to decide whether a record set begins there. The
 * decision needs the whole first frame of the set. */
static int stream_needs_more(const unsigned char *p, size_t n)
{
	struct monread_mce mce;

	if (n == 0 || !is_type(p[0]))
		return n == 0;
	if (n < MONREAD_MCE_SIZE)
		return 1;
	mr_mce_get(&mce, p);
	return !mr_mce_fault(&mce) && n < MONREAD_MCE_SIZE + mr_frame_first(&mce);
}

/* Return 1 if bytes that are neither valid control elements nor zeros follow the first element of
 * the control block at P, of which the first N bytes are available. */
static int is_broken_block(const unsigned char *p, size_t n)
{
	size_t at = MONREAD_BLOCK_AREA + MONREAD_MCE_SIZE;

	/* Ignore the bytes after the block, which may look like control elements, too. */
	if (n > MONREAD_BLOCK_SIZE)
		n = MONREAD_BLOCK_SIZE;
	while (at + MONREAD_MCE_SIZE <= n && mr_mce_is_valid(p + at))
		at += MONREAD_MCE_SIZE;
	if (at + MONREAD_MCE_SIZE > n)
		return 0;
	while (at < n && p[at] == 0)
		at++;
	return at < n;
}

static int block_needs_more(const unsigned char *p, size_t n)
{
	struct monread_mce mce;

	if (n <= MONREAD_BLOCK_AREA || !is_type(p[MONREAD_BLOCK_AREA]))
		return n <= MONREAD_BLOCK_AREA;
	if (n < MONREAD_BLOCK_AREA + MONREAD_MCE_SIZE)
		return 1;
	mr_block_get(&mce, p, 0);
	if (mr_mce_fault(&mce) || is_broken_block(p, n))
		return 0;
	return n < MONREAD_BLOCK_SIZE ||
	       n < mr_block_first(&mce) + mr_frame_first(&mce);
}

static int may_be_monwrite(const struct monread *m)
{
	return mr_is_monwrite(m) || m->container.kind == MONREAD_CONTAINER_AUTO;
}

static int needs_more(const struct monread *m, const unsigned char *p, size_t n)
{
	return (may_be_monwrite(m) && block_needs_more(p, n)) ||
	       (!mr_is_monwrite(m) && stream_needs_more(p, n));
}

int mr_stream_begins(const unsigned char *p, size_t n)
{
	return is_type(p[0]) && n >= MONREAD_MCE_SIZE + MR_HEADER_SIZE && p[3] == 0 &&
	       stream_at(p, n);
}

enum monread_container mr_begins(const struct monread *m, const unsigned char *p, size_t n)
{
	if (may_be_monwrite(m) && n > MONREAD_BLOCK_AREA && is_type(p[MONREAD_BLOCK_AREA]) &&
	    block_at(p, n))
		return MONREAD_CONTAINER_MONWRITE;
	if (!mr_is_monwrite(m) && mr_stream_begins(p, n))
		return MONREAD_CONTAINER_STREAM;
	return MONREAD_CONTAINER_AUTO;
}

size_t mr_find_beginning(const struct monread *m, size_t at, size_t n, int *unknown)
{
	const unsigned char *p = m->src.data + at;
	size_t there = m->src.avail - at;
	size_t readable = there > MONREAD_BLOCK_AREA ? there - MONREAD_BLOCK_AREA : 0;
	size_t most = n < readable ? n : readable, i;
	int more = mr_source_goes_on(&m->src);

	*unknown = 0;
	for (i = 0; i < n; i++) {
		if (i < most)
			i += nothing_at(m, p + i, most - i);
		if (i == n)
			break;
		*unknown = more && needs_more(m, p + i, there - i);
		if (*unknown || mr_begins(m, p + i, there - i) != MONREAD_CONTAINER_AUTO)
			return i;
	}
	return n;
}

size_t mr_search(struct monread *m, size_t at, size_t n, int *unknown)
{
	size_t looked = m->search.looked;
	size_t i = looked + mr_find_beginning(m, at + looked, n - looked, unknown);

	m->search.looked = *unknown ? i : 0;
	return i;
}

/* Set *INSIDE to 1 if monitor data begins within the next N bytes, but not at the first of them. If
 * so, and if the container was detected from these bytes, the container is in doubt: set
 * m->container.kind to MONREAD_CONTAINER_AUTO again. */
static enum mr_need begins_inside(struct monread *m, size_t n, int *inside)
{
	enum monread_container container = m->container.kind;
	enum mr_need need = MR_NEED_OK;
	int unknown;

	if (m->src.pos == 0 && m->container.detected)
		m->container.kind = MONREAD_CONTAINER_AUTO;
	do {
		size_t most = (n < m->src.avail ? n : m->src.avail) - 1;

		*inside = mr_search(m, 1, most, &unknown) < most;
		if (unknown)
			need = mr_source_need(&m->src, m->src.avail + 1);
	} while (unknown && need <= MR_NEED_SHORT);
	if (unknown || !*inside)
		m->container.kind = container;
	return unknown ? need : MR_NEED_OK;
}

/* Read at most this number of bytes to decide whether an input whose first frame has no valid
 * record is a stream. */
#define DOUBT_AHEAD (64u * 1024u)

/* The record set of the control element MCE begins FIRST bytes after the read position with an
 * invalid record. Set *GOES_ON to 1 if a later frame of the set has records, or if a valid set
 * follows. */
static enum mr_need set_goes_on(struct monread *m, const struct monread_mce *mce, size_t first,
                                int *goes_on)
{
	struct monread_mce rest = *mce;
	uint32_t n = mr_frame_first(mce);
	size_t at = first + n;
	enum mr_need need;

	*goes_on = 0;
	for (rest.start += n; rest.start <= mce->end && at < DOUBT_AHEAD && !*goes_on;
	     rest.start += n, at += n) {
		n = mr_frame_first(&rest);
		need = mr_source_need(&m->src, at + n);
		if (need != MR_NEED_OK)
			return need;
		*goes_on = mr_frame_plausible(&rest, m->src.data + at, n);
	}
	if (rest.start <= mce->end || *goes_on)
		return MR_NEED_OK;
	need = mr_source_need(&m->src, at + MONREAD_MCE_SIZE);
	if (need != MR_NEED_OK)
		return need;
	mr_mce_get(&rest, m->src.data + at);
	if (mr_mce_fault(&rest))
		return MR_NEED_OK;
	need = mr_source_need(&m->src, at + MONREAD_MCE_SIZE + mr_frame_first(&rest));
	if (need == MR_NEED_OK)
		*goes_on = stream_at(m->src.data + at, m->src.avail - at);
	return need;
}

/* Set *BELIEVED to 1 if set_goes_on() finds more of the stream that begins with the control element
 * MCE. If the input ends before this is known, set *BELIEVED to 1 unless other monitor data begins
 * inside the input. */
static enum mr_need believe_stream(struct monread *m, const struct monread_mce *mce, size_t first,
                                   int *believed)
{
	enum mr_need need = set_goes_on(m, mce, first, believed);
	int inside;

	if (need == MR_NEED_SHORT) {
		need = begins_inside(m, m->src.avail, &inside);
		*believed = need == MR_NEED_OK && !inside;
	} else if (need == MR_NEED_OK && !*believed) {
		m->container.kind = MONREAD_CONTAINER_AUTO;
	}
	return need;
}

int mr_is_stream_after_all(struct monread *m)
{
	int unknown;

	if (m->src.pos > 0 || !m->container.detected || !mr_is_monwrite(m))
		return 0;
	m->container.kind = MONREAD_CONTAINER_STREAM;
	if (mr_find_beginning(m, 1, m->src.avail - 1, &unknown) < m->src.avail - 1)
		return 1;
	m->container.kind = MONREAD_CONTAINER_MONWRITE;
	return 0;
}

enum mr_need mr_believe(struct monread *m, const struct monread_mce *mce, size_t first,
                        int *believed)
{
	enum mr_need need = mr_source_need(&m->src, first + MR_HEADER_SIZE);
	/* At the beginning of the input, MCE may belong to a control block whose first bytes were
	 * cut off. */
	int in_doubt = m->src.pos == 0 && m->container.detected && !mr_is_monwrite(m), inside;
	size_t n = in_doubt ? first + mr_frame_first(mce) : first;

	*believed = need != MR_NEED_SHORT || !mr_is_stream_after_all(m);
	if (need == MR_NEED_SHORT)
		return MR_NEED_OK;
	if (need != MR_NEED_OK || mr_frame_readable(mce, m->src.data + first))
		return need;
	*believed = 0;
	if (!in_doubt || !m->search.searched) {
		need = mr_source_need(&m->src, n);
		if (need <= MR_NEED_SHORT)
			need = begins_inside(m, n, &inside);
		if (need != MR_NEED_OK || inside)
			return need;
	}
	m->search.searched = in_doubt;
	if (in_doubt)
		return believe_stream(m, mce, first, believed);
	*believed = 1;
	return MR_NEED_OK;
}

/* Number of bytes to read if the input fits both a stream and a MONWRITE file: a control block, a
 * frame, and a record header at the end of this frame. */
#define RESYNC_AHEAD (3u * MR_FRAME)

static enum mr_need detect_container(struct monread *m)
{
	enum mr_need need = mr_source_need(&m->src, MONREAD_BLOCK_AREA + MONREAD_MCE_SIZE);
	int is_stream, is_monwrite;

	if (need > MR_NEED_SHORT)
		return need;
	is_stream = m->src.avail >= MONREAD_MCE_SIZE && mr_mce_is_valid(m->src.data);
	is_monwrite = need == MR_NEED_OK && mr_mce_is_valid(m->src.data + MONREAD_BLOCK_AREA);
	/* A growing file may still be small, so wait for so many bytes only if the input fits both
	 * a stream and a MONWRITE file. */
	if (is_stream && is_monwrite)
		need = mr_source_need(&m->src, RESYNC_AHEAD);
	else if (need == MR_NEED_OK && !is_stream && !is_monwrite)
		need = mr_source_need(&m->src, MR_FOREIGN_AHEAD);
	if (need > MR_NEED_SHORT)
		return need;
	if (is_monwrite && !(is_stream && stream_at(m->src.data, m->src.avail)))
		m->container.kind = MONREAD_CONTAINER_MONWRITE;
	else if (is_stream)
		m->container.kind = MONREAD_CONTAINER_STREAM;
	m->container.detected = 1;
	return MR_NEED_OK;
}

enum mr_verdict mr_step_start(struct monread *m)
{
	enum mr_need need = m->container.kind == MONREAD_CONTAINER_AUTO ? detect_container(m) :
	                                                             MR_NEED_OK;

	if (need != MR_NEED_OK)
		return m->src.avail < MONREAD_MCE_SIZE ? mr_wait_or_fail(m, need) :
		                                         mr_wait_undecided(m, need);
	switch (m->container.kind) {
	case MONREAD_CONTAINER_STREAM:
		m->step = mr_step_element;
		return MR_GO;
	case MONREAD_CONTAINER_MONWRITE:
		m->step = mr_step_block;
		return MR_GO;
	case MONREAD_CONTAINER_DEVICE:
		m->step = mr_step_device;
		return MR_GO;
	default:
		if (m->src.avail > 0)
			return mr_resync(m, MR_NO_DATA);
		m->step = mr_step_end;
		return MR_GO;
	}
}
