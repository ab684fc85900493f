/* mkexpr.c: values in descriptions of captures (for the grammar see files/README). */
#include "config.h"

#include "mkexpr.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 80
#define TOD_UNIX_EPOCH UINT64_C(0x7D91048BCA000000)

struct variable {
	char name[NAME_SIZE];
	struct mk_value *value;
};

struct mk_place mk_here;

static struct variable *variables;
static size_t nvariables;
static uint64_t random_state = 1;

void mk_fail(const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s:%u: ", mk_here.file, mk_here.line);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

void *mk_alloc(void *old, size_t n)
{
	void *p = realloc(old, n ? n : 1);

	if (!p)
		mk_fail("out of memory");
	return p;
}

/* ---- Words ---- */

void mk_blanks(const char **p)
{
	while (**p == ' ' || **p == '\t')
		++*p;
}

int mk_name(const char **p, char *name, size_t size)
{
	size_t n = 0;

	mk_blanks(p);
	while (isalnum((unsigned char)(*p)[n]) || (*p)[n] == '_' || (*p)[n] == '#')
		n++;
	if (n == 0 || isdigit((unsigned char)**p))
		return 0;
	if (n >= size)
		mk_fail("name too long");
	memcpy(name, *p, n);
	name[n] = 0;
	*p += n;
	return 1;
}

int mk_skip(const char **p, const char *text)
{
	size_t n = strlen(text);

	mk_blanks(p);
	if (strncmp(*p, text, n) != 0)
		return 0;
	if (isalpha((unsigned char)text[n - 1]) &&
	    (isalnum((unsigned char)(*p)[n]) || (*p)[n] == '_'))
		return 0;
	*p += n;
	return 1;
}

void mk_line_end(const char *p)
{
	mk_blanks(&p);
	if (*p && *p != '#')
		mk_fail("not expected here: %s", p);
}

/* ---- Variables ---- */

static struct variable *find(const char *name)
{
	size_t i;

	for (i = 0; i < nvariables; i++)
		if (strcmp(variables[i].name, name) == 0)
			return &variables[i];
	return NULL;
}

static struct mk_value *make(const char *name)
{
	struct variable *v = find(name);

	if (!v) {
		variables = mk_alloc(variables, (nvariables + 1) * sizeof *variables);
		v = &variables[nvariables++];
		snprintf(v->name, sizeof v->name, "%s", name);
		v->value = mk_alloc(NULL, sizeof *v->value);
		v->value->is_number = 1;
		v->value->number = 0;
	}
	return v->value;
}

void mk_set_value(const char *name, const struct mk_value *v)
{
	struct mk_value *to = make(name);

	*to = *v;
}

void mk_set_number(const char *name, uint64_t v)
{
	struct mk_value *to = make(name);

	to->is_number = 1;
	to->number = v;
}

void mk_add(const char *name, uint64_t v)
{
	make(name)->number += v;
}

void mk_variable(const char **p, char *name, size_t size)
{
	char index[24];

	if (!mk_name(p, name, size))
		mk_fail("a name is expected: %s", *p);
	if (**p == '[') {
		++*p;
		snprintf(index, sizeof index, "[%llu]", (unsigned long long)mk_number(p, NULL));
		if (!mk_skip(p, "]"))
			mk_fail("] is expected: %s", *p);
		if (strlen(name) + strlen(index) >= size)
			mk_fail("name too long");
		strcat(name, index);
	}
}

/* ---- Numbers ---- */

static int64_t days_of(int y, int m, int d)
{
	int64_t days = (int64_t)(y - 1970) * 365 + (y - 1969) / 4;
	static const int before[] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334 };

	if (y < 1972 || y > 2099 || m < 1 || m > 12)
		mk_fail("years from 1972 to 2099");
	return days + before[m - 1] + (m > 2 && y % 4 == 0) + d - 1;
}

