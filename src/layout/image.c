/* image.c: layouts as one block of bytes: the structs as they are in memory, with offsets instead of pointers.
 * Which of their members are pointers is said once, in tables; all others are copied with the structs. */
#include "config.h"

#include "layout/image.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A struct that has grown may have pointers that the tables do not know. */
#define SIZE_IS(type, size) _Static_assert(sizeof(void *) != 8 || sizeof(type) == (size), "look through its members below")
SIZE_IS(struct monread_bit, 32);
SIZE_IS(struct monread_meaning, 16);
SIZE_IS(struct mr_field, 112);
SIZE_IS(struct mr_structure, 40);
SIZE_IS(struct monread_when, 24);
SIZE_IS(struct monread_array, 72);
SIZE_IS(struct monread_check, 24);
SIZE_IS(struct monread_tells, 16);
SIZE_IS(struct monread_break, 16);
SIZE_IS(struct monread_ending, 24);
SIZE_IS(struct mr_layout, 240);

#define ALIGNMENT 16u
/* Bytes that a block has room for at first. */
#define ROOM 65536u

enum kind {
	TEXT,
	TEXT_OR_NULL,
	PLACE, /* of a field or a structure of the same layout, or NULL; its size is ->count */
	ROWS,  /* the first of as many as the uint32_t at ->count says */
	ONE    /* of them, or NULL */
};

struct type;

struct member {
	size_t at;
	enum kind kind;
	const struct type *of;
	size_t count;
};

struct type {
	size_t size;
	size_t n;
	const struct member *members;
};

#define TYPE(name, object, list) \
	static const struct type name = { sizeof(object), sizeof(list) / sizeof(list)[0], list }

static const struct member bit_members[] = {
	{ offsetof(struct monread_bit, name), TEXT, NULL, 0 },
	{ offsetof(struct monread_bit, text), TEXT, NULL, 0 },
};
TYPE(bit_type, struct monread_bit, bit_members);

static const struct member meaning_members[] = {
	{ offsetof(struct monread_meaning, text), TEXT, NULL, 0 },
};
TYPE(meaning_type, struct monread_meaning, meaning_members);

static const struct member when_members[] = {
	{ offsetof(struct monread_when, field), PLACE, NULL, sizeof(struct mr_field) },
};
TYPE(when_type, struct monread_when, when_members);

static const struct member field_members[] = {
	{ offsetof(struct mr_field, pub.name), TEXT, NULL, 0 },
	{ offsetof(struct mr_field, pub.text), TEXT, NULL, 0 },
	{ offsetof(struct mr_field, pub.unit), TEXT, NULL, 0 },
	{ offsetof(struct mr_field, pub.structure), PLACE, NULL, sizeof(struct mr_structure) },
	{ offsetof(struct mr_field, pub.when), ONE, &when_type, 0 },
	{ offsetof(struct mr_field, bits), ROWS, &bit_type, offsetof(struct mr_field, pub.nbits) },
	{ offsetof(struct mr_field, meanings), ROWS, &meaning_type, offsetof(struct mr_field, pub.nmeanings) },
};
TYPE(field_type, struct mr_field, field_members);

static const struct member structure_members[] = {
	{ offsetof(struct mr_structure, pub.name), TEXT, NULL, 0 },
	{ offsetof(struct mr_structure, pub.text), TEXT, NULL, 0 },
	{ offsetof(struct mr_structure, fields), ROWS, &field_type, offsetof(struct mr_structure, pub.nfields) },
};
TYPE(structure_type, struct mr_structure, structure_members);

static const struct member array_members[] = {
	{ offsetof(struct monread_array, structure), PLACE, NULL, sizeof(struct mr_structure) },
	{ offsetof(struct monread_array, text), PLACE, NULL, sizeof(struct mr_field) },
	{ offsetof(struct monread_array, count), PLACE, NULL, sizeof(struct mr_field) },
	{ offsetof(struct monread_array, size), PLACE, NULL, sizeof(struct mr_field) },
	{ offsetof(struct monread_array, at), PLACE, NULL, sizeof(struct mr_field) },
	{ offsetof(struct monread_array, bytes), PLACE, NULL, sizeof(struct mr_field) },
	{ offsetof(struct monread_array, when), ONE, &when_type, 0 },
};
TYPE(array_type, struct monread_array, array_members);

