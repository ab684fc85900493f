/* configuration.c: the configuration records of the current data set wait until this data set is
 * stored; only then do they become part of the configuration. */
#include "config.h"

#include "store/configuration.h"

#include <errno.h>
#include <stdio.h>

#include "base/array.h"
#include "base/ascii.h"
#include "base/bounds.h"
#include "base/find.h"
#include "base/hash.h"
#include "base/record.h"
#include "table/instance.h"

/* Bits of ->is in struct store_config. IS_CONFIG: records of this number are configuration;
 * IS_ENDING: records of this number make earlier configuration invalid. */
#define IS_CONFIG 0x01u
#define IS_ENDING 0x02u

/* The keys by which entries of the configuration are found. BY_INSTANCE: the hash of the instance,
 * such as a user, that the record describes. BY_END: the hash of a value, such as a user ID, with
 * which a later record can make the entry invalid; 0: none. */
enum configuration_key { BY_INSTANCE, BY_END, CONFIGURATION_KEYS };

#define BUCKETS 8192u

struct configuration_entry {
	struct configuration_entry *prev, *next; /* in the order of arrival */
	uint64_t key[CONFIGURATION_KEYS];
	/* for each key, the next entry in the same list of ->buckets */
	struct configuration_entry *other[CONFIGURATION_KEYS];
	const struct monread_layout *layout;
	uint64_t batch; /* number of the data set */
	uint64_t tod;   /* TOD clock in the header of the record */
	/* number of bytes of the record, and of the name of its instance */
	uint32_t length, instance;
	uint32_t start; /* DCSS address of the record set */
	uint8_t type;
	uint8_t keep;   /* 0: the record only makes other entries invalid */
	unsigned char bytes[]; /* the record, then the name of its instance */
};

struct list {
	struct configuration_entry *first, *last;
};

struct store_config {
	const struct monread_layouts *layouts;
	struct instances *instances;
	unsigned char is[MR_DOMAINS][MR_RECORDS];
	/* ->batch: number of the current data set. ->system_batch: number of the last data set with
	 * a D1R4 (system configuration). ->system_of: for each record number, the value of
	 * ->system_batch when the last record of this number came. */
	uint64_t batch, system_batch, system_of[MR_DOMAINS][MR_RECORDS];
	/* ID of the system that ->entries describe; "": not known */
	char system[MR_SYSTEM_ID_SIZE];
	struct list waiting; /* entries of the current data set */
	struct list entries;
	struct configuration_entry *buckets[CONFIGURATION_KEYS][BUCKETS]; /* ->entries by key */
	/* For each kind of record that makes entries invalid: the name of the record, and the name
	 * of its field whose hash is the key BY_END of these entries; NULL: the record may make any
	 * entry invalid. */
	struct config_ending {
		const char *record, *field;
	} *endings;
	size_t nendings, endings_room;
	size_t used, most; /* bytes that ->entries use, and the maximum */
	/* 1: records were left out because of ->most; 2: this was reported */
	int is_full;
};

/* ---- Entries ---- */

static void configuration_append(struct list *l, struct configuration_entry *e)
{
	e->prev = l->last;
	e->next = NULL;
	if (l->last)
		l->last->next = e;
	else
		l->first = e;
	l->last = e;
}

static size_t configuration_size(const struct configuration_entry *e)
{
	return sizeof *e + e->length + e->instance;
}

static void drop(struct store_config *c, struct configuration_entry *e)
{
	struct configuration_entry **place;
	int i;

	for (i = 0; i < CONFIGURATION_KEYS; i++) {
		place = &c->buckets[i][e->key[i] % BUCKETS];
		while (*place != e)
			place = &(*place)->other[i];
		*place = e->other[i];
	}
	if (e->prev)
		e->prev->next = e->next;
	else
		c->entries.first = e->next;
	if (e->next)
		e->next->prev = e->prev;
	else
		c->entries.last = e->prev;
	c->used -= configuration_size(e);
	free(e);
}

static void free_list(struct list *l)
{
	struct configuration_entry *e;

	while (l->first) {
		e = l->first;
		l->first = e->next;
		free(e);
	}
	l->last = NULL;
}

/* ---- Which records ---- */

static int note_ending(struct store_config *c, const struct monread_ending *e)
{
	size_t i;

	for (i = 0; i < c->nendings; i++) {
		const struct config_ending *have = &c->endings[i];

		if (!mr_same_word(have->record, e->record) || !have->field != !e->other)
			continue;
		if (!e->other || mr_same_word(have->field, e->other))
			return 0;
	}
	if (ARRAY_GROW(c->endings, c->nendings, c->endings_room))
		return -1;
	c->endings[c->nendings++] = (struct config_ending){ e->record, e->other };
	return 0;
}

