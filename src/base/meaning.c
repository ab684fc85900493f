/* meaning.c: the texts that a layout gives for single values (codes) of a field. */
#include "base/be.h"
#include "base/model.h"

/* Return a mask of the bits that the field F has. In a signed value, the bits above them only
 * repeat the sign. */
static uint64_t mask_of(const struct monread_field *f)
{
	return f->length > 7 ? UINT64_MAX : ((uint64_t)1 << 8 * f->length) - 1;
}

const char *monread_field_value_text(const struct monread_field *f, uint64_t value)
{
	const struct monread_meaning *m = mr_field(f)->meanings;
	uint32_t i;

	for (i = 0; i < f->nmeanings; i++)
		if (m[i].value == (value & mask_of(f)))
			return m[i].text;
	return NULL;
}

const char *monread_value_text(const struct monread_value *v)
{
	if (!v->field || !v->field->nmeanings || v->length != v->field->length)
		return NULL;
	return monread_field_value_text(v->field, mr_be(v->bytes, v->length));
}
