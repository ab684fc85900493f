/* annot.c: the annotations of a .dsect file: who the record is, and what its columns cannot say. */
#include <string.h>

#include "listing/bound.h"
#include "listing/draft.h"
#include "listing/keys.h"
#include "port/ascii.h"
#include "port/page.h"

/* ---- Reading ---- */

/* "D0R23".  1, or 0. */
static int parse_number(const char *p, size_t len, int *domain, int *record)
{
	uint64_t d, r;
	size_t i;

	if (len < 4 || (p[0] != 'D' && p[0] != 'd'))
		return 0;
	for (i = 1; i < len && p[i] != 'R' && p[i] != 'r'; i++)
		;
	if (!mr_text_number(p + 1, i - 1, 10, 255, &d) || i >= len)
		return 0;
	if (!mr_text_number(p + i + 1, len - i - 1, 10, 0xFFFF, &r))
		return 0;
	*domain = (int)d;
	*record = (int)r;
	return 1;
}

/* May there be one more than COUNT?  0: no, and it is reported. */
static int has_room(struct mr_draft *d, unsigned line, const char *what, size_t count)
{
	if (count < MONREAD_RULES_MAX)
		return 1;
	mr_draft_report(d, line, "more than %u %s; this one is left out", MONREAD_RULES_MAX, what);
	return 0;
}

static void add_note(struct mr_draft *d, enum mr_key key, const char *value, unsigned line)
{
	struct mr_note *n;

	if (d->nnotes == MONREAD_ROWS_MAX) {
		mr_draft_report(d, line, "more than %u annotations; the rest is left out", MONREAD_ROWS_MAX);
		d->notes_full = 1;
		return;
	}
	d->notes = mr_arena_more(d->arena, d->notes, &d->notes_cap, d->nnotes, sizeof *n);
	if (!d->notes) {
		d->nnotes = d->notes_cap = 0;
		d->no_memory = 1;
		return;
	}
	n = &d->notes[d->nnotes++];
	n->key = key;
	n->value = value;
	n->line = line;
}

static void add_erratum(struct mr_draft *d, const char *value, unsigned line)
{
	size_t len = mr_name_span(value, strlen(value));
	struct mr_erratum *e;

	if (len == 0 || value[len] != ':') {
		mr_draft_report(d, line, "Erratum: should be NAME: text");
		return;
	}
	if (!has_room(d, line, "errata", d->nerrata))
		return;
	d->errata = mr_arena_more(d->arena, d->errata, &d->errata_cap, d->nerrata, sizeof *e);
	if (!d->errata) {
		d->nerrata = d->errata_cap = 0;
		d->no_memory = 1;
		return;
	}
	e = &d->errata[d->nerrata++];
	memset(e, 0, sizeof *e);
	e->name = mr_draft_name(d, line, value, len);
	e->text = value;
	e->line = line;
}

static void set_once(struct mr_draft *d, const char **to, const char *value, unsigned line)
{
	if (*to && **to)
		mr_draft_report(d, line, "%s is given twice", value);
	*to = value;
}

/* A name goes where names of the contents go, which are made of the same characters. */
static void set_name(struct mr_draft *d, enum mr_key key, const char **to, const char *value, unsigned line)
{
	size_t len = strlen(value);

	if (len == 0 || *value == '*' || mr_name_span(value, len) != len)
		mr_draft_report(d, line, "%s: should be a name of letters, digits, _ $ # @: %.60s",
		                mr_key_name(key), value);
	else
		set_once(d, to, mr_draft_name(d, line, value, len), line);
}

static void set_kind(struct mr_draft *d, const char *value, unsigned line)
{
	static const char *const kinds[] = { "sample",        "event",        "config",
		                             "config-sample", "config-event", "sample+event" };
	size_t i;

	for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (mr_same_word(kinds[i], value)) {
			set_once(d, &d->layout->kind, kinds[i], line);
			return;
		}
	mr_draft_report(d, line, "unknown kind: %.60s", value);
}

