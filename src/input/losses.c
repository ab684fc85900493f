/* losses.c: a device that fails again and again must not fill the log. */
#include "config.h"

#include "input/losses.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/words.h"

#define EACH_S 10

/* A lost data set is never shown, so the last one before it tells the place. */
static void put_loss(const struct live_item *loss, unsigned long long sets, char text[INPUT_TEXT])
{
	char stamp[32] = "";
	struct tm tm;

	if (gmtime_r(&loss->when.tv_sec, &tm))
		strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &tm);
	if (sets)
		snprintf(text, INPUT_TEXT, "%s: after data set %llu: %s", stamp, sets, loss->text);
	else
		snprintf(text, INPUT_TEXT, "%s: before the first data set: %s", stamp, loss->text);
}

static void put_count(struct losses_kind *k, char text[INPUT_TEXT])
{
	const char *why = strerror(k->error);

	if (k->state == MONREAD_DEVICE_OVERFLOW)
		snprintf(text, INPUT_TEXT, "message limit reached (%s): %llu more time%s", why, k->times,
		         words_plural(k->times));
	else if (k->count == 0)
		snprintf(text, INPUT_TEXT, "%s: threw away %llu bytes more of the data set", why, k->bytes);
	else
		snprintf(text, INPUT_TEXT, "%s: %llu more data set%s lost; threw away %llu bytes", why, k->count,
		         words_plural(k->count), k->bytes);
	k->times = k->count = k->bytes = 0;
}

/* The entry for such losses; the last entry also takes every kind that finds no other. */
static struct losses_kind *find(struct losses *l, const struct live_item *loss)
{
	struct losses_kind *k = l->kinds, *last = l->kinds + sizeof l->kinds / sizeof l->kinds[0] - 1;

	while (k < last && k->known && (k->state != loss->state || k->error != loss->error))
		k++;
	return k;
}

void losses_add(struct losses *l, const struct live_item *loss, unsigned long long sets, char text[INPUT_TEXT])
{
	struct losses_kind *k = find(l, loss);

	text[0] = 0;
	if (k->known && loss->when.tv_sec >= k->said && loss->when.tv_sec - k->said < EACH_S) {
		k->times++;
		k->count += loss->sets;
		k->bytes += loss->lost;
		return;
	}
	k->known = 1;
	k->state = loss->state;
	k->error = loss->error;
	k->said = loss->when.tv_sec;
	put_loss(loss, sets, text);
}

int losses_due(struct losses *l, const struct timespec *now, char text[INPUT_TEXT])
{
	unsigned i;

	for (i = 0; i < sizeof l->kinds / sizeof l->kinds[0]; i++) {
		struct losses_kind *k = l->kinds + i;

		/* If the clock was set back, report at once. */
		if (k->times == 0 || (now && now->tv_sec >= k->said && now->tv_sec - k->said < EACH_S))
			continue;
		if (now)
			k->said = now->tv_sec;
		put_count(k, text);
		return 1;
	}
	return 0;
}
