/* names.c: names of containers, record set types, formats and domains. */
#include "config.h"

#include "out/names.h"

const char *out_container_name(enum monread_container container)
{
	static const char *const names[] = { "unknown", "stream", "MONWRITE", "device" };

	return names[container];
}

const char *out_set_type_name(uint8_t type)
{
	return type == MONREAD_EVENT ? "event" : "sample";
}

const char *out_format_name(enum monread_format f)
{
	static const char *const names[] = { "group",    "number",   "number",     "bits",   "text", "ASCII text", "time stamp",
		                             "interval", "Unix time", "fixed point", "hex" };

	return names[f];
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
