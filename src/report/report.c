/* report.c: reads .report files, see data/reports/README. Each keyword has a function, whose
 * comment shows the form of a line with this keyword. */
#include "report/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"

#define ORDER_LAST   9000u /* order of a report without the keyword Order */
#define WIDTH_MAX    64u
#define DECIMALS_MAX 6u
#define COUNT_MAX    1000u
#define ORDER_MAX    10000u
#define NAME_MOST    40u

struct report_state {
	struct report *r;
	unsigned line;
	const struct keyword *keyword; /* of the current line */
	report_notice *notice;
	void *arg;
	int bad;
	/* lines that name columns; they are read last, because the lines of Columns may follow
	 * them */
	struct late {
		const struct keyword *keyword;
		unsigned line;
		char *text;
	} *late;
	size_t nlate;
};

/* Flags of a keyword. */
enum {
	ONCE = 1,
	MUST = 2,
	BELOW = 4, /* each line below the keyword is an entry */
	LATE = 8   /* see struct late */
};

struct keyword {
	const char *name;
	unsigned flags;
	/* Read the text after the colon or, if the keyword has the flag BELOW, a line below the
	 * keyword. Return -1 if out of memory. */
	int (*take)(struct report_state *d, char *p);
};

static void wrong(struct report_state *d, const char *text)
{
	d->bad = 1;
	if (d->notice)
		d->notice(d->arg, d->r->path, d->line, text);
}

static void wrong_word(struct report_state *d, const char *word, const char *text)
{
	char room[300];

	snprintf(room, sizeof room, "%.60s: %s", word, text);
	wrong(d, room);
}

static char *skip_blanks(char *p)
{
	while (*p == ' ' || *p == '\t')
		p++;
	return p;
}

static void trim_end(char *p)
{
	size_t n = strlen(p);

	while (n > 0 && mr_is_blank(p[n - 1]))
		p[--n] = '\0';
}

/* Cut the next word off *P and return it; "" at the end of the line. */
static char *word(char **p)
{
	char *from = skip_blanks(*p), *s = from;

	while (*s && *s != ' ' && *s != '\t')
		s++;
	if (*s)
		*s++ = '\0';
	*p = skip_blanks(s);
	return from;
}

static int read_whole(const char *text, unsigned max, unsigned *v)
{
	uint64_t n;

	if (mr_read_number(&text, max, &n) || *text)
		return -1;
	*v = (unsigned)n;
	return 0;
}

static int read_real(const char *text, double *v)
{
	int minus = *text == '-';

	text += minus;
	if (mr_read_decimal(&text, v) || *text)
		return -1;
	*v = minus ? -*v : *v;
	return 0;
}

/* Return 1 if the N characters at S are lower-case letters; after the first character, digits and
 * MARK are allowed, too. */
static int entry_is_word(const char *s, size_t n, char mark)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!(s[i] >= 'a' && s[i] <= 'z') &&
		    !(i > 0 && (mr_is_digit(s[i]) || s[i] == mark)))
			return 0;
	return n > 0;
}

int report_is_name(const char *name, size_t n)
{
	return n <= NAME_MOST && entry_is_word(name, n, '-');
}

/* Return 1 if NAME, the name of a metric, ends with "_" and the unit BASE, as OpenMetrics
 * requires. */
static int ends_with(const char *name, const char *base)
{
	size_t n = strlen(name), k = strlen(base);

	return n > k + 1 && name[n - k - 1] == '_' && strcmp(name + n - k, base) == 0;
}

static int same_name(const char *name, const char *text, size_t n)
{
	size_t i;

	for (i = 0; i < n && name[i] && mr_lower(name[i]) == mr_lower(text[i]); i++)
		;
	return i == n && !name[i];
}

int report_column_find(const struct report *r, const char *text, size_t n)
{
	size_t i;

	for (i = 0; i < r->ncolumns; i++)
		if (same_name(r->columns[i].name, text, n))
			return (int)i;
	for (i = 0; i < r->ncolumns; i++)
		if (r->columns[i].name[0] == '%' && same_name(r->columns[i].name + 1, text, n))
			return (int)i;
	return -1;
}

