/* anonymize.c: replace the names, texts and addresses in records by pseudonyms.
 *
 * A record is made anew of the fields that its layout describes, so that nothing else remains of the original. */
#include "config.h"

#include "tool/anonymize.h"

#include <stdlib.h>
#include <string.h>

#include "cli/again.h"
#include "cli/diag.h"
#include "cli/words.h"
#include "port/array.h"
#include "tool/constants.h"
#include "tool/pseudonym.h"

#define HEADER 20u
/* A value that is not text, of this many bytes or more, can hide words; shorter words are chance. */
#define HIDDEN 5u

/* The state of a byte of the record. */
enum { UNKNOWN, COPIED, CHANGED };

struct anonymizer {
	struct pseudonym pseudonym;
	const struct monread_layouts *layouts;
	struct monread_decoder *decoder;
	struct monread_system *system; /* learns from the original records */
	const struct monread_ev *original;
	struct monread_ev ev;
	struct monread_buffer bytes, states; /* of the record */
	const struct monread_field *product; /* ID of known application data in the record; else NULL */
	int texts; /* the second walk, over texts and addresses, which may lie in values that the first one copies */
	int keep_unknown;
	uint64_t zeroed, dropped;
};

/* ---- The key ---- */

/* 0, or -1: the reason was reported. */
static int read_key(struct pseudonym *p, const char *keyfile)
{
	const char *name = keyfile ? keyfile : "/dev/urandom";
	int fd = again_open(name, O_RDONLY | O_CLOEXEC, 0);
	unsigned char bytes[4096];
	ssize_t n = fd < 0 ? -1 : read(fd, bytes, keyfile ? sizeof bytes : PSEUDONYM_KEY);

	if (n < 0)
		diag_fail("%s: %s", name, strerror(errno));
	else if ((size_t)n < PSEUDONYM_KEY)
		diag_fail("%s: a key has at least %u bytes; make one with: head -c 32 /dev/urandom >%s", name, PSEUDONYM_KEY,
		          name);
	else
		pseudonym_key(p, bytes, (size_t)n);
	if (fd >= 0)
		close(fd);
	return n < (ssize_t)PSEUDONYM_KEY ? -1 : 0;
}

struct anonymizer *anonymizer_new(const struct monread_layouts *layouts, const char *keyfile, int keep_unknown)
{
	struct anonymizer *a = calloc(1, sizeof *a);

	if (!a) {
		diag_fail("out of memory");
		return NULL;
	}
	a->layouts = layouts;
	a->keep_unknown = keep_unknown;
	a->decoder = monread_decoder_new(layouts, 0, NULL);
	if (!a->decoder)
		diag_fail("out of memory");
	if (a->decoder && read_key(&a->pseudonym, keyfile) == 0)
		return a;
	anonymizer_free(a);
	return NULL;
}

void anonymizer_free(struct anonymizer *a)
{
	if (!a)
		return;
	monread_decoder_free(a->decoder);
	monread_system_free(a->system);
	free(a->bytes.bytes);
	free(a->states.bytes);
	free(a);
}

int anonymizer_begin_input(struct anonymizer *a, unsigned release)
{
	monread_system_free(a->system);
	a->system = monread_system_new(a->layouts);
	if (!a->system)
		return -1;
	monread_system_set_release(a->system, release);
	a->zeroed = a->dropped = 0;
	return 0;
}

/* ---- A field ---- */

/* Return the line of data/anonymize about the field F: CONSTANT_WORD if it has none. */
static enum constant_kind kind_of(const struct monread_field *f)
{
	const char *name = strchr(f->name, '_');
	size_t i;

	for (i = 0; constants[i].name; i++)
		if (constants[i].kind != CONSTANT_WORD &&
		    (strcmp(constants[i].name, f->name) == 0 || (name && strcmp(constants[i].name, name + 1) == 0)))
			return constants[i].kind;
	return CONSTANT_WORD;
}

/* Copy bytes of the original, except where another field of the same place was changed. */
static void copy(struct anonymizer *a, size_t offset, size_t n)
{
	for (; n > 0; n--, offset++)
		if (a->states.bytes[offset] != CHANGED) {
			a->bytes.bytes[offset] = a->original->bytes[offset];
			a->states.bytes[offset] = COPIED;
		}
}

/* Return the original bytes at OFFSET, to be changed. */
static unsigned char *change(struct anonymizer *a, size_t offset, size_t n)
{
	unsigned char *p = a->bytes.bytes + offset;

	memcpy(p, a->original->bytes + offset, n);
	memset(a->states.bytes + offset, CHANGED, n);
	return p;
}

