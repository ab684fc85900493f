/* present.c: counts how many records and items of application data each layout has in captures. */
#include "config.h"

#include "session/session.h"

/* Return the index in p->products of the product NAME, or p->nproducts if it is missing. Compare
 * names, because the layouts of one product for several releases share a name. */
static size_t find_product(const struct present *p, const char *name)
{
	size_t i = 0;

	while (i < p->nproducts && strcmp(p->products[i].name, name) != 0)
		i++;
	return i;
}

/* If the record EV has application data of a known product, count one item of this product. */
static void count_product(struct present *p, const struct monread_ev *ev)
{
	const struct monread_layout *l = monread_layouts_find(p->layouts, ev->domain, ev->record);
	const struct monread_payload *payload = l ? monread_layout_payload(l) : NULL;
	const struct monread_field *f = payload ? payload->product : NULL;
	size_t i;

	if (!f || f->length != 16 || ev->length < 16 || f->offset > ev->length - 16)
		return;
	l = monread_layouts_product(p->layouts, ev->bytes + f->offset);
	i = l ? find_product(p, l->name) : PRESENT_PRODUCTS;
	if (i == PRESENT_PRODUCTS)
		return;
	p->nproducts += i == p->nproducts;
	p->products[i].name = l->name;
	p->products[i].count++;
}

static void count_file(struct present *p, const char *name, const struct input_options *o)
{
	struct verdict v = { .name = name };
	const struct monread_ev *ev;
	struct input in;

	if (input_open(&in, name, o))
		return;
	p->files++;
	if (in.is_live)
		diag_fail("%s: is a device; expected captures", name);
	while (!in.is_live && !stop_asked()) {
		ev = input_event(&in, UINT64_MAX);
		if (!ev)
			break;
		if (ev->kind == MONREAD_RECORD && mr_is_in_bounds(ev->domain, ev->record)) {
			p->counts[ev->domain][ev->record]++;
			p->samples |= ev->mce->type == MONREAD_SAMPLE;
			count_product(p, ev);
		} else if (ev->kind >= MONREAD_BAD) {
			verdict_problem(&v, VERDICT_DAMAGE, ev, ev->text);
		}
	}
	verdict_end(&v);
	input_close(&in);
}

struct present *present_find(char *const *files, int n, const struct input_options *o,
                             const struct monread_layouts *layouts)
{
	struct present *p = calloc(1, sizeof *p);
	int i;

	for (i = 0; p && i < n; i++) {
		p->layouts = layouts;
		count_file(p, files[i], o);
	}
	return p;
}

int64_t present_count(const struct present *p, const struct monread_layout *l)
{
	size_t i;

	/* A layout without a domain describes application data. */
	if (!p->files ||
	    (l->domain >= 0 && !mr_is_in_bounds((unsigned)l->domain, (unsigned)l->record)))
		return -1;
	if (l->domain >= 0)
		return (int64_t)p->counts[l->domain][l->record];
	i = find_product(p, l->name);
	if (i < p->nproducts)
		return (int64_t)p->products[i].count;
	return i == PRESENT_PRODUCTS ? -1 : 0;
}