static void set_status(struct mr_draft *d, const char *value, unsigned line)
{
	unsigned i;

	for (i = 0; i < MR_NSTATUSES; i++)
		if (mr_same_word(value, mr_status_name((enum monread_status)i))) {
			d->layout->status = (enum monread_status)i;
			return;
		}
	mr_draft_report(d, line, "unknown status: %.60s", value);
}

static void set_product(struct mr_draft *d, const char *value, unsigned line)
{
	size_t n = strspn(value, "0123456789ABCDEFabcdef.");

	if (n != 32 || value[n])
		mr_draft_report(d, line, "Product: should be 32 hex digits or dots");
	else
		set_once(d, &d->layout->product, value, line);
}

static void take_note(struct mr_draft *d, enum mr_key key, const char *value, unsigned line)
{
	struct monread_layout *l = d->layout;

	switch (key) {
	case MR_KEY_RECORD:
		set_name(d, key, &l->name, value, line);
		break;
	case MR_KEY_DSECT:
		set_name(d, key, &l->dsect, value, line);
		break;
	case MR_KEY_NUMBER:
		if (!parse_number(value, strlen(value), &l->domain, &l->record))
			add_note(d, MR_KEY_PLAIN, value, line);
		break;
	case MR_KEY_KIND:
		set_kind(d, value, line);
		break;
	case MR_KEY_TITLE:
		set_once(d, &l->title, value, line);
		break;
	case MR_KEY_RELEASE:
		set_once(d, &l->release, value, line);
		break;
	case MR_KEY_SOURCE:
		set_once(d, &l->source, value, line);
		break;
	case MR_KEY_STATUS:
		set_status(d, value, line);
		add_note(d, MR_KEY_STATUS, value, line);
		break;
	case MR_KEY_PRODUCT:
		set_product(d, value, line);
		break;
	case MR_KEY_ERRATUM:
		add_erratum(d, value, line);
		break;
	default:
		add_note(d, key, value, line);
	}
}

/* The key that the line P..END begins with; *VALUE is what stands behind it.  MR_NKEYS: none. */
static enum mr_key find_key(const char *p, const char *end, const char **value)
{
	const char *colon = memchr(p, ':', (size_t)(end - p));

	if (!colon)
		return MR_NKEYS;
	*value = colon + 1;
	return mr_key_find(p, (size_t)(colon - p));
}

static int is_blank_line(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t' || *p == '\r'))
		p++;
	return p == end;
}

static void read_line(struct mr_draft *d, const char *p, const char *end, const char **next, unsigned *line)
{
	const char *value, *stop = mr_line_end(p, end), *more;
	enum mr_key key = find_key(p, stop, &value);
	unsigned first = *line;

	/* What a key says goes on where the next lines begin with white space. */
	for (more = stop; more + 1 < end && (more[1] == ' ' || more[1] == '\t');
	     more = mr_line_end(more + 1, end)) {
		if (is_blank_line(more + 1, mr_line_end(more + 1, end)))
			break;
		++*line;
	}
	*next = more < end ? more + 1 : end;
	++*line;
	if (key == MR_NKEYS)
		mr_draft_report(d, first, "unknown annotation: %.*s", (int)(stop - p < 60 ? stop - p : 60), p);
	else
		take_note(d, key, mr_draft_prose(d, first, value, more), first);
}

void mr_annot_read(struct mr_draft *d)
{
	const char *p = d->prolog.p, *end = d->prolog.end, *stop;
	unsigned line = d->prolog.line;

	while (p < end && !d->no_memory && !d->notes_full) {
		stop = mr_line_end(p, end);
		if (*p == '#' || is_blank_line(p, stop)) {
			p = stop < end ? stop + 1 : end;
			line++;
		} else {
			read_line(d, p, end, &p, &line);
		}
	}
}

/* ---- Words of a value ---- */

struct words {
	const char *p;
	const char *word;
	size_t len;
};

static int is_op(char c)
{
	return c == '=' || c == '!' || c == '<' || c == '>';
}

