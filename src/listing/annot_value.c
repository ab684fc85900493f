/* annot_value.c: splits the value of an annotation into words and numbers. */
#include "listing/annot_value.h"

#include <string.h>

#include "base/page.h"
#include "base/syntax.h"

static int is_op(char c)
{
	return c == '=' || c == '!' || c == '<' || c == '>';
}

int mr_value_next(struct mr_value *v)
{
	v->p += strspn(v->p, " ,");
	v->word = v->p;
	if (is_op(*v->p))
		v->p += strspn(v->p, "=!<>");
	else if (*v->p == ':')
		v->p++;
	else
		v->p += strcspn(v->p, " ,=!<>:");
	v->len = (size_t)(v->p - v->word);
	return v->len > 0;
}

int mr_value_skip(struct mr_value *v, const char *want)
{
	struct mr_value next = *v;

	if (!mr_value_next(&next) || !mr_value_is(&next, want))
		return 0;
	*v = next;
	return 1;
}

int mr_value_shown(const struct mr_value *v)
{
	return v->len < MONREAD_NAME_MAX ? (int)v->len : (int)MONREAD_NAME_MAX;
}

int mr_value_is(const struct mr_value *v, const char *want)
{
	return mr_text_is(v->word, v->len, want);
}

/* Parse the current word as a number, at most MAX. */
static int parse_number(const struct mr_value *v, uint64_t max, uint64_t *n)
{
	if (v->len > 2 && v->word[0] == '0' && (v->word[1] == 'x' || v->word[1] == 'X'))
		return mr_text_number(v->word + 2, v->len - 2, 16, max, n);
	if (v->len > 3 && (v->word[0] == 'X' || v->word[0] == 'x') && v->word[1] == '\'')
		return mr_text_number(v->word + 2, v->len - 3, 16, max, n);
	return mr_text_number(v->word, v->len, 10, max, n);
}

int mr_value_wide(const struct mr_value *v, uint64_t *n)
{
	return parse_number(v, UINT64_MAX, n);
}

int mr_value_number(const struct mr_value *v, uint32_t *n)
{
	uint64_t wide;

	if (!parse_number(v, UINT32_MAX, &wide))
		return 0;
	*n = (uint32_t)wide;
	return 1;
}

int mr_value_op(const struct mr_value *v, enum monread_op *op)
{
	unsigned i;

	for (i = MONREAD_EQ; i < MR_NOPS; i++)
		if (mr_value_is(v, mr_op_name((enum monread_op)i)) ||
		    (i == MONREAD_EQ && mr_value_is(v, "=="))) {
			*op = (enum monread_op)i;
			return 1;
		}
	return 0;
}

int mr_value_release(const struct mr_value *v, uint32_t *release)
{
	const char *dot = memchr(v->word, '.', v->len);
	uint64_t version, n;

	if (!dot || !mr_text_number(v->word, (size_t)(dot - v->word), 10, 99, &version))
		return 0;
	if (!mr_text_number(dot + 1, v->len - (size_t)(dot - v->word) - 1, 10, 99, &n))
		return 0;
	*release = (uint32_t)(version * 100 + n);
	return 1;
}
