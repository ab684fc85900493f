/* model.c: the parts of a layout, for users of the library, who see only the public structs. */
#include "base/model.h"

#include "base/be.h"

const struct monread_structure *monread_layout_structure(const struct monread_layout *l, size_t i)
{
	return i < l->nstructures ? mr_structure_at(l, i) : NULL;
}

const struct monread_field *monread_structure_field(const struct monread_structure *s, size_t i)
{
	return i < s->nfields ? mr_field_at(s, i) : NULL;
}

const struct monread_bit *monread_field_bit(const struct monread_field *f, size_t i)
{
	return i < f->nbits ? mr_bit_at(f, i) : NULL;
}

const struct monread_meaning *monread_field_meaning(const struct monread_field *f, size_t i)
{
	return i < f->nmeanings ? &mr_field(f)->meanings[i] : NULL;
}

const char *monread_field_value_text(const struct monread_field *f, uint64_t value)
{
	uint64_t mask = f->length > 7 ? UINT64_MAX : ((uint64_t)1 << 8 * f->length) - 1;
	const struct monread_meaning *m = mr_field(f)->meanings;
	uint32_t i;

	/* Ignore the bits of VALUE above the length of the field: in a signed value, these bits
	 * repeat the sign. */
	for (i = 0; i < f->nmeanings; i++)
		if (m[i].value == (value & mask))
			return m[i].text;
	return NULL;
}

const char *monread_value_text(const struct monread_value *v)
{
	if (!v->field || !v->field->nmeanings || v->length != v->field->length)
		return NULL;
	return monread_field_value_text(v->field, mr_be(v->bytes, v->length));
}

const struct monread_array *monread_layout_array(const struct monread_layout *l, size_t i)
{
	return i < l->narrays ? &mr_layout(l)->arrays[i] : NULL;
}

const struct monread_check *monread_layout_check(const struct monread_layout *l, size_t i)
{
	return i < l->nchecks ? &mr_layout(l)->checks[i] : NULL;
}

const struct monread_tells *monread_layout_tells(const struct monread_layout *l, size_t i)
{
	return i < l->ntells ? &mr_layout(l)->tells[i] : NULL;
}

const struct monread_break *monread_layout_break(const struct monread_layout *l, size_t i)
{
	return i < l->nbreaks ? &mr_layout(l)->breaks[i] : NULL;
}

const struct monread_ending *monread_layout_ending(const struct monread_layout *l, size_t i)
{
	return i < l->nendings ? &mr_layout(l)->endings[i] : NULL;
}

const struct monread_when *monread_layout_when(const struct monread_layout *l, size_t i)
{
	return i < l->nwhen ? mr_layout(l)->when[i] : NULL;
}

const char *monread_layout_erratum(const struct monread_layout *l, size_t i)
{
	return i < l->nerrata ? mr_layout(l)->errata[i] : NULL;
}

const struct monread_field *monread_layout_marked(const struct monread_layout *l, unsigned flag)
{
	const struct mr_structure *root = l->nstructures ? mr_layout(l)->structures : NULL;
	uint32_t i;

	/* Only these three flags are unique: several fields of a layout can have one of the other
	 * flags. */
	if (flag != MONREAD_USER && flag != MONREAD_PARTITION && flag != MONREAD_LEVEL)
		return NULL;
	for (i = 0; root && i < root->pub.nfields; i++)
		if (root->fields[i].pub.flags & flag)
			return &root->fields[i].pub;
	return NULL;
}

const struct monread_field *monread_layout_user(const struct monread_layout *l)
{
	return monread_layout_marked(l, MONREAD_USER);
}

const struct monread_payload *monread_layout_payload(const struct monread_layout *l)
{
	return mr_layout(l)->payload.product ? &mr_layout(l)->payload : NULL;
}