int report_only_column(const struct report *r, const char *text, size_t n)
{
	/* In the report linux, "user" must select the column of user IDs, not the column %user. */
	if (r->special.user >= 0 && same_name("user", text, n))
		return r->special.user;
	return report_column_find(r, text, n);
}

int report_group(struct report *r)
{
	struct report_column *list = realloc(r->columns, (r->ncolumns + 1) * sizeof *list);
	size_t i;

	if (!list)
		return -1;
	r->columns = list;
	for (i = 0; i < r->ncolumns; i++)
		if (list[i].role == REPORT_KEY)
			list[i].role = REPORT_TEXT;
	list[r->special.group].role = REPORT_KEY;
	list[r->special.group].metric = "class";
	list[r->ncolumns++] = (struct report_column){
		.name = "count",
		.width = 5,
		.unit = "",
		.basis = REPORT_PLAIN,
		.scale = 1,
		.base = "",
		.text = "Members with values.",
		.combine = REPORT_SUM,
	};
	r->nkeys = 1;
	r->special.named = r->special.by = -1;
	for (i = 0; i < r->ncharts; i++)
		if (r->charts[i].by >= 0)
			r->charts[i].by = r->special.group;
	return 0;
}

int report_first_column(const struct report *r, const char *by)
{
	int column = by ? report_column_find(r, by, strlen(by)) : -1;

	if (column < 0)
		column = r->special.named;
	if (column >= 0 || !r->ncharts)
		return column;
	return (int)r->charts[0].columns[0];
}

/* Append an element of SIZE zeros to the array *PLACE of *N elements. Return the element; NULL: out
 * of memory. */
static void *append_entry(struct report_state *d, void *place, size_t *n, size_t size)
{
	char *list;

	memcpy(&list, place, sizeof list);
	list = realloc(list, (*n + 1) * size);
	if (!list) {
		d->bad = 1;
		errno = ENOMEM;
		return NULL;
	}
	memcpy(place, &list, sizeof list);
	return memset(list + (*n)++ * size, 0, size);
}

static int take_words(struct report_state *d, char *p)
{
	if (*d->keyword->name == 'T')
		d->r->title = p;
	else if (*d->keyword->name == 'Q')
		d->r->question = p;
	else
		d->r->like = p;
	return 0;
}

static int take_order(struct report_state *d, char *p)
{
	if (read_whole(p, ORDER_MAX, &d->r->order))
		wrong_word(d, p, "expected a number from 0 to 10000");
	return 0;
}

static int take_show(struct report_state *d, char *p)
{
	d->r->show.events = strcmp(p, "events") == 0;
	d->r->show.changes = d->r->show.events || strcmp(p, "changes") == 0;
	if (!d->r->show.changes)
		wrong_word(d, p, "expected changes or events, as in Show: changes");
	return 0;
}

/* Append the text P to r->text. Both texts are in r->memory, P after r->text, so move P to the end
 * of r->text. */
static int take_text(struct report_state *d, char *p)
{
	struct report *r = d->r;
	char *end;

	if (!r->text) {
		r->text = p;
		return 0;
	}
	end = (char *)r->text + strlen(r->text);
	*end++ = '\n';
	memmove(end, p, strlen(p) + 1);
	return 0;
}

/* Cut the text after a colon off P and return it; "": P has no colon. */
static const char *entry_text(char *p)
{
	char *colon = strchr(p, ':');

	if (!colon)
		return "";
	*colon = '\0';
	trim_end(p);
	return skip_blanks(colon + 1);
}

/* Needs: RECORD; COMMAND or Uses: RECORD; COMMAND */
static int take_need(struct report_state *d, char *p)
{
	struct report *r = d->r;
	struct report_need *n = append_entry(d, &r->needs, &r->nneeds, sizeof *n);
	char *semicolon = strchr(p, ';');

	if (!n)
		return -1;
	n->line = d->line;
	n->optional = *d->keyword->name == 'U';
	n->enable = "";
	if (semicolon) {
		*semicolon = '\0';
		n->enable = skip_blanks(semicolon + 1);
	}
	trim_end(p);
	n->record = p;
	if (!*p || strpbrk(p, " \t"))
		wrong(
			d,
			"expected the name of one record, then ; and what to do on z/VM to have it");
	return 0;
}

