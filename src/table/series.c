/* series.c: finds the records with which sample records are compared. */
#include "config.h"

#include "table/series.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/be.h"
#include "base/find.h"
#include "base/hash.h"
#include "table/delta.h"
#include "table/instance.h"
#include "table/intervals.h"

/* ---- Breaks: restarts of the counters of instances. For example, if a user logs on again, records
 * before and after the logon have the same key, but must not be compared. ---- */

struct broken {
	uint64_t hash; /* hash of the name of the key field and of its value */
	uint64_t tod;
	/* 1: the instances began to exist at this restart, with counters of 0 */
	int began;
};

/* All restarts of counters that records have reported. */
struct breaks {
	struct broken *list;
	size_t n, room;
	struct hash_table index; /* finds restarts in ->list by their hash */
};

static struct broken *find_hash(const struct breaks *b, uint64_t hash)
{
	const struct hash_slot *s = hash_first(&b->index, hash);

	while (s->item && b->list[s->item - 1].hash != hash)
		s = hash_next(&b->index, s);
	return s->item ? &b->list[s->item - 1] : NULL;
}

/* Store in B that the counters of the instances whose key field F has the value BYTES restarted at
 * the TOD clock TOD. BEGAN is 1 if these instances began to exist at this time. Return 0, or -1 if
 * out of memory. */
static int breaks_add(struct breaks *b, const struct monread_field *f, const unsigned char *bytes,
                      uint64_t tod, int began)
{
	uint64_t hash = mr_hash(instance_name(f), bytes, f->length);
	struct broken *have = find_hash(b, hash);

	if (have) {
		if (mr_tod_is_later(tod, have->tod)) {
			have->tod = tod;
			have->began = began;
		}
		return 0;
	}
	if (ARRAY_GROW(b->list, b->n, b->room) || hash_put(&b->index, hash, b->n))
		return -1;
	b->list[b->n++] = (struct broken){ hash, tod, began };
	return 0;
}

/* Return a restart of the counters of INSTANCE after the TOD clock TOD, or NULL if none is
 * known. */
static const struct broken *breaks_since(const struct breaks *b, const struct instance *instance,
                                         uint64_t tod)
{
	unsigned i;

	for (i = 0; b->n && i < instance->nkeys; i++) {
		const struct instance_key *k = &instance->keys[i];
		uint64_t hash = mr_hash(k->name, instance->bytes + k->at, k->length);
		const struct broken *broken = find_hash(b, hash);

		if (broken && mr_tod_is_later(broken->tod, tod))
			return broken;
	}
	return NULL;
}

/* Remove all restarts of counters before the TOD clock TOD. */
static void breaks_forget(struct breaks *b, uint64_t tod)
{
	size_t i, n = 0;

	hash_clear(&b->index);
	for (i = 0; i < b->n; i++) {
		if (mr_tod_is_later(tod, b->list[i].tod))
			continue;
		b->list[n] = b->list[i];
		/* hash_put() cannot fail: the hash table already had at least as many items. */
		(void)hash_put(&b->index, b->list[n].hash, n);
		n++;
	}
	b->n = n;
}

/* ---- History: the records of a sample, which are found by their instance, such as a user ---- */

/* A stored record. */
struct kept {
	uint64_t hash; /* hash of ->nth and of the instance of the record */
	uint64_t tod;
	uint64_t epoch; /* see series_place.epoch */
	const struct monread_layout *layout;
	unsigned release;
	uint32_t file;   /* number of the input that has the record */
	uint64_t offset; /* offset of the record in this input */
	uint32_t nth;  /* index of the record among the records of the instance in this sample */
	/* if this is the first record of an instance: number of records of the instance in this
	 * sample */
	uint32_t same;
	uint32_t at, length; /* offset and length of the record in history.bytes */
	/* length of the key of the instance, which precedes the record in history.bytes */
	uint32_t key_length;
	/* offset in history.bytes of a struct history_sums, which the sums follow; 0: no sums */
	uint32_t sums_at;
	unsigned char found; /* 1 if a record of the next sample was compared with this record */
	unsigned char apart; /* like series_before.apart; if it is 1, the record is not compared */
};

