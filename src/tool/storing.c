/* storing.c: stores events for --write. A capture names its system in one record, and readers
 * assume this system for all later records, so records of several FILEs must be of one system. One
 * FILE with records of several systems is stored as it is. */
#include "config.h"

#include "tool/run.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>

#include "cli/lists.h"

/* Return 1 if --system does not select the system ID. */
static int is_left_out(const struct single *s, const char *id)
{
	return s->opt->systems && !globs_match(s->opt->systems, id);
}

static void set(struct single *s, const char *name, const char *id)
{
	s->name = name;
	snprintf(s->system, sizeof s->system, "%s", id);
}

static int differs(const struct single *s, const char *name, const char *id)
{
	static const char both[] = "one capture cannot have records of both";

	if (!*s->system || !*id || is_left_out(s, id) || strcmp(s->system, id) == 0)
		return 0;
	if (s->opt->merge)
		diag_fail(
			"%s is of the system %s, but %s is of %s: %s; merge the captures of each system by themselves",
			name, id, s->name, s->system, both);
	else
		diag_fail(
			"%s is of the system %s, but %s is of %s: %s; %s and later FILEs are not written; write one capture for "
			"each system, or %s",
			name, id, s->name, s->system, both, name,
			s->opt->store.file ? "put %{system} into the file name of --write" :
					     "select one system with --system");
	return 1;
}

int single_refuses(struct single *s, const char *name)
{
	struct folder_look found;

	if (!s->applies || !*s->system)
		return 0;
	/* folder_look() fails only if memory is short or the user asked to stop. It does not read
	 * pipes: single_note() learns the system of a pipe later. */
	if (folder_look(&found, name, s->input, 1, s->layouts))
		return 1;
	return differs(s, name, found.system);
}

int single_refuses_merged(struct single *s, const char *name, const char *id)
{
	if (!s->applies)
		return 0;
	if (differs(s, name, id))
		return 1;
	if (!*s->system && !is_left_out(s, id))
		set(s, name, id);
	return 0;
}

void single_note(struct single *s, const char *name, const char *id, int written)
{
	if (!s->applies || !*id || !written || is_left_out(s, id))
		return;
	/* An input may name its system late, when its first records were already stored: report
	 * that records of two systems are in the output. */
	if (*s->system && strcmp(s->system, id) != 0 && s->name != name && !s->mixed) {
		diag_damage(
			"%s is of the system %s, but %s is of %s: the output has records of both systems; select one system "
			"with --system",
			name, id, s->name, s->system);
		s->mixed = 1;
	}
	set(s, name, id);
	/* Readers will assume this system for the earlier records of the file of --append, too. */
	if (s->untold)
		diag_note("%s: its records do not name their system; records of %s are appended",
		          s->opt->store.file, id);
	s->untold = 0;
}

int storing_begin(struct storing *s, const struct options *o, const struct input_options *input,
                  const struct monread_layouts *layouts)
{
	int applies = (o->store.file && (o->merge || !store_name_has_system(o->store.file))) ||
	              o->format == &out_raw_format;
	const char *system;

	s->single =
		(struct single){ .opt = o, .input = input, .layouts = layouts, .applies = applies };
	if (!o->store.file)
		return 0;
	s->store = store_open(&o->store);
	if (!s->store)
		return -1;
	/* With --append: the system of the last records in the file; NULL: unknown. */
	system = store_system(s->store);
	s->single.untold = applies && !system;
	if (applies)
		set(&s->single, o->store.file, system ? system : "");
	if ((o->store.rotate_size || o->store.rotate_time > 0) && stop_install() == 0)
		stop_hangup_renews();
	return 0;
}

void storing_give_up(struct storing *s, struct session *session, const char *why)
{
	struct verdict *v = session->now->verdict;
	struct input *in = &session->now->in;
	uint64_t bytes = store_waiting(s->store), sets = bytes > 0;

	bytes += store_dropped(s->store, &sets);
	input_end_reading(in);
	while (input_next_loss(in, &sets, &bytes))
		session_loss(session);
	s->gave_up = 1;
	/* The data of a file is not lost, because the file can be read again. */
	if (!bytes || !in->is_live)
		return;
	diag_damage("%s: %s; not stored: %llu data set%s, %llu byte%s", s->single.opt->store.file,
	            why, (unsigned long long)sets, mr_plural(sets), (unsigned long long)bytes,
	            mr_plural(bytes));
	in->lost += bytes;
	v->gaps++;
	v->skipped += bytes;
}

const char *storing_event(struct storing *s, const struct monread_ev *ev, int shown,
                          struct service *service, struct out_buffer *b)
{
	struct pollfd p = { .fd = stop_fd(), .events = POLLIN };
	const char *file = s->single.opt->store.file;
	enum store_result rc;
	int stopping = 0;

	if (ev && ev->kind == MONREAD_SET_END && stop_renewal())
		store_renew(s->store);
	rc = store_event(s->store, ev, shown);
	if (rc == STORE_FULL) {
		diag_damage("%s: %s; trying again every second", file, strerror(errno));
		if (b->buf && b->fd >= 0)
			out_write_held(b);
	}
	while (rc == STORE_FULL && !stopping) {
		service_turn(service, 1);
		poll(&p, 1, 1000);
		stopping = stop_asked();
		rc = store_event(s->store, ev, shown);
		if (rc == STORE_DONE)
			diag_note("%s: there is room again; storing continues", file);
	}
	if (rc == STORE_DONE)
		return NULL;
	return rc == STORE_FULL ? "asked to stop while there was no room" : "storing failed";
}
