/* inputs.h: shared by the tests of inputs: a temporary folder, the messages, and the contents of an
 * input. */
#ifndef INPUTS_H
#define INPUTS_H

#include <unistd.h>

#include "unit.h"

#include "cli/diag.h"
#include "session/session.h"
#include "base/hash.h"

#define SAMPLE_FILE TEST_DATA "/../data/sample.monwrite"

static char folder[40];

/* Return the path of NAME in the temporary folder. */
static inline const char *in_folder(const char *name)
{
	static char paths[8][200];
	static unsigned next;
	char *path = paths[next++ % 8];

	snprintf(path, sizeof paths[0], "%s/%s", folder, name);
	return path;
}

/* Read the sample COUNT times, each time the first LENGTH bytes; 0: all bytes. */
static inline unsigned char *samples(unsigned count, size_t length, size_t *n)
{
	FILE *f = fopen(SAMPLE_FILE, "rb");
	unsigned char *bytes;
	size_t got;
	unsigned i;

	ck_assert_ptr_nonnull(f);
	bytes = malloc((size_t)count * 200000);
	ck_assert_ptr_nonnull(bytes);
	got = fread(bytes, 1, length ? length : 200000, f);
	ck_assert_uint_gt(got, 10000);
	fclose(f);
	for (i = 1; i < count; i++)
		memcpy(bytes + i * got, bytes, got);
	*n = count * got;
	return bytes;
}

static inline const char *write_bytes(const char *name, const void *bytes, size_t n)
{
	const char *path = in_folder(name);
	FILE *f = fopen(path, "wb");

	ck_assert_ptr_nonnull(f);
	ck_assert_uint_eq(fwrite(bytes, 1, n, f), n);
	ck_assert_int_eq(fclose(f), 0);
	return path;
}

/* ---- Messages ---- */

static FILE *said;

/* Collect the messages from now on; ended() returns them. */
static inline void begin_said(void)
{
	said = tmpfile();
	ck_assert_ptr_nonnull(said);
	diag_divert(fileno(said));
}

static inline const char *ended(void)
{
	static char text[2000];
	size_t n;

	diag_divert(STDERR_FILENO);
	rewind(said);
	n = fread(text, 1, sizeof text - 1, said);
	text[n] = '\0';
	fclose(said);
	return text;
}

/* ---- Contents of an input ---- */

struct contents {
	uint64_t hash;
	unsigned long events;
	int code;
	enum input_more last;
};

static inline void take_event(struct contents *c, const struct monread_ev *ev)
{
	uint64_t words[] = { (uint64_t)ev->kind, ev->offset, ev->dataset, ev->tod, ev->skipped };

	c->hash = mr_hash(c->hash, (const unsigned char *)words, sizeof words);
	if (ev->length)
		c->hash = mr_hash(c->hash, ev->bytes, ev->length);
	c->events++;
}

/* Take the events until the reader needs more data.  Returns 1, or 0 at the end. */
static inline int take_events(struct contents *c, struct input *in)
{
	const struct monread_ev *ev;

	for (ev = monread_next(in->m); ev; ev = monread_next(in->m))
		take_event(c, ev);
	c->code = monread_code(in->m);
	return c->code == MONREAD_AGAIN;
}

/* 1: go on. */
static inline int take_more(struct contents *c, struct input *in)
{
	for (c->last = input_more(in); c->last == INPUT_IDLE; c->last = input_more(in))
		input_wait(in->options);
	return c->last == INPUT_FED;
}

static inline struct contents contents_of(const char *name, const struct input_options *o)
{
	struct contents c = { 0 };
	struct input in;

	ck_assert_int_eq(input_open(&in, name, o), 0);
	while (take_events(&c, &in) && take_more(&c, &in))
		;
	input_close(&in);
	return c;
}

/* UNIT_MAIN with a temporary folder, which is removed at the end with all its files. */
static inline int inputs_run(const char *name)
{
	char command[80];
	int rc;

	snprintf(folder, sizeof folder, "inputs.XXXXXX");
	if (!mkdtemp(folder))
		return EXIT_FAILURE;
	rc = unit_run(name, NULL, NULL);
	snprintf(command, sizeof command, "rm -rf %s", folder);
	return system(command) ? EXIT_FAILURE : rc;
}

#define INPUTS_MAIN(name)                                                               \
	int main(void)                                                                  \
	{                                                                               \
		return inputs_run(name);                                                \
	}

#endif
