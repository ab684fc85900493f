/* values.c: reads lists of codes with their meanings, and applies the annotation Values. */

#include <stdio.h>
#include <string.h>

#include "listing/apply.h"

#define PAD_EBCDIC 0x40u
#define PAD_ASCII  0x20u

/* ---- Codes ---- */

/* Set *CODE to the number in the field OF if the field contains the LEN characters at P, which are
 * the AB of a code C'AB', padded with blanks. Return 1, or 0 if the characters do not fit into the
 * field. */
static int read_characters(const char *p, size_t len, const struct mr_coded *of, uint64_t *code)
{
	uint32_t i, c, pad = of->ascii ? PAD_ASCII : PAD_EBCDIC;

	if (len == 0 || len > of->length)
		return 0;
	*code = 0;
	for (i = 0; i < of->length; i++) {
		if (i < len && (unsigned char)p[i] >= 0x7F)
			return 0;
		c = pad;
		if (i < len)
			c = of->ascii ? (unsigned char)p[i] : mr_name_rank(p[i]);
		*code = *code << 8 | c;
	}
	return 1;
}

/* Return the length of the code at P, which ends before a blank or comma, or after its closing
 * quote. */
static size_t code_length(const char *p)
{
	const char *quote = *p && p[1] == '\'' ? strchr(p + 2, '\'') : NULL;

	return quote ? (size_t)(quote - p) + 1 : strcspn(p, " ,");
}

static int read_code(const char *p, size_t len, const struct mr_coded *of, uint64_t *code)
{
	struct mr_value v = { .word = p, .len = len };

	if (len > 3 && mr_lower(*p) == 'c' && p[1] == '\'')
		return read_characters(p + 2, len - 3, of, code);
	return mr_value_wide(&v, code);
}

static uint64_t values_largest(uint32_t length)
{
	return length == 0 || length > 7 ? UINT64_MAX : ((uint64_t)1 << 8 * length) - 1;
}

static int values_shown(size_t len)
{
	return len < 60 ? (int)len : 60;
}

static const struct monread_meaning *find_code(const struct monread_meaning *m, uint32_t n,
                                               uint64_t code)
{
	uint32_t i;

	for (i = 0; i < n; i++)
		if (m[i].value == code)
			return &m[i];
	return NULL;
}

/* Read one code and its meaning, "CODE TEXT", at *P into M[N], and move *P past the text. Return 0;
 * 1 if *P is invalid, with the reason in WHY; -1 if out of memory. */
static int read_meaning(struct mr_arena *a, const char **p, const struct mr_coded *of,
                        struct monread_meaning *m, uint32_t n, char *why)
{
	const char *code = *p, *text = code + code_length(code), *end = text + strcspn(text, ",");
	const struct monread_meaning *same;
	int len = values_shown((size_t)(text - code));

	*p = *end ? end + 1 : end;
	if (!read_code(code, (size_t)(text - code), of, &m[n].value)) {
		snprintf(why, MR_WHY_SIZE, "expected CODE TEXT, CODE TEXT, found %.*s",
		         values_shown(strlen(code)), code);
		return 1;
	}
	while (text < end && *text == ' ')
		text++;
	while (end > text && end[-1] == ' ')
		end--;
	same = find_code(m, n, m[n].value);
	why[0] = '\0';
	if (end == text)
		snprintf(why, MR_WHY_SIZE, "%.*s has no text", len, code);
	else if ((size_t)(end - text) > MONREAD_NAME_MAX)
		snprintf(why, MR_WHY_SIZE, "the text of %.*s has more than %u characters", len,
		         code, MONREAD_NAME_MAX);
	else if (m[n].value > values_largest(of->length))
		snprintf(why, MR_WHY_SIZE, "%.*s does not fit into the length %u", len, code,
		         of->length);
	else if (same)
		snprintf(why, MR_WHY_SIZE, "%.*s is %.60s already", len, code, same->text);
	if (why[0])
		return 1;
	m[n].text = mr_arena_strndup(a, text, (size_t)(end - text));
	return m[n].text ? 0 : -1;
}

int mr_values_read(struct mr_arena *a, const char *text, const struct mr_coded *of,
                   struct mr_values *to, char *why)
{
	struct monread_meaning *m = NULL;
	size_t cap = 0;
	int rc;

