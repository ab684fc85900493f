/* anonymize.c: replaces names, texts and addresses in records by pseudonyms. A word consists of
 * letters and digits, or is the bytes of an address. The pseudonym of a word is the word encrypted
 * with a key: each character becomes a character of the same class, such as capitals. Two words
 * never get the same pseudonym; with the same key, a word gets the same pseudonym in EBCDIC and
 * ASCII. Bytes that no layout describes become zero, unless the user keeps them. */
#include "config.h"

#include "tool/run.h"

#include "base/array.h"
#include "cli/again.h"
#include "tool/constants.h"

#define HEADER 20u /* bytes of the header of a record */
#define KEY 16u /* minimum bytes of a key */
/* Minimum length of words that are replaced in fields that are not text, where shorter words occur
 * by chance. */
#define HIDDEN 5u
/* Maximum length of a word; longer words are replaced in pieces of this length. */
#define LONGEST 64u

enum { BYTE, CAPITAL, SMALL, DIGIT };

static const unsigned bases[] = { 256, 26, 26, 10 };

struct digits {
	unsigned char digit[LONGEST], class[LONGEST];
	size_t n;
};

/* Each record is decoded three times, because fields may overlap: to copy its fields, to replace
 * words in fields that are not text, and to replace words in texts. */
enum walk { COPY, HIDDEN_WORDS, TEXTS, WALKS };

struct anonymizer {
	uint64_t key[2];
	const struct monread_layouts *layouts;
	struct monread_decoder *decoder;
	struct monread_system *system; /* of the original records */
	const struct monread_ev *original;
	struct monread_ev ev;
	/* bytes: the record with pseudonyms; known: for each byte of this record, 1 if the layout
	 * describes the byte */
	struct monread_buffer bytes, known;
	/* the field with the product ID, if a layout describes the application data of this
	 * product; else NULL */
	const struct monread_field *product;
	enum walk walk;
	int keep_unknown;
	uint64_t zeroed, dropped;
};

/* ---- SipHash-2-4, by Aumasson and Bernstein: a pseudorandom function of 64 bits ---- */

static uint64_t rotated(uint64_t v, unsigned n)
{
	return v << n | v >> (64 - n);
}

static void mix(uint64_t v[4], unsigned rounds)
{
	for (; rounds > 0; rounds--) {
		v[0] += v[1];
		v[1] = rotated(v[1], 13) ^ v[0];
		v[0] = rotated(v[0], 32);
		v[2] += v[3];
		v[3] = rotated(v[3], 16) ^ v[2];
		v[0] += v[3];
		v[3] = rotated(v[3], 21) ^ v[0];
		v[2] += v[1];
		v[1] = rotated(v[1], 17) ^ v[2];
		v[2] = rotated(v[2], 32);
	}
}

static void add(uint64_t v[4], uint64_t m)
{
	v[3] ^= m;
	mix(v, 2);
	v[0] ^= m;
}

static uint64_t hash(const uint64_t key[2], const unsigned char *s, size_t n)
{
	uint64_t v[4] = { key[0] ^ UINT64_C(0x736f6d6570736575),
		          key[1] ^ UINT64_C(0x646f72616e646f6d),
		          key[0] ^ UINT64_C(0x6c7967656e657261),
		          key[1] ^ UINT64_C(0x7465646279746573) };
	uint64_t m = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		m |= (uint64_t)s[i] << (8 * (i & 7));
		if ((i & 7) == 7) {
			add(v, m);
			m = 0;
		}
	}
	add(v, m | (uint64_t)n << 56);
	v[2] ^= 0xff;
	mix(v, 4);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* ---- The permutation ---- */

/* Encrypt the word W by ten rounds of a Feistel network: each round adds a hash of one half of the
 * word to the other half. */
static void permute(const uint64_t key[2], struct digits *w)
{
	size_t half = (w->n + 1) / 2, i;
	unsigned round;
	uint64_t more;

	for (round = 0; round < 10; round++) {
		unsigned char other[3 + 2 * LONGEST] = { (unsigned char)round,
			                                 (unsigned char)w->n };
		size_t from = round % 2 ? half : 0, end = round % 2 ? w->n : half;

		for (i = 0; i < w->n; i++) {
			other[3 + 2 * i] = (unsigned char)bases[w->class[i]];
			other[4 + 2 * i] = i < from || i >= end ? w->digit[i] : 0;
		}
		for (i = from; i < end; i++) {
			other[2] = (unsigned char)i;
			more = hash(key, other, 3 + 2 * w->n) % bases[w->class[i]];
			w->digit[i] = (unsigned char)((w->digit[i] + more) % bases[w->class[i]]);
		}
	}
}

/* Return 1 if the word W must not be replaced, because it is a missing address (its bytes are zero)
 * or data/anonymize lists it. */