/* The stored records of one sample. */
struct history {
	uint64_t set;   /* number of the sample */
	uint64_t first; /* the lowest TOD clock of the stored records */
	struct kept *kept;
	size_t n, room;
	int shown; /* 1 if the sample was shown */
	/* index of the record after the last found record. The next search tries this record first,
	 * because successive samples mostly have their records in the same order. */
	size_t next;
	/* finds the first ->indexed stored records by their hash; find_kept() adds the other
	 * records */
	struct hash_table by_instance;
	size_t indexed;
	struct monread_buffer bytes; /* the bytes and the instance keys of all stored records */
};

/* The differences of a record, added up over all samples since the last shown sample. */
struct history_sums {
	uint64_t elapsed; /* time that the sums cover, in TOD units */
	uint32_t length;  /* number of bytes of the sums, which follow this struct */
};

static void history_done(struct history *h)
{
	free(h->kept);
	hash_free(&h->by_instance);
	free(h->bytes.bytes);
}

static uint64_t history_hash_of(const struct instance *i, uint32_t nth)
{
	return i->hash + nth * UINT64_C(0x9E3779B97F4A7C15);
}

static inline int has_instance(const struct history *h, const struct kept *k,
                               const struct instance *i)
{
	return k->key_length == i->length &&
	       memcmp(h->bytes.bytes + k->at - i->length, i->bytes, i->length) == 0;
}

/* Return the stored record number NTH (from 0) of the instance I, or NULL if I has no such
 * record. */
static struct kept *find_kept(struct history *h, const struct instance *i, uint32_t nth)
{
	uint64_t hash = history_hash_of(i, nth);
	const struct hash_slot *s;

	/* hash_put() cannot fail here: history_add() has reserved a slot for each record. */
	for (; h->indexed < h->n; h->indexed++)
		if (hash_put(&h->by_instance, h->kept[h->indexed].hash, h->indexed))
			break;
	for (s = hash_first(&h->by_instance, hash); s->item; s = hash_next(&h->by_instance, s)) {
		struct kept *k = &h->kept[s->item - 1];

		if (k->hash == hash && k->nth == nth && has_instance(h, k, i))
			return k;
	}
	return NULL;
}

/* Return the record h->next if it is the only record of the instance I and was not found yet; else
 * return NULL. This search needs no hash. */
static const struct kept *history_next(struct history *h, const struct instance *i)
{
	struct kept *k;

	if (h->next >= h->n)
		return NULL;
	k = &h->kept[h->next];
	if (k->found || k->nth || k->same > 1 || !has_instance(h, k, i))
		return NULL;
	k->found = 1;
	h->next++;
	return k;
}

/* Like find_kept(), but also mark the record as found. */
static const struct kept *history_find(struct history *h, const struct instance *i, uint32_t nth)
{
	struct kept *k = find_kept(h, i, nth);

	if (k) {
		k->found = 1;
		h->next = (size_t)(k - h->kept) + 1;
	}
	return k;
}

/* Make room for N more bytes in h->bytes. Return 0, or -1 if out of memory or if offsets in
 * h->bytes would exceed 32 bits. */
static int room_for_bytes(struct history *h, size_t n)
{
	return n > UINT32_MAX - h->bytes.length ? -1 : array_reserve(&h->bytes, n);
}

/* Store in H the record BYTES of the instance I. *ONE has the members of the new struct kept,
 * except those about other records and about h->bytes. IS_NEW is 1 if H has no record of I yet.
 * Return the stored record, which is valid until the next call, or NULL if out of memory. */
static const struct kept *history_add(struct history *h, const struct instance *i,
                                      const struct kept *one, const unsigned char *bytes,
                                      size_t length, int is_new)
{
	struct kept *first, *k;

	if (h->n >= UINT32_MAX / 2 || ARRAY_GROW(h->kept, h->n, h->room) ||
	    hash_reserve(&h->by_instance, h->n + 1) || room_for_bytes(h, i->length + length))
		return NULL;
	first = is_new ? NULL : find_kept(h, i, 0);
	k = &h->kept[h->n];
	*k = *one;
	k->nth = first ? first->same++ : 0;
	k->same = 1;
	k->found = 0;
	k->hash = history_hash_of(i, k->nth);
	k->key_length = i->length;
	k->at = (uint32_t)h->bytes.length + i->length;
	k->length = (uint32_t)length;
	array_append(&h->bytes, i->bytes, i->length);
	array_append(&h->bytes, bytes, length);
	h->first = h->n == 0 || mr_tod_is_later(h->first, one->tod) ? one->tod : h->first;
	h->n++;
	return k;
}