static const struct member check_members[] = {
	{ offsetof(struct monread_check, left), PLACE, NULL, sizeof(struct mr_field) },
	{ offsetof(struct monread_check, right), PLACE, NULL, sizeof(struct mr_field) },
	{ offsetof(struct monread_check, text), TEXT, NULL, 0 },
};
TYPE(check_type, struct monread_check, check_members);

static const struct member tells_members[] = {
	{ offsetof(struct monread_tells, when), ONE, &when_type, 0 },
};
TYPE(tells_type, struct monread_tells, tells_members);

static const struct member break_members[] = {
	{ offsetof(struct monread_break, field), PLACE, NULL, sizeof(struct mr_field) },
};
TYPE(break_type, struct monread_break, break_members);

static const struct member ending_members[] = {
	{ offsetof(struct monread_ending, record), TEXT, NULL, 0 },
	{ offsetof(struct monread_ending, key), PLACE, NULL, sizeof(struct mr_field) },
	{ offsetof(struct monread_ending, other), TEXT_OR_NULL, NULL, 0 },
};
TYPE(ending_type, struct monread_ending, ending_members);

static const struct member text_members[] = {
	{ 0, TEXT, NULL, 0 },
};
TYPE(text_type, const char *, text_members);

/* The structures first, as others have places in them. */
static const struct member layout_members[] = {
	{ offsetof(struct mr_layout, structures), ROWS, &structure_type, offsetof(struct mr_layout, pub.nstructures) },
	{ offsetof(struct mr_layout, pub.name), TEXT, NULL, 0 },
	{ offsetof(struct mr_layout, pub.dsect), TEXT, NULL, 0 },
	{ offsetof(struct mr_layout, pub.kind), TEXT, NULL, 0 },
	{ offsetof(struct mr_layout, pub.title), TEXT, NULL, 0 },
	{ offsetof(struct mr_layout, pub.release), TEXT, NULL, 0 },
	{ offsetof(struct mr_layout, pub.source), TEXT, NULL, 0 },
	{ offsetof(struct mr_layout, pub.path), TEXT_OR_NULL, NULL, 0 },
	{ offsetof(struct mr_layout, pub.product), TEXT_OR_NULL, NULL, 0 },
	{ offsetof(struct mr_layout, pub.unproven), TEXT_OR_NULL, NULL, 0 },
	{ offsetof(struct mr_layout, pub.instance), TEXT_OR_NULL, NULL, 0 },
	{ offsetof(struct mr_layout, when[0]), ONE, &when_type, 0 },
	{ offsetof(struct mr_layout, when[1]), ONE, &when_type, 0 },
	{ offsetof(struct mr_layout, arrays), ROWS, &array_type, offsetof(struct mr_layout, pub.narrays) },
	{ offsetof(struct mr_layout, checks), ROWS, &check_type, offsetof(struct mr_layout, pub.nchecks) },
	{ offsetof(struct mr_layout, tells), ROWS, &tells_type, offsetof(struct mr_layout, pub.ntells) },
	{ offsetof(struct mr_layout, breaks), ROWS, &break_type, offsetof(struct mr_layout, pub.nbreaks) },
	{ offsetof(struct mr_layout, endings), ROWS, &ending_type, offsetof(struct mr_layout, pub.nendings) },
	{ offsetof(struct mr_layout, errata), ROWS, &text_type, offsetof(struct mr_layout, pub.nerrata) },
	{ offsetof(struct mr_layout, payload.product), PLACE, NULL, sizeof(struct mr_field) },
	{ offsetof(struct mr_layout, payload.at), PLACE, NULL, sizeof(struct mr_field) },
	{ offsetof(struct mr_layout, payload.bytes), PLACE, NULL, sizeof(struct mr_field) },
};
TYPE(layout_type, struct mr_layout, layout_members);

