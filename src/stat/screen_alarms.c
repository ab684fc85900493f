/* screen_alarms.c: the alarms that --top shows: those that have begun and not ended. */
#include "config.h"

#include "stat/screen.h"

#ifdef HAVE_NCURSES

#include <stdlib.h>
#include <string.h>

static void free_alarm(struct screen_alarm *a)
{
	if (a) {
		free(a->keys);
		free(a->text);
	}
	free(a);
}

void screen_alarms_clear(struct screen_alarm **list)
{
	struct screen_alarm *next, *a;

	for (a = *list; a; a = next) {
		next = a->next;
		free_alarm(a);
	}
	*list = NULL;
}

static void remove_alarm(struct screen_alarm **at, const struct alarms_event *e)
{
	struct screen_alarm *a;

	for (; (a = *at) != NULL; at = &a->next)
		if (a->alarm == e->alarm && strcmp(a->keys, e->keys) == 0) {
			*at = a->next;
			free_alarm(a);
			return;
		}
}

static int add_alarm(struct screen_alarm **at, const struct alarms_event *e)
{
	struct screen_alarm *a = calloc(1, sizeof *a);
	struct out_buffer text;

	if (!a || out_buffer_init(&text, OUT_MEMORY)) {
		free(a);
		return -1;
	}
	alarms_put_text(&text, e);
	out_char(&text, '\0');
	if (!text.error) {
		a->alarm = e->alarm;
		a->keys = strdup(e->keys);
		a->text = strdup(text.buf);
	}
	out_buffer_done(&text);
	if (!a->keys || !a->text) {
		free_alarm(a);
		return -1;
	}
	while (*at)
		at = &(*at)->next;
	*at = a;
	return 0;
}

int screen_alarms_take(struct screen_alarm **list, const struct alarms_event *e)
{
	if (e->kind == ALARMS_FIRED)
		return add_alarm(list, e);
	remove_alarm(list, e);
	return 0;
}

#endif
