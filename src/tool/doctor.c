/* doctor.c: the formats of --doctor, which print one report per input. */
#include "config.h"

#include "tool/tool_options.h"

#include "out/headings.h"
#include "out/names.h"
#include "base/array.h"
#include "base/page.h"
#include "report/missing.h"
#include "report/reports.h"

/* Maximum depth of nested structures in ->levels of struct doctor; deeper structures share the last
 * element. */
#define DEPTH 32u
#define SHOWN 12u /* maximum number of findings in a report as text */
#define WIDTH 80u /* columns of a report as text, plus 1 */
#define INDENT 14u /* column of the values */
/* Maximum length of a name. A longer text may be a command, which may have control characters. */
#define NAME_MOST 16u
/* maximum length of a message with the offset of its record */
#define DOCTOR_TEXT (INTERVALS_TEXT + 32u)

/* CONTRADICTION: a problem that monread_decode() reports. */
enum wrong {
	LONGER,
	SHORTER,
	BLANKS,
	OVER_100,
	TIME_BEFORE,
	TIME_AFTER,
	UNPRINTABLE,
	CONTRADICTION
};

static const char *const wrongs[] = {
	"longer than the layout by ",
	"shorter than the layout by ",
	"a counter of EBCDIC blanks",
	"over 100 %: ",
	"a time before the IPL of the system: ",
	"a time after its record: ",
	"a name with unprintable bytes: ",
	"",
};

/* Faults of one kind in the field or structure ->field ("": in the whole record). */
struct finding {
	const struct monread_layout *layout;
	const char *field;
	enum wrong wrong;
	uint64_t count;
	/* for LONGER and SHORTER: least and most bytes by which records differ from the layout */
	uint64_t least, most;
	uint64_t offset; /* offset of the first record with the fault */
	char example[96];
};

/* A command of CP that enables missing records. */
struct command {
	char enable[128];
	/* names of the reports that need these records, each with a star if only some columns of
	 * the report need them; the names of all built-in reports take about 300 bytes */
	char reports[896];
	const char *last;
	/* 1: the records may have been left out when the capture was stored */
	int is_left_out;
};

struct level {
	const struct monread_layout *layout;
	/* name of the array or structure; "": the record or its application data */
	const char *name;
	/* 1: the record is shorter than the layout, so the last bytes of the record may be a part
	 * of a field */
	int is_short;
};

struct doctor {
	/* for each layout, with ->id as the index: 1 if the capture has data with this layout */
	unsigned char *came;
	size_t ncame;
	struct finding *found;
	size_t nfound, room;
	struct command *missing;
	size_t nmissing, missing_room;
	uint64_t records, datasets, dataset, unknown;
	uint64_t damaged, gaps;
	/* possible gaps in earlier files of a series that --follow reads */
	uint64_t possible_before;
	int samples, shifted;
	char first_damage[DOCTOR_TEXT], first_gap[DOCTOR_TEXT], level[MR_SYSTEM_ID_SIZE];
	char kinds[256]; /* names of records without a layout, as " D1R2 D3R4 " */
	/* ev: the record that is decoded; levels: the structures that contain the current field,
	 * the innermost at ->at */
	const struct monread_ev *ev;
	struct level levels[DEPTH], *at;
};

/* ---- Records ---- */

static void doctor_find(struct out *o, enum wrong wrong, const char *field, uint64_t amount,
                 const char *example)
{
	struct doctor *d = o->main.state;
	struct finding *f;
	size_t i;

	for (i = 0; i < d->nfound; i++)
		if (d->found[i].layout == d->at->layout && d->found[i].wrong == wrong &&
		    strcmp(d->found[i].field, field) == 0)
			break;
	if (ARRAY_GROW(d->found, i, d->room)) {
		out_no_memory(&o->main);
		return;
	}
	f = &d->found[i];
	if (i == d->nfound) {
		memset(f, 0, sizeof *f);
		f->layout = d->at->layout;
		f->field = field;
		f->wrong = wrong;
		f->least = amount;
		f->offset = d->ev->offset;
		snprintf(f->example, sizeof f->example, "%s", example);
		d->nfound++;
	}
	f->count++;
	f->least = amount < f->least ? amount : f->least;
	f->most = amount > f->most ? amount : f->most;
}

