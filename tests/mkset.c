/* mkset.c: place records in frames as CP does, and frames in files as the device and MONWRITE
 * do. */
#include "config.h"

#include "mkset.h"

#include <stdlib.h>
#include <string.h>

#include "base/be.h"

#define FRAME 4096u
#define HEADER 20u
#define MCES 338u
#define BLOCK_AREA 40u
#define SET_MAX (1u << 24)
#define MESSAGE 0x08FFF000u /* address of the control elements in the original message */

struct set {
	unsigned char mce[12];
	uint32_t start;
	unsigned char *bytes;
	size_t n;
};

static enum mk_form form;
static struct set sets[MCES];
static unsigned nsets, messages;
static int block_open, block_blank, set_open, interval_end, have_last, have_element;
static uint64_t last_said;
static unsigned filler;
static unsigned char *file;
static size_t file_size;

/* ---- The file ---- */

static unsigned char *grow(size_t n)
{
	file = mk_alloc(file, file_size + n);
	file_size += n;
	return file + file_size - n;
}

static void check_edit(uint64_t at)
{
	if (at > file_size)
		mk_fail("the file has only %zu bytes", file_size);
}

void mk_file_patch(uint64_t at, const struct mk_value *v)
{
	check_edit(at);
	mk_encode(v, 0, file + at, file_size - (size_t)at);
}

void mk_file_insert(uint64_t at, const struct mk_value *v)
{
	check_edit(at);
	grow(v->n);
	memmove(file + at + v->n, file + at, file_size - (size_t)at - v->n);
	mk_encode(v, 0, file + at, v->n);
}

void mk_file_drop(uint64_t at, uint64_t n)
{
	check_edit(at);
	check_edit(at + n);
	memmove(file + at, file + at + n, file_size - (size_t)(at + n));
	file_size -= (size_t)n;
}

size_t mk_file_size(void)
{
	return file_size;
}

void mk_file_write(FILE *f)
{
	if (file_size && fwrite(file, 1, file_size, f) != file_size)
		mk_fail("cannot be written");
}

void mk_file_done(void)
{
	free(file);
}

/* ---- Sets ---- */

void mk_form_set(enum mk_form f)
{
	form = f;
}

static struct set *current(void)
{
	if (!set_open)
		mk_fail("no set has begun");
	return &sets[nsets - 1];
}

void mk_set_begin(unsigned type, unsigned domains, uint64_t start, int ends)
{
	struct set *s;

	if (nsets == MCES)
		mk_fail("a control block has at most %u sets", MCES);
	s = &sets[nsets++];
	memset(s, 0, sizeof *s);
	s->start = (uint32_t)start;
	s->mce[0] = (unsigned char)type;
	mr_put_be16(s->mce + 1, (uint16_t)domains);
	mr_put_be32(s->mce + 4, s->start);
	set_open = 1;
	interval_end = ends;
	have_last = have_element = 0;
}

void mk_set_last(uint64_t end)
{
	current();
	have_last = 1;
	last_said = end;
}

void mk_set_element(const struct mk_value *v)
{
	mk_encode(v, 0, current()->mce, 12);
	have_element = 1;
}

void mk_set_fill(unsigned f)
{
	filler = f;
}

static void add(struct set *s, const unsigned char *bytes, size_t n)
{
	if (n > SET_MAX - s->n)
		mk_fail("the set is too large");
	s->bytes = mk_alloc(s->bytes, s->n + n);
	if (bytes)
		memcpy(s->bytes + s->n, bytes, n);
	else
		memset(s->bytes + s->n, (int)filler, n);
	s->n += n;
}

static size_t room(const struct set *s)
{
	return FRAME - (s->start + s->n) % FRAME;
}

static void framing(struct set *s, unsigned record, uint64_t tod)
{
	unsigned char r[HEADER] = { 0, HEADER, 0, 0, 1, 0, 0, (unsigned char)record };

	mr_put_be64(r + 8, tod);
	add(s, r, sizeof r);
}

void mk_set_frame(int end, uint64_t tod)
{
	struct set *s = current();

	if (end)
		framing(s, 13, tod);
	if (room(s) < FRAME)
		add(s, NULL, room(s));
}

static void make_room(struct set *s, size_t n, uint64_t tod)
{
	if (n > room(s))
		mk_set_frame(room(s) >= HEADER, tod);
}

void mk_set_record(const unsigned char *bytes, size_t n, uint64_t tod, int cross)
{
	struct set *s = current();

	if (!cross && n > FRAME)
		mk_fail("a record of %zu bytes fits into no frame", n);
	if (!cross)
		make_room(s, n, tod);
	add(s, bytes, n);
}

void mk_set_bytes(const unsigned char *bytes, size_t n)
{
	add(current(), bytes, n);
}

static void write_stream(const struct set *s)
{
	memcpy(grow(sizeof s->mce), s->mce, sizeof s->mce);
	if (s->n)
		memcpy(grow(s->n), s->bytes, s->n);
}

void mk_set_end(uint64_t tod)
{
	struct set *s;

	if (!set_open)
		return;
	s = current();
	if (interval_end) {
		make_room(s, HEADER, tod);
		framing(s, 11, tod);
	}
	if (have_last && last_said >= s->start + s->n)
		add(s, NULL, (size_t)(last_said + 1 - s->start - s->n));
	if (!have_element)
		mr_put_be32(s->mce + 8, s->start + (uint32_t)s->n - 1);
	set_open = 0;
	if (form != MK_STREAM)
		return;
	write_stream(s);
	free(s->bytes);
	nsets--;
}

/* ---- MONWRITE ---- */

void mk_block_begin(int blank)
{
	block_open = 1;
	block_blank = blank;
}

static void write_control_block(void)
{
	unsigned char *p = grow(FRAME);
	unsigned i;

	memset(p, 0, FRAME);
	if (!block_blank) {
		mr_put_be16(p, 1);
		p[3] = 9;
		mr_put_be32(p + 4, ++messages);
		mr_put_be32(p + 12, MESSAGE);
		mr_put_be32(p + 16, MESSAGE + 12 * nsets - 1);
	}
	for (i = 0; i < nsets; i++)
		memcpy(p + BLOCK_AREA + 12 * i, sets[i].mce, 12);
}

/* Frame NUMBER of the DCSS, with the contents that the last set of the block left. */
static void write_frame(uint32_t number)
{
	unsigned char *p = grow(FRAME);
	unsigned i;
	size_t k;

	memset(p, (int)filler, FRAME);
	for (i = 0; i < nsets; i++)
		for (k = 0; k < FRAME; k++) {
			uint64_t at = (uint64_t)number * FRAME + k;

			if (at >= sets[i].start && at - sets[i].start < sets[i].n)
				p[k] = sets[i].bytes[at - sets[i].start];
		}
}

void mk_block_end(void)
{
	uint32_t last = UINT32_MAX, frame, end;
	unsigned i;

	if (form == MK_STREAM || (!block_open && nsets == 0))
		return;
	write_control_block();
	for (i = 0; i < nsets; i++) {
		frame = sets[i].start / FRAME;
		end = sets[i].n ? (uint32_t)(sets[i].start + sets[i].n - 1) / FRAME : frame;
		for (frame += form == MK_ONCE && frame == last; frame <= end; frame++)
			write_frame(frame);
		last = end;
	}
	for (i = 0; i < nsets; i++)
		free(sets[i].bytes);
	nsets = 0;
	block_open = 0;
}
