/* kept.h: records that a capture needs to be understood: they go into what is stored of it, whatever is selected. */
#ifndef TOOL_KEPT_H
#define TOOL_KEPT_H

#include "cli/select.h"
#include "port/bounds.h"
#include "monread.h"
#include "tool/options.h"

struct kept {
	int any;   /* not all of a capture is stored, or is shown as one */
	int shown; /* it is shown as one */
	int exact; /* only what is selected */
	const struct select *select;
	unsigned char records[MR_DOMAINS][MR_RECORDS];
};

/* When the selection is known. */
void kept_prepare(struct kept *k, const struct options *o, const struct monread_layouts *layouts);

/* Whether the record EV, which is not selected, is one of those. */
static inline int kept_record(const struct kept *k, const struct monread_ev *ev)
{
	return k->any && mr_is_in_bounds(ev->domain, ev->record) && k->records[ev->domain][ev->record];
}

/* Whether EV, a record that is repeated, goes into captures. */
static inline int kept_repeated(const struct kept *k, const struct monread_ev *ev)
{
	return !monread_is_mark(ev->bytes, ev->length) &&
	       (!k->exact || select_number(k->select, ev->domain, ev->record));
}

#endif
