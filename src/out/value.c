/* value.c: writes a value as text in the style of a format. */
#include "config.h"

#include "out/value.h"

#include "base/ascii.h"
#include "base/utf8.h"

#define MICROS 1000000

void out_style_init(struct out_style *s, const struct monread_codepage *cp,
                    enum out_quoting quoting, char quote, unsigned flags)
{
	out_escape_init(&s->ebcdic, cp, quoting);
	out_escape_init(&s->ascii, NULL, quoting);
	s->flags = flags;
	s->quote = quote;
}

static inline char *put_quote(char *p, const struct out_style *s)
{
	*p = s->quote;
	return p + (s->quote != '\0');
}

static char *value_put_text(struct out_worker *w, const struct out_style *s, char *p,
                            const struct monread_value *v)
{
	int ascii = v->format == MONREAD_ASCII;
	size_t n = mr_unpadded(v->bytes, v->length, ascii);

	w->b.p = put_quote(p, s);
	if (ascii && mr_is_utf8(v->bytes, n))
		out_text_utf8(&w->b, &s->ascii, v->bytes, n);
	else
		out_text(&w->b, ascii ? &s->ascii : &s->ebcdic, v->bytes, n);
	return put_quote(out_room(&w->b, OUT_VALUE_LEFT + 1), s);
}

char *out_put_hex_value(struct out_worker *w, const struct out_style *s, char *p,
                        const struct monread_value *v)
{
	w->b.p = put_quote(p, s);
	out_hex(&w->b, v->bytes, v->length);
	return put_quote(out_room(&w->b, OUT_VALUE_LEFT + 1), s);
}

static char *value_put_time(struct out_worker *w, const struct out_style *s, char *p,
                            const struct monread_value *v)
{
	if (v->number == 0 && !(s->flags & OUT_STYLE_REMARKS))
		return out_put_chars(p, "null", 4);
	p = put_quote(out_put_tod(&w->clock, put_quote(p, s), v->number), s);
	return v->number ? p : out_put_chars(p, " (zero)", 7);
}

/* Write V, seconds since 1970, as a date; as a number if V is too large for a date. */
static char *put_unix_time(struct out_worker *w, const struct out_style *s, char *p,
                           const struct monread_value *v)
{
	if (v->number > INT64_MAX / MICROS)
		return out_put_u64(p, v->number);
	return put_quote(out_put_unix_us(&w->clock, put_quote(p, s), (int64_t)v->number * MICROS),
	                 s);
}

static char *put_interval(const struct out_style *s, char *p, uint64_t units)
{
	p = out_put_interval(p, units);
	return s->flags & OUT_STYLE_REMARKS ? out_put_chars(p, " s", 2) : p;
}

/* Write V, a rate or an unknown difference. */
static char *put_counted(const struct out_worker *w, const struct out_style *s, char *p,
                         const struct monread_value *v)
{
	const char *text = s->flags & OUT_STYLE_REMARKS ? "-" : "null";

	if (v->format == OUT_PER_SECOND) {
		p = out_put_decimals(p, v->number, w->millionths);
		text = "";
		if (s->flags & OUT_STYLE_REMARKS)
			text = v->field->format == MONREAD_INTERVAL ? " s/s" : " /s";
	}
	return out_put_chars(p, text, strlen(text));
}

char *out_put_any_value(struct out_worker *w, const struct out_style *s, char *p,
                        const struct monread_value *v)
{
	if (v->format >= OUT_NO_DIFFERENCE)
		return put_counted(w, s, p, v);
	switch (v->format) {
	case MONREAD_GROUP:
		return p;
	case MONREAD_UNSIGNED:
		break;
	case MONREAD_SIGNED:
		return out_put_i64(p, (int64_t)v->number);
	case MONREAD_TIME:
		return value_put_time(w, s, p, v);
	case MONREAD_INTERVAL:
		return put_interval(s, p, v->number);
	case MONREAD_UNIXTIME:
		return put_unix_time(w, s, p, v);
	case MONREAD_FIXED11:
		return out_put_decimals(p, v->number >> 11,
		                        (uint32_t)((v->number & 2047) * MICROS >> 11));
	case MONREAD_TEXT:
	case MONREAD_ASCII:
		return value_put_text(w, s, p, v);
	case MONREAD_BITS:
		if (v->length > 8 || !(s->flags & OUT_STYLE_BITS_NUMBER))
			return out_put_hex_value(w, s, p, v);
		break;
	case MONREAD_HEX:
		return out_put_hex_value(w, s, p, v);
	}
	return out_put_u64(p, v->number);
}
