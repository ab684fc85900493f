/* show_main.c: main() of monstat, which prints reports of z/VM monitor data. */
#include "config.h"

#include <locale.h>
#include <unistd.h>
#if defined HAVE_MALLOC_H && defined HAVE_MALLOPT
#include <malloc.h>
#endif

#include "cli/descriptors.h"
#include "cli/inputs.h"
#include "cli/pages.h"
#include "show/show_output.h"

#define STATUS_ALARM 3
#define KEEP_BYTES (32 * 1024 * 1024)
#define KEEP_STEP (1024 * 1024)

static struct monread_layouts *load_layouts(const struct show_options *o)
{
	struct monread_layouts *l = monread_layouts_new();

	if (!l) {
		diag_no_memory();
		return NULL;
	}
	site_load(l, o->layouts, o->places, o->release, o->task.action != ACTION_REPORT);
	pages_load(l, o->layouts, NULL, NULL);
	return l;
}

/* Returns 1 if an alarm began. */
static int act(struct show_options *o, const struct collect *c)
{
	struct monread_codepage *codepage = codepage_named(o->codepage);
	struct monread_layouts *layouts;
	int fired = 0;

	if (!codepage)
		diag_no_memory();
	layouts = load_layouts(o);
	if (!layouts || !codepage)
		;
	else if (o->task.action == ACTION_REPORT)
		fired = run_reports(o, layouts, codepage);
	else if (o->task.action == ACTION_LIST)
		about_list(o, c, layouts);
	else if (o->task.action == ACTION_VIEWS)
		views_print(o, c, layouts, codepage);
	else
		about_report(o, c, layouts, codepage);
	if (layouts && monread_layouts_failed(layouts) && diag_status() != STATUS_FAILED)
		diag_no_memory();
	monread_layouts_free(layouts);
	monread_codepage_free(codepage);
	return fired;
}

/* Let free(3) keep memory for the queries of the next interval, which need as much memory again. */
static void keep_memory(void)
{
#if defined HAVE_MALLOC_H && defined HAVE_MALLOPT && defined M_TRIM_THRESHOLD && \
	defined M_TOP_PAD && defined M_MMAP_THRESHOLD
	mallopt(M_TRIM_THRESHOLD, KEEP_BYTES);
	mallopt(M_TOP_PAD, KEEP_STEP);
	mallopt(M_MMAP_THRESHOLD, KEEP_STEP);
#endif
}

int main(int argc, char **argv)
{
	struct show_options o;
	struct collect c;
	int fired = 0;

	standard_fill_gaps();
	keep_memory();
	diag_begin("monstat");
	setlocale(LC_ALL, "");
	/* Other programs read the numbers. */
	setlocale(LC_NUMERIC, "C");
	options_parse(&o, argc, argv);
	temporary_check();
	stop_ignore_writing();
	o.input.wait.has_output = !o.target.output;
	o.input.wait.output = STDOUT_FILENO;
	if (collect_begin(&c, o.reports) == 0) {
		operands_take(&o, &c);
		if (operands_find_files(&o) == 0 &&
		    input_settle_end(&o.period.since, "since", o.period.since_text, o.files.list,
		                     o.files.n, &o.input) == 0 &&
		    input_settle_end(&o.period.until, "until", o.period.until_text, o.files.list,
		                     o.files.n, &o.input) == 0 &&
		    !inputs_take_messages(o.files.list, o.files.n))
			fired = act(&o, &c);
	}
	collect_done(&c);
	options_done(&o);
	return fired && diag_status() != STATUS_FAILED ? STATUS_ALARM : diag_status();
}
