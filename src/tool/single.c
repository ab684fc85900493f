/* single.c: refuse to store records of several systems in one capture.
 *
 * One record of a capture names its system, and readers assume this system for all later records. A FILE with
 * records of several systems is copied unchanged. */
#include "config.h"

#include "tool/single.h"

#include <stdio.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/globs.h"
#include "cli/stop.h"
#include "out/formats.h"

/* Set SYSTEM to the system that the first records of the capture NAME name; "" if they name none, or if NAME can be
 * read only once. Return 0, or -1 if out of memory or if the user asked to stop. */
static int look(const struct single *s, const char *name, char system[MR_SYSTEM_ID_SIZE])
{
	struct folder_look found;

	if (folder_look(&found, name, s->input, 1, s->layouts))
		return -1;
	memcpy(system, found.system, MR_SYSTEM_ID_SIZE);
	return 0;
}

/* Return 1 if --system excludes all records of the system ID. */
static int is_left_out(const struct single *s, const char *id)
{
	return s->opt->systems && !globs_match(s->opt->systems, id);
}

void single_begin(struct single *s, const struct options *o, const struct input_options *input,
                  const struct monread_layouts *layouts)
{
	s->opt = o;
	s->input = input;
	s->layouts = layouts;
	s->applies = (o->store.file && !store_name_has_system(o->store.file)) || o->format == &out_raw_format;
}

void single_append(struct single *s, const struct store *store)
{
	const char *system;

	if (!s->applies || *s->system)
		return;
	system = store_system(store);
	s->untold = !system;
	s->name = s->opt->store.file;
	snprintf(s->system, sizeof s->system, "%s", system ? system : "");
}

int single_differs(const struct single *s, const char *name, const char *id)
{
	if (!s->applies || !*s->system || !*id || is_left_out(s, id) || strcmp(s->system, id) == 0)
		return 0;
	diag_fail("%s is of the system %s, but %s is of %s: one capture cannot have records of both; %s and later FILEs are "
	          "not written; write one capture for each system, or %s",
	          name, id, s->name, s->system, name,
	          s->opt->store.file ? "put %{system} into the file name of --write" : "select one system with --system");
	return 1;
}

int single_refuses(struct single *s, const char *name)
{
	char id[MR_SYSTEM_ID_SIZE];

	s->looked = 0;
	if (!s->applies || !*s->system)
		return 0;
	if (look(s, name, id))
		return 1;
	s->looked = *id != '\0';
	return single_differs(s, name, id);
}

/* Report that records of two systems were stored in one capture. This happens to an input that can be read only once:
 * its first records are stored before its system is known, because they would be lost otherwise. */
static void say_both(const struct single *s, const char *name, const char *id)
{
	static const char both[] = "the output has records of both systems; select one system with --system";

	if (s->name == name)
		diag_damage("%s is of the system %s now, and was of %s: %s", name, id, s->system, both);
	else
		diag_damage("%s is of the system %s, but %s is of %s: %s", name, id, s->name, s->system, both);
}

/* Whether records of the system ID were stored. */
static int is_stored(const struct single *s, const char *id, int written)
{
	return s->applies && *id && written && !is_left_out(s, id);
}

/* Report once that records of the system ID follow records that do not name their system, because readers may assume
 * that these records are of ID, too. */
static void say_untold(struct single *s, const char *id)
{
	if (s->untold)
		diag_note("%s: its records do not name their system; records of %s are appended",
		          s->opt->store.file, id);
	s->untold = 0;
}

static void remember(struct single *s, const char *name, const char *id)
{
	say_untold(s, id);
	s->name = name;
	snprintf(s->system, sizeof s->system, "%s", id);
}

void single_note(struct single *s, const char *name, const char *id, int written)
{
	if (!is_stored(s, id, written))
		return;
	if (*s->system && !s->looked && strcmp(s->system, id) != 0)
		say_both(s, name, id);
	s->looked = 1;
	remember(s, name, id);
}

void single_other(struct single *s)
{
	s->looked = 0;
}

void single_merged(struct single *s, const char *name, const char *id, int written, const struct source *source)
{
	if (!is_stored(s, id, written))
		return;
	s->source = source;
	remember(s, name, id);
}

int single_told(const struct single *s, const struct monread_ev *ev, char id[MR_SYSTEM_ID_SIZE])
{
	struct monread_system *system = monread_system_new(s->layouts);
	int failed = !system || monread_system_learn(system, ev->domain, ev->record, ev->bytes, ev->length);

	if (!failed)
		snprintf(id, MR_SYSTEM_ID_SIZE, "%s", monread_system_id(system));
	monread_system_free(system);
	return failed ? -1 : 0;
}

int single_mixes(const struct single *s, const char *name, const struct source *source, const char *id, int written)
{
	/* A FILE with several systems is copied unchanged, unless another FILE was stored in between. */
	if (!s->applies || s->source == source || !*s->system || !*id || is_left_out(s, id) ||
	    strcmp(s->system, id) == 0)
		return 0;
	diag_fail("%s is of the system %s, but %s is of %s: one capture cannot have records of both%s; nothing more is "
	          "written; merge the captures of each system by themselves", name, id, s->name, s->system,
	          written ? ", but the output has" : "");
	return 1;
}