/* The next word; blanks and commas part them, and so do operators. */
static int next_word(struct words *w)
{
	w->p += strspn(w->p, " ,");
	w->word = w->p;
	if (is_op(*w->p))
		w->p += strspn(w->p, "=!<>");
	else if (*w->p == ':')
		w->p++;
	else
		w->p += strcspn(w->p, " ,=!<>:");
	w->len = (size_t)(w->p - w->word);
	return w->len > 0;
}

/* How much of a word is told in a message. */
static int shown(const struct words *w)
{
	return w->len < MONREAD_NAME_MAX ? (int)w->len : (int)MONREAD_NAME_MAX;
}

static int word_is(const struct words *w, const char *want)
{
	return mr_text_is(w->word, w->len, want);
}

/* 12, 0x1F, X'1F'. */
static int word_number(const struct words *w, uint32_t *v)
{
	uint64_t n;
	int ok;

	if (w->len > 2 && w->word[0] == '0' && (w->word[1] == 'x' || w->word[1] == 'X'))
		ok = mr_text_number(w->word + 2, w->len - 2, 16, UINT32_MAX, &n);
	else if (w->len > 3 && (w->word[0] == 'X' || w->word[0] == 'x') && w->word[1] == '\'')
		ok = mr_text_number(w->word + 2, w->len - 3, 16, UINT32_MAX, &n);
	else
		ok = mr_text_number(w->word, w->len, 10, UINT32_MAX, &n);
	if (ok)
		*v = (uint32_t)n;
	return ok;
}

/* ---- Fields ---- */

static int is_row(const struct mr_place *p)
{
	return p->row != MR_PLACE_PART && p->bit < 0;
}

static void no_field(struct mr_draft *d, const struct mr_note *n, const struct words *w)
{
	mr_draft_report(d, n->line, "%s: no field %.*s", mr_key_name(n->key), shown(w), w->word);
}

/* The field that W names, of the root structure first.  NULL: none, and it is reported. */
static struct monread_field *find_field(struct mr_draft *d, const struct mr_note *n, const struct words *w)
{
	size_t count, i;
	struct mr_place *p = mr_draft_find(d, w->word, w->len, &count);

	for (i = 0; p && i < count; i++)
		if (is_row(&p[i]))
			return &d->parts[p[i].part].fields[p[i].row];
	no_field(d, n, w);
	return NULL;
}

/* A field that is looked at before the entries are: of the root structure. */
static struct monread_field *find_root_field(struct mr_draft *d, const struct mr_note *n,
                                             const struct words *w)
{
	struct monread_field *f = find_field(d, n, w);

	if (f && (f < d->parts[0].fields || f >= d->parts[0].fields + d->parts[0].nrows)) {
		mr_draft_report(d, n->line, "%s: %s is not in %s", mr_key_name(n->key), f->name,
		                d->parts[0].name);
		return NULL;
	}
	return f;
}

static struct monread_field *find_number(struct mr_draft *d, const struct mr_note *n, const struct words *w)
{
	struct monread_field *f = find_root_field(d, n, w);

	if (f && (f->length < 1 || f->length > 8)) {
		mr_draft_report(d, n->line, "%s: %s is no number", mr_key_name(n->key), f->name);
		return NULL;
	}
	return f;
}

static void set_format(struct mr_draft *d, const struct mr_note *n, const struct mr_place *p,
                       enum monread_format format)
{
	struct mr_part *part = &d->parts[p->part];
	struct monread_field *f = &part->fields[p->row];
	int is_time = format == MONREAD_TIME || format == MONREAD_INTERVAL;
	int is_raw = format == MONREAD_HEX || format == MONREAD_TEXT || format == MONREAD_ASCII;

	if ((is_time && f->length != 8) || (!is_raw && (f->length < 1 || f->length > 8))) {
		mr_draft_report(d, n->line, "%s: %s has %u bytes", mr_key_name(n->key), f->name, f->length);
		return;
	}
	if (part->explicit_format[p->row])
		mr_draft_report(d, n->line, "%s: %s has a format already", mr_key_name(n->key), f->name);
	part->explicit_format[p->row] = 1;
	f->format = format;
}

