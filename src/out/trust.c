/* trust.c: prints how far a layout can be trusted, for --describe. */
#include "config.h"

#include "out/trust.h"

#include <string.h>

#include "cli/escape.h"
#include "port/page.h"

static unsigned count_structure_fields(const struct monread_structure *s, unsigned *unproven)
{
	const struct monread_field *f;
	unsigned n = 0;
	size_t i;

	for (i = 0; (f = monread_structure_field(s, i)) != NULL; i++)
		if (f->format != MONREAD_GROUP && !(f->flags & (MONREAD_RESERVED | MONREAD_HEADER))) {
			n++;
			*unproven += (f->flags & MONREAD_UNPROVEN) != 0;
		}
	return n;
}

unsigned out_count_fields(const struct monread_layout *l, unsigned *unproven)
{
	const struct monread_structure *s;
	unsigned n = 0;
	size_t i;

	*unproven = 0;
	for (i = 0; (s = monread_layout_structure(l, i)) != NULL; i++)
		n += count_structure_fields(s, unproven);
	return n;
}

/* If the source gives no release, the release of the record is unknown. */
static void put_record(struct out_buffer *b, const struct monread_layout *l)
{
	if (l->domain < 0)
		out_str(b, "the data");
	else
		out_str(b, "the record");
	if (l->release[0]) {
		out_str(b, " of z/VM ");
		out_safe(b, l->release);
	}
}

static void put_extent(struct out_buffer *b, const struct monread_layout *l)
{
	const struct monread_structure *root = monread_layout_structure(l, 0);

	if (!root) {
		out_str(b, l->domain < 0 ? "only its name is known" : "only its name and number are known");
		out_str(b, "; the record is shown in hex");
	} else if (l->status == MONREAD_WHOLE) {
		out_str(b, "all of ");
		put_record(b, l);
		out_str(b, " is described");
	} else {
		out_printf(b, "the first %u bytes of ", (unsigned)root->length);
		put_record(b, l);
		out_str(b, " are described; the rest is shown as tail");
	}
}

/* Layouts that were loaded from a page replace built-in ones. */
static void put_origin(struct out_buffer *b, const struct monread_layout *l)
{
	if (l->path && strcmp(l->path, l->source) == 0)
		out_str(b, "\n           read from a page, which replaces the built-in layout");
}

static void put_unproven(struct out_buffer *b, const struct monread_layout *l)
{
	unsigned unproven, n = out_count_fields(l, &unproven);

	if (!l->unproven)
		return;
	out_printf(b, "  Unproven %u of %u fields", unproven, n);
	if (l->unproven_from)
		out_printf(b, ", from byte %u on", (unsigned)l->unproven_from);
	out_str(b, ": ");
	out_safe(b, l->unproven);
	out_char(b, '\n');
}

void out_put_trust(struct out_buffer *b, const struct monread_layout *l)
{
	out_printf(b, "  Status   %s: ", mr_status_name(l->status));
	put_extent(b, l);
	put_origin(b, l);
	out_char(b, '\n');
	put_unproven(b, l);
}