/* Return 1 if the text V has control characters. */
static int is_unprintable(const struct monread_value *v)
{
	int ascii = v->format == MONREAD_ASCII;
	size_t i, n = mr_unpadded(v->bytes, v->length, ascii);

	for (i = 0; i < n; i++)
		if (v->bytes[i] < (ascii ? 0x20 : 0x40) || v->bytes[i] == (ascii ? 0x7F : 0xFF))
			return 1;
	return 0;
}

static void judge_time(struct out *o, const struct monread_value *v)
{
	const struct doctor *d = o->main.state;
	const struct monread_layout *l = d->at->layout;
	char text[MONREAD_TIME_SIZE];
	uint64_t ipl = o->file->intervals->ipl;
	int before = ipl && mr_tod_is_later(ipl, v->number);

	/* A time of 0 means that the event did not happen. D1R4 has the time of the shutdown, which
	 * is before the IPL. */
	if (v->number == 0 || (l->domain == 1 && l->record == 4))
		return;
	monread_time_text(monread_tod_to_unix_us(v->number), text);
	/* A guest writes some times by its own clock: allow a difference of a minute. */
	if (before || mr_tod_is_later(v->number, d->ev->tod + 60 * MR_TOD_SECOND))
		doctor_find(o, before ? TIME_BEFORE : TIME_AFTER, v->field->name, 0, text);
}

static int judge_field(void *arg, const struct monread_value *v)
{
	const struct monread_field *f = v->field;
	char text[2 * NAME_MOST + OUT_SLACK + 4] = "";

	if (f->flags & MONREAD_RESERVED || v->length == 0)
		return 0;
	if (f->flags & MONREAD_COUNTER && v->length >= 4 && v->length <= 8 &&
	    memcmp(v->bytes, "@@@@@@@@", v->length) == 0) {
		doctor_find(arg, BLANKS, f->name, 0, "");
	} else if (v->format == MONREAD_TIME) {
		judge_time(arg, v);
	} else if (strcmp(f->unit, "0.01%") == 0 && v->number > 10000 &&
	           strcmp(f->name, "pcpu") != 0) {
		/* pcpu may exceed 100 %: the threads of a process may use several CPUs. */
		snprintf(text, sizeof text, "%.2f %%", (double)v->number / 100);
		doctor_find(arg, OVER_100, f->name, 0, text);
	} else if ((v->format == MONREAD_TEXT || v->format == MONREAD_ASCII) &&
	           v->length <= NAME_MOST && is_unprintable(v)) {
		memcpy(text, "X'", 2);
		memcpy(out_put_hex(text + 2, v->bytes, v->length), "'", 2);
		doctor_find(arg, UNPRINTABLE, f->name, 0, text);
	}
	return 0;
}

static int note_layout(struct out *o, const struct monread_layout *l)
{
	struct doctor *d = o->main.state;

	if (ARRAY_EXTEND(d->came, d->ncame, l->id + 1))
		return out_no_memory(&o->main);
	d->came[l->id] = 1;
	return 0;
}

/* Set *d->at to the structure NAME ("": the record or its application data) with the layout L and
 * LENGTH bytes. Add a finding if the record is too short. Return 0; -1 if out of memory. */
static int enter(struct out *o, const struct monread_layout *l, const char *name, size_t length)
{
	const struct monread_structure *s = monread_layout_structure(l, 0);
	struct doctor *d = o->main.state;

	*d->at = (struct level){ l, name, !*name && s && length < s->length };
	if (d->at->is_short)
		doctor_find(o, SHORTER, "", s->length - length, "");
	return *name ? 0 : note_layout(o, l);
}

static int begin_level(void *arg, const struct monread_place *place)
{
	struct doctor *d = ((struct out *)arg)->main.state;

	d->at += d->at < &d->levels[DEPTH - 1];
	return enter(arg, place->layout, place->level == MONREAD_LEVEL_PAYLOAD ? "" : place->name,
	             place->value->length) != 0;
}

static int end_level(void *arg, const struct monread_place *place)
{
	struct doctor *d = ((struct out *)arg)->main.state;

	(void)place;
	d->at -= d->at > d->levels;
	return 0;
}

static int judge_tail(void *arg, const struct monread_value *v)
{
	const struct doctor *d = ((struct out *)arg)->main.state;

	if (!d->at->is_short)
		doctor_find(arg, LONGER, d->at->name, v->length, "");
	return 0;
}

static int judge_problem(void *arg, const char *text)
{
	struct out *o = arg;
	const struct doctor *d = o->main.state;

	doctor_find(o, CONTRADICTION, "", 0, text);
	o->settings.problem(o->settings.problem_arg, d->ev, text);
	return 0;
}

