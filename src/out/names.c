/* names.c: names of containers, record set types, formats, domains and systems. */
#include "config.h"

#include "out/names.h"

#include <string.h>

#include "base/ascii.h"
#include "base/find.h"

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
	static const char *const names[] = { "group",      "",         "",          "",
		                             "text",       "ASCII text", "time stamp", "interval",
		                             "Unix time",  "fixed point", "" };

	return names[f];
}

char *out_put_dr(char *p, unsigned domain, unsigned record)
{
	*p++ = 'D';
	p = out_put_u64(p, domain);
	*p++ = 'R';
	return out_put_u64(p, record);
}

void out_marked(const struct monread_codepage *cp, const struct monread_layout *l,
                const struct monread_ev *ev, unsigned flag, char *text, size_t size)
{
	const struct monread_field *f = l ? monread_layout_marked(l, flag) : NULL;
	int is_there = f && mr_field_is_inside(f, ev->length);
	size_t i, n = 0, k,
		  length = is_there ? mr_unpadded(ev->bytes + f->offset, f->length, 0) : 0;

	for (i = 0; i < length; i++) {
		const char *c = monread_codepage_utf8(cp, ev->bytes[f->offset + i], &k);

		if (k >= size - n)
			break;
		memcpy(text + n, c, k);
		n += k;
	}
	text[n] = '\0';
}
