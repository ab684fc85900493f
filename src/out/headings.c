/* headings.c: lines that more than one format prints. */
#include "config.h"

#include "out/headings.h"

#include "out/names.h"

#define BOLD "\033[1m"
#define RED "\033[31m"
#define PLAIN "\033[0m"
#define HEX_LINE 32u

void out_file_heading(struct out *o, const struct out_file *f)
{
	if (f->index > 0)
		out_char(&o->b, '\n');
	out_safe(&o->b, f->name);
	if (f->container == MONREAD_CONTAINER_AUTO)
		out_str(&o->b, ": no monitor data\n");
	else
		out_printf(&o->b, ": %s, z/VM monitor data\n", out_container_name(f->container));
}

void out_set_heading(struct out *o, const struct monread_ev *ev)
{
	if (ev->setno == o->set_shown || !ev->mce)
		return;
	o->set_shown = ev->setno;
	out_printf(&o->b, "\nData set %llu, %s, domains ", (unsigned long long)ev->dataset,
	           out_set_type_name(ev->mce->type));
	out_domains(&o->b, ev->mce->domains);
	out_printf(&o->b, ": %llu bytes at 0x%08X\n", (unsigned long long)ev->mce->end - ev->mce->start + 1,
	           (unsigned)ev->mce->start);
}

void out_title(struct out_buffer *b, const struct monread_layout *l)
{
	/* What came with the library is plain text, which need not be looked at for each record. */
	if (l->builtin)
		out_str(b, l->title);
	else
		out_safe(b, l->title);
}

void out_record_heading(struct out *o, const struct monread_ev *ev, const struct monread_layout *l)
{
	char *p;

	if (o->color)
		out_str(&o->b, BOLD);
	p = out_room(&o->b, 256);
	*p++ = '0';
	*p++ = 'x';
	p = out_put_hexnum(p, ev->offset, 8, '0');
	*p++ = ' ';
	*p++ = ' ';
	p = out_put_dr(p, ev->domain, ev->record);
	if (l) {
		*p++ = ' ';
		o->b.p = p;
		out_safe(&o->b, l->name);
		p = out_room(&o->b, 256);
	}
	*p++ = ' ';
	*p++ = ' ';
	p = out_put_tod(&o->clock, p, ev->tod);
	*p++ = ' ';
	*p++ = ' ';
	p = out_put_u64(p, ev->length);
	memcpy(p, " bytes", 6);
	o->b.p = p + 6;
	if (l && l->title[0]) {
		out_bytes(&o->b, "  ", 2);
		out_title(&o->b, l);
	}
	if (o->color)
		out_str(&o->b, PLAIN);
	out_char(&o->b, '\n');
}

char *out_put_place(char *p, uint32_t offset, uint32_t length)
{
	/* Three digits are nearly always enough for both. */
	if (offset < 0x1000 && length < 1000) {
		memcpy(p, "                ", 16);
		if (offset >= 0x100)
			p[2] = out_hex_pairs[2 * (offset >> 8) + 1];
		if (offset >= 0x10)
			p[3] = out_hex_pairs[2 * (offset & 0xFF)];
		p[4] = out_hex_pairs[2 * (offset & 0xFF) + 1];
		if (length >= 100)
			p[7] = out_digit_pairs[2 * (length / 100) + 1];
		if (length >= 10)
			p[8] = out_digit_pairs[2 * (length % 100)];
		p[9] = out_digit_pairs[2 * (length % 100) + 1];
		return p + 12;
	}
	p = out_put_hexnum(p, offset, 5, ' ');
	*p++ = ' ';
	*p++ = ' ';
	p = out_put_dec(p, length, 3);
	*p++ = ' ';
	*p++ = ' ';
	return p;
}

void out_undescribed(struct out *o, const char *what, const unsigned char *bytes, uint32_t offset, uint32_t length)
{
	uint32_t at = 0;

	while (at < length) {
		uint32_t n = length - at < HEX_LINE ? length - at : HEX_LINE;
		char *p = out_room(&o->b, 40 + 2 * HEX_LINE);
		size_t w = strlen(what);

		memcpy(p, "  ", 2);
		memcpy(p + 2, what, w);
		p = out_put_blanks(p + 2 + w, w < 6 ? 6 - w : 1);
		p = out_put_hexnum(p, offset + at, 6, ' ');
		*p++ = ' ';
		*p++ = ' ';
		p = out_put_dec(p, n, 3);
		*p++ = ' ';
		*p++ = ' ';
		p = out_put_hex(p, bytes + at, n);
		*p++ = '\n';
		o->b.p = p;
		at += n;
	}
}

void out_problem_line(struct out *o, const char *text)
{
	out_str(&o->b, o->color ? RED "  problem: " : "  problem: ");
	out_safe(&o->b, text);
	out_str(&o->b, o->color ? PLAIN "\n" : "\n");
}