static void apply_name(struct mr_draft *d, const struct mr_note *n, const struct words *w, const char *unit)
{
	size_t count, i;
	struct mr_place *p = mr_draft_find(d, w->word, w->len, &count);
	enum monread_format format;
	struct monread_field *f;
	int found = 0;

	for (i = 0; p && i < count; i++) {
		if (!is_row(&p[i]))
			continue;
		found = 1;
		f = &d->parts[p[i].part].fields[p[i].row];
		if (mr_key_format(n->key, &format))
			set_format(d, n, &p[i], format);
		else if (n->key == MR_KEY_COUNTER)
			f->flags |= MONREAD_COUNTER;
		else if (n->key == MR_KEY_KEY)
			f->flags |= MONREAD_KEY;
		else
			f->unit = unit;
	}
	if (!found)
		no_field(d, n, w);
}

static void apply_names(struct mr_draft *d, const struct mr_note *n)
{
	struct words w = { n->value, NULL, 0 };
	const char *unit = "";

	if (n->key == MR_KEY_UNIT) {
		size_t len = strcspn(n->value, "=");

		if (!n->value[len] || len == 0) {
			mr_draft_report(d, n->line, "Unit: should be UNIT = NAMES");
			return;
		}
		w.p = n->value + len + 1;
		while (len && n->value[len - 1] == ' ')
			len--;
		unit = mr_draft_string(d, n->value, len);
	}
	while (next_word(&w))
		apply_name(d, n, &w, unit);
}

/* ---- Conditions ---- */

static int parse_op(const struct words *w, enum monread_op *op)
{
	unsigned i;

	for (i = MONREAD_EQ; i < MR_NOPS; i++)
		if (word_is(w, mr_op_name((enum monread_op)i)) || (i == MONREAD_EQ && word_is(w, "=="))) {
			*op = (enum monread_op)i;
			return 1;
		}
	return 0;
}

/* "5.4" is 504. */
static int parse_release(const struct words *w, uint32_t *v)
{
	const char *dot = memchr(w->word, '.', w->len);
	uint64_t version, release;

	if (!dot || !mr_text_number(w->word, (size_t)(dot - w->word), 10, 99, &version))
		return 0;
	if (!mr_text_number(dot + 1, w->len - (size_t)(dot - w->word) - 1, 10, 99, &release))
		return 0;
	*v = (uint32_t)(version * 100 + release);
	return 1;
}

/* The words left in W: FIELD OP N.  1, or 0 and it is reported. */
static int parse_when(struct mr_draft *d, const struct mr_note *n, struct words *w, struct monread_when *when)
{
	memset(when, 0, sizeof *when);
	if (!next_word(w)) {
		mr_draft_report(d, n->line, "%s: no condition", mr_key_name(n->key));
		return 0;
	}
	if (word_is(w, MR_WORD_RELEASE)) {
		when->of_release = 1;
	} else if (!word_is(w, MR_WORD_LENGTH)) {
		when->field = find_number(d, n, w);
		if (!when->field)
			return 0;
	}
	if (next_word(w) && parse_op(w, &when->op) && next_word(w) &&
	    (when->of_release ? parse_release(w, &when->value) : word_number(w, &when->value)))
		return 1;
	when->op = MONREAD_ALWAYS;
	mr_draft_report(d, n->line, "%s: should be FIELD OP NUMBER: %.60s", mr_key_name(n->key), n->value);
	return 0;
}

static void apply_when(struct mr_draft *d, const struct mr_note *n)
{
	struct monread_when *when = d->layout->when;
	struct words w = { n->value, NULL, 0 };

	if (when[0].op != MONREAD_ALWAYS)
		when++;
	if (when->op != MONREAD_ALWAYS)
		mr_draft_report(d, n->line, "When: more than two conditions");
	else if (parse_when(d, n, &w, when) && next_word(&w))
		mr_draft_report(d, n->line, "When: too much: %.60s", w.word);
}

