/* fuzz_listing.c: any bytes as a .dsect file, a record page and HTML; then walk records with the
 * resulting layout. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "listing/listing.h"
#include "listing/plain.h"
#include "out/describe.h"

#define RECORD_MAX 600u

static void read_listing(const char *text, size_t size, int strict)
{
	struct mr_listing_report report = { NULL, NULL, NULL };
	struct mr_arena arena = { NULL };

	mr_listing_read(&arena, "fuzz", text, size, strict, &report);
	mr_arena_free(&arena);
}

/* The library loads files, so write each input to a file. */
static int write_file(const uint8_t *data, size_t size, char *path, size_t n)
{
	static int fd = -1;
	static char name[256];
	const char *dir = getenv("TMPDIR");

	if (fd < 0) {
		snprintf(name, sizeof name, "%s/fuzz_listing.XXXXXX", dir ? dir : "/tmp");
		fd = mkstemp(name);
		if (fd < 0 || unlink(name))
			abort();
	}
	snprintf(path, n, "/dev/fd/%d", fd);
	return ftruncate(fd, 0) || pwrite(fd, data, size, 0) != (ssize_t)size ||
	       lseek(fd, 0, SEEK_SET);
}

/* Read every byte of each value, so that sanitizers notice a wrong pointer. */
static volatile unsigned sum;

static int touch(void *arg, const struct monread_value *v)
{
	uint32_t i;

	(void)arg;
	for (i = 0; i < v->length; i++)
		sum += v->bytes[i];
	return 0;
}

static int begin(void *arg, const struct monread_place *place)
{
	(void)arg;
	sum += (unsigned)strlen(place->name);
	return 0;
}

static int end(void *arg, const struct monread_place *place)
{
	(void)arg;
	(void)place;
	return 0;
}

static int problem(void *arg, const char *text)
{
	(void)arg;
	sum += (unsigned)strlen(text);
	return 0;
}

/* Walk a record that begins with the bytes of the input. */
static void walk(const struct monread_layouts *layouts, const struct monread_layout *layout,
                 const uint8_t *data, size_t size)
{
	static const struct monread_emit emit = {
		.size = sizeof emit, .field = touch, .begin = begin, .end = end,
		.gap = touch, .tail = touch, .problem = problem,
	};
	struct monread_decoder *decoder = monread_decoder_new(layouts, MONREAD_WALK_RESERVED, NULL);
	struct monread_system *sys = monread_system_new(layouts);
	size_t length = size < RECORD_MAX ? size : RECORD_MAX;
	unsigned char *bytes = malloc(length + 1);

	if (decoder && sys && bytes) {
		memcpy(bytes, data, length);
		monread_decode(decoder, layout, 0, bytes, length, &emit, NULL);
		memset(bytes, 0, length);
		monread_decode(decoder, layout, 0, bytes, length, &emit, NULL);
		if (layout->domain >= 0) {
			unsigned domain = (unsigned)layout->domain;
			unsigned record = (unsigned)layout->record;

			monread_system_layout(sys, domain, record, bytes, length);
		}
	}
	free(bytes);
	monread_system_free(sys);
	monread_decoder_free(decoder);
}

static void load(const uint8_t *data, size_t size)
{
	struct monread_layouts *layouts = monread_layouts_new();
	struct out_notices notices = { NULL, 0, 0, 0 };
	const struct monread_layout *layout = NULL;
	struct out_buffer out;
	char path[32];
	size_t i;

	if (!layouts || write_file(data, size, path, sizeof path) || out_buffer_init(&out, -1))
		abort();
	if (monread_layouts_load(layouts, path, out_notice_add, &notices) == 1) {
		for (i = 0; i < monread_layouts_count(layouts); i++) {
			layout = monread_layouts_at(layouts, i);
			if (!layout || layout->path)
				break;
		}
		out_check_layouts(&out, layouts, &notices);
		monread_layout_write(layout, out_dsect_text, &out);
		walk(layouts, layout, data, size);
	}
	out_buffer_done(&out);
	out_notices_free(&notices);
	monread_layouts_free(layouts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	read_listing((const char *)data, size, 0);
	read_listing((const char *)data, size, 1);
	load(data, size);
	return 0;
}