static int configuration_note_layout(struct store_config *c, const struct monread_layout *l)
{
	const struct monread_ending *e;
	const struct monread_layout *by;
	size_t i;

	if (!l->configuration || !mr_is_in_bounds((unsigned)l->domain, (unsigned)l->record))
		return 0;
	c->is[l->domain][l->record] |= IS_CONFIG;
	MR_EACH(i, e, monread_layout_ending, l) {
		by = monread_layouts_by_name(c->layouts, e->record);
		if (!by || !mr_is_in_bounds((unsigned)by->domain, (unsigned)by->record))
			continue;
		c->is[by->domain][by->record] |= IS_ENDING;
		if (note_ending(c, e))
			return -1;
	}
	return 0;
}

struct store_config *store_config_new(const struct monread_layouts *layouts, size_t most)
{
	struct store_config *c = calloc(1, sizeof *c);
	size_t n = monread_layouts_count(layouts), i;
	const struct monread_layout *l;

	if (!c)
		return NULL;
	c->layouts = layouts;
	c->most = most;
	c->instances = instances_new(layouts);
	for (i = 0; c->instances && i < n; i++) {
		l = monread_layouts_at(layouts, i);
		if (l && configuration_note_layout(c, l))
			break;
	}
	if (c->instances && i == n && !monread_layouts_failed(layouts))
		return c;
	store_config_free(c);
	return NULL;
}

void store_config_free(struct store_config *c)
{
	if (!c)
		return;
	store_config_forget(c);
	instances_free(c->instances);
	free(c->endings);
	free(c);
}

int store_config_concerns(const struct store_config *c, const struct monread_ev *ev)
{
	return mr_is_in_bounds(ev->domain, ev->record) && c->is[ev->domain][ev->record];
}

void store_config_forget(struct store_config *c)
{
	free_list(&c->entries);
	free_list(&c->waiting);
	memset(c->buckets, 0, sizeof c->buckets);
	c->system[0] = '\0';
	c->used = 0;
}

/* ---- Records that end others ---- */

/* Return the value of the field F in the record of the entry E; NULL if the record is too short. */
static const unsigned char *value_of(const struct monread_field *f,
                                     const struct configuration_entry *e)
{
	return mr_field_is_inside(f, e->length) ? e->bytes + f->offset : NULL;
}

/* Return 1 if the record BY makes the entry E invalid: the layout of E names the record BY as an
 * end of its records, and all fields that the layout names for this have equal values in E and
 * BY. */
static int is_ended(const struct configuration_entry *e, const struct configuration_entry *by)
{
	const struct monread_structure *first;
	const struct monread_ending *end;
	const struct monread_field *other;
	const unsigned char *value, *in_by;
	int found = 0;
	size_t i;

	MR_EACH(i, end, monread_layout_ending, e->layout) {
		if (!mr_same_word(end->record, by->layout->name))
			continue;
		found = 1;
		if (!end->key)
			continue;
		first = monread_layout_structure(by->layout, 0);
		other = first ? mr_find_field(first, end->other) : NULL;
		value = value_of(end->key, e);
		in_by = other && other->length == end->key->length ? value_of(other, by) : NULL;
		if (!value || !in_by || memcmp(value, in_by, end->key->length) != 0)
			return 0;
	}
	return found;
}

/* Return the key BY_END of the entry E: the hash of a field that has the same value in E and in all
 * records that end E; 0: none. */
static uint64_t end_of(const struct configuration_entry *e)
{
	const struct monread_ending *first = monread_layout_ending(e->layout, 0), *end;
	const unsigned char *value = first && first->key ? value_of(first->key, e) : NULL;
	size_t i;

	MR_EACH(i, end, monread_layout_ending, e->layout)
		if (end->key != first->key)
			return 0;
	return value ? mr_hash(0, value, first->key->length) : 0;
}

/* Drop the entries that have the key BY_END with the value END, and that the record BY makes
 * invalid. */
static void drop_with_end(struct store_config *c, uint64_t end,
                          const struct configuration_entry *by)
{
	struct configuration_entry *e, *next;

	for (e = c->buckets[BY_END][end % BUCKETS]; e; e = next) {
		next = e->other[BY_END];
		if (is_ended(e, by))
			drop(c, e);
	}
}

