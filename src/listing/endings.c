/* endings.c: applies the annotation Configuration, which says that a record is configuration and
 * which records end its validity. */
#include <stdio.h>
#include <string.h>

#include "listing/apply.h"

#define FORM "expected yes, or yes until RECORD KEYS"

/* Return the name that the key field KEY of this record probably has in the record RECORD, which
 * has another DSECT prefix: the field MTRDEV_RDEVDEV is called IODVOF_RDEVDEV in the record
 * MRIODVOF. */
static const char *name_there(struct mr_draft *d, const char *record, const char *key)
{
	size_t len = strlen(d->layout->dsect);
	char name[2 * MONREAD_NAME_MAX + 2];

	if (len == 0 || strncmp(key, d->layout->dsect, len) != 0 || key[len] != '_' ||
	    strncmp(record, "MR", 2) != 0)
		return key;
	snprintf(name, sizeof name, "%.64s%.64s", record + 2, key + len);
	return mr_draft_string(d, name, strlen(name));
}

/* Add RECORD to the records that end the validity of this record. Return the new element; NULL if
 * there is no room. */
static struct monread_ending *add_ending(struct mr_draft *d, const struct mr_note *n,
                                         const char *record)
{
	struct monread_ending *e;

	e = mr_note_more(d, n, "ends of configuration", &d->rules.endings,
	                 d->layout->nendings, sizeof *e);
	if (!e)
		return NULL;
	e->record = record;
	d->layout->nendings++;
	return e;
}

/* Read the key field KEY, which is the current word of V, and perhaps "= OTHER", where OTHER is the
 * name of this field in the record that ends the validity. Return 1, or 0 after a report. */
static int endings_read_key(struct mr_draft *d, const struct mr_note *n, struct mr_value *v,
                            const char *record)
{
	const struct mr_row *row = mr_note_row(d, n, v);
	struct monread_ending *e;

	if (!row)
		return 0;
	e = add_ending(d, n, record);
	if (!e)
		return 0;
	e->key = row->field;
	e->other = name_there(d, record, row->f.name);
	if (!mr_value_skip(v, "="))
		return 1;
	if (!mr_value_next(v)) {
		mr_note_refuse(d, n, FORM);
		return 0;
	}
	e->other = mr_draft_name(d, n->line, v->word, v->len);
	return 1;
}

void mr_apply_configuration(struct mr_draft *d, const struct mr_note *n)
{
	struct mr_value v = { n->value, NULL, 0 };
	const char *record;
	unsigned keys = 0;

	if (!mr_value_skip(&v, "yes")) {
		mr_note_refuse(d, n, FORM);
		return;
	}
	d->layout->configuration = 1;
	if (!mr_value_next(&v))
		return;
	if (!mr_value_is(&v, "until") || !mr_value_next(&v)) {
		mr_note_refuse(d, n, FORM);
		return;
	}
	record = mr_draft_name(d, n->line, v.word, v.len);
	for (; mr_value_next(&v); keys++)
		if (!endings_read_key(d, n, &v, record))
			return;
	if (keys == 0)
		add_ending(d, n, record);
}
