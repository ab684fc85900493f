/* input.c: open inputs and keep their readers fed. */
#include "config.h"

#include "input/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#ifdef HAVE_FGETXATTR
#include <sys/xattr.h>
#endif
#ifdef MAJOR_IN_SYSMACROS
#include <sys/sysmacros.h>
#elif defined(MAJOR_IN_MKDEV)
#include <sys/mkdev.h>
#endif

#include "port/played.h"
#include "cli/again.h"
#include "compress/compressed.h"
#include "cli/diag.h"
#include "input/follow.h"
#include "input/live.h"
#include "input/mapped.h"
#include "cli/stop.h"

#define BLOCK_SIZE (256u * 1024u)

/* What was read to find out about compression. */
struct head {
	unsigned char bytes[COMPRESSED_MAGIC];
	size_t length;
	struct compressed_source source;
};

static const char *device_cure(int error)
{
	switch (error) {
	case ENOENT:
	case ENODEV:
	case ENXIO:
		return "; load its module on Linux under z/VM: modprobe monreader mondcss=NAME (CP QUERY MONITOR shows NAME); or "
		       "name a capture as FILE";
	case EBUSY:
		return "; another process has it open, and only one can; fuser shows which one";
	case EIO:
		return "; no IUCV connection to *MONITOR: the directory entry of this guest needs IUCV *MONITOR, and NAMESAVE "
		       "for a restricted DCSS; the kernel log has the IPUSER SEVER code";
	case EACCES:
	case EPERM:
		return "; run monread as root, or grant access with a udev rule";
	default:
		return "";
	}
}

static int is_device_name(const char *name)
{
	return strcmp(name, "/dev/monreader") == 0;
}

static int is_piped(void)
{
	struct stat st;

	return fstat(STDIN_FILENO, &st) == 0 && (S_ISREG(st.st_mode) || S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode));
}

/* A device is opened so that its reader can wait for two things at once. */
static int open_fd(const char *name, int device)
{
	int fd;

	if (strcmp(name, "-") == 0)
		return STDIN_FILENO;
	fd = again_open_unless_stopped(name, O_RDONLY | O_CLOEXEC | (device ? O_NONBLOCK : 0), 0);
	if (fd < 0)
		diag_fail("%s: cannot be opened: %s%s%s", name, strerror(errno), device ? device_cure(errno) : "",
		          errno == ENOENT && is_device_name(name) && is_piped() ? "; - reads standard input" : "");
	return fd;
}

/* What the kernel calls a character device, or else its own name. */
static int is_monreader(const struct input *in, const struct stat *st)
{
	char path[64], name[256];
	const char *base;
	ssize_t n;

	snprintf(path, sizeof path, "/sys/dev/char/%u:%u", major(st->st_rdev), minor(st->st_rdev));
	n = readlink(path, name, sizeof name - 1);
	if (n < 0 || (size_t)n >= sizeof name - 1)
		n = snprintf(name, sizeof name, "%s", in->name) < (int)sizeof name ? (ssize_t)strlen(name) : 0;
	name[n] = 0;
	base = strrchr(name, '/');
	return strncmp(base ? base + 1 : name, "monreader", 9) == 0;
}

/* Other character devices, as a terminal or /dev/urandom, are none. */
static int is_char_device(const struct input *in)
{
	struct stat st;

	return in->fd != STDIN_FILENO && fstat(in->fd, &st) == 0 && S_ISCHR(st.st_mode) && is_monreader(in, &st);
}