static void drop_ended(struct store_config *c, const struct configuration_entry *by)
{
	const struct monread_structure *s = monread_layout_structure(by->layout, 0);
	const struct monread_field *f;
	const unsigned char *value;
	size_t i;

	drop_with_end(c, 0, by);
	for (i = 0; s && i < c->nendings; i++) {
		if (!c->endings[i].field || !mr_same_word(c->endings[i].record, by->layout->name))
			continue;
		f = mr_find_field(s, c->endings[i].field);
		value = f ? value_of(f, by) : NULL;
		if (value)
			drop_with_end(c, mr_hash(0, value, f->length), by);
	}
}

/* ---- Records that replace others ---- */

/* Drop all entries of earlier data sets or, if L is not NULL, only those entries that have the
 * record number of the layout L and came before the last D1R4. */
static void drop_earlier(struct store_config *c, const struct monread_layout *l)
{
	struct configuration_entry *e, *next;

	for (e = c->entries.first; e; e = next) {
		next = e->next;
		if (e->batch != c->batch &&
		    (!l || (e->layout->domain == l->domain && e->layout->record == l->record &&
		            e->batch < c->system_batch)))
			drop(c, e);
	}
}

static int configuration_is_system(const struct configuration_entry *e)
{
	return e->layout->domain == 1 && e->layout->record == 4 && e->length > MR_HEADER_SIZE;
}

/* If the D1R4 record NOW is the first one of its data set and differs from the last D1R4, the
 * system is a different one or was IPLed: drop all earlier configuration. */
static void configuration_begin_system(struct store_config *c,
                                       const struct configuration_entry *now)
{
	const struct configuration_entry *e = c->entries.first;

	if (c->system_batch == c->batch)
		return;
	c->system_batch = c->batch;
	while (e && !configuration_is_system(e))
		e = e->next;
	if (e && (e->length != now->length ||
	          memcmp(e->bytes + MR_HEADER_SIZE, now->bytes + MR_HEADER_SIZE,
	                 now->length - MR_HEADER_SIZE) != 0))
		drop_earlier(c, NULL);
}

/* CP writes all configuration records of one number together. So if a record with the layout L is
 * the first one of its number after the last D1R4, drop the records of this number from before that
 * D1R4. */
static void begin_kind(struct store_config *c, const struct monread_layout *l)
{
	uint64_t *of = &c->system_of[l->domain][l->record];

	if (strncmp(l->kind, "config", 6) == 0 && *of != c->system_batch)
		drop_earlier(c, l);
	*of = c->system_batch;
}

/* Drop earlier entries for the same instance as NOW, except entries of the same sample: if the
 * layout has no key fields, different instances look the same. */
static void configuration_drop_same(struct store_config *c, const struct configuration_entry *now)
{
	struct configuration_entry *e, *other;

	for (e = c->buckets[BY_INSTANCE][now->key[BY_INSTANCE] % BUCKETS]; e; e = other) {
		other = e->other[BY_INSTANCE];
		if (e->key[BY_INSTANCE] == now->key[BY_INSTANCE] && e->instance == now->instance &&
		    (e->batch != c->batch || e->type != now->type || now->type != MONREAD_SAMPLE) &&
		    memcmp(e->bytes + e->length, now->bytes + now->length, now->instance) == 0)
			drop(c, e);
	}
}

/* ---- Taking records ---- */

static void apply(struct store_config *c, struct configuration_entry *e)
{
	struct configuration_entry **place;
	int i;

	e->batch = c->batch;
	if (c->is[e->layout->domain][e->layout->record] & IS_ENDING)
		drop_ended(c, e);
	if (!e->keep) {
		free(e);
		return;
	}
	if (configuration_is_system(e))
		configuration_begin_system(c, e);
	begin_kind(c, e->layout);
	configuration_drop_same(c, e);
	if (c->used + configuration_size(e) > c->most) {
		c->is_full += !c->is_full;
		free(e);
		return;
	}
	c->used += configuration_size(e);
	configuration_append(&c->entries, e);
	e->key[BY_END] = end_of(e);
	for (i = 0; i < CONFIGURATION_KEYS; i++) {
		place = &c->buckets[i][e->key[i] % BUCKETS];
		e->other[i] = *place;
		*place = e;
	}
}