/* ---- Series ---- */

/* Further bits of series_quick.parts, besides PART_KNOWN and PART_CONFIG, which tell how a struct
 * series uses a record. */
#define PART_KEPT   0x02u
/* the record ends an interval; data sets with configuration also have this record */
#define PART_END    0x08u
#define PART_TIMES  0x10u /* intervals_record() needs the record */
#define PART_BREAKS 0x20u /* reports restarts of counters */
#define PART_TELLS  0x40u /* the record names the system to which the following records belong */

/* The last record of one kind (domain and record number), to detect that the next record of this
 * kind has other values. */
struct seen {
	const struct monread_layout *layout;
	struct monread_buffer bytes;
};

/* A sample whose first record has a wrong TOD clock. */
struct series_correction {
	uint64_t set; /* number of the sample; 0: none */
	uint64_t tod; /* TOD clock of the other records of this sample */
	/* corrected epoch of the sample; AS_IT_WAS: the epoch needs no correction */
	uint64_t epoch;
};

struct series_system {
	struct series_system *next;
	char id[MR_SYSTEM_ID_SIZE]; /* system identifier; "": unknown */
	uint64_t file; /* if ->id is empty: number of the input with the records of this system */
	uint64_t sets; /* number of sample data sets, including the current data set */
	/* numbers, from data_set(), of the data sets with the last sample and with the last
	 * configuration */
	uint64_t set_of, config_of;
	uint64_t first_set, setno; /* numbers of the first and last record set of the last sample */
	int shared; /* 1 if more than one input has record sets of the last sample */
	/* TOD clocks of the first records of the last two samples; 0: none */
	uint64_t first, first_before;
	uint64_t epoch, set_epoch; /* the current epoch, and the epoch when the last sample began */
	struct intervals intervals;
	struct breaks breaks;
	struct seen *seen;
	size_t nseen, seen_room;
	struct history histories[2];
	struct history *now, *last; /* records of the current and of the previous sample */
	uint64_t time;              /* TOD clock of the current sample */
	struct series_correction correction;
};

#define NO_SET UINT64_MAX /* value of quick.setno before the first record set of an input */
#define AS_IT_WAS UINT64_MAX

struct series {
	struct series_quick quick;
	const struct monread_layouts *layouts;
	struct instances *instances;
	int (*wanted)(void *arg, unsigned domain, unsigned record);
	void *arg;
	int thinned;
	int alternate; /* 1 after a call of series_turn() */
	int once;      /* 1 after a call of series_once() */
	uint64_t file; /* number of the input, from 1 */
	struct series_system *systems, *current;
};

struct series *series_new(const struct monread_layouts *layouts,
                          int (*wanted)(void *arg, unsigned domain, unsigned record), void *arg,
                          int thinned)
{
	struct series *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->layouts = layouts;
	s->quick.setno = NO_SET;
	s->wanted = wanted;
	s->arg = arg;
	s->thinned = thinned;
	s->instances = instances_new(layouts);
	if (s->instances)
		return s;
	free(s);
	return NULL;
}

static void system_free(struct series_system *y)
{
	size_t i;

	for (i = 0; i < y->nseen; i++)
		free(y->seen[i].bytes.bytes);
	free(y->seen);
	free(y->breaks.list);
	hash_free(&y->breaks.index);
	history_done(&y->histories[0]);
	history_done(&y->histories[1]);
	free(y);
}

/* ---- Systems ---- */

static struct series_system *system_new(struct series *s, const char *id)
{
	struct series_system *y = calloc(1, sizeof *y);

	if (!y)
		return NULL;
	strncpy(y->id, id, MR_SYSTEM_ID_SIZE - 1);
	y->file = s->file;
	y->now = &y->histories[0];
	y->last = &y->histories[1];
	y->next = s->systems;
	s->systems = y;
	return y;
}

