/* sample.c: the first sample and the end of a capture that is read later. */
#include "config.h"

#include "input/input.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/diag.h"
#include "cli/stop.h"
#include "port/hash.h"
#include "port/record.h"

/* What has none by then may have none at all. */
#define LOOK_MAX (64u * 1024u * 1024u)

/* The end of a frame is in all sets, and sets of configuration have the end of an interval, too. */
static int is_sample(const struct monread_layouts *layouts, const struct monread_ev *ev)
{
	const struct monread_layout *l;

	if (ev->flags & MONREAD_REPEATED || ev->mce->type != MONREAD_SAMPLE ||
	    (ev->domain == 1 && (ev->record == 11 || ev->record == 13)))
		return 0;
	l = monread_layouts_find(layouts, ev->domain, ev->record);
	return !l || strncmp(l->kind, "config", 6) != 0;
}

uint64_t input_identity(const struct monread_ev *ev)
{
	return mr_hash(0, ev->bytes + MR_HEADER_SIZE, ev->length - MR_HEADER_SIZE);
}

/* As input_first_sample(). */
static int look(struct input_sample *sample, struct input *in, struct monread_system *system,
                const struct monread_layouts *layouts)
{
	const struct monread_ev *ev;

	while ((ev = input_event(in, LOOK_MAX))) {
		if (ev->kind != MONREAD_RECORD)
			continue;
		if (monread_system_learn(system, ev->domain, ev->record, ev->bytes, ev->length))
			return -1;
		if (ev->domain == 1 && ev->record == 4)
			sample->identity = input_identity(ev);
		if (is_sample(layouts, ev)) {
			sample->tod = ev->tod;
			snprintf(sample->system, sizeof sample->system, "%s", monread_system_id(system));
			return 0;
		}
	}
	return monread_code(in->m) == MONREAD_EOF ? 1 : -1;
}

int input_first_sample(struct input_sample *sample, const char *name, const struct input_options *o, unsigned release,
                       const struct monread_layouts *layouts)
{
	struct input_options plain = { .container = o->container, .quiet = 1 };
	struct monread_system *system;
	struct input in;
	struct stat st;
	int rc = 1;

	memset(sample, 0, sizeof *sample);
	if (stat(name, &st) == 0 && !S_ISREG(st.st_mode))
		return -1;
	system = monread_system_new(layouts);
	if (!system)
		return -1;
	monread_system_set_release(system, release);
	if (input_open(&in, name, &plain) == 0) {
		rc = look(sample, &in, system, layouts);
		input_close(&in);
	}
	monread_system_free(system);
	return rc;
}

/* The time of the last record of NAME to *US if that is later.  Only reading all of it tells. */
static void find_end(int64_t *us, const char *name, const struct input_options *o)
{
	struct input_options plain = { .container = o->container, .quiet = 1 };
	const struct monread_ev *ev;
	struct input in;
	int64_t last = INT64_MIN;

	if (input_open(&in, name, &plain) == 0) {
		while ((ev = input_event(&in, UINT64_MAX)))
			if (ev->kind == MONREAD_RECORD && !(ev->flags & MONREAD_REPEATED))
				last = monread_tod_to_unix_us(ev->tod);
		input_close(&in);
	}
	if (last > *us)
		*us = last;
}

int input_settle_end(struct moment *m, const char *option, const char *text, char *const *names, int n,
                     const struct input_options *o)
{
	int64_t end = INT64_MIN;
	struct stat st;
	int i;

	if (m->kind != MOMENT_FROM_END)
		return 0;
	for (i = 0; i < n && !stop_asked(); i++) {
		if (o->container != MONREAD_CONTAINER_DEVICE && strcmp(names[i], "-") != 0 &&
		    (stat(names[i], &st) || S_ISREG(st.st_mode)))
			find_end(&end, names[i], o);
		else
			diag_usage("--%s=%s counts back from the end of regular files, and %s is not one", option,
			           text, names[i]);
	}
	m->kind = MOMENT_ABSOLUTE;
	m->us += end == INT64_MIN ? 0 : end;
	return i < n ? -1 : 0;
}