/* Does every record for which B holds have A hold, too? */
static int covers(const struct monread_when *a, const struct monread_when *b)
{
	if (a->field != b->field || a->op != b->op)
		return 0;
	switch (a->op) {
	case MONREAD_GE:
	case MONREAD_GT:
		return b->value >= a->value;
	case MONREAD_LE:
	case MONREAD_LT:
		return b->value <= a->value;
	default:
		return b->value == a->value;
	}
}

/* "release 5.4 when" and the condition. */
static void apply_tells(struct mr_draft *d, const struct mr_note *n, struct monread_tells *all)
{
	uint32_t i, count = d->layout->ntells, release;
	struct monread_tells *t = &all[count];
	struct words w = { n->value, NULL, 0 };

	if (!next_word(&w) || !word_is(&w, MR_WORD_RELEASE) || !next_word(&w) || !parse_release(&w, &release) ||
	    !next_word(&w) || !word_is(&w, MR_WORD_WHEN)) {
		mr_draft_report(d, n->line, "Tells: should be release V.R when FIELD OP NUMBER: %.60s",
		                n->value);
		return;
	}
	if (!parse_when(d, n, &w, &t->when))
		return;
	t->release = release;
	if (next_word(&w))
		mr_draft_report(d, n->line, "Tells: too much: %.60s", w.word);
	else if (t->when.of_release)
		mr_draft_report(d, n->line, "Tells: the release cannot be told from the release");
	else
		d->layout->ntells++;
	for (i = 0; i < count && d->layout->ntells > count; i++)
		if (covers(&all[i].when, &t->when))
			mr_draft_report(d, n->line, "Tells: where this holds, a line above it does, too: %.60s",
			                n->value);
}

/* ---- Arrays, maps, texts ---- */

static int field_or_number(struct mr_draft *d, const struct mr_note *n, struct words *w,
                           const struct monread_field **field, uint32_t *constant)
{
	if (!next_word(w)) {
		mr_draft_report(d, n->line, "%s: something is missing: %.60s", mr_key_name(n->key), n->value);
		return 0;
	}
	if (word_number(w, constant))
		return 1;
	*field = find_number(d, n, w);
	return *field != NULL;
}

/* One "count FIELD" and the like.  1, or 0 and it is reported. */
static int array_clause(struct mr_draft *d, const struct mr_note *n, struct words *w, struct monread_array *a)
{
	struct words after = *w;

	if (word_is(w, MR_WORD_COUNT) && next_word(&after) && word_is(&after, MR_WORD_REST)) {
		*w = after;
		return 1;
	}
	if (word_is(w, MR_WORD_COUNT))
		return field_or_number(d, n, w, &a->count, &a->count_const);
	if (word_is(w, MR_WORD_SIZE))
		return field_or_number(d, n, w, &a->size, &a->size_const);
	if (word_is(w, MR_WORD_AT))
		return field_or_number(d, n, w, &a->at, &a->at_const);
	if (word_is(w, MR_WORD_BYTES) && next_word(w)) {
		a->bytes = find_number(d, n, w);
		return a->bytes != NULL;
	}
	if (word_is(w, MR_WORD_WHEN))
		return parse_when(d, n, w, &a->when);
	mr_draft_report(d, n->line, "Array: unknown word %.*s", shown(w), w->word);
	return 0;
}

static void apply_array(struct mr_draft *d, const struct mr_note *n, struct monread_array *a)
{
	const struct monread_structure *parts = d->layout->structures;
	struct words w = { n->value, NULL, 0 };
	long part = next_word(&w) ? mr_draft_part(d, w.word, w.len) : -1;

	memset(a, 0, sizeof *a);
	if (part < 1) {
		mr_draft_report(d, n->line, "Array: no structure %.*s", shown(&w), w.word);
		return;
	}
	a->count_const = MONREAD_REST;
	a->size_const = parts[part].length;
	a->at_const = parts[0].length;
	while (next_word(&w))
		if (!array_clause(d, n, &w, a))
			return;
	if (!a->size && a->size_const == 0) {
		mr_draft_report(d, n->line, "Array: %s has no size", parts[part].name);
		return;
	}
	a->structure = &parts[part];
	d->layout->narrays++;
}