static int entry_number(const char *const *list, const char *word)
{
	int i;

	for (i = 0; list[i]; i++)
		if (strcmp(list[i], word) == 0)
			return i;
	return -1;
}

static void check_metric(struct report_state *d, const struct report_column *c)
{
	if (!c->metric)
		return;
	if (!entry_is_word(c->metric, strlen(c->metric), '_'))
		wrong_word(
			d, c->metric,
			"the name of a metric or label must have only lower-case letters, digits and _");
	else if (report_is_metric(c) && *c->base && !ends_with(c->metric, c->base))
		wrong_word(d, c->metric, "the name of a metric must end with its unit");
	else if (c->role == REPORT_TEXT || c->role == REPORT_OLD)
		wrong_word(
			d, c->name,
			"a column with the role text or old cannot have a metric; write - instead");
}

/* a line below Columns: NAME WIDTH DECIMALS UNIT BASIS ROLE METRIC SCALE BASE DESCRIPTION */
static int take_column(struct report_state *d, char *p)
{
	static const char *const bases[] = { "P", "S", "I", "-", NULL };
	static const char *const roles[] = { "value", "key", "text", "hidden", "old", NULL };
	enum { NAME, WIDTH, DECIMALS, UNIT, BASIS, ROLE, METRIC, SCALE, BASE, WORDS };
	const char *words[WORDS];
	struct report *r = d->r;
	struct report_column *c;
	unsigned places = 0, i;
	int basis, role;

	for (i = 0; i < WORDS; i++)
		words[i] = word(&p);
	if (report_column_find(r, words[NAME], strlen(words[NAME])) >= 0)
		wrong_word(d, words[NAME], "the report already has a column of this name");
	c = append_entry(d, &r->columns, &r->ncolumns, sizeof *c);
	if (!c)
		return -1;
	c->line = d->line;
	c->name = words[NAME];
	c->text = p;
	c->scale = 1;
	basis = entry_number(bases, words[BASIS]);
	role = entry_number(roles, words[ROLE]);
	if (!*p)
		wrong_word(
			d, c->name,
			"expected name, width, decimals, unit, basis, role, metric, scale, base unit, description");
	else if (read_whole(words[WIDTH], WIDTH_MAX, &c->width) || !c->width)
		wrong_word(d, words[WIDTH], "expected a width from 1 to 64");
	else if (strcmp(words[DECIMALS], "-") != 0 &&
	         read_whole(words[DECIMALS], DECIMALS_MAX, &places))
		wrong_word(d, words[DECIMALS],
		           "expected a number of decimals from 0 to 6, or - for text");
	else if (basis < 0)
		wrong_word(d, words[BASIS], "expected a basis: P, S, I or -");
	else if (role < 0)
		wrong_word(d, words[ROLE], "expected a role: value, key, text, hidden or old");
	else if (strcmp(words[SCALE], "-") != 0 &&
	         (read_real(words[SCALE], &c->scale) || c->scale <= 0))
		wrong_word(d, words[SCALE], "expected a scale above 0, or -");
	c->basis = basis < 0 ? REPORT_PLAIN : (enum report_basis)basis;
	c->role = role < 0 ? REPORT_VALUE : (enum report_role)role;
	c->decimals = strcmp(words[DECIMALS], "-") == 0 ? -1 : (int)places;
	c->unit = strcmp(words[UNIT], "-") == 0 ? "" : words[UNIT];
	c->base = strcmp(words[BASE], "-") == 0 ? "" : words[BASE];
	c->metric = strcmp(words[METRIC], "-") == 0 ? NULL : words[METRIC];
	if (*p)
		check_metric(d, c);
	r->nkeys += c->role == REPORT_KEY;
	return 0;
}

/* ---- References to columns ---- */

/* Return the index of the column whose name is the N characters at TEXT; -1 after a message. */
static int entry_column(struct report_state *d, const char *text, size_t n)
{
	int c = report_column_find(d->r, text, n);
	char name[61];

	if (c >= 0)
		return c;
	snprintf(name, sizeof name, "%.*s", (int)(n < 60 ? n : 60), text);
	wrong_word(d, name, "the report has no such column");
	return -1;
}