/* A device of monplay is a regular file, and says what it stands for. */
static int is_played(const struct input *in)
{
#ifdef HAVE_FGETXATTR
	static const char device[] = PLAY_DEVICE_VALUE;
	char value[sizeof device];
	struct stat st;

	return in->fd != STDIN_FILENO && fstat(in->fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size == 0 &&
	       fgetxattr(in->fd, PLAY_DEVICE_NAME, value, sizeof value) == (ssize_t)sizeof device - 1 &&
	       memcmp(value, device, sizeof device - 1) == 0;
#else
	(void)in;
	return 0;
#endif
}

static int start_device(struct input *in, const struct input_options *o)
{
	if (stop_install() || !(in->live = live_start(in->fd, o->buffer))) {
		diag_fail("%s: the reader cannot be started: %s", in->name, strerror(errno));
		return -1;
	}
	in->is_device = 1;
	return 0;
}

static int start_reader(struct input *in, const struct input_options *o, int fd)
{
	in->m = monread_open(fd);
	if (!in->m) {
		diag_fail("out of memory");
		return -1;
	}
	monread_set_form(in->m, in->is_device ? MONREAD_FORM_DEVICE : o->form);
	monread_set_flags(in->m, o->flags);
	return 0;
}

/* The first bytes tell whether it is compressed. */
static int read_head(struct input *in)
{
	in->head = calloc(1, sizeof *in->head);
	if (!in->head)
		return -1;
	while (in->head->length < COMPRESSED_MAGIC) {
		ssize_t n = wait_read(&in->wait, in->fd, in->head->bytes + in->head->length,
		                      COMPRESSED_MAGIC - in->head->length);

		if (n < 0)
			return -1;
		if (n == 0)
			break;
		in->head->length += (size_t)n;
	}
	return 0;
}

static int start_compressed(struct input *in, const char *kind)
{
	struct compressed_fault fault;

	in->head->source.head = in->head->bytes;
	in->head->source.head_len = in->head->length;
	in->head->source.fd = in->fd;
	in->head->source.wait = in->wait;
	in->compressed = compressed_open(&in->head->source, kind, &fault);
	if (!in->compressed && in->head->source.error == EINTR)
		return -1;
	if (!in->compressed) {
		(fault.unable ? diag_fail : diag_damage)("%s: is compressed with %s: %s", in->name, kind, fault.text);
		return -1;
	}
	return 0;
}

/* A plain file is read by its reader; the rest is fed to it from here. */
static int start_file(struct input *in, const struct input_options *o)
{
	const char *kind;
	struct stat st;
	int pull = 0;

	if (read_head(in)) {
		if (errno == EINTR)
			return -1;
		diag_fail("%s: cannot be read: %s", in->name, strerror(errno));
		return -1;
	}
	kind = compressed_kind(in->head->bytes, in->head->length);
	if (kind && start_compressed(in, kind))
		return -1;
	if (kind && o->follow)
		diag_note("%s: is compressed, so it cannot be followed; reading it to its end", in->name);
	/* A device with no end is read here, where a signal is noticed. */
	if (!kind && fstat(in->fd, &st) == 0 && S_ISREG(st.st_mode))
		pull = lseek(in->fd, -(off_t)in->head->length, SEEK_CUR) >= 0;
	if (pull)
		in->head->length = 0;
	if (pull && o->follow) {
		if (stop_install() || !(in->follow = follow_start(in->name, in->fd))) {
			diag_fail("%s: cannot be followed: %s", in->name, strerror(errno));
			return -1;
		}
		pull = 0;
	}
	if (pull && (in->mapped = mapped_open(in->fd)))
		return start_reader(in, o, MONREAD_FD_NONE);
	if (!pull && !(in->block = malloc(BLOCK_SIZE))) {
		diag_fail("out of memory");
		return -1;
	}
	return start_reader(in, o, pull ? in->fd : MONREAD_FD_NONE);
}

int input_open(struct input *in, const char *name, const struct input_options *o)
{
	int device = o->form == MONREAD_FORM_DEVICE || (o->form == MONREAD_FORM_AUTO && is_device_name(name));
	int rc;

	memset(in, 0, sizeof *in);
	in->name = name;
	in->wait = o->wait;
	in->fd = open_fd(name, device);
	if (in->fd < 0)
		return -1;
	if (!device && o->form == MONREAD_FORM_AUTO && (is_char_device(in) || is_played(in))) {
		device = 1;
		fcntl(in->fd, F_SETFL, O_RDONLY | O_NONBLOCK);
	}
	if (device)
		rc = start_device(in, o) ? -1 : start_reader(in, o, MONREAD_FD_NONE);
	else
		rc = start_file(in, o);
	if (rc)
		input_close(in);
	return rc;
}

void input_close(struct input *in)
{
	monread_close(in->m);
	in->m = NULL;
	if (in->live) {
		if (in->item)
			live_return(in->live, in->item);
		live_stop(in->live);
	}
	if (in->compressed)
		compressed_close(in->compressed);
	if (in->follow)
		follow_end(in->follow);
	if (in->mapped)
		mapped_close(in->mapped);
	free(in->head);
	free(in->block);
	if (in->fd > STDIN_FILENO)
		close(in->fd);
	in->live = NULL;
	in->item = NULL;
	in->compressed = NULL;
	in->follow = NULL;
	in->mapped = NULL;
	in->head = NULL;
	in->block = NULL;
	in->fd = -1;
}

/* ---- More data ---- */

static void say_due(struct input *in, const struct timespec *now)
{
	char text[LOSSES_TEXT];

	while (losses_due(&in->losses, now, text))
		diag_damage("%s: %s", in->name, text);
}

void input_waiting(const struct input *in, uint64_t *sets, uint64_t *bytes)
{
	if (in->live)
		live_waiting(in->live, sets, bytes);
}

void input_say_losses(struct input *in)
{
	say_due(in, NULL);
}

static enum input_more more_of_device(struct input *in, struct input_gap *gap)
{
	struct live_item *item;
	struct loss loss;

	if (in->item)
		live_return(in->live, in->item);
	item = in->item = live_next(in->live);
	if (item->was_full)
		diag_note("%s: the buffer is full because the output is slow; a larger --buffer may help; losses "
		          "at the kernel's limit will be reported", in->name);
	say_due(in, &item->when);
	gap->error = item->error;
	gap->sets = item->state == MONREAD_DEVICE_LOST ? 1 : -1;
	in->lost += item->lost;
	if (item->state == MONREAD_DEVICE_AGAIN)
		return INPUT_STOPPED;
	if (item->state == MONREAD_DEVICE_SET) {
		in->sets++;
		return monread_feed(in->m, item->set.bytes, item->set.length) ? INPUT_STOPPED : INPUT_FED;
	}
	loss = (struct loss){ item->when, in->sets, item->state, item->error, item->lost };
	losses_add(&in->losses, &loss, gap->text);
	gap->lost = item->lost;
	gap->severed = item->state == MONREAD_DEVICE_SEVERED || item->state == MONREAD_DEVICE_FAILED;
	in->gaps++;
	return INPUT_GAP;
}

static enum input_more more_of_mapped(struct input *in)
{
	const unsigned char *bytes = NULL;
	size_t n;

	if (stop_asked())
		return INPUT_STOPPED;
	n = mapped_next(in->mapped, &bytes);
	if (n == 0 && mapped_error(in->mapped))
		diag_damage("%s: cannot be read: %s", in->name, strerror(mapped_error(in->mapped)));
	if (n == 0 && mapped_was_cut(in->mapped))
		diag_damage("%s: was truncated while it was being read; zeros replace what is gone", in->name);
	return monread_feed(in->m, bytes, n) ? INPUT_STOPPED : INPUT_FED;
}

static enum input_more more_of_compressed(struct input *in)
{
	const void *bytes = NULL;
	ssize_t n = compressed_next(in->compressed, &bytes);

	if (n < 0 && in->head->source.error == EINTR)
		return INPUT_STOPPED;
	if (n < 0) {
		(errno == ENOMEM ? diag_fail : diag_damage)("%s: uncompressing failed: %s; what was read so far is used",
		                                            in->name, compressed_fault(in->compressed));
		n = 0;
	}
	return monread_feed(in->m, bytes, (size_t)n) ? INPUT_STOPPED : INPUT_FED;
}

int input_next(struct input *in, const struct input_options *o)
{
	struct monread *old = in->m;

	if (!in->replaced)
		return 0;
	in->replaced = 0;
	if (start_reader(in, o, MONREAD_FD_NONE)) {
		in->m = old;
		return 0;
	}
	monread_close(old);
	return 1;
}

static enum input_more more_of_follow(struct input *in)
{
	size_t n = 0;

	switch (follow_read(in->follow, in->block, BLOCK_SIZE, &n)) {
	case FOLLOW_DATA:
		return monread_feed(in->m, in->block, n) ? INPUT_STOPPED : INPUT_FED;
	case FOLLOW_ANEW:
		diag_note("%s: was cut and is written anew; read from its beginning", in->name);
		in->replaced = 1;
		return monread_feed(in->m, NULL, 0) ? INPUT_STOPPED : INPUT_FED;
	case FOLLOW_CUT:
		diag_damage("%s: became shorter while it was followed; what was shown is not shown again", in->name);
		in->replaced = 1;
		return monread_feed(in->m, NULL, 0) ? INPUT_STOPPED : INPUT_FED;
	case FOLLOW_NEW:
		/* First the reader says what is missing of the old one. */
		in->replaced = 1;
		return monread_feed(in->m, NULL, 0) ? INPUT_STOPPED : INPUT_FED;
	case FOLLOW_FAILED:
		diag_damage("%s: cannot be read: %s", in->name, strerror(errno));
		return INPUT_STOPPED;
	default:
		return INPUT_STOPPED;
	}
}

static enum input_more more_of_pipe(struct input *in)
{
	ssize_t n;

	if (in->head->length) {
		n = (ssize_t)in->head->length;
		memcpy(in->block, in->head->bytes, in->head->length);
		in->head->length = 0;
	} else {
		n = wait_read(&in->wait, in->fd, in->block, BLOCK_SIZE);
	}
	if (n < 0 && errno == EINTR)
		return INPUT_STOPPED;
	if (n < 0) {
		diag_damage("%s: cannot be read: %s", in->name, strerror(errno));
		return INPUT_STOPPED;
	}
	return monread_feed(in->m, in->block, (size_t)n) ? INPUT_STOPPED : INPUT_FED;
}

enum input_more input_more(struct input *in, struct input_gap *gap)
{
	if (in->mapped)
		return more_of_mapped(in);
	if (in->compressed)
		return more_of_compressed(in);
	if ((in->live || in->follow) && wait_before(&in->wait))
		return INPUT_STOPPED;
	if (in->live)
		return more_of_device(in, gap);
	if (in->follow)
		return more_of_follow(in);
	if (in->block)
		return more_of_pipe(in);
	/* A reader with a descriptor only asks where that does not block. */
	return poll(&(struct pollfd){ .fd = in->fd, .events = POLLIN }, 1, -1) < 0 && stop_asked() ? INPUT_STOPPED
	                                                                                            : INPUT_FED;
}