static int judge_record(struct out *o, const struct monread_ev *ev, const struct monread_layout *l)
{
	static const struct monread_emit emit = {
		.size = sizeof emit,
		.field = judge_field,
		.begin = begin_level,
		.end = end_level,
		.tail = judge_tail,
		.problem = judge_problem,
	};
	struct doctor *d = o->main.state;

	d->ev = ev;
	d->at = d->levels;
	if (enter(o, l, "", ev->length))
		return -1;
	if (monread_decode(o->main.decoder, l, monread_system_release(o->system), ev->bytes,
	                   ev->length, &emit, o))
		return out_no_memory(&o->main);
	return 0;
}

/* Count the event EV, which is damage or a gap. TEXT describes EV. */
static void note_damage(struct doctor *d, const struct monread_ev *ev, const char *text)
{
	unsigned is_gap = ev->kind == MONREAD_GAP;
	char *first = is_gap ? d->first_gap : d->first_damage;

	d->gaps += is_gap;
	d->damaged += !is_gap;
	if (!*first)
		snprintf(first, DOCTOR_TEXT, "offset 0x%llx: %s", (unsigned long long)ev->offset,
		         text);
}

static int doctor_event(struct out *o, const struct monread_ev *ev, const struct monread_layout *l,
                        int shown)
{
	struct doctor *d = o->main.state;
	size_t n = strlen(d->kinds);
	char kind[24], text[INTERVALS_TEXT];
	int has_room;

	if (ev->kind == MONREAD_BAD || ev->kind == MONREAD_GAP)
		note_damage(d, ev, ev->text);
	if (ev->kind != MONREAD_RECORD)
		return 0;
	if (!(ev->flags & MONREAD_REPEATED) && intervals_doubt(ev, text))
		note_damage(d, ev, text);
	/* In a MONWRITE file, frames begin at multiples of 4096 bytes, unless bytes were inserted
	 * or lost. */
	d->shifted |= o->file->container == MONREAD_CONTAINER_MONWRITE &&
	              (ev->offset - ev->address) % MONREAD_BLOCK_SIZE != 0;
	if (!l && (ev->flags & MONREAD_REPEATED || (ev->domain == 1 && ev->record == 4)))
		l = monread_system_layout(o->system, ev->domain, ev->record, ev->bytes, ev->length);
	if (ev->domain == 1 && ev->record == 4)
		out_marked(o->settings.codepage, l, ev, MONREAD_LEVEL, d->level, sizeof d->level);
	if (!shown)
		return ev->flags & MONREAD_REPEATED && l ? note_layout(o, l) : 0;
	d->records++;
	d->datasets += ev->dataset != d->dataset;
	d->dataset = ev->dataset;
	d->samples |= ev->mce->type == MONREAD_SAMPLE;
	if (l && l->nstructures)
		return monread_is_mark(ev->bytes, ev->length) ? 0 : judge_record(o, ev, l);
	d->unknown++;
	snprintf(kind, sizeof kind, " D%uR%u ", ev->domain, ev->record);
	/* d->kinds ends with "... " if it has no room for more names of records. */
	if (strstr(d->kinds, kind) || strstr(d->kinds, "..."))
		return 0;
	has_room = n + strlen(kind) + strlen("... ") < sizeof d->kinds;
	snprintf(d->kinds + n, sizeof d->kinds - n, "%s", has_room ? kind + (n > 0) : "... ");
	return 0;
}

/* Also called before each file. */
static void doctor_end(struct out_worker *w)
{
	struct doctor *d = w->state;

	free(d->found);
	free(d->missing);
	free(d->came);
	memset(d, 0, sizeof *d);
}

static void doctor_head(struct out_worker *w, struct out_buffer *b, const struct table *t)
{
	struct doctor *d = w->state;

	(void)b;
	(void)t;
	doctor_end(w);
	d->possible_before = w->file->intervals->possible;
}

/* ---- Reports ---- */

/* Return 1 if the capture has records with the name RECORD. */
static int doctor_came(const void *out, const char *record)
{
	const struct out *o = out;
	const struct doctor *d = o->main.state;
	const struct monread_layout *l = monread_layouts_by_name(o->settings.layouts, record);

	for (; l; l = monread_layouts_next(o->settings.layouts, l))
		if (l->id < d->ncame && d->came[l->id])
			return 1;
	return 0;
}

