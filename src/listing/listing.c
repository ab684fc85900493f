/* listing.c: reads a listing (a .dsect file, or one of IBM's record pages as text) into a draft,
 * and publishes it as a layout. */
#include "listing/listing.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "listing/draft.h"

/* Report if the prolog and the contents name different DSECTs. The layout of a page gets the DSECT
 * name in the contents. */
static void settle_dsect(struct mr_draft *d)
{
	struct monread_layout *l = d->layout;

	if (d->nparts == 0)
		return;
	if (*l->dsect && strcmp(l->dsect, d->parts[0].name) != 0)
		mr_draft_report(d, d->parts[0].line, "DSECT is %s, but the contents begin with %s",
		                l->dsect, d->parts[0].name);
	if (!*l->dsect || !d->is_dsect)
		l->dsect = d->parts[0].name;
}

static void settle_page(struct mr_draft *d)
{
	struct monread_layout *l = d->layout;

	l->status = d->cut || !d->xref.p ? MONREAD_FRONT : MONREAD_WHOLE;
	if (d->nparts == 0)
		l->status = MONREAD_NAME_ONLY;
	if (!*l->source)
		l->source = l->path;
	if (l->domain < 0 || l->record < 0)
		l->domain = l->record = -1;
}

static void read_all(struct mr_draft *d)
{
	if (d->is_dsect)
		mr_annot_read(d);
	else
		mr_prolog_read(d);
	mr_contents_read(d);
	mr_settle_parts(d);
	mr_draft_index(d);
	if (d->no_memory)
		return;
	settle_dsect(d);
	if (d->is_dsect) {
		mr_annot_apply(d);
		mr_bound_draft(d);
	} else {
		settle_page(d);
	}
	mr_xref_check(d);
	if (!d->strict || !d->is_dsect)
		return;
	mr_check_draft(d);
	mr_format_settle(d);
	mr_unique_settle(d);
}

/* Return 1 if the listing has the name of a record and a field; else 0 after a report. A page
 * without contents ("no longer generated") is usable for the name. */
static int is_usable(struct mr_draft *d)
{
	const struct monread_layout *l = d->layout;

	if (*l->name && d->nparts && d->parts[0].nrows)
		return 1;
	if (*l->name && d->nparts == 0 && l->status == MONREAD_NAME_ONLY) {
		if (d->is_dsect)
			return 1;
		if (l->domain >= 0) {
			mr_draft_report(
				d, 0,
				"%s: the page has no contents; only the name of the record is used",
				l->name);
			return 1;
		}
	}
	mr_draft_report(d, d->is_dsect ? 1 : 0,
	                "found no %s of a record; expected a record page or a .dsect file",
	                *l->name ? "contents" : "name");
	return 0;
}

static struct mr_draft *new_draft(struct mr_arena *a, const char *path)
{
	struct mr_draft *d = calloc(1, sizeof *d);
	struct monread_layout *l;

	if (!d)
		return NULL;
	d->arena = a;
	d->made = mr_arena_alloc(a, sizeof *d->made);
	path = mr_arena_strdup(a, path);
	if (!d->made || !path) {
		free(d);
		return NULL;
	}
	l = d->layout = &d->made->pub;
	l->path = path;
	l->name = l->dsect = l->kind = l->title = l->release = l->source = "";
	l->domain = l->record = -1;
	return d;
}

/* Tell the receiver of reports how many reports it did not get. */
static void report_rest(const struct mr_draft *d)
{
	char text[80];

	if (!d->reports.to.fn || d->reports.n <= MONREAD_NOTICES_MAX)
		return;
	snprintf(text, sizeof text, "%u more of these are not shown",
	         d->reports.n - MONREAD_NOTICES_MAX);
	d->reports.to.fn(d->reports.to.arg, d->layout->path, 0, text);
}

struct mr_draft *mr_listing_open(struct mr_arena *a, const char *path, const char *text, size_t len,
                                 int strict, const struct mr_listing_report *rep)
{
	struct mr_draft *d = new_draft(a, path);
	int usable;

	if (!d) {
		errno = ENOMEM;
		return NULL;
	}
	if (rep)
		d->reports.to = *rep;
	d->strict = strict;
	d->is_dsect = mr_listing_is_dsect(text, len);
	mr_section_find(d, text, len);
	read_all(d);
	if (d->no_memory) {
		mr_listing_close(d);
		errno = ENOMEM;
		return NULL;
	}
	usable = is_usable(d);
	report_rest(d);
	if (!usable || (strict && d->reports.n)) {
		mr_listing_close(d);
		errno = EINVAL;
		return NULL;
	}
	return d;
}

void mr_listing_close(struct mr_draft *d)
{
	mr_arena_free(&d->scratch);
	free(d);
}

struct monread_layout *mr_listing_publish(struct mr_draft *d)
{
	size_t i, k;

	mr_format_settle(d);
	mr_unique_settle(d);
	if (d->no_memory)
		return NULL;
	for (i = 0; i < d->nparts; i++) {
		const struct mr_part *p = &d->parts[i];
		struct mr_structure *s = &d->made->structures[i];

		s->pub.name = p->name;
		s->pub.text = p->text;
		s->pub.length = p->length;
		s->pub.open = p->open;
		s->pub.nfields = (uint32_t)p->nrows;
		for (k = 0; k < p->nrows; k++)
			s->fields[k] = (struct mr_field){ p->rows[k].f, p->rows[k].bits,
				                          p->rows[k].meanings };
	}
	d->layout->configuration |= mr_kind_is_configuration(d->layout->kind);
	d->layout->nstructures = (uint32_t)d->nparts;
	return d->layout;
}

struct monread_layout *mr_listing_read(struct mr_arena *a, const char *path, const char *text,
                                       size_t len, int strict,
                                       const struct mr_listing_report *rep)
{
	struct mr_draft *d = mr_listing_open(a, path, text, len, strict, rep);
	struct monread_layout *layout;

	if (!d)
		return NULL;
	layout = mr_listing_publish(d);
	mr_listing_close(d);
	if (!layout)
		errno = ENOMEM;
	return layout;
}
