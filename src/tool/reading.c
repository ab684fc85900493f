/* reading.c: prints remarks about an input that has ended. */
#include "config.h"

#include "tool/run.h"

#include "base/page.h"
#include "out/names.h"

static void say_site(const struct reading *now)
{
	const struct monread_system *system = now->source.system;
	unsigned release = monread_system_release(system), site = monread_system_site(system);
	const char *name = now->file.name;
	char text[16];

	mr_put_release(text, sizeof text, site ? site : release);
	if (site || release)
		diag_verbose("%s: %ssite layouts of z/VM %s", name, site ? "" : "no ", text);
	else
		diag_verbose(
			"%s: no site layouts: the capture does not say its release; name it with --release",
			name);
}

void reading_say_facts(struct reading *now, const struct options *o)
{
	const struct input *in = &now->source.in;
	const char *name = now->file.name;
	int shows_system = o->format == &out_summary_format ||
	                   (o->format == &out_none_format && !o->store.file);
	char text[INTERVALS_TEXT];

	if (intervals_contradict(&now->source.intervals, text))
		diag_note("%s: %s", name, text);
	if (!now->records && in->is_at_end && o->input.container != MONREAD_CONTAINER_AUTO &&
	    folder_is_capture(name))
		diag_note(
			"%s: is a capture in another form; leave out --input-format to detect the form",
			name);
	if (!now->has_system && now->records && in->is_at_end && !in->is_live)
		(shows_system ? diag_note : diag_verbose)(
			"%s: no D1R4 record, so the system it is from is not known", name);
	if (o->shown.time == OUT_TIME_SYSTEM && now->records && !now->zone.is_known)
		diag_note("%s: no record D1R4 gives the time zone of the system: times are UTC",
		          name);
	if (o->has_site)
		say_site(now);
}

void reading_say_counts(const struct reading *now, const char *done)
{
	unsigned long long all = now->records, records = all - now->framing, shown = now->shown;
	unsigned long long gaps = now->verdict.gaps, left_out = now->source.left_out;
	const struct input *in = &now->source.in;
	const char *name = now->file.name;

	if (in->is_device)
		diag_note(
			"%s: %llu data set%s, %llu record%s, %llu %s, %llu gap%s, %llu byte%s thrown away",
			name, in->sets, mr_plural(in->sets), records, mr_plural(records),
			shown, done, gaps, mr_plural(gaps), in->lost, mr_plural(in->lost));
	else
		diag_verbose("%s: %s, %llu record%s read, %llu %s", name,
		             out_container_name(monread_container_found(in->m)), all,
		             mr_plural(all), shown, done);
	if (left_out)
		diag_verbose("%s: %llu record%s left out: an earlier capture has them", name,
		             left_out, mr_plural(left_out));
}