static int stays(const struct digits *w)
{
	char text[LONGEST + 1];
	size_t i, zeros = 0;

	for (i = 0; i < w->n; i++) {
		zeros += !w->class[i] && !w->digit[i];
		text[i] = w->class[i] == CAPITAL ? (char)('A' + w->digit[i]) : '.';
	}
	text[i] = '\0';
	for (i = 0; constants[i].name; i++)
		if (constants[i].kind == CONSTANT_WORD && strcmp(constants[i].name, text) == 0)
			return 1;
	return zeros == w->n;
}

/* A word that is never replaced must not become the pseudonym of another word. */
static void replace(const uint64_t key[2], struct digits *w)
{
	if (stays(w))
		return;
	do
		permute(key, w);
	while (stays(w));
}

static void replace_bytes(const uint64_t key[2], unsigned char *bytes, size_t n)
{
	struct digits w = { .n = n < LONGEST ? n : LONGEST };

	memcpy(w.digit, bytes, w.n);
	replace(key, &w);
	memcpy(bytes, w.digit, w.n);
	if (n > LONGEST)
		replace_bytes(key, bytes + LONGEST, n - LONGEST);
}

/* Letters and digits in EBCDIC (the same in almost all code pages) and in ASCII. */
static const char codes[2][3][27] = {
	{
	  "\xC1\xC2\xC3\xC4\xC5\xC6\xC7\xC8\xC9\xD1\xD2\xD3\xD4\xD5\xD6\xD7\xD8\xD9\xE2\xE3\xE4\xE5\xE6\xE7\xE8\xE9",
	  "\x81\x82\x83\x84\x85\x86\x87\x88\x89\x91\x92\x93\x94\x95\x96\x97\x98\x99\xA2\xA3\xA4\xA5\xA6\xA7\xA8\xA9",
	  "\xF0\xF1\xF2\xF3\xF4\xF5\xF6\xF7\xF8\xF9",
	},
	{ "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789" },
};

/* Return the class of the character C, such as CAPITAL, and set *NUMBER to the index of C in the
 * alphabet of this class. Return 0 if C is neither a letter nor a digit. */
static unsigned char class_of(unsigned char c, int ascii, unsigned char *number)
{
	unsigned char i;

	for (i = CAPITAL; i <= DIGIT; i++) {
		const char *found = c ? strchr(codes[ascii][i - 1], (char)c) : NULL;

		if (found) {
			*number = (unsigned char)(found - codes[ascii][i - 1]);
			return i;
		}
	}
	return 0;
}

/* Replace each word of at least LEAST letters or digits in the N bytes at TEXT. */
static void replace_text(const uint64_t key[2], unsigned char *text, size_t n, int ascii,
                         size_t least)
{
	struct digits w;
	size_t i, k;

	for (i = 0; i < n; i += w.n ? w.n : 1) {
		for (w.n = 0; w.n < LONGEST && i + w.n < n; w.n++) {
			w.class[w.n] = class_of(text[i + w.n], ascii, &w.digit[w.n]);
			if (!w.class[w.n])
				break;
		}
		if (w.n && w.n >= least)
			replace(key, &w);
		for (k = 0; k < w.n; k++)
			text[i + k] = (unsigned char)codes[ascii][w.class[k] - 1][w.digit[k]];
	}
}

/* ---- The key ---- */

/* Compute KEY from the file KEYFILE (NULL: from random bytes). Return 0, or -1 after a message. */
static int read_key(uint64_t key[2], const char *keyfile)
{
	static const uint64_t first[2] = { 1, 2 }, second[2] = { 3, 4 };
	const char *name = keyfile ? keyfile : "/dev/urandom";
	int fd = again_open(name, O_RDONLY | O_CLOEXEC, 0);
	unsigned char bytes[4096];
	ssize_t n = -1;

	if (fd >= 0)
		n = read(fd, bytes, keyfile ? sizeof bytes : KEY);
	if (n < 0 && errno != ENOENT) {
		diag_fail("%s: %s", name, strerror(errno));
	} else if (n < (ssize_t)KEY) {
		diag_fail(
			"%s: %s%s; a key has at least %u bytes; make one with: head -c 32 /dev/urandom >%s",
			name, n < 0 ? "cannot be opened: " : "is ",
			n < 0 ? strerror(errno) : "too short", KEY, name);
	} else {
		key[0] = hash(first, bytes, (size_t)n);
		key[1] = hash(second, bytes, (size_t)n);
	}
	if (fd >= 0)
		close(fd);
	return n < (ssize_t)KEY ? -1 : 0;
}