/* T'2026-03-04T08:00:00.000000Z' */
static uint64_t time_literal(const char **p)
{
	int y, mo, d, h, mi, s, us = 0, n = 0;
	uint64_t seconds;

	if (sscanf(*p, "%d-%d-%dT%d:%d:%d%n", &y, &mo, &d, &h, &mi, &s, &n) != 6)
		mk_fail("T'2026-03-04T08:00:00Z' is expected");
	*p += n;
	if (**p == '.') {
		if (sscanf(*p, ".%6d%n", &us, &n) != 1 || n != 7)
			mk_fail("six digits behind the point");
		*p += n;
	}
	if (strncmp(*p, "Z'", 2) != 0)
		mk_fail("Z' is expected: %s", *p);
	*p += 2;
	seconds = (uint64_t)(((days_of(y, mo, d) * 24 + h) * 60 + mi) * 60 + s);
	return (seconds * 1000000 + (uint64_t)us) * 4096 + TOD_UNIX_EPOCH;
}

/* 12, 0x1F, 1.5s (seconds in TOD units), 0.75f (11 fraction bits) */
static uint64_t number_literal(const char **p)
{
	uint64_t whole, part = 0, scale = 1;
	char *end;

	whole = strtoull(*p, &end, 0);
	*p = end;
	if (**p == '.') {
		for (++*p; isdigit((unsigned char)**p); ++*p) {
			part = part * 10 + (uint64_t)(**p - '0');
			scale *= 10;
		}
		if (scale > 1000000)
			mk_fail("more than six digits behind the point");
		if (**p != 's' && **p != 'f')
			mk_fail("a number with a point ends with s or f: %s", *p);
	}
	if (**p == 's' && !isalnum((unsigned char)(*p)[1])) {
		++*p;
		return whole * 4096000000u + part * (1000000 / scale) * 4096;
	}
	if (**p == 'f' && !isalnum((unsigned char)(*p)[1])) {
		++*p;
		return whole * 2048 + part * 2048 / scale;
	}
	if (isalnum((unsigned char)**p))
		mk_fail("no number: %s", *p);
	return whole;
}

/* The random numbers are the same on every machine. */
static uint64_t random_below(uint64_t limit)
{
	random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return limit ? (random_state >> 16) % limit : 0;
}

static uint64_t named(const char **p, const struct monread_field *field)
{
	char name[NAME_SIZE];
	const struct monread_bit *bit;
	struct variable *v;
	uint64_t n;
	size_t i;

	mk_variable(p, name, sizeof name);
	if (strcmp(name, "rnd") == 0 && **p == '(') {
		++*p;
		n = mk_number(p, NULL);
		if (!mk_skip(p, ")"))
			mk_fail(") is expected: %s", *p);
		return random_below(n);
	}
	v = find(name);
	if (v && v->value->is_number)
		return v->value->number;
	for (i = 0; field && i < field->nbits; i++) {
		bit = monread_field_bit(field, i);
		if (strcmp(bit->name, name) == 0 && bit->offset == field->offset &&
		    bit->width == field->length)
			return bit->mask;
	}
	mk_fail("%s: no number is called that", name);
}

static uint64_t factor(const char **p, const struct monread_field *field)
{
	uint64_t v;

	mk_blanks(p);
	if (mk_skip(p, "-"))
		return 0 - factor(p, field);
	if (mk_skip(p, "(")) {
		v = mk_number(p, field);
		if (!mk_skip(p, ")"))
			mk_fail(") is expected: %s", *p);
		return v;
	}
	if (strncmp(*p, "T'", 2) == 0) {
		*p += 2;
		return time_literal(p);
	}
	return isdigit((unsigned char)**p) ? number_literal(p) : named(p, field);
}

static uint64_t product(const char **p, const struct monread_field *field)
{
	uint64_t v = factor(p, field), w;

	for (;;) {
		if (mk_skip(p, "*")) {
			v *= factor(p, field);
			continue;
		}
		mk_blanks(p);
		if (**p != '/' && **p != '%')
			return v;
		if (*(*p)++ == '/') {
			w = factor(p, field);
			v = w ? v / w : 0;
		} else {
			w = factor(p, field);
			v = w ? v % w : 0;
		}
		if (w == 0)
			mk_fail("division by 0");
	}
}