int store_config_take(struct store_config *c, struct monread_system *system,
                      const struct monread_ev *ev, int keep)
{
	const struct monread_layout *l;
	struct instance instance;
	struct configuration_entry *e;
	size_t enough;

	if (ev->flags & MONREAD_REPEATED)
		snprintf(c->system, sizeof c->system, "%s", monread_system_id(system));
	/* The record sets after a mark for repeated configuration are one complete configuration:
	 * count them as one data set. */
	if (ev->flags & MONREAD_REPEATED && monread_is_mark(ev->bytes, ev->length))
		c->batch++;
	if (!store_config_concerns(c, ev))
		return 0;
	l = monread_system_layout(system, ev->domain, ev->record, ev->bytes, ev->length);
	if (!l)
		return errno == ENOMEM ? -1 : 0;
	if (instance_of(c->instances, l, monread_system_release(system), ev, &instance, &enough))
		return -1;
	instance_hash(&instance);
	e = calloc(1, sizeof *e + ev->length + instance.length);
	if (!e)
		return -1;
	e->layout = l;
	e->key[BY_INSTANCE] = instance.hash;
	e->tod = ev->tod;
	e->length = (uint32_t)ev->length;
	e->instance = instance.length;
	e->start = ev->mce->start;
	e->type = ev->mce->type;
	e->keep = keep && l->configuration;
	memcpy(e->bytes, ev->bytes, ev->length);
	memcpy(e->bytes + ev->length, instance.bytes, instance.length);
	if (ev->flags & MONREAD_REPEATED)
		apply(c, e);
	else
		configuration_append(&c->waiting, e);
	return 0;
}

int store_config_settle(struct store_config *c, const struct monread_system *system)
{
	struct configuration_entry *e, *next;
	int is_new;

	snprintf(c->system, sizeof c->system, "%s", monread_system_id(system));
	c->batch++;
	for (e = c->waiting.first; e; e = next) {
		next = e->next;
		apply(c, e);
	}
	c->waiting = (struct list){ NULL, NULL };
	is_new = c->is_full == 1;
	c->is_full = c->is_full ? 2 : 0;
	return is_new;
}

/* ---- Writing records ---- */

/* Pass EV to the writer W. If EV completes record sets, append to TO a mark for repeated
 * configuration and these record sets. */
static int put_event(struct monread_writer *w, const struct monread_ev *ev, uint64_t tod,
                     struct monread_buffer *to)
{
	int rc = monread_writer_take(w, ev, 1);
	const unsigned char *bytes;
	size_t n;

	if (rc > 0) {
		if (monread_writer_repeated(w, tod) < 0)
			return -1;
		bytes = monread_writer_bytes(w, &n);
		if (array_append(to, bytes, n))
			return -1;
		monread_writer_clear(w);
	}
	if (rc == MONREAD_WRITER_SPLIT)
		rc = monread_writer_take(w, ev, 1);
	return rc < 0 ? -1 : 0;
}

/* Append to TO one record set: the entry *AT and the next entries of the same type (sample or
 * event). Set *AT to the entry after them; NULL at the end. */
static int configuration_put_run(const struct configuration_entry **at, struct monread_writer *w,
                                 uint64_t tod, struct monread_buffer *to)
{
	const struct configuration_entry *first = *at, *e;
	struct monread_mce mce = {
		.type = first->type, .start = first->start, .end = first->start
	};
	struct monread_ev ev = { .kind = MONREAD_CONTROL, .flags = MONREAD_NUMBERED, .mce = &mce };
	int rc;

	for (e = first; e && e->type == first->type; e = e->next)
		mce.domains |= (uint16_t)(0x8000u >> e->layout->domain);
	rc = put_event(w, &ev, tod, to);
	ev.kind = MONREAD_RECORD;
	for (e = first; !rc && e && e->type == first->type; e = e->next) {
		ev.bytes = e->bytes;
		ev.length = e->length;
		ev.tod = e->tod;
		ev.domain = (uint16_t)e->layout->domain;
		ev.record = (uint16_t)e->layout->record;
		rc = put_event(w, &ev, tod, to);
	}
	*at = e;
	return rc;
}

int store_config_put(const struct store_config *c, const struct monread_system *system,
                     enum monread_container container, uint64_t tod, struct monread_buffer *to)
{
	struct monread_writer *w = monread_writer_new(container, MONREAD_WRITER_SELECTED);
	const struct monread_ev end = { .kind = MONREAD_SET_END };
	const struct configuration_entry *e = c->entries.first;
	int rc = w ? 0 : -1;

	if (c->system[0] &&
	    strncmp(c->system, monread_system_id(system), sizeof c->system - 1) != 0)
		e = NULL;
	while (!rc && e)
		rc = configuration_put_run(&e, w, tod, to);
	if (!rc)
		rc = put_event(w, &end, tod, to);
	monread_writer_free(w);
	return rc;
}