/* Like entry_column(), but the column must have numbers. */
static int numbers(struct report_state *d, const char *text, size_t n)
{
	int c = entry_column(d, text, n);

	if (c < 0 || d->r->columns[c].decimals >= 0)
		return c;
	wrong_word(d, d->r->columns[c].name,
	           "the column has text (its DECIMALS are -), not numbers");
	return -1;
}

/* Label: COLUMN or User: COLUMN or Group: COLUMN */
static int take_role(struct report_state *d, char *p)
{
	int c = entry_column(d, p, strlen(p));

	if (*d->keyword->name == 'L')
		d->r->label = c;
	else if (*d->keyword->name == 'U')
		d->r->special.user = c;
	else
		d->r->special.group = c;
	return 0;
}

/* Combine: sum|max COLUMN,COLUMN; or mean COLUMN,COLUMN by WEIGHT; or ratio COLUMN DIVIDEND
 * DIVISOR */
static int take_combine(struct report_state *d, char *p)
{
	static const char *const kinds[] = { "sum", "max", "mean", "ratio", NULL };
	int kind = entry_number(kinds, word(&p)), of = 0, by = 0, at;
	const char *names = word(&p), *first = word(&p);

	if (kind < 0 || !*names || (kind < 2 ? *first : !*p) ||
	    (kind == 2 && strcmp(first, "by") != 0)) {
		wrong(
			d,
			"expected sum or max and columns; mean, columns, by and a column; or ratio and "
			"three columns");
		return 0;
	}
	if (kind >= 2)
		by = numbers(d, p, strlen(p));
	if (kind == 3)
		of = numbers(d, first, strlen(first));
	for (; *names; names += strcspn(names, ","), names += *names == ',') {
		at = numbers(d, names, strcspn(names, ","));
		if (d->bad || at < 0)
			return 0;
		d->r->columns[at].combine = REPORT_SUM + (unsigned)kind;
		d->r->columns[at].of = (unsigned)of;
		d->r->columns[at].by = (unsigned)by;
	}
	return 0;
}

static int take_rank(struct report_state *d, char *p)
{
	const char *ranked = word(&p);

	d->r->special.named = numbers(d, ranked, strlen(ranked));
	d->r->special.by = numbers(d, p, strlen(p));
	return 0;
}

/* Optional: COLUMN TABLE FIELD [FIELD]... */
static int take_optional(struct report_state *d, char *p)
{
	const char *name = word(&p);
	int c = entry_column(d, name, strlen(name));

	if (!strpbrk(p, " \t"))
		wrong(d, "expected a column, a table and one or more fields of the table");
	else if (c >= 0)
		d->r->columns[c].optional = p;
	return 0;
}

/* Chart: lines|stack COLUMN,COLUMN [by KEY] [to NUMBER] [: QUESTION] */
static int take_chart(struct report_state *d, char *p)
{
	struct report_chart *c = append_entry(d, &d->r->charts, &d->r->ncharts, sizeof *c);
	char *kind, *names, *word_of, *v;
	const char *title;
	int at;

	if (!c)
		return -1;
	c->by = -1;
	title = entry_text(p);
	c->title = *title ? title : d->r->question;
	kind = word(&p);
	names = word(&p);
	for (word_of = word(&p); *word_of; word_of = word(&p)) {
		v = word(&p);
		trim_end(v);
		if (strcmp(word_of, "by") == 0 && *v)
			c->by = entry_column(d, v, strlen(v));
		else if (strcmp(word_of, "to") != 0 || read_real(v, &c->capacity))
			*names = '\0';
		if (c->by >= 0 && d->r->columns[c->by].role != REPORT_KEY)
			wrong_word(d, v, "is not a column with the role key");
	}
	if ((strcmp(kind, "lines") != 0 && strcmp(kind, "stack") != 0) || !*names) {
		wrong(
			d,
			"expected lines or stack, columns with commas between them, perhaps by and a key, to and a "
			"number, then : and a question");
		return 0;
	}
	c->kind = *kind == 's' ? REPORT_STACK : REPORT_LINES;
	for (; *names; names += strcspn(names, ","), names += *names == ',') {
		at = numbers(d, names, strcspn(names, ","));
		if (at >= 0 && c->ncolumns == REPORT_SERIES)
			wrong(d, "a chart can have at most 8 columns");
		else if (at >= 0)
			c->columns[c->ncolumns++] = (unsigned)at;
	}
	if (c->by >= 0 && c->ncolumns > 1)
		wrong(d, "a chart with by can have only one column");
	return 0;
}