static int vary_clause(struct mr_draft *d, const struct mr_note *n, struct words *w, struct monread_array *a)
{
	struct words after = *w;

	if (word_is(w, MR_WORD_AT))
		return field_or_number(d, n, w, &a->at, &a->at_const);
	if (!word_is(w, MR_WORD_LENGTH)) {
		mr_draft_report(d, n->line, "Vary: unknown word %.*s", shown(w), w->word);
		return 0;
	}
	if (next_word(&after) && word_is(&after, MR_WORD_REST)) {
		*w = after;
		return 1;
	}
	return field_or_number(d, n, w, &a->count, &a->count_const);
}

/* Text of no fixed length is an array of bytes without a structure. */
static void apply_vary(struct mr_draft *d, const struct mr_note *n, struct monread_array *a)
{
	struct words w = { n->value, NULL, 0 };
	struct monread_field *f = next_word(&w) ? find_root_field(d, n, &w) : NULL;

	memset(a, 0, sizeof *a);
	if (!f)
		return;
	if (f->length != 0)
		mr_draft_report(d, n->line, "Vary: %s has a length of its own", f->name);
	if (!d->parts[0].explicit_format[f - d->parts[0].fields])
		mr_draft_report(d, n->line, "Vary: %s has no format", f->name);
	a->count_const = MONREAD_REST;
	a->size_const = 1;
	a->at_const = f->offset;
	while (next_word(&w))
		if (!vary_clause(d, n, &w, a))
			return;
	a->text = f;
	d->layout->narrays++;
}

static void map_field(struct mr_draft *d, const struct mr_note *n, const struct words *w, long part)
{
	const struct monread_structure *s = &d->layout->structures[part];
	size_t count, i;
	struct mr_place *p = mr_draft_find(d, w->word, w->len, &count);
	struct monread_field *f;
	int found = 0;

	for (i = 0; p && i < count; i++) {
		if (!is_row(&p[i]))
			continue;
		found = 1;
		f = &d->parts[p[i].part].fields[p[i].row];
		if (f->length != s->length)
			mr_draft_report(d, n->line, "Maps: %s has %u bytes, %s %u", s->name, s->length,
			                f->name, f->length);
		else if ((long)p[i].part >= part) /* else a structure might map a part of itself */
			mr_draft_report(d, n->line, "Maps: %s must stand behind %s", s->name,
			                d->parts[p[i].part].name);
		else
			f->structure = s;
	}
	if (!found)
		no_field(d, n, w);
}

static void apply_maps(struct mr_draft *d, const struct mr_note *n)
{
	struct words w = { n->value, NULL, 0 };
	long part = next_word(&w) ? mr_draft_part(d, w.word, w.len) : -1;

	if (part < 1) {
		mr_draft_report(d, n->line, "Maps: no structure %.*s", shown(&w), w.word);
		return;
	}
	if (!next_word(&w) || !word_is(&w, MR_WORD_ONTO))
		mr_draft_report(d, n->line, "Maps: should be STRUCTURE onto FIELDS");
	else
		while (next_word(&w))
			map_field(d, n, &w, part);
}

static void apply_check(struct mr_draft *d, const struct mr_note *n, struct monread_check *c)
{
	struct words w = { n->value, NULL, 0 };

	c->left = next_word(&w) ? find_number(d, n, &w) : NULL;
	if (!c->left)
		return;
	if (!next_word(&w) || !word_is(&w, "=") || !next_word(&w)) {
		mr_draft_report(d, n->line, "Check: should be FIELD = FIELD: text");
		return;
	}
	c->right = find_number(d, n, &w);
	if (!c->right)
		return;
	if (next_word(&w) && word_is(&w, ":"))
		w.p += strspn(w.p, " ");
	else
		mr_draft_report(d, n->line, "Check: does not say what it means");
	c->text = w.p;
	d->layout->nchecks++;
}