/* A value that is neither text nor address. */
static void copy_value(struct anonymizer *a, const struct monread_value *v)
{
	const struct monread_field *f = v->field;
	unsigned char *p;

	/* The length of a text precedes it. */
	if (f->type == MONREAD_TYPE_STRING && v->offset >= HEADER + f->length)
		copy(a, v->offset - f->length, f->length);
	copy(a, v->offset, v->length);
	if (v->length < HIDDEN || (f->format != MONREAD_HEX && f->format != MONREAD_BITS))
		return;
	p = change(a, v->offset, v->length);
	pseudonym_text(&a->pseudonym, p, v->length, 0, HIDDEN);
	pseudonym_text(&a->pseudonym, p, v->length, 1, HIDDEN);
}

static int anonymize_field(void *arg, const struct monread_value *v)
{
	struct anonymizer *a = arg;
	const struct monread_field *f = v->field;
	enum constant_kind kind;

	if (f->format == MONREAD_GROUP || !v->length)
		return 0;
	if (!a->texts) {
		copy_value(a, v);
		return 0;
	}
	kind = kind_of(f);
	if (f == a->product || kind == CONSTANT_KEEP || f->flags & MONREAD_LEVEL)
		change(a, v->offset, v->length);
	else if (kind == CONSTANT_CHANGE)
		pseudonym_bytes(&a->pseudonym, change(a, v->offset, v->length), v->length);
	else if (f->format == MONREAD_TEXT || f->format == MONREAD_ASCII)
		pseudonym_text(&a->pseudonym, change(a, v->offset, v->length), v->length, f->format == MONREAD_ASCII, 1);
	return 0;
}

/* ---- A record ---- */

/* Return the product ID of the record if its application data has a layout. */
static const struct monread_field *product_of(const struct anonymizer *a, const struct monread_layout *l)
{
	const struct monread_payload *p = monread_layout_payload(l);
	const struct monread_ev *ev = a->original;
	const struct monread_field *f = p ? p->product : NULL;

	if (!f || f->length != 16 || f->offset + f->length > ev->length)
		return NULL;
	return monread_layouts_product(a->layouts, ev->bytes + f->offset) ? f : NULL;
}

/* Begin the record with its header, which has no names. */
static int begin_record(struct anonymizer *a)
{
	size_t n = a->original->length, i;

	a->bytes.length = a->states.length = 0;
	if (array_reserve(&a->bytes, n) || array_reserve(&a->states, n))
		return -1;
	memset(a->bytes.bytes, 0, n);
	memset(a->states.bytes, UNKNOWN, n);
	copy(a, 0, HEADER);
	for (i = 16; i < HEADER && !a->keep_unknown; i++)
		a->states.bytes[i] = a->bytes.bytes[i] = 0;
	if (!a->keep_unknown)
		a->states.bytes[5] = a->bytes.bytes[5] = 0;
	return 0;
}

static void end_record(struct anonymizer *a)
{
	size_t i;

	for (i = 0; i < a->original->length; i++) {
		if (a->states.bytes[i] != UNKNOWN)
			continue;
		if (a->keep_unknown)
			a->bytes.bytes[i] = a->original->bytes[i];
		else
			a->zeroed += a->original->bytes[i] != 0;
	}
}

const struct monread_ev *anonymizer_event(struct anonymizer *a, const struct monread_ev *ev, int *failed)
{
	static const struct monread_emit emit = { .size = sizeof emit, .field = anonymize_field };
	const struct monread_layout *l;
	unsigned release;

	*failed = 0;
	if (ev->kind != MONREAD_RECORD)
		return ev;
	a->original = ev;
	l = monread_system_layout(a->system, ev->domain, ev->record, ev->bytes, ev->length);
	*failed = monread_layouts_failed(a->layouts);
	if (ev->length > HEADER && (!l || !l->nstructures) && !a->keep_unknown && !*failed) {
		a->dropped++;
		return NULL;
	}
	release = monread_system_release(a->system);
	*failed |= begin_record(a) != 0;
	a->product = l ? product_of(a, l) : NULL;
	for (a->texts = 0; l && a->texts < 2 && !*failed; a->texts++)
		*failed = monread_decode(a->decoder, l, release, ev->bytes, ev->length, &emit, a) != MONREAD_OK;
	if (*failed)
		return NULL;
	end_record(a);
	a->ev = *ev;
	a->ev.bytes = a->bytes.bytes;
	return &a->ev;
}

void anonymizer_say(const struct anonymizer *a, const char *name, int is_damaged)
{
	diag_note("%s: anonymized: %llu byte%s without a layout set to zero, %llu record%s without a layout left out%s", name,
	          (unsigned long long)a->zeroed, words_plural(a->zeroed), (unsigned long long)a->dropped,
	          words_plural(a->dropped),
	          is_damaged ? "; records next to the damage may still contain names of the original" : "");
}