/* Figure: PLACE COLUMN : TITLE : PHRASE : PHRASE IF NONE */
static int entry_figure(struct report_state *d, char *p)
{
	struct report_figure *f = &d->r->figure;

	f->title = entry_text(p);
	f->phrase = entry_text((char *)f->title);
	f->none = *f->phrase ? entry_text((char *)f->phrase) : "";
	if (!*f->none || read_whole(word(&p), REPORT_FIGURES, &f->place) || !f->place)
		wrong(
			d,
			"expected a number from 1 to 9, a column, and three texts, each after a colon");
	else
		f->column = numbers(d, p, strlen(p));
	return 0;
}

/* Read the condition COLUMN > LIMIT or COLUMN < LIMIT at *P, and move *P past it. Return 0; -1:
 * syntax error. */
static int read_limit(struct report_state *d, char **p, struct report_limit *l)
{
	char *name = word(p), *op = word(p), *limit = word(p);
	int at;

	l->above = *op == '>';
	if ((strcmp(op, ">") != 0 && strcmp(op, "<") != 0) || read_real(limit, &l->limit))
		return -1;
	at = numbers(d, name, strlen(name));
	l->column = at < 0 ? 0 : (unsigned)at;
	return 0;
}

/* Read TEXT, a number of intervals (such as 3) or of minutes (15m). Return 0; -1: syntax error. */
static int read_for(const char *text, struct report_alarm *a)
{
	uint64_t n;

	if (mr_read_number(&text, COUNT_MAX, &n) || !n)
		return -1;
	*(*text == 'm' ? &a->minutes : &a->count) = (unsigned)n;
	text += *text == 'm';
	return *text ? -1 : 0;
}

/* Read the part of an alarm that begins with "and", "for", "until" or "with". Return 0; -1: syntax
 * error. */
static int read_more(struct report_state *d, char **p, struct report_alarm *a)
{
	const char *name = word(p), *v;

	if (strcmp(name, "and") == 0)
		return a->nalso == REPORT_ALSO ? -1 : read_limit(d, p, &a->also[a->nalso++]);
	v = word(p);
	if (strcmp(name, "for") == 0)
		return read_for(v, a);
	if (strcmp(name, "with") == 0) {
		a->with = entry_column(d, v, strlen(v));
		return 0;
	}
	return strcmp(name, "until") == 0 ? read_real(v, &a->until) : -1;
}

/* Alarm: [critical] COLUMN > LIMIT [and COLUMN > LIMIT] [for COUNT|MINUTESm] [until LIMIT] [with
 * COLUMN] [: TEXT] */
static int take_alarm(struct report_state *d, char *p)
{
	static const char severe[] = "critical ";
	struct report_alarm *a = append_entry(d, &d->r->alarms, &d->r->nalarms, sizeof *a);
	struct report_limit first = { 0, 0, 0 };
	int rc;

	if (!a)
		return -1;
	a->text = entry_text(p);
	a->is_critical = strncmp(p, severe, strlen(severe)) == 0;
	p += a->is_critical ? strlen(severe) : 0;
	rc = read_limit(d, &p, &first);
	a->column = first.column;
	a->above = first.above;
	a->limit = a->until = first.limit;
	a->count = 1;
	a->with = -1;
	while (!rc && *p)
		rc = read_more(d, &p, a);
	if (rc)
		wrong(
			d,
			"expected a column, > or <, a number, perhaps and with another column, for and a number of "
			"intervals or a time such as 15m, until and a number, with and a column, then : and a text");
	else if (a->above ? a->until > a->limit : a->until < a->limit)
		wrong(
			d,
			"the value after until is beyond the limit, so the alarm would end at once");
	return 0;
}

int report_add_alarm(struct report *r, char *text, report_notice *notice, void *arg)
{
	struct report_state d = { .r = r, .line = 1, .notice = notice, .arg = arg };

	errno = 0;
	take_alarm(&d, text);
	return d.bad ? -1 : 0;
}