/* Add to d->missing that the report NAME needs the records NEED, which the capture does not
 * have. */
static void add_missing(struct out *o, const struct missing *m, const struct report_need *need,
                        const char *name)
{
	struct doctor *d = o->main.state;
	struct command *c;
	size_t i, n;

	for (i = 0; i < d->nmissing && strcmp(d->missing[i].enable, need->enable) != 0; i++)
		;
	if (ARRAY_GROW(d->missing, i, d->missing_room)) {
		out_no_memory(&o->main);
		return;
	}
	c = &d->missing[i];
	if (i == d->nmissing) {
		memset(c, 0, sizeof *c);
		snprintf(c->enable, sizeof c->enable, "%s", need->enable);
		c->is_left_out = missing_is_left_out(m, need);
		d->nmissing++;
	}
	n = strlen(c->reports);
	if (c->last != name)
		snprintf(c->reports + n, sizeof c->reports - n, " %s%s", name,
		         need->optional ? "*" : "");
	c->last = name;
}

static void find_missing(struct out *o)
{
	struct missing m = { NULL, o->settings.layouts, doctor_came, o,
		             ((struct doctor *)o->main.state)->samples };
	const struct reports_source *source;
	const struct report_need *n;
	struct report *r;

	for (source = reports_built_in; source->name; source++) {
		r = reports_read(source);
		if (!r) {
			out_no_memory(&o->main);
			return;
		}
		m.report = r;
		for (n = missing_from(&m, r->needs); n; n = missing_from(&m, n + 1))
			add_missing(o, &m, n, source->name);
		report_free(r);
	}
}

/* ---- The report ---- */

static int is_json(const struct out *o)
{
	return o->format == &doctor_json_format;
}

static void put_text(struct out *o, const char *key, const char *value)
{
	struct out_buffer *b = &o->main.b;

	out_printf(b, is_json(o) ? ",\"%s\":" : "  %-11s ", key);
	if (is_json(o))
		out_json_string(b, value);
	else
		out_paragraph(b, INDENT, INDENT, WIDTH, value, (char *)NULL);
}

static void put_number(struct out *o, const char *key, uint64_t value)
{
	out_printf(&o->main.b, is_json(o) ? ",\"%s\":%llu" : "  %-11s %llu\n", key,
	           (unsigned long long)value);
}

/* Write TEXT as item I (from 0) of a list. */
static void put_item(struct out *o, const char *text, size_t i)
{
	struct out_buffer *b = &o->main.b;

	if (is_json(o)) {
		out_str(b, i ? "," : "");
		out_json_string(b, text);
	} else {
		out_str(b, "    ");
		out_paragraph(b, 4, 6, WIDTH, text, (char *)NULL);
	}
}

/* Begin a list: in JSON with KEY, as text with the heading TEXT. */
static void put_list(struct out *o, const char *key, const char *text)
{
	if (is_json(o))
		out_printf(&o->main.b, ",\"%s\":[", key);
	else
		put_text(o, key, text);
}

static void put_findings(struct out *o)
{
	const struct doctor *d = o->main.state;
	const char *heading = d->records ? "fit their layouts" : "unknown";
	char text[400], amount[64];
	size_t i;

	put_list(o, "values", d->nfound ? "these do not fit:" : heading);
	for (i = 0; i < d->nfound && (is_json(o) || i < SHOWN); i++) {
		const struct finding *f = &d->found[i];

		*amount = '\0';
		if (f->least < f->most)
			snprintf(amount, sizeof amount, "%llu to ", (unsigned long long)f->least);
		if (f->most)
			snprintf(amount + strlen(amount), 32, "%llu byte%s",
			         (unsigned long long)f->most, mr_plural(f->most));
		snprintf(text, sizeof text, "%s%s%s: %s%s%s, %llu time%s, first at offset 0x%llx",
		         f->layout->name, *f->field ? " " : "", f->field, wrongs[f->wrong], amount,
		         f->example, (unsigned long long)f->count, mr_plural(f->count),
		         (unsigned long long)f->offset);
		put_item(o, text, i);
	}
	if (is_json(o))
		out_char(&o->main.b, ']');
	else if (i < d->nfound)
		out_printf(&o->main.b, "    and %zu more: see -f json\n", d->nfound - i);
}