static int is_of(const struct series *s, const struct series_system *y, const char *id)
{
	return strncmp(y->id, id, MR_SYSTEM_ID_SIZE - 1) == 0 && (*id || y->file == s->file);
}

/* Set s->current to the system with the identifier ID or, if ID is empty, to the system of the
 * current input; to NULL if this system has no records yet. */
static void find_system(struct series *s, const char *id)
{
	struct series_system *y;

	for (y = s->systems; y && !is_of(s, y, id); y = y->next)
		;
	s->current = y;
}

/* Like find_system(), but create the system if it has no records yet, and return it. Return NULL if
 * out of memory. */
static struct series_system *system_of(struct series *s, const char *id)
{
	if (s->current && is_of(s, s->current, id))
		return s->current;
	find_system(s, id);
	if (!s->current)
		s->current = system_new(s, id);
	return s->current;
}

/* Free all systems; if KEEP_NAMED is 1, only systems without an identifier. */
static void forget_systems(struct series *s, int keep_named)
{
	struct series_system **at = &s->systems, *y;

	for (y = *at; y; y = *at) {
		if (keep_named && *y->id) {
			at = &y->next;
			continue;
		}
		*at = y->next;
		system_free(y);
	}
	s->current = NULL;
	s->quick.setno = NO_SET;
}

void series_begin_file(struct series *s)
{
	/* a system without an identifier is known only until the end of its input */
	forget_systems(s, 1);
	s->file++;
}

void series_forget(struct series *s)
{
	forget_systems(s, 0);
}

void series_free(struct series *s)
{
	if (!s)
		return;
	series_forget(s);
	instances_free(s->instances);
	free(s);
}

void series_turn(struct series *s, uint64_t file, const char *id)
{
	s->alternate = 1;
	s->file = file;
	s->quick.setno = NO_SET;
	find_system(s, id);
}

void series_once(struct series *s)
{
	s->once = 1;
}

void series_lost(struct series *s)
{
	struct series_system *y;

	/* Before the first record of an input, the system of the input is unknown: count the loss
	 * for all systems. */
	for (y = s->systems; y; y = y->next)
		if (!s->current || y == s->current) {
			y->epoch++;
			intervals_excuse(&y->intervals);
		}
}

int series_contradict(struct series *s, char *text)
{
	if (!s->current || !intervals_contradict(&s->current->intervals, text))
		return 0;
	s->current->intervals.contradicted = 0;
	return 1;
}

/* ---- Numbers ---- */

static unsigned find_part(const struct series *s, unsigned domain, unsigned record)
{
	const struct monread_layout *l = monread_layouts_find(s->layouts, domain, record);
	/* D10R1 can be a mark, in which the program that stored the capture reports lost data. */
	unsigned part = domain == 10 && record == 1 ? PART_KNOWN | PART_TIMES : PART_KNOWN;
	const struct monread_break *b;
	size_t i;

	if (!l)
		return part;
	MR_EACH(i, b, monread_layout_break, l)
		if (b->kind != MONREAD_BREAK_IDENTITY)
			part |= PART_BREAKS;
	if (l->ntells)
		part |= PART_TELLS;
	if (domain == 1 && record == 11)
		return part | PART_END | PART_TIMES;
	if (domain == 1 && (record == 4 || record == 9))
		part |= PART_TIMES;
	/* D1R13 is in all data sets, so it does not begin a sample. */
	if (strncmp(l->kind, "config", 6) == 0 || (domain == 1 && record == 13))
		return part | PART_CONFIG;
	if (l->nstructures && (!s->wanted || s->wanted(s->arg, domain, record)))
		part |= PART_KEPT;
	return part;
}

static inline unsigned part_of(struct series *s, unsigned domain, unsigned record)
{
	if (!mr_is_in_bounds(domain, record))
		return PART_KNOWN;
	if (!s->quick.parts[domain][record])
		s->quick.parts[domain][record] = (unsigned char)find_part(s, domain, record);
	return s->quick.parts[domain][record];
}

int series_keeps(struct series *s, const struct monread_ev *ev)
{
	return ev->mce->type == MONREAD_SAMPLE && part_of(s, ev->domain, ev->record) & PART_KEPT;
}

/* ---- Sample data sets ---- */

