/* mkcapture.c: make a capture from a description (for the grammar see files/README). */
#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mkexpr.h"
#include "mkrecord.h"
#include "mkset.h"

#define LOOPS_MAX 8

struct loop {
	char name[80];
	unsigned first;     /* line after "for" */
	uint64_t now, last; /* if the loop has numbers */
	struct mk_value *texts;
	unsigned ntexts, text;
};

static char **lines;
static unsigned nlines;
static struct loop loops[LOOPS_MAX];
static unsigned nloops;
static int in_record, cross, form_given;
static uint64_t record_tod;
static unsigned edits_from; /* number of the first line with patch, insert, drop or cut */

static uint64_t now(void)
{
	const char *p = "now";

	return mk_number(&p, NULL);
}

/* ---- Ends of records and sets ---- */

static void finish_record(void)
{
	const unsigned char *bytes;
	size_t n;

	if (!in_record)
		return;
	in_record = 0;
	bytes = mk_record_end(record_tod, &n);
	mk_set_record(bytes, n, record_tod, cross);
}

static void finish_set(void)
{
	finish_record();
	mk_set_end(now());
}

/* ---- Commands ---- */

static int form_of(const char *word)
{
	static const char *const words[] = { "stream", "monwrite", "once" };
	int i;

	for (i = 0; i < 3; i++)
		if (strcmp(word, words[i]) == 0)
			return i;
	mk_fail("stream, monwrite or once is expected, not %s", word);
}

static void cmd_form(const char *p)
{
	char word[16];
	int form;

	if (!mk_name(&p, word, sizeof word))
		mk_fail("a form is expected");
	mk_line_end(p);
	form = form_of(word);
	if (!form_given)
		mk_form_set((enum mk_form)form);
}

static void cmd_block(const char *p)
{
	int blank;

	finish_set();
	mk_block_end();
	blank = mk_skip(&p, "blank");
	mk_line_end(p);
	mk_block_begin(blank);
}

/* 0,4-6 */
static unsigned domains(const char **p)
{
	unsigned mask = 0;
	uint64_t low, high;

	do {
		char *end;

		mk_blanks(p);
		low = high = strtoull(*p, &end, 10);
		if (end == *p)
			mk_fail("domains are expected: %s", *p);
		*p = end;
		if (**p == '-') {
			high = strtoull(*p + 1, &end, 10);
			*p = end;
		}
		if (low > high || high > 15)
			mk_fail("domains are 0 to 15");
		for (; low <= high; low++)
			mask |= 0x8000u >> low;
	} while (mk_skip(p, ","));
	return mask;
}

/* set sample|event DOMAINS START [noend] */
static void cmd_set(const char *p)
{
	unsigned type, mask;
	uint64_t start;
	int ends;

	finish_set();
	type = 0;
	if (mk_skip(&p, "sample"))
		type = MONREAD_SAMPLE;
	else if (mk_skip(&p, "event"))
		type = MONREAD_EVENT;
	else
		mk_fail("sample or event is expected");
	mask = domains(&p);
	start = mk_number(&p, NULL);
	ends = type == MONREAD_SAMPLE && !mk_skip(&p, "noend");
	mk_line_end(p);
	mk_set_begin(type, mask, start, ends);
}

static void cmd_last(const char *p)
{
	finish_record();
	mk_set_last(mk_number(&p, NULL));
	mk_line_end(p);
}

static void cmd_element(const char *p)
{
	struct mk_value v;

	finish_record();
	mk_value_get(&p, NULL, &v);
	mk_line_end(p);
	if (v.is_number || v.n != 12)
		mk_fail("12 bytes are expected");
	mk_set_element(&v);
}

static void cmd_fill(const char *p)
{
	finish_record();
	mk_set_fill((unsigned)mk_number(&p, NULL) & 0xFF);
	mk_line_end(p);
}

/* record NAME | record D.R BYTES; then: length=N, cross */
static void cmd_record(const char *p)
{
	const char *step = "step";
	char name[80];
	size_t n;

	finish_record();
	mk_blanks(&p);
	if (isdigit((unsigned char)*p)) {
		unsigned d, r;
		int used = 0;

		if (sscanf(p, "%u.%u%n", &d, &r, &used) != 2)
			mk_fail("domain.record is expected: %s", p);
		p += used;
		mk_record_plain(d, r, mk_number(&p, NULL));
	} else {
		n = strcspn(p, " \t");
		if (n == 0 || n >= sizeof name)
			mk_fail("a record is expected");
		memcpy(name, p, n);
		name[n] = 0;
		p += n;
		mk_record_begin(name);
	}
	if (mk_skip(&p, "length="))
		mk_record_length(mk_number(&p, NULL));
	cross = mk_skip(&p, "cross");
	mk_line_end(p);
	in_record = 1;
	record_tod = now();
	mk_add("now", mk_number(&step, NULL));
}