static void apply_payload(struct mr_draft *d, const struct mr_note *n)
{
	struct monread_payload *p = &d->layout->payload;
	struct words w = { n->value, NULL, 0 };
	const struct monread_field *product, *at = NULL, *bytes = NULL;

	product = next_word(&w) ? find_root_field(d, n, &w) : NULL;
	if (!product)
		return;
	if (product->length != 16)
		mr_draft_report(d, n->line, "Payload: %s has not 16 bytes", product->name);
	if (next_word(&w) && word_is(&w, MR_WORD_AT) && next_word(&w))
		at = find_number(d, n, &w);
	if (next_word(&w) && word_is(&w, MR_WORD_LENGTH) && next_word(&w))
		bytes = find_number(d, n, &w);
	if (!at || !bytes) {
		mr_draft_report(d, n->line, "Payload: should be FIELD at FIELD length FIELD");
		return;
	}
	p->product = product;
	p->at = at;
	p->bytes = bytes;
}

/* ---- All of them ---- */

static void apply_errata(struct mr_draft *d)
{
	const char **texts = mr_arena_array(d->arena, d->nerrata, sizeof *texts);
	size_t i;

	if (!texts) {
		d->no_memory = 1;
		return;
	}
	for (i = 0; i < d->nerrata; i++)
		texts[i] = d->errata[i].text;
	d->layout->errata = texts;
	d->layout->nerrata = (uint32_t)d->nerrata;
}

/* What annotations make, with room for as many as there are annotations. */
struct made {
	struct monread_array *arrays;
	struct monread_check *checks;
	struct monread_tells *tells;
};

static void apply_note(struct mr_draft *d, const struct mr_note *n, const struct made *m)
{
	switch (n->key) {
	case MR_KEY_STATUS:
		break;
	case MR_KEY_WHEN:
		apply_when(d, n);
		break;
	case MR_KEY_TELLS:
		if (has_room(d, n->line, "Tells lines", d->layout->ntells))
			apply_tells(d, n, m->tells);
		break;
	case MR_KEY_ARRAY:
		if (has_room(d, n->line, "arrays", d->layout->narrays))
			apply_array(d, n, &m->arrays[d->layout->narrays]);
		break;
	case MR_KEY_VARY:
		if (has_room(d, n->line, "arrays", d->layout->narrays))
			apply_vary(d, n, &m->arrays[d->layout->narrays]);
		break;
	case MR_KEY_MAPS:
		apply_maps(d, n);
		break;
	case MR_KEY_CHECK:
		if (has_room(d, n->line, "checks", d->layout->nchecks))
			apply_check(d, n, &m->checks[d->layout->nchecks]);
		break;
	case MR_KEY_PAYLOAD:
		apply_payload(d, n);
		break;
	default:
		apply_names(d, n);
	}
}

static void report_bound(void *arg, const char *text)
{
	mr_draft_report(arg, 0, "%s", text);
}

void mr_annot_apply(struct mr_draft *d)
{
	size_t room = d->nnotes < MONREAD_RULES_MAX ? d->nnotes : MONREAD_RULES_MAX, i;
	struct made m = { mr_arena_array(d->arena, room, sizeof *m.arrays),
		          mr_arena_array(d->arena, room, sizeof *m.checks),
		          mr_arena_array(d->arena, room, sizeof *m.tells) };
	int vary;

	if (!m.arrays || !m.checks || !m.tells) {
		d->no_memory = 1;
		return;
	}
	/* A Vary wants to know whether its field has a format: those lists come first. */
	for (vary = 0; vary < 2; vary++)
		for (i = 0; i < d->nnotes; i++)
			if ((d->notes[i].key == MR_KEY_VARY) == vary)
				apply_note(d, &d->notes[i], &m);
	mr_bound_plan(d->layout, m.arrays, report_bound, d);
	d->layout->arrays = d->layout->narrays ? m.arrays : NULL;
	d->layout->checks = d->layout->nchecks ? m.checks : NULL;
	d->layout->tells = d->layout->ntells ? m.tells : NULL;
	apply_errata(d);
}
