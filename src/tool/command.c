/* command.c: opens the output, loads the layouts, and runs an action. */
#include "config.h"

#include "tool/command.h"

#include <errno.h>

#include "cli/descriptors.h"
#include "cli/inputs.h"
#include "tool/output.h"

static int settle_ends(struct options *o)
{
	return input_settle_end(&o->select.since, "since", o->which.since, o->files, o->nfiles,
	                        &o->input) ||
	       input_settle_end(&o->select.until, "until", o->which.until, o->files, o->nfiles,
	                        &o->input);
}

static int command_act(struct options *o, struct monread_layouts *layouts,
                       struct out_notices *notices, int fd)
{
	struct out_buffer b;

	if (o->action == ACTION_SHOW)
		return run_show(o, layouts, fd);
	if (out_buffer_init(&b, fd))
		return ENOMEM;
	output_begin(o, &b);
	if (query_asked(o))
		query_action(o, layouts, &b);
	else
		layouts_action(o, layouts, notices, &b);
	out_flush(&b);
	output_end(o, &b);
	out_buffer_done(&b);
	return b.error;
}

int command(struct options *o)
{
	struct monread_layouts *layouts;
	struct out_notices notices = { NULL, 0, 0, 0 };
	int fd, closed, error = 0;

	if (options_find_files(o) || settle_ends(o) || inputs_take_messages(o->files, o->nfiles) ||
	    output_replaces_input(o))
		return diag_status();
	fd = output_open(o);
	if (fd < 0)
		return diag_status();
	stop_ignore_writing();
	pipe_widen(fd);
	layouts = layouts_load(o, o->action == ACTION_CHECK_PAGE ? &notices : NULL);
	if (notices.failed)
		diag_no_memory();
	else if (layouts)
		error = command_act(o, layouts, &notices, fd);
	out_notices_free(&notices);
	monread_layouts_free(layouts);
	closed = output_close(o, fd);
	error = error ? error : closed;
	stop_say_output(output_name(o), error);
	/* If a signal ended a query, return the exit status that shells use for a program that a
	 * signal ended. */
	return query_asked(o) && stop_signal() ? 128 + stop_signal() : diag_status();
}
