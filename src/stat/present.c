/* present.c: which records captures have. */
#include "config.h"

#include "stat/present.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/stop.h"

#define DOMAINS 32u
#define RECORDS 256u

struct present {
	const struct monread_layouts *layouts;
	int read; /* a file was read */
	int many; /* several were */
	uint64_t counts[DOMAINS][RECORDS];
	char text[80];
};

/* 0: go on. */
static int more(struct input *in)
{
	struct input_gap gap;

	if (monread_code(in->m) == MONREAD_AGAIN)
		return input_more(in, &gap) == INPUT_FED ? 0 : -1;
	/* Out of memory is no damage of the input. */
	if (monread_code(in->m) == MONREAD_FATAL)
		(errno == ENOMEM ? diag_fail : diag_damage)("%s: %s: %s", in->name, monread_error(in->m), strerror(errno));
	return -1;
}

static void read_file(struct present *p, const char *name, const struct input_options *o)
{
	const struct monread_ev *ev;
	struct input in;

	if (input_open(&in, name, o))
		return;
	p->many |= p->read;
	p->read = 1;
	if (in.is_live)
		diag_fail("%s: is a device; --list takes captures", name);
	while (!in.is_live && !stop_asked()) {
		ev = monread_next(in.m);
		if (!ev && more(&in))
			break;
		if (ev && ev->kind == MONREAD_RECORD && ev->domain < DOMAINS && ev->record < RECORDS)
			p->counts[ev->domain][ev->record]++;
		else if (ev && ev->kind >= MONREAD_BAD)
			diag_damage("%s: offset 0x%llx: %s", name, (unsigned long long)ev->offset, ev->text);
	}
	input_close(&in);
}

struct present *present_find(const struct options *o, const struct monread_layouts *layouts)
{
	struct present *p = calloc(1, sizeof *p);
	int i;

	if (!p)
		return NULL;
	p->layouts = layouts;
	for (i = 0; i < o->nfiles; i++)
		read_file(p, o->files[i], &o->input);
	return p;
}

void present_free(struct present *p)
{
	free(p);
}

const char *present_says(struct present *p, const char *name)
{
	const struct monread_layout *l = p ? monread_layouts_by_name(p->layouts, name) : NULL;
	uint64_t n;

	if (!p)
		return NULL;
	if (!l)
		return "not in the layouts";
	/* Application data comes in records of other names. */
	if (!p->read || l->domain < 0 || l->domain >= (int)DOMAINS || l->record >= (int)RECORDS)
		return NULL;
	n = p->counts[l->domain][l->record];
	if (n)
		snprintf(p->text, sizeof p->text, "%llu in %s", (unsigned long long)n, p->many ? "these captures" : "this capture");
	else
		snprintf(p->text, sizeof p->text, "not in %s", p->many ? "these captures" : "this capture");
	return p->text;
}
