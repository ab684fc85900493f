/* verdict.c: prints a summary of each input as one line of JSON, for --messages=json. */
#include "config.h"

#include "cli/verdict.h"

#include "cli/buffer.h"
#include "cli/escape.h"

void verdict_begin(struct verdict *v)
{
	diag_report_to(v ? &v->report : NULL);
}

void verdict_damage(struct verdict *v, int is_gap, uint64_t skipped)
{
	v->gaps += is_gap != 0;
	v->problems += !is_gap;
	v->skipped += skipped;
}

static void put_text(struct out_buffer *b, const char *key, const char *text)
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
	put_text(b, key, text);
}

static void put_members(struct out_buffer *b, const void *arg)
{
	const struct verdict *v = arg;

	out_printf(b, ",\"status\":%d", v->report.status);
	put_text(b, ",\"error\":", v->report.error);
	put_text(b, ",\"system\":", v->system);
	out_printf(b, ",\"records\":%llu,\"selected\":", (unsigned long long)v->records);
	if (v->unselected)
		out_str(b, "null");
	else
		out_printf(b, "%llu", (unsigned long long)v->selected);
	out_printf(b, ",\"problems\":%llu,\"gaps\":%llu,\"skipped\":%llu", (unsigned long long)v->problems,
	           (unsigned long long)v->gaps, (unsigned long long)v->skipped);
	put_tod(b, ",\"first\":", v->first);
	put_tod(b, ",\"last\":", v->last);
}

void verdict_say(const struct verdict *v, const char *name)
{
	diag_object(v->report.status, "exit summary", name, put_members, v);
}