static void cmd_raw(const char *p)
{
	unsigned char bytes[MK_BYTES_MAX];
	struct mk_value v;

	finish_record();
	mk_value_get(&p, NULL, &v);
	mk_line_end(p);
	mk_set_bytes(bytes, mk_encode(&v, 0, bytes, sizeof bytes));
}

/* frame: fill the rest of the frame; frame end: after D1R13 */
static void cmd_frame(const char *p)
{
	int end;

	finish_record();
	end = mk_skip(&p, "end");
	mk_line_end(p);
	mk_set_frame(end, now());
}

static void cmd_let(const char *p)
{
	struct mk_value v;
	char name[80];

	mk_variable(&p, name, sizeof name);
	if (mk_skip(&p, "+=")) {
		mk_add(name, mk_number(&p, NULL));
	} else {
		if (!mk_skip(&p, "="))
			mk_fail("= is expected: %s", p);
		mk_value_get(&p, NULL, &v);
		mk_set_value(name, &v);
	}
	mk_line_end(p);
}

static void set_loop(struct loop *l)
{
	char number[82];

	if (!l->texts) {
		mk_set_number(l->name, l->now);
		return;
	}
	mk_set_value(l->name, &l->texts[l->text]);
	snprintf(number, sizeof number, "%s#", l->name);
	mk_set_number(number, l->text);
}

/* for NAME = FIRST to LAST | for NAME = 'TEXT', 'TEXT'... */
static void cmd_for(const char *p)
{
	struct loop *l;
	struct mk_value v;

	if (nloops == LOOPS_MAX)
		mk_fail("more than %d loops", LOOPS_MAX);
	l = &loops[nloops++];
	memset(l, 0, sizeof *l);
	if (!mk_name(&p, l->name, sizeof l->name) || !mk_skip(&p, "="))
		mk_fail("for NAME = is expected");
	l->first = mk_here.line + 1;
	mk_value_get(&p, NULL, &v);
	if (v.is_number) {
		if (!mk_skip(&p, "to"))
			mk_fail("to is expected: %s", p);
		l->now = v.number;
		l->last = mk_number(&p, NULL);
		if (l->now > l->last)
			mk_fail("%llu is behind %llu", (unsigned long long)l->now,
			        (unsigned long long)l->last);
	} else {
		for (;;) {
			l->texts = mk_alloc(l->texts, (l->ntexts + 1) * sizeof *l->texts);
			l->texts[l->ntexts++] = v;
			if (!mk_skip(&p, ","))
				break;
			mk_value_get(&p, NULL, &v);
		}
	}
	mk_line_end(p);
	set_loop(l);
}

/* if N ... fi: skip the lines if N is 0.  Returns the line to continue with. */
static unsigned cmd_if(const char *p)
{
	unsigned line = mk_here.line + 1, depth = 1;
	int holds = mk_number(&p, NULL) != 0;

	mk_line_end(p);
	while (!holds && depth > 0) {
		if (line > nlines)
			mk_fail("fi is missing");
		p = lines[line++ - 1];
		if (mk_skip(&p, "if"))
			depth++;
		else if (mk_skip(&p, "fi"))
			depth--;
	}
	return line;
}

/* Returns the line to continue with. */
static unsigned cmd_done(const char *p)
{
	struct loop *l;

	mk_line_end(p);
	if (nloops == 0)
		mk_fail("done without for");
	l = &loops[nloops - 1];
	if (l->texts ? ++l->text < l->ntexts : l->now < l->last) {
		l->now += !l->texts;
		set_loop(l);
		return l->first;
	}
	free(l->texts);
	nloops--;
	return mk_here.line + 1;
}

/* ---- Changes to the complete file, in order ---- */

static int edit(const char *p)
{
	struct mk_value v;
	uint64_t at;

	if (mk_skip(&p, "cut")) {
		at = mk_number(&p, NULL);
		mk_file_drop(at, mk_file_size() - at);
	} else if (mk_skip(&p, "drop")) {
		at = mk_number(&p, NULL);
		mk_file_drop(at, mk_number(&p, NULL));
	} else if (mk_skip(&p, "patch")) {
		at = mk_number(&p, NULL);
		mk_value_get(&p, NULL, &v);
		mk_file_patch(at, &v);
	} else if (mk_skip(&p, "insert")) {
		at = mk_number(&p, NULL);
		mk_value_get(&p, NULL, &v);
		mk_file_insert(at, &v);
	} else {
		return 0;
	}
	mk_line_end(p);
	return 1;
}

