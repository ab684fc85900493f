/* annot.c: reads the annotations of a .dsect file, which are lines such as "Counter: FIELDS". It
 * applies annotations that identify the record at once, and stores the others for apply.c. */
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/page.h"
#include "base/record.h"
#include "base/syntax.h"
#include "listing/draft.h"
#include "listing/note.h"

static void add_erratum(struct mr_draft *d, const char *value, unsigned line)
{
	size_t len = mr_name_span(value, strlen(value));
	struct mr_erratum *e;

	if (len == 0 || value[len] != ':') {
		mr_draft_report(d, line, "Erratum: expected NAME: text");
		return;
	}
	if (!mr_note_has_room(d, line, "errata", d->errata.n))
		return;
	e = mr_draft_more(d, &d->scratch, &d->errata.v, d->errata.n, sizeof *e);
	if (!e)
		return;
	d->errata.n++;
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

/* If VALUE is a valid name, set *TO to it. The output shows this name like the name of a field, so
 * only characters of field names are valid. */
static void set_name(struct mr_draft *d, enum mr_key key, const char **to, const char *value,
                     unsigned line)
{
	size_t len = strlen(value);

	if (len == 0 || *value == '*' || mr_name_span(value, len) != len)
		mr_draft_report(d, line,
		                "%s: expected a name of letters, digits, _ $ # @, found %.60s",
		                mr_key_name(key), value);
	else
		set_once(d, to, mr_draft_name(d, line, value, len), line);
}

/* Return the index of VALUE in WORDS, which ends with NULL, ignoring case. If WORDS does not have
 * VALUE, report this and return -1. */
static int choose_word(struct mr_draft *d, enum mr_key key, const char *value, unsigned line,
                       const char *const *words)
{
	char expected[120] = "";
	size_t n = 0;
	int i;

	for (i = 0; words[i]; i++) {
		const char *join = words[i + 1] ? ", " : " or ";

		if (mr_same_word(value, words[i]))
			return i;
		n += (size_t)snprintf(expected + n, sizeof expected - n, "%s%s", i ? join : "",
		                      words[i]);
	}
	mr_draft_report(d, line, "%s: expected %s, found %.60s", mr_key_name(key), expected, value);
	return -1;
}

static void set_product(struct mr_draft *d, const char *value, unsigned line)
{
	size_t n = strspn(value, "0123456789ABCDEFabcdef.");

	if (n != 32 || value[n])
		mr_draft_report(d, line, "Product: expected 32 hex digits or dots");
	else
		set_once(d, &d->layout->product, value, line);
}

/* Set the domain and record number of L to VALUE. Return 0 if VALUE does not have the form
 * D0R23. */
static int set_number(struct monread_layout *l, const char *value)
{
	unsigned domain, record;

	if (mr_is_digit(*value) || strchr(value, '/') || !mr_is_record(value, &domain, &record))
		return 0;
	l->domain = (int)domain;
	l->record = (int)record;
	return 1;
}

static void take_note(struct mr_draft *d, enum mr_key key, const char *value, unsigned line)
{
	static const char *const kinds[] = { "sample",        "event",        "config",
		                             "config-sample", "config-event", "sample+event",
		                             NULL };
	static const char *const instances[] = { "system", "key", NULL };
	const char *const statuses[] = { mr_status_name(MONREAD_NAME_ONLY),
		                         mr_status_name(MONREAD_FRONT),
		                         mr_status_name(MONREAD_WHOLE), NULL };
	struct monread_layout *l = d->layout;
	int i;

	switch (key) {
	case MR_KEY_RECORD:
		set_name(d, key, &l->name, value, line);
		break;
	case MR_KEY_DSECT:
		set_name(d, key, &l->dsect, value, line);
		break;
	case MR_KEY_NUMBER:
		if (!set_number(l, value))
			mr_note_add(d, MR_KEY_PLAIN, value, line);
		break;
	case MR_KEY_KIND:
		i = choose_word(d, key, value, line, kinds);
		if (i >= 0)
			set_once(d, &l->kind, kinds[i], line);
		break;
	case MR_KEY_INSTANCE:
		i = choose_word(d, key, value, line, instances);
		if (i >= 0)
			set_once(d, &l->instance, instances[i], line);
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
		i = choose_word(d, key, value, line, statuses);
		if (i >= 0)
			l->status = (enum monread_status)i;
		break;
	case MR_KEY_PRODUCT:
		set_product(d, value, line);
		break;
	case MR_KEY_ERRATUM:
		add_erratum(d, value, line);
		break;
	default:
		mr_note_add(d, key, value, line);
	}
}

/* Return the key with which the line from P to END begins, or MR_NKEYS if the line does not begin
 * with a key. *VALUE is the text after the colon. */
static enum mr_key annot_find_key(const char *p, const char *end, const char **value)
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

static void read_line(struct mr_draft *d, const char *p, const char *end, const char **next,
                      unsigned *line)
{
	const char *value, *stop = mr_line_end(p, end), *more;
	enum mr_key key = annot_find_key(p, stop, &value);
	unsigned first = *line;

	/* Lines that begin with white space continue the value of the annotation. */
	for (more = stop; more + 1 < end && (more[1] == ' ' || more[1] == '\t');
	     more = mr_line_end(more + 1, end)) {
		if (is_blank_line(more + 1, mr_line_end(more + 1, end)))
			break;
		++*line;
	}
	*next = more < end ? more + 1 : end;
	++*line;
	if (key == MR_NKEYS)
		mr_draft_report(d, first, "no such annotation: %.*s",
		                (int)(stop - p < 60 ? stop - p : 60), p);
	else
		take_note(d, key, mr_draft_prose(d, first, value, more), first);
}

void mr_annot_read(struct mr_draft *d)
{
	const char *p = d->prolog.p, *end = d->prolog.end, *stop;
	unsigned line = d->prolog.line;

	while (p < end && !d->no_memory && !d->notes.full) {
		stop = mr_line_end(p, end);
		if (*p == '#' || is_blank_line(p, stop)) {
			p = stop < end ? stop + 1 : end;
			line++;
		} else {
			read_line(d, p, end, &p, &line);
		}
	}
}
