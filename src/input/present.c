/* present.c: count the records of captures by their layout. */
#include "config.h"

#include "input/input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/stop.h"
#include "port/bounds.h"

#define PRODUCTS 256u /* what comes behind them is not counted */

/* Application data. */
struct product {
	const char *name;
	uint64_t count;
};

struct present {
	const struct monread_layouts *layouts;
	int read; /* a file was read */
	int many; /* several were */
	int samples; /* CP sampled */
	uint64_t counts[MR_DOMAINS][MR_RECORDS];
	struct product products[PRODUCTS];
	size_t nproducts;
	char text[80];
};

/* Products have layouts for several releases, of one name.  NULL: there is none, and no place for one more. */
static struct product *find_product(struct present *p, const char *name, int add)
{
	size_t i;

	for (i = 0; i < p->nproducts; i++)
		if (strcmp(p->products[i].name, name) == 0)
			return &p->products[i];
	if (!add || i == PRODUCTS)
		return NULL;
	p->products[i].name = name;
	p->nproducts++;
	return &p->products[i];
}

/* What the record carries. */
static void count_product(struct present *p, const struct monread_ev *ev)
{
	const struct monread_layout *l = monread_layouts_find(p->layouts, ev->domain, ev->record);
	const struct monread_payload *payload = l ? monread_layout_payload(l) : NULL;
	const struct monread_field *f = payload ? payload->product : NULL;
	struct product *found = NULL;

	if (!f || f->length != 16 || ev->length < 16 || f->offset > ev->length - 16)
		return;
	l = monread_layouts_product(p->layouts, ev->bytes + f->offset);
	if (l)
		found = find_product(p, l->name, 1);
	if (found)
		found->count++;
}

static void count(struct present *p, const struct monread_ev *ev)
{
	if (!mr_is_in_bounds(ev->domain, ev->record))
		return;
	p->counts[ev->domain][ev->record]++;
	p->samples |= ev->mce && ev->mce->type == MONREAD_SAMPLE;
	count_product(p, ev);
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
		diag_fail("%s: is a device; name captures", name);
	while (!in.is_live && !stop_asked() && (ev = input_event(&in, UINT64_MAX))) {
		if (ev->kind == MONREAD_RECORD)
			count(p, ev);
		else if (ev->kind >= MONREAD_BAD)
			diag_damage("%s: offset 0x%llx: %s", name, (unsigned long long)ev->offset, ev->text);
	}
	input_close(&in);
}

struct present *present_find(char *const *files, int n, const struct input_options *o, const struct monread_layouts *layouts)
{
	struct present *p = calloc(1, sizeof *p);
	int i;

	if (!p)
		return NULL;
	p->layouts = layouts;
	for (i = 0; i < n; i++)
		read_file(p, files[i], o);
	return p;
}

void present_free(struct present *p)
{
	free(p);
}

int64_t present_count(struct present *p, const struct monread_layout *l)
{
	const struct product *product;

	/* Application data comes in records of other names. */
	if (!p->read || (l->domain >= 0 && !mr_is_in_bounds((unsigned)l->domain, (unsigned)l->record)))
		return -1;
	if (l->domain >= 0)
		return (int64_t)p->counts[l->domain][l->record];
	product = find_product(p, l->name, 0);
	return product ? (int64_t)product->count : p->nproducts == PRODUCTS ? -1 : 0;
}

int present_has(struct present *p, const char *name)
{
	const struct monread_layout *l = p ? monread_layouts_by_name(p->layouts, name) : NULL;

	return l && present_count(p, l) > 0;
}

int present_lacks(struct present *p, const struct monread_layout *l)
{
	return p && l && p->samples && present_count(p, l) == 0;
}

const char *present_says(struct present *p, const char *name)
{
	const struct monread_layout *l = p ? monread_layouts_by_name(p->layouts, name) : NULL;
	const char *where;
	int64_t n;

	if (!p)
		return NULL;
	if (!l)
		return "not in the layouts";
	n = present_count(p, l);
	if (n < 0)
		return NULL;
	where = p->many ? "these captures" : "this capture";
	if (n)
		snprintf(p->text, sizeof p->text, "%lld in %s", (long long)n, where);
	else
		snprintf(p->text, sizeof p->text, "not in %s", where);
	return p->text;
}