/* Move the last counter after the other counters with its name. */
static void group_counter(struct report_counters *all)
{
	struct report_counter *c = all->list, last = c[all->n - 1];
	size_t at = all->n - 1;

	while (at > 0 && strcmp(c[at - 1].metric, last.metric) != 0)
		at--;
	last.is_first = at == 0;
	at = at ? at : all->n - 1;
	memmove(&c[at + 1], &c[at], (all->n - 1 - at) * sizeof last);
	c[at] = last;
}

/* Counter: COLUMN NAME [LABEL=VALUE] */
static int take_counter(struct report_state *d, char *p)
{
	struct report_counters *all = &d->r->counters;
	struct report_counter *c = append_entry(d, &all->list, &all->n, sizeof *c);
	char *name = word(&p), *equals;
	int at;

	if (!c)
		return -1;
	at = numbers(d, name, strlen(name));
	c->column = at < 0 ? 0 : (unsigned)at;
	c->metric = word(&p);
	equals = strchr(p, '=');
	if (!entry_is_word(c->metric, strlen(c->metric), '_') ||
	    !ends_with(c->metric, "total"))
		wrong_word(
			d, c->metric,
			"expected a column, and a name in lower-case letters that ends with _total");
	else if (*p && (!equals || !entry_is_word(p, (size_t)(equals - p), '_') ||
	                !entry_is_word(equals + 1, strlen(equals + 1), '_')))
		wrong_word(d, p, "expected LABEL=VALUE in lower-case letters");
	if (equals) {
		*equals = '\0';
		c->label = p;
		c->value = equals + 1;
	}
	group_counter(all);
	return 0;
}

/* read_lines() stops after Query, so Query is the last element. */
static const struct keyword keywords[] = {
	{ "Title", ONCE | MUST, take_words },
	{ "Question", ONCE | MUST, take_words },
	{ "Order", ONCE, take_order },
	{ "Show", ONCE, take_show },
	{ "Like", ONCE, take_words },
	{ "Text", 0, take_text },
	{ "Needs", MUST, take_need },
	{ "Uses", 0, take_need },
	{ "Columns", ONCE | MUST | BELOW, take_column },
	{ "Optional", LATE, take_optional },
	{ "Label", ONCE | LATE, take_role },
	{ "User", ONCE | LATE, take_role },
	{ "Group", ONCE | LATE, take_role },
	{ "Combine", LATE, take_combine },
	{ "Rank", ONCE | LATE, take_rank },
	{ "Chart", LATE, take_chart },
	{ "Busy", ONCE, NULL }, /* a keyword of earlier versions, which is ignored */
	{ "Figure", ONCE | LATE, entry_figure },
	{ "Alarm", LATE, take_alarm },
	{ "Counter", LATE, take_counter },
	{ "Query", ONCE | MUST | BELOW, NULL },
};
#define KEYWORDS (sizeof keywords / sizeof *keywords)

/* Process a line with the keyword K and the text P after the colon. AGAIN is 1 if an earlier line
 * of the file has this keyword. Return 0, or -1: out of memory. */
static int take_keyword(struct report_state *d, const struct keyword *k, char *p, int again)
{
	struct late *late;

	if (again && k->flags & ONCE)
		wrong_word(d, k->name, "may be in a report only once");
	if (k->flags & BELOW && *p)
		wrong_word(
			d, k->name,
			"expected nothing after the colon; its entries are in the lines below");
	else if (!(k->flags & BELOW) && !*p)
		wrong_word(d, k->name, "expected a value after the colon");
	d->keyword = k;
	if (!k->take || k->flags & BELOW)
		return 0;
	if (!(k->flags & LATE))
		return k->take(d, p);
	late = append_entry(d, &d->late, &d->nlate, sizeof *late);
	if (late)
		*late = (struct late){ k, d->line, p };
	return late ? 0 : -1;
}

/* Return the keyword of the line P, and set *TEXT to the text after the colon. NULL: the line has
 * no known keyword. */