struct anonymizer *anonymizer_new(const struct monread_layouts *layouts, const char *keyfile,
                                  int keep_unknown)
{
	struct anonymizer *a = calloc(1, sizeof *a);

	if (a)
		a->decoder = monread_decoder_new(layouts, 0, NULL);
	if (!a || !a->decoder) {
		diag_no_memory();
	} else if (read_key(a->key, keyfile) == 0) {
		a->layouts = layouts;
		a->keep_unknown = keep_unknown;
		return a;
	}
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
	free(a->known.bytes);
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

/* Return how data/anonymize says to treat the field F, or CONSTANT_WORD if it does not list F. */
static enum constant_kind kind_of(const struct monread_field *f)
{
	const char *name = strchr(f->name, '_');
	size_t i;

	for (i = 0; constants[i].name; i++)
		if (constants[i].kind != CONSTANT_WORD &&
		    (strcmp(constants[i].name, f->name) == 0 ||
		     (name && strcmp(constants[i].name, name + 1) == 0)))
			return constants[i].kind;
	return CONSTANT_WORD;
}

/* Copy N bytes at OFFSET of the original record to the same offset of the new record. Return the
 * address of the copy. */
static unsigned char *copy(struct anonymizer *a, size_t offset, size_t n)
{
	memset(a->known.bytes + offset, 1, n);
	return memcpy(a->bytes.bytes + offset, a->original->bytes + offset, n);
}

static void anonymize_text(struct anonymizer *a, const struct monread_value *v)
{
	const struct monread_field *f = v->field;
	enum constant_kind kind = kind_of(f);

	if (f == a->product || kind == CONSTANT_KEEP || f->flags & MONREAD_LEVEL)
		copy(a, v->offset, v->length);
	else if (kind == CONSTANT_CHANGE)
		replace_bytes(a->key, copy(a, v->offset, v->length), v->length);
	else if (f->format == MONREAD_TEXT || f->format == MONREAD_ASCII)
		replace_text(a->key, copy(a, v->offset, v->length), v->length,
		             f->format == MONREAD_ASCII, 1);
}

static int anonymize_field(void *arg, const struct monread_value *v)
{
	struct anonymizer *a = arg;
	const struct monread_field *f = v->field;
	unsigned char *p;

	if (f->format == MONREAD_GROUP || !v->length)
		return 0;
	if (a->walk == COPY) {
		/* The length of the text precedes the text: copy the length, too. */
		if (f->type == MONREAD_TYPE_STRING && v->offset >= HEADER + f->length)
			copy(a, v->offset - f->length, f->length);
		copy(a, v->offset, v->length);
	} else if (a->walk == TEXTS) {
		anonymize_text(a, v);
	} else if (v->length >= HIDDEN && (f->format == MONREAD_HEX || f->format == MONREAD_BITS)) {
		p = copy(a, v->offset, v->length);
		replace_text(a->key, p, v->length, 0, HIDDEN);
		replace_text(a->key, p, v->length, 1, HIDDEN);
	}
	return 0;
}

/* Return the value of ->product for the current record, which has the layout L. */
static const struct monread_field *product_of(const struct anonymizer *a,
                                              const struct monread_layout *l)
{
	const struct monread_payload *p = monread_layout_payload(l);
	const struct monread_ev *ev = a->original;
	const struct monread_field *f = p ? p->product : NULL;

	if (!f || f->length != 16 || f->offset + f->length > ev->length)
		return NULL;
	return monread_layouts_product(a->layouts, ev->bytes + f->offset) ? f : NULL;
}

/* Fill the new record with zeros, and copy the header of the original record. Return 0; -1 if out
 * of memory. */
static int begin_record(struct anonymizer *a)
{
	size_t n = a->original->length;

	a->bytes.length = a->known.length = 0;
	if (array_reserve(&a->bytes, n) || array_reserve(&a->known, n))
		return -1;
	memset(a->bytes.bytes, 0, n);
	memset(a->known.bytes, 0, n);
	copy(a, 0, 5);
	copy(a, 6, 10);
	return 0;
}

static void end_record(struct anonymizer *a)
{
	size_t i;

	for (i = 0; i < a->original->length; i++)
		if (!a->known.bytes[i] && a->keep_unknown)
			a->bytes.bytes[i] = a->original->bytes[i];
		else if (!a->known.bytes[i])
			a->zeroed += a->original->bytes[i] != 0;
}

const struct monread_ev *anonymizer_event(struct anonymizer *a, const struct monread_ev *ev,
                                          int *failed)
{
	static const struct monread_emit emit = { .size = sizeof emit, .field = anonymize_field };
	const struct monread_layout *l;
	unsigned release;

	*failed = 0;
	/* A mark record has no names to replace: monread itself wrote it. */
	if (ev->kind != MONREAD_RECORD || monread_is_mark(ev->bytes, ev->length))
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
	for (a->walk = COPY; l && a->walk < WALKS && !*failed; a->walk++)
		*failed = monread_decode(a->decoder, l, release, ev->bytes, ev->length, &emit, a) !=
		          MONREAD_OK;
	if (*failed)
		return NULL;
	end_record(a);
	a->ev = *ev;
	a->ev.bytes = a->bytes.bytes;
	return &a->ev;
}

void anonymizer_say(const struct anonymizer *a, const char *name, int is_damaged)
{
	const char *names = "; records next to the damage may still contain names of the original";

	diag_note(
		"%s: anonymized: %llu byte%s without a layout set to zero, %llu record%s without a layout left out%s",
		name, (unsigned long long)a->zeroed, mr_plural(a->zeroed),
		(unsigned long long)a->dropped, mr_plural(a->dropped), is_damaged ? names : "");
}
