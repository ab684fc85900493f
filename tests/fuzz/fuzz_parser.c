/* fuzz_parser.c: any bytes as a capture.  The first says how it comes: through a descriptor or fed, in which
 * pieces, as which form. */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

#define PULL 0x80u

/* What was promised of an event; the bytes are all looked at. */
static void look_at(const struct monread_ev *ev)
{
	static volatile unsigned char sum;
	size_t i;

	if (ev->kind == MONREAD_RECORD && (ev->length < 20 || !ev->mce))
		abort();
	for (i = 0; i < ev->length; i++)
		sum = (unsigned char)(sum + ev->bytes[i]);
}

static void pull(struct monread *m)
{
	struct monread_ev ev;

	for (;;) {
		if (monread_read(m, &ev) == 0)
			look_at(&ev);
		else if (ev.state != MONREAD_BAD && ev.state != MONREAD_GAP && ev.state != MONREAD_REQUIRE_DATA)
			break;
	}
}

static void push(struct monread *m, const uint8_t *data, size_t size, size_t piece)
{
	struct monread_ev ev;
	uint8_t *copy = NULL;
	size_t n;

	for (;;) {
		if (monread_read(m, &ev) == 0) {
			look_at(&ev);
			continue;
		}
		if (ev.state == MONREAD_BAD || ev.state == MONREAD_GAP)
			continue;
		if (ev.state != MONREAD_REQUIRE_DATA)
			break;
		n = size < piece ? size : piece;
		free(copy);
		copy = malloc(n ? n : 1);
		if (!copy)
			break;
		memcpy(copy, data, n);
		data += n;
		size -= n;
		if (monread_feed(m, copy, n))
			abort();
	}
	free(copy);
}

/* A descriptor with these bytes. */
static int file_of(const uint8_t *data, size_t size)
{
	char name[] = "/tmp/fuzz_parser.XXXXXX";
	int fd = mkstemp(name);

	if (fd < 0 || unlink(name) || write(fd, data, size) != (ssize_t)size || lseek(fd, 0, SEEK_SET) != 0)
		abort();
	return fd;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const size_t pieces[] = { 1, 12, 20, 4095, 4096, 4097, 12288, SIZE_MAX };
	struct monread *m;
	unsigned how;
	int fd = MONREAD_FD_NONE;

	if (size == 0)
		return 0;
	how = *data++;
	size--;
	if (how & PULL)
		fd = file_of(data, size);
	m = monread_open(fd);
	if (!m)
		return 0;
	monread_set_form(m, (enum monread_form)(how >> 3 & 3));
	monread_set_flags(m, how & 0x40 ? MONREAD_WANT_FILLER : 0);
	if (how & PULL) {
		pull(m);
		close(fd);
	} else {
		push(m, data, size, pieces[how & 7]);
	}
	monread_close(m);
	return 0;
}
