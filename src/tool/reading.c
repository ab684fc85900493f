/* reading.c: prints remarks about an input at its end. */
#include "config.h"

#include "tool/reading.h"

#include "base/ascii.h"
#include "base/page.h"
#include "out/names.h"

void reading_say_system(const struct reading *now, int is_asked)
{
	const struct input *in = &now->source.in;

	if (now->has_system || !now->records || !in->is_at_end || in->is_live)
		return;
	(is_asked ? diag_note :
	            diag_verbose)("%s: no D1R4 record, so the system it is from is not known",
	                          now->file.name);
}

void reading_say_site(const struct reading *now)
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