static void do_edits(void)
{
	const char *p;

	for (mk_here.line = edits_from; edits_from && mk_here.line <= nlines; mk_here.line++) {
		p = lines[mk_here.line - 1];
		mk_blanks(&p);
		if (*p && *p != '#' && !edit(p))
			mk_fail("only patch, insert, drop and cut can follow here");
	}
	mk_here.line = nlines;
}

/* ---- The description ---- */

static const struct command {
	const char *word;
	void (*run)(const char *p);
} commands[] = {
	{ "array", mk_record_array },
	{ "block", cmd_block },
	{ "bytes", mk_record_bytes },
	{ "element", cmd_element },
	{ "fill", cmd_fill },
	{ "for", cmd_for },
	{ "form", cmd_form },
	{ "frame", cmd_frame },
	{ "last", cmd_last },
	{ "let", cmd_let },
	{ "payload", mk_record_payload },
	{ "raw", cmd_raw },
	{ "record", cmd_record },
	{ "row", mk_record_row },
	{ "set", cmd_set },
	{ "size", mk_record_size },
	{ NULL, NULL },
};

/* NAME = sets a field, even if NAME is also a command. */
static int is_field(const char *p)
{
	size_t n = strcspn(p, " \t=");

	p += n;
	mk_blanks(&p);
	return *p == '=';
}

/* Returns the line to continue with. */
static unsigned run_line(const char *p)
{
	const struct command *c;

	mk_blanks(&p);
	if (!*p || *p == '#')
		return mk_here.line + 1;
	if (is_field(p)) {
		mk_record_field(p);
		return mk_here.line + 1;
	}
	if (mk_skip(&p, "done"))
		return cmd_done(p);
	if (mk_skip(&p, "if"))
		return cmd_if(p);
	if (mk_skip(&p, "fi")) {
		mk_line_end(p);
		return mk_here.line + 1;
	}
	for (c = commands; c->word; c++)
		if (mk_skip(&p, c->word)) {
			c->run(p);
			return mk_here.line + 1;
		}
	if (strncmp(p, "patch", 5) && strncmp(p, "insert", 6) && strncmp(p, "drop", 4) &&
	    strncmp(p, "cut", 3))
		mk_fail("not understood: %s", p);
	edits_from = mk_here.line;
	return nlines + 1;
}

static void read_lines(const char *name)
{
	FILE *f = fopen(name, "r");
	char line[4096];
	size_t n;

	mk_here.file = name;
	if (!f)
		mk_fail("%s", strerror(errno));
	while (fgets(line, sizeof line, f)) {
		n = strcspn(line, "\n");
		mk_here.line++;
		if (n == sizeof line - 1)
			mk_fail("the line is too long");
		line[n] = 0;
		lines = mk_alloc(lines, (nlines + 1) * sizeof *lines);
		lines[nlines] = mk_alloc(NULL, n + 1);
		memcpy(lines[nlines++], line, n + 1);
	}
	fclose(f);
}

static void write_file(const char *name)
{
	FILE *f = fopen(name, "wb");

	if (!f)
		mk_fail("%s: %s", name, strerror(errno));
	mk_file_write(f);
	if (fclose(f))
		mk_fail("%s: %s", name, strerror(errno));
}

int main(int argc, char **argv)
{
	unsigned i;

	mk_here.file = "mkcapture";
	if (argc == 5 && strcmp(argv[1], "-f") == 0) {
		mk_form_set((enum mk_form)form_of(argv[2]));
		form_given = 1;
		argv += 2;
		argc -= 2;
	}
	if (argc != 3)
		mk_fail("usage: mkcapture [-f stream|monwrite|once] DESCRIPTION CAPTURE");
	read_lines(argv[1]);
	mk_set_number("now", UINT64_C(0xDFF5A0C000000000));
	mk_set_number("step", 4096);
	for (mk_here.line = 1; mk_here.line <= nlines;)
		mk_here.line = run_line(lines[mk_here.line - 1]);
	mk_here.line = nlines;
	if (nloops)
		mk_fail("done is missing");
	finish_set();
	mk_block_end();
	do_edits();
	write_file(argv[2]);
	for (i = 0; i < nlines; i++)
		free(lines[i]);
	free(lines);
	mk_file_done();
	mk_record_done();
	return 0;
}