/* Return a number for the data set of EV that no other data set of any input has. */
static uint64_t data_set(const struct series *s, const struct monread_ev *ev)
{
	return s->file << 40 ^ ev->dataset;
}

void series_again(struct series *s, const struct monread_ev *ev)
{
	/* The data set of EV may be configuration: remember this data set, because otherwise the
	 * D1R11 at its end would begin another sample. */
	if (s->current && ev->mce->type == MONREAD_SAMPLE)
		s->current->config_of = data_set(s, ev);
}

/* Return 1 if samples are missing between the previous sample and a sample at the TOD clock TOD. */
static int is_after_missing(const struct series_system *y, uint64_t tod)
{
	return y->first_before && mr_tod_is_later(tod, y->first_before) &&
	       intervals_is_missing(&y->intervals, tod - y->first_before);
}

static void begin_next_set(struct series_system *y, const struct monread_ev *ev, uint64_t set)
{
	y->set_of = set;
	y->setno = y->first_set = ev->setno;
	y->shared = 0;
	y->sets++;
	y->first_before = y->first;
	y->epoch += (unsigned)is_after_missing(y, ev->tod);
	y->first = ev->tod;
	y->set_epoch = y->epoch;
}

/* Return 1 if the record EV, in the data set SET, belongs to the last sample of the system Y,
 * because the other record sets of this sample were read from another input. */
static int goes_on(const struct series *s, const struct series_system *y,
                   const struct monread_ev *ev, uint64_t set)
{
	return s->alternate && y->sets && set >> 40 != y->set_of >> 40 &&
	       y->epoch == y->set_epoch &&
	       mr_tod_is_within(SERIES_SAME_SAMPLE, ev->tod, y->first);
}

/* EV is in the data set of the last sample. Return 1 if EV nevertheless begins another sample,
 * because EV is much later than the first record of the last sample, or much earlier after the
 * clock was set back. */
static int is_other_sample(const struct series_system *y, const struct monread_ev *ev)
{
	int later = mr_tod_is_later(ev->tod, y->first);
	uint64_t apart = later ? ev->tod - y->first : y->first - ev->tod;

	return ev->setno != y->setno &&
	       apart >= (later ? SERIES_OTHER_SAMPLE : 2 * SERIES_OTHER_SAMPLE);
}

/* Store in the system Y to which sample the record EV belongs. Configuration does not count as a
 * sample, although it ends with a D1R11, as a sample does. */
static void sample_record(const struct series *s, struct series_system *y,
                          const struct monread_ev *ev, unsigned is)
{
	uint64_t set = data_set(s, ev);

	if (set == y->set_of && (is & (PART_CONFIG | PART_END) || !is_other_sample(y, ev))) {
		y->setno = ev->setno;
		return;
	}
	if (is & PART_CONFIG)
		y->config_of = set;
	else if (is & PART_END && (y->config_of == set || (s->alternate && !s->once)))
		return; /* the sample that ends with this record may be in another input */
	else if (!goes_on(s, y, ev, set))
		begin_next_set(y, ev, set);
	else {
		y->set_of = set;
		y->setno = ev->setno;
		y->shared = 1;
		if (y->first - ev->tod < SERIES_SAME_SAMPLE)
			y->first = ev->tod;
	}
}

/* ---- Restarted counters ---- */

static struct seen *seen_of(struct series_system *y, const struct monread_layout *l)
{
	size_t i;

	for (i = 0; i < y->nseen; i++)
		if (y->seen[i].layout->domain == l->domain &&
		    y->seen[i].layout->record == l->record)
			return &y->seen[i];
	if (ARRAY_EXTEND(y->seen, y->seen_room, y->nseen + 1))
		return NULL;
	y->seen[y->nseen].layout = l;
	return &y->seen[y->nseen++];
}

static int is_changed(const struct monread_field *f, const struct monread_ev *ev,
                      const unsigned char *bytes, size_t length)
{
	return mr_field_is_inside(f, ev->length) && mr_field_is_inside(f, length) &&
	       memcmp(ev->bytes + f->offset, bytes + f->offset, f->length) != 0;
}

/* Store in the system Y the restarts of counters that EV, a record with the layout L, reports. If
 * EV reports the end of an instance, set *ENDS to the key field of this instance. Return 0, or -1
 * if out of memory. */
