/* headings.c: prints headings of files, record sets and records for the formats text and hex. */
#include "config.h"

#include "out/headings.h"

#include "out/names.h"

#define BOLD "\033[1m"
#define RED "\033[31m"
#define PLAIN "\033[0m"
#define HEX_LINE 32u

static void headings_put_file(struct out_buffer *b, const struct out_file *f, int first)
{
	if (!first)
		out_char(b, '\n');
	out_safe(b, f->name);
	if (f->container == MONREAD_CONTAINER_AUTO)
		out_str(b, ": no monitor data\n");
	else
		out_printf(b, ": %s, z/VM monitor data\n", out_container_name(f->container));
}

void out_file_heading(struct out_worker *w, struct out_buffer *b, const struct table *t)
{
	(void)t;
	if (!w->settings->merged)
		headings_put_file(b, w->file, w->file->index == 0);
}

/* Write the domain numbers in DOMAINS, a bit mask from a control element, as text such as 0,4-6. */
static void put_domains(struct out_buffer *b, uint16_t domains)
{
	const char *comma = "";
	unsigned i = 0, last;

	while (i < 16) {
		if (!(domains & 0x8000u >> i)) {
			i++;
			continue;
		}
		for (last = i; last < 15 && domains & 0x8000u >> (last + 1); last++)
			;
		if (last > i + 1)
			out_printf(b, "%s%u-%u", comma, i, last);
		else if (last > i)
			out_printf(b, "%s%u,%u", comma, i, last);
		else
			out_printf(b, "%s%u", comma, i);
		comma = ",";
		i = last + 1;
	}
}

void out_set_heading(struct out_worker *w, const struct out_record *r)
{
	const struct monread_mce *mce = r->ev->mce;
	size_t at = (size_t)(w->b.p - w->b.buf);

	if (r->turned != OUT_SAME)
		headings_put_file(&w->b, w->file, r->turned == OUT_FIRST);
	w->heading = 0;
	if (!r->first || !mce)
		return;
	out_printf(&w->b, "\nData set %llu, %s, domains ", (unsigned long long)r->ev->dataset,
	           out_set_type_name(mce->type));
	put_domains(&w->b, mce->domains);
	out_printf(&w->b, ": %llu bytes at 0x%08X\n", (unsigned long long)mce->end - mce->start + 1,
	           (unsigned)mce->start);
	/* Compute this length before the buffer is flushed, which changes w->b.p. */
	w->heading = (size_t)(w->b.p - w->b.buf) - at;
}

void out_name_column(struct out_buffer *b, const struct monread_layout *l, size_t width)
{
	out_safe_column(b, l ? l->name : "-", width);
}

void out_title(struct out_buffer *b, const struct monread_layout *l)
{
	/* Titles of built-in layouts have no control characters. */
	if (l->builtin)
		out_str(b, l->title);
	else
		out_safe(b, l->title);
}

/* Write the time between the record and the earlier record that was subtracted, such as " in
 * 60.000008 s". */
static void headings_put_elapsed(struct out_worker *w)
{
	uint64_t elapsed = delta_elapsed(w->delta, 0);
	char *p;

	if (!elapsed) {
		out_str(&w->b, "  no difference");
		return;
	}
	out_str(&w->b, "  in ");
	p = out_put_interval(out_room(&w->b, OUT_SLACK), elapsed);
	w->b.p = out_put_chars(p, " s", 2);
}

void out_record_heading(struct out_worker *w, const struct out_record *r)
{
	const struct monread_layout *l = r->layout;
	const struct monread_ev *ev = r->ev;
	char *p;

	if (w->settings->color)
		out_str(&w->b, BOLD);
	p = out_room(&w->b, 256);
	*p++ = '0';
	*p++ = 'x';
	p = out_put_hexnum(p, ev->offset, 8, '0');
	p = out_put_blanks(p, 2);
	p = out_put_dr(p, ev->domain, ev->record);
	if (l) {
		*p++ = ' ';
		w->b.p = p;
		out_safe(&w->b, l->name);
		p = out_room(&w->b, 256);
	}
	p = out_put_blanks(p, 2);
	p = out_put_tod(&w->clock, p, ev->tod);
	p = out_put_blanks(p, 2);
	p = out_put_u64(p, ev->length);
	w->b.p = out_put_chars(p, " bytes", 6);
	if (w->delta && r->before.kind != SERIES_LEVEL)
		headings_put_elapsed(w);
	if (l && l->title[0]) {
		out_bytes(&w->b, "  ", 2);
		out_title(&w->b, l);
	}
	if (w->settings->color)
		out_str(&w->b, PLAIN);
	out_char(&w->b, '\n');
}

char *out_put_place(char *p, uint32_t offset, uint32_t length)
{
	/* Fast path for offsets and lengths of at most three digits. */
	if (offset < 0x1000 && length < 1000) {
		memcpy(p, "                ", 16);
		if (offset >= 0x100)
			p[2] = out_hex_digits[offset >> 8];
		if (offset >= 0x10)
			p[3] = out_hex_digits[offset >> 4 & 15];
		p[4] = out_hex_digits[offset & 15];
		if (length >= 100)
			p[7] = out_digit_pairs[2 * (length / 100) + 1];
		if (length >= 10)
			p[8] = out_digit_pairs[2 * (length % 100)];
		p[9] = out_digit_pairs[2 * (length % 100) + 1];
		return p + 12;
	}
	p = out_put_hexnum(p, offset, 5, ' ');
	p = out_put_blanks(p, 2);
	p = out_put_dec(p, length, 3);
	p = out_put_blanks(p, 2);
	return p;
}

void out_undescribed(struct out_worker *w, const char *what, const unsigned char *bytes,
                     uint32_t offset, uint32_t length)
{
	uint32_t at = 0;

	while (at < length) {
		uint32_t n = length - at < HEX_LINE ? length - at : HEX_LINE;
		char *p = out_room(&w->b, 40 + 2 * HEX_LINE);
		size_t len = strlen(what);

		p = out_put_chars(out_put_blanks(p, 2), what, len);
		p = out_put_blanks(p, len < 6 ? 6 - len : 1);
		p = out_put_hexnum(p, offset + at, 6, ' ');
		p = out_put_blanks(p, 2);
		p = out_put_dec(p, n, 3);
		p = out_put_blanks(p, 2);
		p = out_put_hex(p, bytes + at, n);
		*p++ = '\n';
		w->b.p = p;
		at += n;
	}
}

void out_problem_line(struct out_worker *w, const char *text)
{
	out_str(&w->b, w->settings->color ? RED "  problem: " : "  problem: ");
	out_safe(&w->b, text);
	out_str(&w->b, w->settings->color ? PLAIN "\n" : "\n");
}