static uint64_t sum(const char **p, const struct monread_field *field)
{
	uint64_t v = product(p, field);

	for (;;) {
		if (mk_skip(p, "+"))
			v += product(p, field);
		else if (mk_skip(p, "-"))
			v -= product(p, field);
		else
			return v;
	}
}

uint64_t mk_number(const char **p, const struct monread_field *field)
{
	uint64_t v = sum(p, field);

	if (mk_skip(p, "=="))
		return v == sum(p, field);
	return v;
}

/* ---- Text and bytes ---- */

static void put(struct mk_value *v, uint16_t b)
{
	if (v->n == MK_BYTES_MAX)
		mk_fail("more than %u bytes", MK_BYTES_MAX);
	v->bytes[v->n++] = b;
}

static const char *text_literal(const char *p, struct mk_value *v, unsigned flag)
{
	while (*p != '\'' || p[1] == '\'') {
		if (!*p)
			mk_fail("' is missing");
		if (*p == '\'')
			p++;
		put(v, (uint16_t)((unsigned char)*p++ | flag));
	}
	return p + 1;
}

static int hex_digit(int c)
{
	const char *digits = "0123456789ABCDEF", *d = strchr(digits, toupper(c));

	if (!c || !d)
		mk_fail("%c is no hex digit", c ? c : '?');
	return (int)(d - digits);
}

static const char *hex_literal(const char *p, struct mk_value *v)
{
	while (*p != '\'') {
		if (*p == ' ') {
			p++;
			continue;
		}
		put(v, (uint16_t)(hex_digit((unsigned char)p[0]) * 16 +
		                  hex_digit((unsigned char)p[1])) |
		               MK_RAW);
		p += 2;
	}
	return p + 1;
}

/* Read the next piece of a text; returns 0 if the next word is not text. */
static int text_piece(const char **p, struct mk_value *v)
{
	char name[NAME_SIZE];
	const char *q = *p;
	struct variable *var;
	size_t i;

	mk_blanks(&q);
	if (*q == '\'') {
		*p = text_literal(q + 1, v, 0);
	} else if (q[0] == 'A' && q[1] == '\'') {
		*p = text_literal(q + 2, v, MK_RAW);
	} else if (q[0] == 'X' && q[1] == '\'') {
		*p = hex_literal(q + 2, v);
	} else {
		if (!isalpha((unsigned char)*q) || q[1] == '\'')
			return 0;
		mk_variable(&q, name, sizeof name);
		var = find(name);
		if (!var || var->value->is_number)
			return 0;
		for (i = 0; i < var->value->n; i++)
			put(v, var->value->bytes[i]);
		*p = q;
	}
	return 1;
}

void mk_value_get(const char **p, const struct monread_field *field, struct mk_value *v)
{
	v->n = 0;
	v->is_number = 0;
	if (text_piece(p, v)) {
		while (text_piece(p, v))
			;
		return;
	}
	v->is_number = 1;
	v->number = mk_number(p, field);
}

static unsigned char ebcdic(unsigned char c)
{
	static struct monread_codepage *cp;
	size_t length;
	unsigned i;

	if (!cp)
		cp = monread_codepage_open("IBM-1047");
	if (!cp)
		mk_fail("no code page 1047");
	for (i = 0; i < 256; i++)
		if ((unsigned char)*monread_codepage_utf8(cp, (unsigned char)i, &length) == c &&
		    length == 1)
			return (unsigned char)i;
	mk_fail("X'%02X' is no EBCDIC character", c);
}

size_t mk_encode(const struct mk_value *v, int ascii, unsigned char *to, size_t room)
{
	size_t i;

	if (v->n > room)
		mk_fail("%zu bytes are more than there is room for, %zu", v->n, room);
	for (i = 0; i < v->n; i++) {
		to[i] = (unsigned char)v->bytes[i];
		if (!ascii && !(v->bytes[i] & MK_RAW))
			to[i] = ebcdic(to[i]);
	}
	return v->n;
}
