/* annot.c: reads the annotations of a .dsect file, which are lines such as "Counter: FIELDS",
 * applies those that identify the record, and stores the others for apply.c. */
#include <stdio.h>
#include <string.h>

#include "base/page.h"
#include "base/record.h"
#include "listing/note.h"

static void add_erratum(const struct mr_value *v)
{
	struct mr_draft *d = v->d;
	size_t len = mr_name_span(v->p, strlen(v->p));
	uint32_t n = d->layout->nerrata;
	const char **text;
	struct mr_erratum *e;

	if (len == 0 || v->p[len] != ':') {
		mr_note_refuse(v, "expected NAME: text");
		return;
	}
	text = mr_note_more(v, "errata", &d->made->errata, n, sizeof *text);
	e = text ? mr_draft_more(d, &d->scratch, &d->errata, n, sizeof *e) : NULL;
	if (!e)
		return;
	*text = v->p;
	e->name = mr_draft_name(d, v->n->line, v->p, len);
	e->line = v->n->line;
	d->layout->nerrata++;
}

static void set_once(const struct mr_value *v, const char **to, const char *value)
{
	if (*to && **to)
		mr_draft_report(v->d, v->n->line, "%s is given twice", value);
	*to = value;
}

/* Set *TO to the value V, or report a value that cannot be the name of a field. */
static void set_name(const struct mr_value *v, const char **to)
{
	size_t len = strlen(v->p);

	if (len == 0 || *v->p == '*' || mr_name_span(v->p, len) != len)
		mr_note_refuse(v, "expected a name of letters, digits, _ $ # @, found %.60s", v->p);
	else
		set_once(v, to, mr_draft_name(v->d, v->n->line, v->p, len));
}

/* Return the index in WORDS, an array that ends with NULL, of the word that equals the value V,
 * ignoring case. If no word does, report this and return -1. */
static int choose_word(const struct mr_value *v, const char *const *words)
{
	char expected[120] = "";
	size_t n = 0;
	int i;

	for (i = 0; words[i]; i++) {
		const char *join = words[i + 1] ? ", " : " or ";

		if (mr_same_word(v->p, words[i]))
			return i;
		n += (size_t)snprintf(expected + n, sizeof expected - n, "%s%s", i ? join : "",
		                      words[i]);
	}
	mr_note_refuse(v, "expected %s, found %.60s", expected, v->p);
	return -1;
}

static void set_word(const struct mr_value *v, const char **to, const char *const *words)
{
	int i = choose_word(v, words);

	if (i >= 0)
		set_once(v, to, words[i]);
}

static void set_product(const struct mr_value *v)
{
	size_t n = strspn(v->p, "0123456789ABCDEFabcdef.");

	if (n != 32 || v->p[n])
		mr_note_refuse(v, "expected 32 hex digits or dots");
	else
		set_once(v, &v->d->layout->product, v->p);
}

/* Set the domain and record number of the layout L to the numbers in VALUE, such as D0R23. Return
 * 1, or 0 if VALUE does not have this form. */
static int set_number(struct monread_layout *l, const char *value)
{
	unsigned domain, record;

	if (mr_is_digit(*value) || strchr(value, '/') || !mr_is_record(value, &domain, &record))
		return 0;
	l->domain = (int)domain;
	l->record = (int)record;
	return 1;
}

static void take_note(struct mr_draft *d, struct mr_note note)
{
	static const char *const kinds[] = { "sample",        "event",        "config",
		                             "config-sample", "config-event", "sample+event",
		                             NULL };
	static const char *const instances[] = { "system", "key", NULL };
	const char *const statuses[] = { mr_status_name(MONREAD_NAME_ONLY),
		                         mr_status_name(MONREAD_FRONT),
		                         mr_status_name(MONREAD_WHOLE), NULL };
	const struct mr_value v = { d, &note, note.value, NULL, 0 };
	struct monread_layout *l = d->layout;
	int i;

	switch (note.key) {
	case MR_KEY_RECORD:
		set_name(&v, &l->name);
		break;
	case MR_KEY_DSECT:
		set_name(&v, &l->dsect);
		break;
	case MR_KEY_NUMBER:
		note.key = MR_KEY_PLAIN;
		if (!set_number(l, note.value))
			mr_note_add(d, note);
		break;
	case MR_KEY_KIND:
		set_word(&v, &l->kind, kinds);
		break;
	case MR_KEY_INSTANCE:
		set_word(&v, &l->instance, instances);
		break;
	case MR_KEY_TITLE:
		set_once(&v, &l->title, v.p);
		break;
	case MR_KEY_RELEASE:
		set_once(&v, &l->release, v.p);
		break;
	case MR_KEY_SOURCE:
		set_once(&v, &l->source, v.p);
		break;
	case MR_KEY_STATUS:
		i = choose_word(&v, statuses);
		if (i >= 0)
			l->status = (enum monread_status)i;
		break;
	case MR_KEY_PRODUCT:
		set_product(&v);
		break;
	case MR_KEY_ERRATUM:
		add_erratum(&v);
		break;
	default:
		mr_note_add(d, note);
	}
}

static int is_blank_line(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t' || *p == '\r'))
		p++;
	return p == end;
}

static void read_annotation(struct mr_draft *d, const char *p, const char *stop, const char *end,
                            unsigned line)
{
	const char *colon = memchr(p, ':', (size_t)(stop - p));
	enum mr_key key = colon ? mr_key_find(p, (size_t)(colon - p)) : MR_NKEYS;

	if (key == MR_NKEYS)
		mr_draft_report(d, line, "no such annotation: %.*s",
		                (int)(stop - p < 60 ? stop - p : 60), p);
	else
		take_note(d, (struct mr_note){ key, mr_draft_prose(d, line, colon + 1, end),
			                       line });
}

void mr_annot_read(struct mr_draft *d)
{
	const char *p = d->prolog.p, *end = d->prolog.end, *stop, *more;
	unsigned line = d->prolog.line, first;

	for (; p < end && !d->no_memory && !d->notes.full; p = more < end ? more + 1 : end) {
		stop = more = mr_line_end(p, end);
		first = line++;
		if (*p == '#' || is_blank_line(p, stop))
			continue;
		/* Lines that begin with white space continue the value of the annotation. */
		while (more + 1 < end && (more[1] == ' ' || more[1] == '\t') &&
		       !is_blank_line(more + 1, mr_line_end(more + 1, end))) {
			more = mr_line_end(more + 1, end);
			line++;
		}
		read_annotation(d, p, stop, more, first);
	}
}