static int begin_anew(struct series_system *y, const struct monread_layout *l,
                      const struct monread_ev *ev, const struct monread_field **ends)
{
	struct seen *seen = seen_of(y, l);
	const struct monread_break *b;
	int all = 0, rc = 0;
	size_t i = 0;

	if (!seen)
		return -1;
	for (b = monread_layout_break(l, 0); b && !rc; b = monread_layout_break(l, ++i)) {
		all |= b->kind == MONREAD_BREAK_ALL;
		all |= b->kind == MONREAD_BREAK_CHANGED &&
		       is_changed(b->field, ev, seen->bytes.bytes, seen->bytes.length);
		if ((b->kind == MONREAD_BREAK_SAME || b->kind == MONREAD_BREAK_BEGIN) &&
		    mr_field_is_inside(b->field, ev->length))
			rc = breaks_add(&y->breaks, b->field, ev->bytes + b->field->offset, ev->tod,
			                b->kind == MONREAD_BREAK_BEGIN);
		if (b->kind == MONREAD_BREAK_GONE && mr_field_is_inside(b->field, ev->length))
			*ends = b->field;
	}
	y->epoch += (unsigned)all;
	seen->bytes.length = 0;
	return rc ? rc : array_append(&seen->bytes, ev->bytes, ev->length);
}

/* The first record of the last sample has a wrong TOD clock: use the clock of EV as the time of the
 * sample. */
static void first_apart(struct series_system *y, const struct monread_ev *ev)
{
	int seemed = is_after_missing(y, y->first), is = is_after_missing(y, ev->tod);

	y->correction = (struct series_correction){ y->sets, ev->tod, AS_IT_WAS };
	y->first = ev->tod;
	/* Change the epoch only if either the wrong or the correct clock, but not both, shows a
	 * loss of data, and if no other loss changed the epoch after the sample began. */
	if (seemed == is || y->epoch != y->set_epoch)
		return;
	y->epoch = is ? y->epoch + 1 : y->epoch - 1;
	y->set_epoch = y->correction.epoch = y->epoch;
}

int series_ignores_other(struct series *s, const struct monread_ev *ev)
{
	unsigned is = part_of(s, ev->domain, ev->record);

	if (ev->mce->type != MONREAD_SAMPLE)
		return !(is & (PART_TIMES | PART_BREAKS));
	if (ev->flags & MONREAD_FIRST_APART)
		return 0;
	return (is & ~PART_CONFIG) == PART_KNOWN && s->current &&
	       s->current->set_of == data_set(s, ev) && s->current->setno == ev->setno;
}

static inline void put_place(struct series_place *place, struct series_system *y, int in_set)
{
	*place = (struct series_place){ .system = y,
		                        .set = y->sets,
		                        .epoch = y->epoch,
		                        .first = y->first,
		                        .in_set = in_set };
}

int series_arrive(struct series *s, struct monread_system *system, const struct monread_ev *ev,
                  struct series_place *place)
{
	unsigned is = part_of(s, ev->domain, ev->record);
	const struct monread_layout *l = NULL;
	const struct monread_field *ends = NULL;
	struct series_system *y;
	uint64_t ipl = 0;

	/* EV is in the record set of the previous record, so it belongs to the same sample and
	 * system. */
	if (ev->setno == s->quick.setno && ev->mce->type == MONREAD_SAMPLE &&
	    is == (PART_KNOWN | PART_KEPT) && !(ev->flags & MONREAD_FIRST_APART)) {
		put_place(place, s->current, 1);
		return 0;
	}
	memset(place, 0, sizeof *place);
	if (ev->mce->type != MONREAD_SAMPLE && !(is & (PART_TIMES | PART_BREAKS)))
		return 0;
	y = system_of(s, monread_system_id(system));
	if (!y)
		return -1;
	if (ev->mce->type == MONREAD_SAMPLE)
		sample_record(s, y, ev, is);
	s->quick.setno = y->set_of >> 40 == s->file ? y->setno : NO_SET;
	if (is & PART_TIMES && intervals_concerns(ev) &&
	    intervals_record(&y->intervals, system, ev) == INTERVALS_IPL)
		ipl = y->intervals.ipl;
	if (is & PART_BREAKS) {
		l = monread_system_layout(system, ev->domain, ev->record, ev->bytes, ev->length);
		if (!l || begin_anew(y, l, ev, &ends))
			return -1;
	}
	if (ev->flags & MONREAD_FIRST_APART && !y->shared && ev->setno == y->first_set &&
	    y->set_of == data_set(s, ev))
		first_apart(y, ev);
	put_place(place, y,
	          ev->mce->type == MONREAD_SAMPLE && !(is & PART_CONFIG) &&
	                  y->set_of == data_set(s, ev));
	place->ipl = ipl;
	place->layout = l;
	place->ends = ends;
	return 0;
}

