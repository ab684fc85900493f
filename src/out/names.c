/* names.c: tables of names. */
#include "config.h"

#include "out/names.h"

#include <stdio.h>

const char *out_container_name(enum monread_container container)
{
	static const char *const names[] = { "unknown", "stream", "MONWRITE", "device" };

	return names[container];
}

const char *out_set_type_name(uint8_t type)
{
	return type == MONREAD_EVENT ? "event" : "sample";
}

const char *out_status_name(enum monread_status s)
{
	static const char *const names[] = { "name only", "front part", "whole" };

	return names[s];
}

const char *out_type_name(enum monread_type type)
{
	static const char *const names[] = { "Structure", "Character", "Unsigned", "Signed",
		                             "Bitstring", "Address",   "String" };

	return names[type];
}

const char *out_format_name(enum monread_format f)
{
	static const char *const names[] = { "group",    "number",   "number",     "bits",   "text", "ASCII text", "time stamp",
		                             "interval", "Unix time", "fixed point", "hex" };

	return names[f];
}

const char *out_domain_name(unsigned domain)
{
	static const char *const names[] = { "system",    "monitor", "scheduler", "storage", "user",      "processor",
		                             "io",        "seek",    "network",   "isfc",    "appldata", "ssi" };

	return domain < sizeof names / sizeof names[0] ? names[domain] : "";
}

void out_domains(struct out_buffer *b, uint16_t domains)
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

char *out_put_dr(char *p, unsigned domain, unsigned record)
{
	*p++ = 'D';
	p = out_put_u64(p, domain);
	*p++ = 'R';
	return out_put_u64(p, record);
}

void out_put_name(char *s, size_t n, const struct monread_field *f)
{
	if (!f->dim_count)
		snprintf(s, n, "%s", f->name);
	else if (f->dim_first == 1)
		snprintf(s, n, "%s(%u)", f->name, (unsigned)f->dim_count);
	else
		snprintf(s, n, "%s(%u:%u)", f->name, (unsigned)f->dim_first,
		         (unsigned)(f->dim_first + f->dim_count - 1));
}

void out_put_pattern(char *p, const struct monread_bit *bit)
{
	unsigned i, n = 8 * bit->width;

	for (i = 0; i < n; i++) {
		if (i && i % 4 == 0)
			*p++ = ' ';
		*p++ = bit->mask >> (n - 1 - i) & 1 ? '1' : '.';
	}
	*p = '\0';
}
