/* prolog.c: reads the name, domain and number, kind, title and release of a record from the prolog
 * and the epilog of its page. */
#include "listing/draft.h"

#include <stdio.h>
#include <string.h>

static const char *const keys[] = {
	"DSECT NAME",
	"NAME",
	"DESCRIPTIVE NAME",
	"DESCRIPTION",
	"FUNCTION",
	"LOCATED BY",
	"CREATED BY",
	"DELETED BY",
	"NOTES",
	"NOTE",
	"STATUS",
	"RESTRICTIONS",
	"DEPENDENCIES",
	"COPYRIGHT",
	"REFERENCED CONTROL BLOCKS",
	"CONTROL BLOCK NAME",
	"SERIALIZATION",
	"STORAGE ATTRIBUTES",
	"COMPONENT",
	"CHANGE ACTIVITY",
	NULL,
};
enum { KEY_DSECT, KEY_NAME, KEY_DESCRIPTIVE };

/* Return the length of the word W without the "-" and ":" at its end, which separate a key from its
 * value. */
static size_t key_word_length(const struct mr_word *w)
{
	size_t len = w->len;

	while (len && (w->p[len - 1] == '-' || w->p[len - 1] == ':'))
		len--;
	return len;
}

static int same_start(const char *a, const char *b, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (mr_lower(a[i]) != mr_lower(b[i]))
			return 0;
	return 1;
}

/* If the words from FIRST on are KEY and a dash or colon, move S past them and return 1; else
 * return 0. */
static int key_at(struct mr_scan *s, const struct mr_word *first, const char *key)
{
	struct mr_scan ahead = *s;
	struct mr_word w = *first;
	const char *end;
	size_t len, n;

	for (;;) {
		end = strchr(key, ' ');
		n = end ? (size_t)(end - key) : strlen(key);
		len = key_word_length(&w);
		if (len != n || !same_start(w.p, key, n))
			return 0;
		if (!end)
			break;
		key = end + 1;
		if (len < w.len || !mr_scan_word(&ahead, &w))
			return 0;
	}
	if (len == w.len) {
		if (!mr_scan_word(&ahead, &w) || key_word_length(&w) != 0)
			return 0;
	}
	*s = ahead;
	return 1;
}

static int prolog_find_key(struct mr_scan *s, const struct mr_word *w)
{
	int i;

	for (i = 0; keys[i]; i++)
		if (key_at(s, w, keys[i]))
			return i;
	return -1;
}

/* If *NUMBER is negative and the word W is WHAT, such as "Domain" in "Domain 0", read the number
 * after W into *NUMBER and return 1; else return 0. */
static int numbered(struct mr_scan *s, const struct mr_word *w, const char *what, int *number)
{
	struct mr_scan ahead = *s;
	struct mr_word n;
	uint64_t v;
	size_t len;

	if (*number >= 0 || !mr_word_is(w, what) || !mr_scan_word(&ahead, &n))
		return 0;
	len = n.len;
	while (len && strchr(",:;-", n.p[len - 1]))
		len--;
	if (!mr_text_number(n.p, len, 10, 0xFFFF, &v))
		return 0;
	*number = (int)v;
	*s = ahead;
	return 1;
}

static int starts(const struct mr_word *w, const char *with)
{
	return w->len >= strlen(with) && mr_text_is(w->p, strlen(with), with);
}

static const char *kind_name(int sample, int event, int config)
{
	if (config && sample)
		return "config-sample";
	if (config)
		return event ? "config-event" : "config";
	if (sample)
		return event ? "sample+event" : "sample";
	return event ? "event" : "";
}

/* Read the value of the key DESCRIPTIVE NAME: the kind, domain, number and title of the record. */
static void read_descriptive(struct mr_draft *d, struct mr_scan *s)
{
	struct monread_layout *l = d->layout;
	int sample = 0, event = 0, config = 0;
	const char *start = NULL, *end = NULL;
	struct mr_scan ahead = *s, after;
	unsigned line = s->line;
	struct mr_word w;

	for (; mr_scan_word(&ahead, &w); *s = ahead) {
		after = ahead;
		if (prolog_find_key(&after, &w) >= 0)
			break;
		if (numbered(&ahead, &w, "Domain", &l->domain) ||
		    numbered(&ahead, &w, "Record", &l->record))
			continue;
		if (l->domain < 0) {
			sample |= starts(&w, "Sample");
			event |= starts(&w, "Event");
			config |= starts(&w, "Config");
		} else if (l->record >= 0 && (start || w.len > 1 || (*w.p != '-' && *w.p != ':'))) {
			start = start ? start : w.p;
			end = w.p + w.len;
		}
	}
	if (!*l->kind)
		l->kind = kind_name(sample, event, config);
	if (start && !*l->title)
		l->title = mr_draft_prose(d, line, start, end);
}

static const char *read_name(struct mr_draft *d, struct mr_scan *s)
{
	struct mr_scan ahead = *s;
	struct mr_word w;
	size_t len;

	if (!mr_scan_word(&ahead, &w))
		return "";
	len = mr_name_span(w.p, w.len);
	if (len == 0 || *w.p == '*')
		return "";
	*s = ahead;
	return mr_draft_name(d, w.line, w.p, len);
}

/* The prolog lacks the key NAME: use the record name in the title, such as "MRSYTLCK Prolog". */
static void name_from_title(struct mr_draft *d)
{
	struct mr_scan s;
	struct mr_word w, last = { 0 };

	mr_scan_init(&s, &d->prolog);
	while (mr_scan_word(&s, &w)) {
		if ((mr_word_is(&w, "Prolog") || mr_word_is(&w, "Control")) && last.len > 2 &&
		    mr_text_is(last.p, 2, "MR") && mr_name_span(last.p, last.len) == last.len) {
			d->layout->name = mr_draft_name(d, last.line, last.p, last.len);
			return;
		}
		last = w;
	}
}

/* Convert a release such as "V7R1.0" to "7.1". Return 1, or 0 if W is not a release. */
static int release_word(const struct mr_word *w, char *release, size_t size)
{
	char text[8], v[3], r[3];

	snprintf(text, sizeof text, "%.*s",
	         w->len < sizeof text ? (int)w->len : (int)sizeof text - 1, w->p);
	if (sscanf(text, "%*1[Vv]%2[0123456789]%*1[Rr]%2[0123456789]", v, r) != 2)
		return 0;
	snprintf(release, size, "%s.%s", v, r);
	return 1;
}

static void read_release(struct mr_draft *d, const struct mr_span *span)
{
	struct mr_scan s;
	struct mr_word w;
	char text[8];

	mr_scan_init(&s, span);
	while (!*d->layout->release && mr_scan_word(&s, &w))
		if (release_word(&w, text, sizeof text))
			d->layout->release = mr_draft_string(d, text, strlen(text));
}

void mr_prolog_read(struct mr_draft *d)
{
	struct monread_layout *l = d->layout;
	struct mr_scan s;
	struct mr_word w;
	int key;

	mr_scan_init(&s, &d->prolog);
	while (mr_scan_word(&s, &w)) {
		key = prolog_find_key(&s, &w);
		if (key == KEY_DSECT && !*l->dsect)
			l->dsect = read_name(d, &s);
		else if (key == KEY_NAME && !*l->name)
			l->name = read_name(d, &s);
		else if (key == KEY_DESCRIPTIVE)
			read_descriptive(d, &s);
	}
	if (!*l->name)
		name_from_title(d);
	read_release(d, &d->epilog);
	read_release(d, &d->prolog);
}
