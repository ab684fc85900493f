#include "config.h"

#include "cli/verdict.h"

#include <stdio.h>

#include "base/array.h"
#include "base/ascii.h"
#include "cli/escape.h"

void verdict_begin(struct verdict *v)
{
	diag_report_to(v ? &v->report : NULL);
}

#define NO_KIND (MR_DOMAINS * MR_RECORDS)
#define LIMIT_MOST 20u
#define LIMIT_SPAN (10 * CLOCK_SECOND)

static const struct {
	const char *what, *about;
	/* maximum number of messages per LIMIT_SPAN; 1: the problem usually occurs in all
	 * samples */
	unsigned most;
} reasons[] = {
	[VERDICT_DAMAGE] = { "message", "about damage left out", LIMIT_MOST },
	[VERDICT_LOSS] = { "message", "about losses left out", LIMIT_MOST },
	[VERDICT_CLOCK] = { "message", "about TOD clocks left out", LIMIT_MOST },
	[VERDICT_DOUBLED] = { "sample", "with a repeated record; only the first one counts", 1 },
	[VERDICT_CONTENTS] = { "message", "about damaged contents left out", LIMIT_MOST },
};

/* Counts the messages with the reason ->why about the kind of record ->kind. */
struct verdict_limit {
	unsigned why, kind;
	int64_t since; /* time of the first message in the current LIMIT_SPAN */
	unsigned said; /* number of messages printed since then */
	uint64_t left_out;
};

static struct verdict_limit *verdict_limit_of(struct verdict *v, unsigned why, unsigned kind)
{
	size_t i = 0;

	while (i < v->nlimits && (v->limits[i].why != why || v->limits[i].kind != kind))
		i++;
	if (ARRAY_GROW(v->limits, i, v->room))
		return NULL;
	if (i == v->nlimits)
		v->limits[v->nlimits++] = (struct verdict_limit){ .why = why, .kind = kind };
	return &v->limits[i];
}

void verdict_say_left_out(struct verdict *v, int64_t now)
{
	struct diag_report *before = diag_report_to(&v->report);
	char kind[16] = "";
	size_t i;

	for (i = 0; i < v->nlimits; i++) {
		struct verdict_limit *l = &v->limits[i];
		unsigned long long n = l->left_out;

		if (n == 0 || now - l->since < LIMIT_SPAN)
			continue;
		l->left_out = 0;
		l->said = 0;
		if (l->kind != NO_KIND)
			snprintf(kind, sizeof kind, "D%uR%u: ", l->kind / MR_RECORDS,
			         l->kind % MR_RECORDS);
		diag_damage("%s: %s%llu further %s%s %s", v->name, l->kind == NO_KIND ? "" : kind,
		            n, reasons[l->why].what, mr_plural(n), reasons[l->why].about);
	}
	diag_report_to(before);
}

/* Return 1 if a message with the reason WHY about the kind of record KIND may be printed at the
 * time NOW; else count the message as left out. */
static int is_allowed(struct verdict *v, enum verdict_why why, unsigned kind, int64_t now)
{
	struct verdict_limit *l = diag_is_json() ? NULL : verdict_limit_of(v, why, kind);

	if (!l)
		return 1;
	if (l->said == 0 || (now - l->since >= LIMIT_SPAN && l->left_out == 0)) {
		l->since = now;
		l->said = 0;
	}
	if (l->said >= reasons[why].most) {
		l->left_out++;
		return 0;
	}
	l->said++;
	return 1;
}

void verdict_problem(struct verdict *v, enum verdict_why why, const struct monread_ev *ev,
                     const char *text)
{
	int is_numbered = ev->kind == MONREAD_RECORD || ev->flags & MONREAD_NUMBERED;
	int is_usual = is_numbered && mr_is_in_bounds(ev->domain, ev->record);
	unsigned kind = is_usual ? ev->domain * MR_RECORDS + ev->record : NO_KIND;
	unsigned long long offset = ev->offset;
	int64_t now = v->is_live ? clock_now() : 0;
	struct diag_report *before;

	v->gaps += ev->kind == MONREAD_GAP;
	v->problems += ev->kind != MONREAD_GAP;
	v->skipped += ev->skipped;
	if (!v->name)
		return;
	if (v->is_live)
		verdict_say_left_out(v, now);
	before = diag_report_to(&v->report);
	if (!is_allowed(v, why, kind, now))
		diag_disagree();
	else if (why == VERDICT_LOSS)
		diag_damage("%s: %s", v->name, text);
	else if (is_numbered)
		diag_damage("%s: offset 0x%llx: D%uR%u: %s", v->name, offset, ev->domain,
		            ev->record, text);
	else
		diag_damage("%s: offset 0x%llx: %s", v->name, offset, text);
	diag_report_to(before);
}

void verdict_end(struct verdict *v)
{
	verdict_say_left_out(v, CLOCK_NEVER);
	free(v->limits);
	v->limits = NULL;
	v->nlimits = v->room = 0;
}

static void verdict_put_text(struct out_buffer *b, const char *key, const char *text)
{
	out_str(b, key);
	if (*text)
		out_json_string(b, text);
	else
		out_str(b, "null");
}

static void put_tod(struct out_buffer *b, const char *key, uint64_t tod)
{
	char text[MONREAD_TIME_SIZE] = "";

	if (tod)
		monread_time_text(monread_tod_to_unix_us(tod), text);
	verdict_put_text(b, key, text);
}

static void put_members(struct out_buffer *b, const void *arg)
{
	const struct verdict *v = arg;

	out_printf(b, ",\"status\":%d", v->report.status);
	verdict_put_text(b, ",\"error\":", v->report.error);
	verdict_put_text(b, ",\"system\":", v->system);
	out_printf(b, ",\"records\":%llu,\"selected\":", (unsigned long long)v->records);
	if (v->unselected)
		out_str(b, "null");
	else
		out_printf(b, "%llu", (unsigned long long)v->selected);
	out_printf(b, ",\"problems\":%llu,\"gaps\":%llu,\"skipped\":%llu",
	           (unsigned long long)v->problems, (unsigned long long)v->gaps,
	           (unsigned long long)v->skipped);
	put_tod(b, ",\"first\":", v->first);
	put_tod(b, ",\"last\":", v->last);
}

void verdict_say(const struct verdict *v)
{
	diag_object(v->report.status, "exit summary", v->name, put_members, v);
}
