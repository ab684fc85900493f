/* single.c: what is stored as one capture is of one system.
 *
 * A capture tells by one record which system it is of, and readers take all that is behind that for that system's.  A FILE
 * that has records of several is copied as it is. */
#include "config.h"

#include "tool/single.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/diag.h"
#include "cli/globs.h"
#include "cli/stop.h"
#include "out/formats.h"
#include "tool/run.h"

/* The system of the beginning of NAME; "": that is not known, or NAME can be read once only.  0, or -1: out of memory, or the
 * user asked to stop. */
static int look(const struct run *r, const char *name, char system[MR_SYSTEM_ID_SIZE])
{
	struct folder_look found;
	struct stat st;
	int failed;

	*system = '\0';
	if (strcmp(name, "-") == 0 || stat(name, &st) || !S_ISREG(st.st_mode))
		return 0;
	/* Who reads it says what is wrong with it. */
	diag_hush(1);
	failed = folder_look(&found, name, &r->opt->input, r->out.settings.layouts);
	diag_hush(0);
	if (failed) {
		if (!stop_asked())
			diag_fail("out of memory");
		return -1;
	}
	memcpy(system, found.system, MR_SYSTEM_ID_SIZE);
	return 0;
}

/* Whether nothing of the system ID is wanted. */
static int is_left_out(const struct run *r, const char *id)
{
	return r->opt->systems && !globs_match(r->opt->systems, id);
}

void single_begin(struct run *r)
{
	const struct store_options *o = &r->opt->store;

	r->single.applies = (o->file && !store_name_has_system(o->file)) || r->opt->format == &out_raw_format;
}

void single_append(struct run *r)
{
	if (!r->single.applies || *r->single.system)
		return;
	r->single.untold = store_is_untold(r->store);
	r->single.name = r->opt->store.file;
	snprintf(r->single.system, sizeof r->single.system, "%s", store_system(r->store));
}

int single_differs(const struct run *r, const char *name, const char *id)
{
	const struct single *s = &r->single;

	if (!s->applies || !*s->system || !*id || is_left_out(r, id) || strcmp(s->system, id) == 0)
		return 0;
	diag_fail("%s is of the system %s, %s of %s: one capture cannot have records of both; %s and what comes behind it is not "
	          "written; write the captures of each system by themselves, or %s",
	          name, id, s->name, s->system, name,
	          r->opt->store.file ? "with %{system} in the name that --write has" : "select those of one with --system");
	return 1;
}

int single_refuses(struct run *r, const char *name)
{
	char id[MR_SYSTEM_ID_SIZE];

	r->single.looked = 0;
	if (!r->single.applies || !*r->single.system)
		return 0;
	if (look(r, name, id))
		return 1;
	r->single.looked = *id != '\0';
	return single_differs(r, name, id);
}

/* What can be read once only was stored before that was known, and would be lost otherwise. */
static void say_both(const struct single *s, const char *name, const char *id)
{
	static const char both[] = "what is written has records of both; select those of each with --system";

	if (s->name == name)
		diag_damage("%s is of the system %s now, and was of %s: %s", name, id, s->system, both);
	else
		diag_damage("%s is of the system %s, %s of %s: %s", name, id, s->name, s->system, both);
}

/* Whether something of the system ID is in what is written. */
static int is_stored(const struct run *r, const char *id)
{
	return r->single.applies && *id && r->now.written && !is_left_out(r, id);
}

/* Readers may take for its system's what is in front of the first record that tells it. */
static void say_untold(struct run *r, const char *id)
{
	if (r->single.untold && !r->opt->exact)
		diag_note("%s: the records that it had do not tell their system; those of %s go behind them", r->opt->store.file, id);
	r->single.untold = 0;
}

static void remember(struct run *r, const char *name, const char *id)
{
	struct single *s = &r->single;

	say_untold(r, id);
	s->name = name;
	snprintf(s->system, sizeof s->system, "%s", id);
}

void single_note(struct run *r, const char *name)
{
	const char *id = monread_system_id(r->out.system);
	struct single *s = &r->single;

	if (!is_stored(r, id))
		return;
	if (*s->system && !s->looked && strcmp(s->system, id) != 0)
		say_both(s, name, id);
	s->looked = 1;
	remember(r, name, id);
}

void single_other(struct run *r)
{
	r->single.looked = 0;
}

void single_merged(struct run *r, const char *name, const struct source *source)
{
	const char *id = monread_system_id(r->out.system);

	if (!is_stored(r, id))
		return;
	r->single.source = source;
	remember(r, name, id);
}

int single_told(const struct run *r, const struct monread_ev *ev, char id[MR_SYSTEM_ID_SIZE])
{
	struct monread_system *system = monread_system_new(r->out.settings.layouts);
	int failed = !system || monread_system_learn(system, ev->domain, ev->record, ev->bytes, ev->length);

	if (!failed)
		snprintf(id, MR_SYSTEM_ID_SIZE, "%s", monread_system_id(system));
	monread_system_free(system);
	return failed ? -1 : 0;
}

int single_mixes(struct run *r, const char *name, const struct source *source, const char *id)
{
	const struct single *s = &r->single;

	/* A FILE that has several systems is copied as it is, where no other one comes between. */
	if (!s->applies || s->source == source || !*s->system || !*id || is_left_out(r, id) || strcmp(s->system, id) == 0)
		return 0;
	out_catch_up(&r->out);
	diag_fail("%s is of the system %s, %s of %s: one capture cannot have records of both%s; nothing more is written; merge the "
	          "captures of each system by themselves", name, id, s->name, s->system,
	          r->now.written ? ", but what is written has" : "");
	return 1;
}
