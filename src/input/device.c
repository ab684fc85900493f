/* device.c: reads /dev/monreader and devices of monplay. */
#include "config.h"

#include "input/kind.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef MAJOR_IN_SYSMACROS
#include <sys/sysmacros.h>
#elif defined(MAJOR_IN_MKDEV)
#include <sys/mkdev.h>
#endif

#include "cli/diag.h"
#include "cli/inputs.h"
#include "input/live.h"

struct device_input {
	struct live *live;
	struct live_item *item; /* queue item whose bytes the reader got last, or NULL */
	int ended; /* 1: live_next() has returned the last item of the queue */
};

int device_is_named(const char *name, const struct input_options *o)
{
	return o->container == MONREAD_CONTAINER_DEVICE ||
	       (o->container == MONREAD_CONTAINER_AUTO && strcmp(name, "/dev/monreader") == 0);
}

/* Return 1 if the name of the device ST begins with "monreader". This is the name in sysfs or,
 * without sysfs, OPENED, the name of the input. */
static int is_monreader(const char *opened, const struct stat *st)
{
	char path[64], name[256];
	const char *base;
	ssize_t n;

	snprintf(path, sizeof path, "/sys/dev/char/%u:%u", major(st->st_rdev), minor(st->st_rdev));
	n = readlink(path, name, sizeof name - 1);
	if (n < 0 || (size_t)n >= sizeof name - 1)
		n = snprintf(name, sizeof name, "%s", opened) < (int)sizeof name ?
		            (ssize_t)strlen(name) :
		            0;
	name[n] = 0;
	base = strrchr(name, '/');
	return strncmp(base ? base + 1 : name, "monreader", 9) == 0;
}

int input_names_device(const char *name, const struct input_options *o)
{
	struct stat st;

	if (device_is_named(name, o))
		return 1;
	return o->container == MONREAD_CONTAINER_AUTO && strcmp(name, "-") != 0 &&
	       ((stat(name, &st) == 0 && S_ISCHR(st.st_mode) && is_monreader(name, &st)) ||
	        inputs_is_played(name));
}

#define LOAD_IT \
	"; load its module on Linux under z/VM: modprobe monreader mondcss=NAME (CP QUERY " \
	"MONITOR shows NAME); or name a capture as FILE; - reads standard input"

const char *device_cure(int error)
{
	switch (error) {
	case ENOENT:
	case ENODEV:
	case ENXIO:
		return LOAD_IT;
	case EBUSY:
		return "; another process has it open, and only one can; fuser shows which one; to "
		       "watch while a service stores, read its newest file: monread -F FILE";
	case EIO:
		return "; no IUCV connection to *MONITOR: the directory entry of this guest needs "
		       "IUCV *MONITOR, and NAMESAVE for a restricted DCSS; the kernel log has the "
		       "IPUSER SEVER code";
	case EACCES:
	case EPERM:
		return "; run monread as root, or grant access with a udev rule";
	default:
		return "";
	}
}

static enum input_taken device_open(struct input *in)
{
	struct device_input *d;

	if (!device_is_named(in->name, in->options)) {
		if (!input_names_device(in->name, in->options))
			return INPUT_PASSED;
		/* Let the reading thread wait in poll(2) instead of read(2), because a signal
		 * always interrupts poll(2). */
		fcntl(in->fd, F_SETFL, O_RDONLY | O_NONBLOCK);
	}
	in->is_device = in->is_live = 1;
	d = input_state(in, sizeof *d);
	if (!d)
		return INPUT_REFUSED;
	if (stop_install() == 0)
		d->live = live_start(in->fd, &in->options->wait);
	if (!d->live) {
		input_fail(in, 0, "the reader cannot be started: %s", strerror(errno));
		return INPUT_REFUSED;
	}
	return INPUT_TAKEN;
}

static void device_close(struct input *in)
{
	struct device_input *d = in->state;

	if (d->item)
		live_return(d->live, d->item);
	if (d->live)
		live_stop(d->live);
}

/* Return 1 if the reading thread appended ITEM when it ended. */
static int is_last(const struct live_item *item)
{
	return item->state == MONREAD_DEVICE_AGAIN;
}

/* Write to TEXT a message about LOSS, which came after SETS data sets. */
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

static enum input_more lost(struct input *in, const struct live_item *item)
{
	struct input_gap *gap = &in->gap;

	put_loss(item, in->sets, gap->text);
	in->lost += item->lost;
	gap->lost = item->lost;
	gap->sets = item->state == MONREAD_DEVICE_LOST || is_last(item) ? (int)item->sets : -1;
	gap->severed = item->state == MONREAD_DEVICE_SEVERED ||
	               item->state == MONREAD_DEVICE_FAILED || is_last(item);
	return INPUT_GAP;
}

void input_end_reading(struct input *in)
{
	struct device_input *d = in->state;

	if (in->is_device)
		live_end(d->live);
}

int input_next_loss(struct input *in, uint64_t *sets, uint64_t *bytes)
{
	struct device_input *d = in->state;
	int found = 0;

	while (in->is_device && !found && !d->ended) {
		struct live_item *item = live_next(d->live);

		/* The last item of the queue is not a loss: it counts the data set that was
		 * incomplete when reading was stopped. */
		d->ended = is_last(item);
		found = item->state != MONREAD_DEVICE_SET && !d->ended;
		if (found)
			lost(in, item);
		*sets += d->ended ? item->sets : item->set.length > 0;
		*bytes += d->ended ? item->lost : item->set.length;
		live_return(d->live, item);
	}
	return found;
}

static enum input_more more(struct input *in)
{
	struct device_input *d = in->state;
	struct live_item *item;

	if (d->item)
		live_return(d->live, d->item);
	d->item = live_next(d->live);
	while (!d->item) {
		in->options->wait.idle(in->options->wait.arg);
		d->item = live_next(d->live);
	}
	item = d->item;
	if (item->was_full)
		diag_note(
			"%s: the buffer is full because the output is slow; if the kernel drops data sets, that is "
			"reported",
			in->name);
	d->ended = is_last(item);
	if (d->ended && !item->lost)
		return INPUT_STOPPED;
	if (item->state != MONREAD_DEVICE_SET)
		return lost(in, item);
	in->sets++;
	in->bytes += item->set.length;
	return input_feed(in, item->set.bytes, item->set.length);
}

const struct input_kind input_device = {
	.open = device_open,
	.more = more,
	.close = device_close,
};
