/* often.c: one or a few messages instead of one of each interval. */
#include "config.h"

#include "stat/often.h"

#include <stdlib.h>

#include "cli/diag.h"
#include "cli/rate.h"
#include "cli/words.h"
#include "port/array.h"

struct often_one {
	unsigned domain, record;
	enum often_why why;
	unsigned said;
	uint64_t left_out;
};

/* NULL: out of memory. */
static struct often_one *find(struct often *o, unsigned domain, unsigned record, enum often_why why)
{
	size_t i;

	for (i = 0; i < o->n; i++)
		if (o->list[i].domain == domain && o->list[i].record == record && o->list[i].why == why)
			return &o->list[i];
	if (ARRAY_GROW(o->list, o->n, o->room))
		return NULL;
	o->list[o->n] = (struct often_one){ .domain = domain, .record = record, .why = why };
	return &o->list[o->n++];
}

int often_allows(struct often *o, unsigned domain, unsigned record, enum often_why why)
{
	struct often_one *one = find(o, domain, record, why);

	/* What is there twice mostly is in all samples; what is damaged is so in each place by itself. */
	if (!one || one->said < (why == OFTEN_DOUBLED ? 1 : RATE_MOST)) {
		if (one)
			one->said++;
		return 1;
	}
	one->left_out++;
	return 0;
}

static void say(const struct often_one *one, const char *system)
{
	const char *colon = *system ? ": " : "";
	unsigned long long n = one->left_out;

	switch (one->why) {
	case OFTEN_DOUBLED:
		diag_damage("%s%sD%uR%u: %llu further sample%s with a record that is there already; only the first one counts", system,
		            colon, one->domain, one->record, n, words_plural(n));
		break;
	case OFTEN_CLOCK:
		diag_damage("%s%sD%uR%u: %llu further message%s about TOD clocks left out", system, colon, one->domain, one->record, n,
		            words_plural(n));
		break;
	default:
		diag_damage("%s%sD%uR%u: %llu further message%s about damage left out", system, colon, one->domain, one->record, n,
		            words_plural(n));
	}
}

void often_end(struct often *o, const char *system)
{
	size_t i;

	for (i = 0; i < o->n; i++)
		if (o->list[i].left_out)
			say(&o->list[i], system);
	o->n = 0;
}

void often_done(struct often *o)
{
	free(o->list);
	*o = (struct often){ 0 };
}