/* ---- Records ---- */

/* Return 1 if another input already has a record of INSTANCE in this sample. */
static int is_again(const struct series *s, const struct series_system *y,
                    struct instance *instance)
{
	const struct kept *first;

	if (!s->once || !y->shared)
		return 0;
	instance_hash(instance);
	first = find_kept(y->now, instance, 0);
	return first && first->file != (uint32_t)s->file;
}

/* If the time of the sample in y->now was corrected, determine again which records have a clock
 * that is far from the time of the sample. */
static void correct_time(struct series_system *y)
{
	struct history *h = y->now;
	size_t i;

	if (h->set != y->correction.set || y->time == y->correction.tod)
		return;
	for (i = 0; i < h->n; i++) {
		h->kept[i].apart = !mr_tod_is_within(SERIES_OTHER_SAMPLE, h->kept[i].tod,
		                                     y->correction.tod);
		if (y->correction.epoch != AS_IT_WAS)
			h->kept[i].epoch = y->correction.epoch;
	}
	y->time = y->correction.tod;
}

static void turn_history(struct series_system *y, const struct series_place *place)
{
	struct history *h = y->last;

	correct_time(y);
	y->last = y->now;
	y->now = h;
	hash_clear(&h->by_instance);
	h->n = h->next = h->indexed = 0;
	h->bytes.length = 0;
	h->shown = 0;
	h->set = place->set;
	y->time = place->first;
	if (y->last->n)
		breaks_forget(&y->breaks, y->last->first);
}

/* Return 1 if the field at BYTES contains only blanks or zeros. */
static int is_blank(const unsigned char *bytes, size_t length)
{
	return (*bytes == 0x40 || *bytes == 0) && memcmp(bytes, bytes + 1, length - 1) == 0;
}

/* Return 1 if EV and the earlier record BYTES, which have the same key, describe different things,
 * such as disks with different labels. */
static int is_other_thing(const struct monread_layout *l, const struct monread_ev *ev,
                          const unsigned char *bytes, size_t length)
{
	const struct monread_break *b;
	size_t i;

	for (i = 0; i < l->nbreaks; i++) {
		b = monread_layout_break(l, i);
		if (b->kind == MONREAD_BREAK_IDENTITY && is_changed(b->field, ev, bytes, length) &&
		    !is_blank(ev->bytes + b->field->offset, b->field->length) &&
		    !is_blank(bytes + b->field->offset, b->field->length))
			return 1;
	}
	return 0;
}

/* Return 1 if the records NOW and BEFORE of the instance INSTANCE must not be compared. */
static int is_spoilt(const struct series_system *y, const struct instance *instance,
                     const struct kept *now, const struct kept *before)
{
	return before->epoch != now->epoch || before->apart || now->apart ||
	       before->layout != now->layout || before->release != now->release ||
	       !mr_tod_is_later(now->tod, before->tod) ||
	       breaks_since(&y->breaks, instance, before->tod) != NULL;
}

/* Describe in *BEFORE the record THEN of the sample LAST, with which the record NOW is compared.
 * SUMS is 1 to include the differences of earlier samples that were not shown. */
static void put_known(struct series_before *before, const struct kept *now,
                      const struct history *last, const struct kept *then, int sums)
{
	struct history_sums head;

	before->kind = SERIES_KNOWN;
	before->bytes = last->bytes.bytes + then->at;
	before->length = then->length;
	before->elapsed = now->tod - then->tod;
	before->file = then->file;
	before->offset = then->offset;
	if (!sums)
		return;
	memcpy(&head, last->bytes.bytes + then->sums_at, sizeof head);
	before->sums = last->bytes.bytes + then->sums_at + sizeof head;
	before->sums_length = head.length;
	before->elapsed += head.elapsed;
}

