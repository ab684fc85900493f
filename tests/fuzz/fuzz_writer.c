/* fuzz_writer.c: any bytes as a capture, copied with --write or --raw, and read back: the copy has
 * the same records.
 *
 * The input: how (1), the capture. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

#define STREAM   0x01u /* write a stream, not MONWRITE */
#define RAW      0x02u /* use --raw */
#define SELECTED 0x04u /* some domains */
#define FORM     0x18u /* of the input */

static const char *const forms[4] = { "auto", "stream", "monwrite", "auto" };

/* One of the domains that -d0-3,10 is about. */
static int is_selected(unsigned domain)
{
	return domain <= 3 || domain == 10;
}

/* The first byte is that of gzip, xz, zstd, bzip2 or lz4, or a descriptor word comes first: the
 * tool would uncompress it, remove the words, or refuse it. */
static int may_be_compressed(const uint8_t *data, size_t size)
{
	static const unsigned char word[] = { 0x10, 0x04, 0, 0 };
	size_t n = sizeof word;

	if (size > 0 && memchr("\x1F\xFD\x28\x42\x04\x5D", data[0], 6))
		return 1;
	return size > 2 * n && (memcmp(data, word, n) == 0 || memcmp(data + n, word, n) == 0);
}

/* The records one after another, each as type of the set, length, bytes. */
struct records {
	int selected;
	unsigned char *bytes;
	size_t used, room;
	unsigned count;
	unsigned bad;
};

static void add(struct records *r, const void *bytes, size_t n)
{
	if (n > r->room - r->used) {
		r->room = 2 * (r->used + n);
		r->bytes = realloc(r->bytes, r->room);
		if (!r->bytes)
			fuzz_fail("out of memory");
	}
	memcpy(r->bytes + r->used, bytes, n);
	r->used += n;
}

static void event(void *arg, const struct monread_ev *ev)
{
	struct records *r = arg;

	/* A mark reports missing data: it is a record, too. */
	r->bad += ev->kind == MONREAD_BAD;
	/* Skip D1R13, because it ends a frame, and the writer may lay out frames anew. Skip
	 * repeated configuration, because the writer moves it to the beginning of the output:
	 * tests/live/repeated.py checks it. */
	if (ev->kind != MONREAD_RECORD || ev->flags & MONREAD_REPEATED ||
	    (ev->domain == 1 && ev->record == 13) || (r->selected && !is_selected(ev->domain)))
		return;
	add(r, &ev->mce->type, 1);
	add(r, ev->bytes, ev->length);
	r->count++;
}

static void store(const uint8_t *data, size_t size, unsigned how)
{
	static char name[] = "monread", q[] = "-q", domains[] = "-d0-3,10", i[] = "-I", o[] = "-o",
		    raw[] = "--raw", write[] = "--write", format[] = "--write-format",
		    stream[] = "stream", monwrite[] = "monwrite";
	char *args[16];
	int n = 0;

	fuzz_write(FUZZ_CAPTURE, data, size);
	fuzz_remove(FUZZ_STORED);
	args[n++] = name;
	if (how & RAW) {
		args[n++] = raw;
		args[n++] = o;
	} else {
		args[n++] = q;
		args[n++] = format;
		args[n++] = how & STREAM ? stream : monwrite;
		args[n++] = write;
	}
	args[n++] = (char *)fuzz_path(FUZZ_STORED);
	if (how & SELECTED)
		args[n++] = domains;
	args[n++] = i;
	args[n++] = (char *)forms[(how & FORM) >> 3];
	args[n++] = (char *)fuzz_path(FUZZ_CAPTURE);
	args[n] = NULL;
	fuzz_tool(n, args, NULL);
}

static enum monread_container form_of(unsigned how)
{
	static const enum monread_container of[4] = { MONREAD_CONTAINER_AUTO,
		                                      MONREAD_CONTAINER_STREAM,
		                                      MONREAD_CONTAINER_MONWRITE,
		                                      MONREAD_CONTAINER_AUTO };

	return of[(how & FORM) >> 3];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct records in, out;
	unsigned char *stored;
	unsigned how;
	size_t n;

	if (size == 0)
		return 0;
	how = *data++;
	size--;
	memset(&in, 0, sizeof in);
	in.selected = (how & SELECTED) != 0;
	out = in;
	fuzz_feed(form_of(how), data, size, SIZE_MAX, event, &in);
	/* Unless records are selected, the output of --raw is equal to the input, including its
	 * damage. */
	if (in.count > 0 && !may_be_compressed(data, size) &&
	    (!(how & RAW) || how & SELECTED || in.bad == 0)) {
		store(data, size, how);
		stored = fuzz_read(FUZZ_STORED, &n);
		fuzz_feed(how & (STREAM | RAW) ? MONREAD_CONTAINER_STREAM :
		                                 MONREAD_CONTAINER_MONWRITE,
		          stored, n, SIZE_MAX, event, &out);
		if (out.bad)
			fuzz_fail("what was stored is damaged");
		if (in.count != out.count || in.used != out.used ||
		    memcmp(in.bytes, out.bytes, in.used) != 0)
			fuzz_fail("%u records were read, %u stored, or others", in.count,
			          out.count);
		free(stored);
	}
	free(in.bytes);
	free(out.bytes);
	return 0;
}