static const struct keyword *keyword_of(char *p, char **text)
{
	size_t n = strcspn(p, ":"), i;

	for (i = 0; p[n] && i < KEYWORDS; i++)
		if (strlen(keywords[i].name) == n && memcmp(p, keywords[i].name, n) == 0) {
			*text = skip_blanks(p + n + 1);
			return &keywords[i];
		}
	return NULL;
}

/* Read the text P of a file up to the query. Set each element of LINES to the number of the first
 * line that has the keyword. Return 0, or -1: out of memory. */
static int read_lines(struct report_state *d, char *p, unsigned lines[KEYWORDS])
{
	const struct keyword *part = NULL, *next;
	char *end, *text = NULL;
	int rc = 0;

	for (d->line = 1; !rc && *p; p = end, d->line++) {
		end = p + strcspn(p, "\n");
		if (*end)
			*end++ = '\0';
		trim_end(p);
		if (!*p || *p == '#')
			continue;
		if (*p == ' ' || *p == '\t') {
			if (part && part->flags & BELOW)
				rc = part->take(d, skip_blanks(p));
			else
				wrong(
					d,
					"only the lines below Columns: and Query: may begin with blanks");
			continue;
		}
		next = keyword_of(p, &text);
		if (!next) {
			wrong_word(
				d, p, "expected a keyword and a colon, such as Title: or Query:");
			continue;
		}
		part = next;
		rc = take_keyword(d, part, text, lines[part - keywords] > 0);
		if (!lines[part - keywords])
			lines[part - keywords] = d->line;
		if (part == &keywords[KEYWORDS - 1]) {
			d->r->query = end;
			d->r->query_line = d->line + 1;
			return rc;
		}
	}
	return rc;
}

/* Read the lines in d->late, and check that no required keyword is missing. */
static void report_settle(struct report_state *d, const unsigned lines[KEYWORDS])
{
	const struct report *r = d->r;
	char text[60];
	size_t i;

	for (i = 0; r->ncolumns && i < d->nlate; i++) {
		d->line = d->late[i].line;
		d->keyword = d->late[i].keyword;
		if (d->keyword->take(d, d->late[i].text))
			return;
	}
	for (i = 0; i < KEYWORDS; i++) {
		snprintf(text, sizeof text, "the report has no line %s:", keywords[i].name);
		d->line = lines[i] ? lines[i] : 1;
		if (keywords[i].flags & MUST && !lines[i])
			wrong(d, text);
		if (strcmp(keywords[i].name, "Columns") == 0 && lines[i] && !r->ncolumns)
			wrong(d, "Columns: expected at least one column in the lines below");
	}
	/* Query is the last element of keywords[], so d->line is now the line of Query. */
	if (r->query && !r->query[strspn(r->query, " \t\n;")])
		wrong(d, "Query: expected a SELECT");
}

struct report *report_read(const char *path, const char *name, const char *text, size_t length,
                           report_notice *notice, void *arg)
{
	struct report_state d = { .line = 1, .notice = notice, .arg = arg };
	struct report *r = calloc(1, sizeof *r);
	unsigned lines[KEYWORDS] = { 0 };

	if (r)
		r->memory = malloc(length + strlen(name) + strlen(path) + 3);
	if (!r || !r->memory) {
		free(r);
		errno = ENOMEM;
		return NULL;
	}
	memcpy(r->memory, text, length);
	r->memory[length] = '\0';
	r->name = strcpy(r->memory + length + 1, name);
	r->path = strcpy(r->memory + length + strlen(name) + 2, path);
	r->order = ORDER_LAST;
	r->like = "";
	r->label = r->special.user = r->special.group = r->special.named = r->special.by = -1;
	d.r = r;
	errno = 0;
	if (strlen(r->memory) != length)
		wrong(&d, "is not a text: it contains a NUL");
	else if (read_lines(&d, r->memory, lines) == 0)
		report_settle(&d, lines);
	free(d.late);
	if (!r->text)
		r->text = "";
	if (!d.bad)
		return r;
	report_free(r);
	return NULL;
}

void report_free(struct report *r)
{
	if (!r)
		return;
	free(r->needs);
	free(r->columns);
	free(r->charts);
	free(r->alarms);
	free(r->counters.list);
	free(r->memory);
	free(r);
}