/* BROKEN is a restart of counters, or NULL. If an instance began to exist at this restart and the
 * restart was before the TOD clock NOW, set before->began to the time of the restart. */
static void put_began(struct series_before *before, const struct broken *broken, uint64_t now)
{
	if (broken && broken->began && mr_tod_is_later(now, broken->tod))
		before->began = broken->tod;
}

int series_take(struct series *s, const struct series_place *place, const struct monread_ev *ev,
                const struct monread_layout *l, unsigned release, struct series_before *before)
{
	struct kept one = { .tod = ev->tod, .epoch = place->epoch, .layout = l, .release = release,
	                    .file = (uint32_t)s->file, .offset = ev->offset };
	struct series_system *y = place->system;
	const struct kept *now, *then = NULL;
	struct instance instance;
	size_t enough;
	int follows, sums;

	memset(before, 0, sizeof *before);
	if (!l)
		return 0;
	before->kind = SERIES_FIRST;
	if (y->now->set != place->set)
		turn_history(y, place);
	if (instance_of(s->instances, l, release, ev, &instance, &enough))
		return -1;
	before->again = is_again(s, y, &instance);
	if (before->again)
		return 0;
	correct_time(y);
	one.apart = !mr_tod_is_within(SERIES_OTHER_SAMPLE, ev->tod, y->time);
	before->apart = one.apart;
	follows = y->last->set + 1 == place->set;
	if (follows)
		then = history_next(y->last, &instance);
	if (then)
		instance.hash = then->hash;
	else
		instance_hash(&instance);
	now = history_add(y->now, &instance, &one, ev->bytes, enough, then != NULL);
	if (!now)
		return -1;
	before->nth = now->nth;
	if (!follows)
		return 0;
	if (!then)
		then = history_find(y->last, &instance, now->nth);
	sums = s->thinned && !y->last->shown;
	if (then && !is_spoilt(y, &instance, now, then) && (!sums || then->sums_at) &&
	    !is_other_thing(l, ev, y->last->bytes.bytes + then->at, then->length))
		put_known(before, now, y->last, then, sums);
	else if (!one.apart)
		put_began(before,
		          breaks_since(&y->breaks, &instance, then ? then->tod : y->first_before),
		          ev->tod);
	return 0;
}

int series_end(struct series *s, const struct series_place *place, const struct monread_ev *ev,
               const struct monread_layout *sample, unsigned release, struct series_before *before)
{
	struct kept now = {
		.tod = ev->tod, .epoch = place->epoch, .layout = sample, .release = release
	};
	struct series_system *y = place->system;
	const struct kept *then;
	struct instance instance;
	size_t enough;

	memset(before, 0, sizeof *before);
	if (instance_of(s->instances, place->layout, release, ev, &instance, &enough))
		return -1;
	/* If the instance began before the last sample, that sample has a record of the instance,
	 * so only a later beginning matters. */
	put_began(before, breaks_since(&y->breaks, &instance, y->first), ev->tod);
	if (before->began)
		return 0;
	instance_of_record(&instance, sample);
	instance_hash(&instance);
	then = find_kept(y->now, &instance, 0);
	if (then && !is_spoilt(y, &instance, &now, then))
		put_known(before, &now, y->now, then, 0);
	return 0;
}

void series_shown(const struct series_place *place)
{
	struct history *h = place->system->now;

	h->shown |= h->set == place->set;
}

int series_sum(const struct series_place *place, const struct series_before *before,
               const struct delta *delta)
{
	struct history *h = place->system->now;
	const struct history_sums head = { .elapsed = before->elapsed,
		                           .length = (uint32_t)delta_sums_length(delta) };
	unsigned char *to;

	if (room_for_bytes(h, sizeof head + head.length))
		return -1;
	to = h->bytes.bytes + h->bytes.length;
	h->kept[h->n - 1].sums_at = (uint32_t)h->bytes.length;
	h->bytes.length += sizeof head + head.length;
	memcpy(to, &head, sizeof head);
	delta_sums(delta, to + sizeof head);
	return 0;
}