static void put_missing(struct out *o)
{
	const struct doctor *d = o->main.state;
	char text[sizeof d->missing->enable + sizeof d->missing->reports + 32];
	const char *heading = "have all their records";
	size_t i;

	if (o->settings.filtered)
		heading = "not checked, because options select records";
	else if (d->nmissing)
		heading = "not enabled on z/VM (* for some columns):";
	put_list(o, "reports", heading);
	for (i = 0; i < d->nmissing; i++) {
		const struct command *c = &d->missing[i];

		snprintf(text, sizeof text, "%s%s:%s", c->enable,
		         c->is_left_out ? " (or left out when stored)" : "", c->reports);
		put_item(o, text, i);
	}
	if (is_json(o))
		out_char(&o->main.b, ']');
}

/* doctor_end_file() appends the release. */
static const char get_layouts[] = "get the layouts of this release: monread-fetch-layouts ";

static const char *advise(const struct out *o, const struct doctor *d)
{
	size_t i;
	int lengths = d->unknown > 0, values = 0;

	for (i = 0; i < d->nfound; i++) {
		lengths |= d->found[i].wrong == LONGER;
		values |= d->found[i].wrong > SHORTER;
	}
	if (d->shifted || (d->records == 0 && !o->settings.filtered))
		return "transfer the file again: in binary, as fixed records of 4096 bytes (FTP: binary, quote site fix 4096)";
	if (d->damaged)
		return "transfer the file again and compare its size; if it is the same, the file was damaged before";
	if (values)
		return "check if --release names the right release; if it does, report these fields as a bug of monread";
	if (lengths)
		return get_layouts;
	if (d->gaps)
		return "data was lost before it was stored: monread -s lists the gaps";
	return d->nmissing ? "give the missing commands on z/VM, and store a new capture" :
	                     "nothing is wrong: monstat all FILE shows the reports";
}

static int doctor_end_file(struct out *o)
{
	unsigned release = monread_system_release(o->system);
	struct doctor *d = o->main.state;
	uint64_t gaps = d->gaps + o->file->intervals->possible - d->possible_before;
	const char *id = monread_system_id(o->system);
	const char *advice, *transfer = d->records ? "binary" : "unknown";
	int is_known = *d->level && !d->level[strspn(d->level, "0123456789.")];
	const char *known = is_known ? d->level : "RELEASE";
	char text[32] = "unknown", next[sizeof get_layouts + MR_SYSTEM_ID_SIZE + 128];

	if (d->shifted)
		transfer = "not binary: bytes were inserted or lost";
	if (d->records && !o->settings.filtered)
		find_missing(o);
	if (is_json(o)) {
		out_str(&o->main.b, "{\"file\":");
		out_json_string(&o->main.b, o->file->name);
		put_text(o, "container", out_container_name(o->file->container));
	} else {
		out_file_heading(&o->main, &o->main.b, NULL);
	}
	put_text(o, "transfer", transfer);
	put_text(o, "complete", d->records && !d->damaged && !gaps ? "yes" : "no");
	put_number(o, "datasets", d->datasets);
	put_number(o, "records", d->records);
	put_number(o, "damaged", d->damaged);
	put_number(o, "gaps", gaps);
	if (*d->first_damage)
		put_text(o, "damage", d->first_damage);
	if (*d->first_gap)
		put_text(o, "gap", d->first_gap);
	put_text(o, "system", *id ? id : "unknown: no D1R4 record");
	if (release) {
		mr_put_release(text, sizeof text - 9, release);
		strcat(text, " or later");
	}
	put_text(o, "release", text);
	put_text(o, "level", *d->level ? d->level : "unknown");
	put_number(o, "undescribed", d->unknown);
	if (d->unknown) {
		d->kinds[strlen(d->kinds) - 1] = '\0';
		put_text(o, "kinds", d->kinds + 1);
	}
	put_findings(o);
	if (d->records)
		put_missing(o);
	advice = advise(o, d);
	snprintf(next, sizeof next, "%s%s", advice, advice == get_layouts ? known : "");
	put_text(o, "next", next);
	if (is_json(o))
		out_str(&o->main.b, "}\n");
	return 0;
}

#define DOCTOR_FORMAT { \
	.name = "doctor", \
	.takes = OUT_TAKES_CODEPAGE, \
	.state_size = sizeof(struct doctor), \
	.end = doctor_end, \
	.head = doctor_head, \
	.event = doctor_event, \
	.end_file = doctor_end_file, \
}

const struct out_format doctor_format = DOCTOR_FORMAT, doctor_json_format = DOCTOR_FORMAT;