static const struct type *const types[] = {
	&bit_type,   &meaning_type, &field_type, &structure_type, &when_type, &array_type,
	&check_type, &tells_type,   &break_type, &ending_type,    &text_type, &layout_type,
};

/* What the block begins with. */
struct head {
	uintptr_t layouts, count;
};

size_t mr_image_form(void)
{
	size_t i, k, form = ALIGNMENT;

	for (i = 0; i < sizeof types / sizeof types[0]; i++) {
		form = form * 31 + types[i]->size;
		for (k = 0; k < types[i]->n; k++)
			form = form * 31 + types[i]->members[k].at;
	}
	return form;
}

/* ---- To bytes ---- */

/* Rows that have been copied, and where to: places in them can be found. */
struct copied {
	const unsigned char *from;
	size_t size, to;
};

struct making {
	unsigned char *bytes;
	size_t size, cap;
	struct copied *copied; /* of the layout that is being copied */
	size_t ncopied, copied_cap;
	size_t empty; /* the text "" */
	int failed;
};

static int more_room(struct making *m, size_t size)
{
	size_t cap = m->cap;
	void *p;

	while (cap - m->size < size)
		cap *= 2;
	if (cap == m->cap)
		return 0;
	p = realloc(m->bytes, cap);
	if (!p)
		return -1;
	m->bytes = p;
	m->cap = cap;
	return 0;
}

/* Where they are now; anywhere if memory is short. */
static size_t put(struct making *m, const void *bytes, size_t size, size_t alignment)
{
	size_t gap = (alignment - m->size % alignment) % alignment, at;

	if (m->failed || more_room(m, size + gap)) {
		m->failed = 1;
		return 0;
	}
	memset(m->bytes + m->size, 0, gap);
	at = m->size + gap;
	memcpy(m->bytes + at, bytes, size);
	m->size = at + size;
	return at;
}

static void remember(struct making *m, const void *from, size_t size, size_t to)
{
	size_t cap = m->copied_cap ? m->copied_cap * 2 : 64;
	struct copied *p;

	if (m->ncopied == m->copied_cap) {
		p = realloc(m->copied, cap * sizeof *p);
		if (!p) {
			m->failed = 1;
			return;
		}
		m->copied = p;
		m->copied_cap = cap;
	}
	m->copied[m->ncopied++] = (struct copied){ from, size, to };
}

/* The offset plus 1, as 0 is NULL. */
static uintptr_t place(struct making *m, const unsigned char *p)
{
	size_t i;

	for (i = 0; i < m->ncopied; i++)
		if (p >= m->copied[i].from && (size_t)(p - m->copied[i].from) < m->copied[i].size)
			return m->copied[i].to + (size_t)(p - m->copied[i].from) + 1;
	m->failed = 1;
	return 0;
}

static void copy_members(struct making *m, const struct type *type, const unsigned char *from, size_t to);

static uintptr_t copy_rows(struct making *m, const struct type *type, const unsigned char *from, size_t count)
{
	size_t at = put(m, from, count * type->size, ALIGNMENT), i;

	remember(m, from, count * type->size, at);
	for (i = 0; i < count && !m->failed; i++)
		copy_members(m, type, from + i * type->size, at + i * type->size);
	return at + 1;
}

static uintptr_t copy_text(struct making *m, const char *text)
{
	return (*text ? put(m, text, strlen(text) + 1, 1) : m->empty) + 1;
}

