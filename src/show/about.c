/* about.c: execute --list and --explain. */
#include "config.h"

#include "show/actions.h"

#include <stdlib.h>

#include "cli/diag.h"
#include "cli/terminal.h"
#include "session/session.h"
#include "report/explain.h"
#include "show/show_output.h"
#include "stat/queries.h"

#define WIDTH_UNKNOWN 80u

/* A function of struct missing. */
static int is_present(const void *present, const char *record)
{
	const struct present *p = present;
	const struct monread_layout *l = monread_layouts_by_name(p->layouts, record);

	return l && present_count(p, l) > 0;
}

void about_list(const struct show_options *o, const struct collect *c,
                const struct monread_layouts *layouts)
{
	struct present *p = present_find(o->files.list, o->files.n, &o->input, layouts);
	struct output out;
	struct out_buffer b;
	int found = 0;
	size_t i;

	if (!p)
		diag_fail("out of memory");
	if (!p || output_begin(&out, o, &b)) {
		free(p);
		return;
	}
	for (i = 0; i < c->n; i++) {
		const struct report *r = c->list[i];
		struct missing m = { r, layouts, is_present, p, p->samples };

		if (o->task.find && !collect_has_word(r, o->task.find, 1))
			continue;
		found = 1;
		explain_line(&b, r, o->files.n ? &m : NULL);
	}
	free(p);
	output_end(&out, &b);
	if (!found)
		diag_damage(
			"--find=%s: no report has this in its name, texts, columns or alarms; monstat --list shows all reports",
			o->task.find);
}

void about_report(const struct show_options *o, const struct collect *c,
                  const struct monread_layouts *layouts, const struct monread_codepage *codepage)
{
	struct report *r = collect_find(c, o->task.explained);
	struct output out;
	struct out_buffer b;
	struct queries q;
	unsigned width;
	int found;

	if (!r)
		operands_unknown(c, "--explain=", o->task.explained);
	if (output_begin(&out, o, &b))
		return;
	width = terminal_width(out.fd) ? terminal_width(out.fd) : WIDTH_UNKNOWN;
	explain_columns(&b, r, width);
	/* This also hides columns that the layouts do not have. */
	found = queries_begin(&q, layouts, codepage, o->release) == 0 &&
	        queries_add(&q, &r, 1, 1) > 0;
	explain_query(&b, r, found ? q.list[0].unproven : NULL, width);
	queries_done(&q);
	output_end(&out, &b);
}
