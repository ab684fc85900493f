/* sample.c: finds the end of captures that are read later. */
#include "config.h"

#include "input/input.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/diag.h"
#include "cli/stop.h"

/* Set *US to the time of the last record of NAME if it is later. Only reading the whole file shows it. */
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