	to->count = 0;
	for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
		if (to->count == MR_CODES_MAX) {
			snprintf(why, MR_WHY_SIZE, "more than %u codes", MR_CODES_MAX);
			return 1;
		}
		if (mr_arena_more(a, &m, &cap, to->count, sizeof *m))
			return -1;
		rc = read_meaning(a, &text, of, m, to->count, why);
		if (rc)
			return rc;
		to->count++;
	}
	to->meanings = m;
	if (to->count)
		return 0;
	snprintf(why, MR_WHY_SIZE, "no codes");
	return 1;
}

const struct mr_values *mr_values_find(const struct mr_value_lists *lists, const char *name)
{
	uint32_t i;

	for (i = 0; i < lists->count; i++)
		if (mr_same_word(name, lists->v[i].name))
			return &lists->v[i];
	return NULL;
}

/* ---- The annotation ---- */

/* Set *OF to the length and the character set of the fields that V names before the colon. All of
 * these fields must have the same length. Return 1, or 0 on error. */
static int read_coded(struct mr_value *v, struct mr_coded *of)
{
	int any = 0;

	while (mr_value_next(v) && !mr_value_is(v, ":")) {
		const struct mr_place *p = mr_note_first(v);

		if (!p)
			return 0;
		for (; p; p = mr_note_next(v->d, p)) {
			const struct mr_row *row = mr_draft_row(v->d, p);

			if (row->f.type == MONREAD_TYPE_STRING) {
				mr_note_refuse(v, "%s is a String, which cannot have values",
				               row->f.name);
				return 0;
			}
			if (row->f.length < 1 || row->f.length > 8 ||
			    (any && row->f.length != of->length)) {
				mr_note_refuse(
					v,
					"expected fields of the same 1 to 8 bytes; %s has %u bytes",
					row->f.name, row->f.length);
				return 0;
			}
			of->length = row->f.length;
			of->ascii = row->has_format && row->f.format == MONREAD_ASCII;
			any = 1;
		}
	}
	return any;
}

/* Return 1 if P has the form of the name of a list of codes, which is a single word that begins
 * with a letter. */
static int is_list_name(const char *p)
{
	size_t len = mr_name_span(p, strlen(p));

	return len > 0 && p[len] == '\0' && !mr_is_digit(*p);
}

/* Set *LIST to the codes in TEXT, or to the list of codes that TEXT names. Return 1; 0 after a
 * report, or if out of memory. */
static int values_read_list(const struct mr_value *v, const char *text, const struct mr_coded *of,
                            struct mr_values *list)
{
	struct mr_draft *d = v->d;
	const struct mr_values *named;
	char why[MR_WHY_SIZE];
	uint32_t i;
	int rc;

	if (!is_list_name(text)) {
		rc = mr_values_read(d->arena, text, of, list, why);
		d->no_memory |= rc < 0;
		if (rc > 0)
			mr_note_refuse(v, "%s", why);
		return rc == 0;
	}
	named = d->reports.to.lists ? mr_values_find(d->reports.to.lists, text) : NULL;
	if (!named) {
		mr_note_refuse(v, "no list of values has the name %.60s", text);
		return 0;
	}
	for (i = 0; i < named->count; i++)
		if (named->meanings[i].value > values_largest(of->length)) {
			mr_note_refuse(v, "%.60s has codes of more than %u bytes", text,
			               of->length);
			return 0;
		}
	*list = *named;
	return 1;
}

static void set_values(const struct mr_value *v, struct mr_row *row, const struct mr_values *list)
{
	if (row->f.nmeanings) {
		mr_note_refuse(v, "%s has values already", row->f.name);
		return;
	}
	row->f.nmeanings = list->count;
	row->meanings = list->meanings;
}

/* Give the fields NAMES of the annotation V their values. The annotation is "NAMES: LIST", which
 * names a list of values for several fields, or "NAMES: CODE TEXT, CODE TEXT". */
void mr_apply_values(struct mr_value *v)
{
	const char *colon = strchr(v->n->value, ':');
	struct mr_value names = *v;
	struct mr_coded of = { 0, 0 };
	struct mr_values list;
	const struct mr_place *p;

	if (!colon || colon == v->n->value) {
		mr_note_refuse(v, "expected NAMES: CODE TEXT, CODE TEXT");
		return;
	}
	if (!read_coded(&names, &of) ||
	    !values_read_list(v, colon + 1 + strspn(colon + 1, " "), &of, &list))
		return;
	while (mr_value_next(v) && !mr_value_is(v, ":"))
		for (p = mr_note_first(v); p; p = mr_note_next(v->d, p))
			set_values(v, mr_draft_row(v->d, p), &list);
}