static uintptr_t copy_member(struct making *m, const struct member *member, const unsigned char *from)
{
	const void *p;
	uint32_t count = 1;

	memcpy(&p, from + member->at, sizeof p);
	if (!p)
		return 0;
	switch (member->kind) {
	case TEXT:
	case TEXT_OR_NULL:
		return copy_text(m, p);
	case PLACE:
		return place(m, p);
	case ROWS:
		memcpy(&count, from + member->count, sizeof count);
		return count ? copy_rows(m, member->of, p, count) : 0;
	case ONE:
		break;
	}
	return copy_rows(m, member->of, p, 1);
}

static void copy_members(struct making *m, const struct type *type, const unsigned char *from, size_t to)
{
	uintptr_t v;
	size_t i;

	for (i = 0; i < type->n && !m->failed; i++) {
		v = copy_member(m, &type->members[i], from);
		memcpy(m->bytes + to + type->members[i].at, &v, sizeof v);
	}
}

void *mr_image_make(const struct monread_layout *const *layouts, size_t count, size_t *size)
{
	struct head head = { 0, count };
	struct making m = { malloc(ROOM), 0, ROOM, NULL, 0, 0, 0, 0 };
	size_t at = 0, i;

	m.failed = !m.bytes;
	put(&m, &head, sizeof head, 1);
	m.empty = put(&m, "", 1, 1);
	for (i = 0; i < count && !m.failed; i++) {
		/* One behind the other, as nothing is between them. */
		size_t next = put(&m, mr_layout(layouts[i]), sizeof(struct mr_layout), i ? 1 : ALIGNMENT);

		at = i ? at : next;
	}
	for (i = 0; i < count && !m.failed; i++) {
		m.ncopied = 0;
		copy_members(&m, &layout_type, (const unsigned char *)mr_layout(layouts[i]), at + i * sizeof(struct mr_layout));
	}
	put(&m, "", 1, 1);
	free(m.copied);
	if (m.failed) {
		free(m.bytes);
		return NULL;
	}
	head.layouts = at + 1;
	memcpy(m.bytes, &head, sizeof head);
	*size = m.size;
	return m.bytes;
}

/* ---- And back ---- */

struct using {
	unsigned char *bytes;
	size_t size;
};

static int use_rows(const struct using *u, const struct type *type, size_t at, size_t count);

/* V: the offset of the member at BYTES, plus 1.  0, or -1: it cannot be. */
static int use_member(const struct using *u, const struct member *member, unsigned char *bytes, uintptr_t v)
{
	uint32_t count = 1;
	void *p;

	if (v > u->size)
		return -1;
	p = v ? u->bytes + (v - 1) : NULL;
	if (member->kind == TEXT && !v)
		return -1;
	if (member->kind == PLACE && v && ((v - 1) % sizeof(void *) || u->size - (v - 1) < member->count))
		return -1;
	if (member->kind == ROWS) {
		memcpy(&count, bytes + member->count, sizeof count);
		if (!v != !count)
			return -1;
	}
	memcpy(bytes + member->at, &p, sizeof p);
	return member->of && v ? use_rows(u, member->of, v - 1, count) : 0;
}

static int use_rows(const struct using *u, const struct type *type, size_t at, size_t count)
{
	unsigned char *bytes = u->bytes + at;
	uintptr_t v;
	size_t i;

	if (at % ALIGNMENT || count > (u->size - at) / type->size)
		return -1;
	for (; count; count--, bytes += type->size)
		for (i = 0; i < type->n; i++) {
			memcpy(&v, bytes + type->members[i].at, sizeof v);
			if (use_member(u, &type->members[i], bytes, v))
				return -1;
		}
	return 0;
}

struct mr_layout *mr_image_use(void *bytes, size_t size, size_t *count)
{
	const struct using u = { bytes, size };
	struct head head;

	/* Each text ends before the end. */
	if (size < sizeof head || u.bytes[size - 1])
		return NULL;
	memcpy(&head, bytes, sizeof head);
	if (!head.layouts || head.layouts > size || use_rows(&u, &layout_type, head.layouts - 1, head.count))
		return NULL;
	*count = head.count;
	return (struct mr_layout *)(void *)(u.bytes + (head.layouts - 1));
}
