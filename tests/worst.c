/* worst.c: captures that make the most output.
 *
 * worst records: a stream of records of each layout, with arrays of as many entries as there can be, one over the
 *                other, and with fields of all ones, of zeros and of control characters
 * worst sets:    a MONWRITE file whose one frame of records is announced 338 times */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/be.h"
#include "monread.h"

#define FRAME 4096u

static unsigned char record[FRAME];

static void put_field(unsigned char *base, size_t room, const struct monread_field *f, uint64_t value)
{
	uint32_t i;

	if (!f || f->offset + f->length > room)
		return;
	for (i = f->length; i > 0; i--, value >>= 8)
		base[f->offset + i - 1] = (unsigned char)value;
}

/* As many entries of SIZE bytes as fit, with all arrays at the same place. */
static void put_arrays(const struct monread_layout *l, unsigned char *base, size_t room, uint64_t size, uint64_t at)
{
	const struct monread_array *a;
	size_t i;

	for (i = 0; (a = monread_layout_array(l, i)) != NULL; i++) {
		put_field(base, room, a->bytes, room);
		put_field(base, room, a->count, room / (size ? size : 1));
		put_field(base, room, a->size, size);
		put_field(base, room, a->at, at);
	}
}

static void write_record(unsigned domain, unsigned number, size_t length)
{
	unsigned char mce[12] = { MONREAD_EVENT, 0x80 };

	mr_put_be32(mce + 4, 0x1000);
	mr_put_be32(mce + 8, 0x1000 + (uint32_t)length - 1);
	mr_put_be16(record, (uint16_t)length);
	mr_put_be16(record + 2, 0);
	record[4] = (unsigned char)domain;
	mr_put_be16(record + 6, (uint16_t)number);
	fwrite(mce, 1, sizeof mce, stdout);
	fwrite(record, 1, length, stdout);
}

/* Write records with the layout L at BASE (0, or the start of application data), in each length, with each kind of
 * bytes. */
static void write_all(const struct monread_layout *l, unsigned domain, unsigned number, size_t base)
{
	static const unsigned char fill[] = { 0x00, 0xFF, 0x27, 0xC1 };
	static const uint32_t sizes[] = { 0, 1, 2, 4, 8, 16 };
	size_t header = base ? base : 20;
	uint32_t own = l->nstructures ? monread_layout_structure(l, 0)->length : 0;
	size_t lengths[] = { 20, base + own, FRAME };
	unsigned f, s, n;

	for (n = 0; n < 3; n++) {
		for (f = 0; f < sizeof fill; f++) {
			for (s = 0; s < sizeof sizes / sizeof sizes[0] && (s == 0 || l->narrays); s++) {
				if (lengths[n] < header || lengths[n] > FRAME)
					continue;
				memset(record + header, fill[f], FRAME - header);
				if (base)
					mr_put_be16(record + 22, (uint16_t)(lengths[n] - base));
				put_arrays(l, record + base, lengths[n] - base, sizes[s], base ? 0 : header);
				write_record(domain, number, lengths[n]);
			}
		}
	}
}

static unsigned nibble(char c)
{
	return c == '.' ? 0 : (unsigned)(strchr("0123456789ABCDEF", c) - "0123456789ABCDEF");
}

/* Application data, in an event record with its product ID. */
static void write_payload(const struct monread_layout *l)
{
	unsigned i;

	memset(record, 0, sizeof record);
	mr_put_be16(record + 20, 52);
	for (i = 0; i < 16; i++)
		record[32 + i] = (unsigned char)(nibble(l->product[2 * i]) << 4 | nibble(l->product[2 * i + 1]));
	write_all(l, 10, 1, 52);
}

static void write_sets(void)
{
	static unsigned char file[2 * FRAME];
	unsigned i;

	for (i = 0; i < 338; i++) {
		unsigned char *mce = file + 40 + 12 * i;

		mce[0] = MONREAD_EVENT;
		mce[1] = 0x80;
		mr_put_be32(mce + 4, 0x1000);
		mr_put_be32(mce + 8, 0x1FFF);
	}
	for (i = 0; i < FRAME / 20; i++) {
		mr_put_be16(file + FRAME + 20 * i, i == FRAME / 20 - 1 ? 20 + FRAME % 20 : 20);
		file[FRAME + 20 * i + 4] = 1;
		file[FRAME + 20 * i + 7] = 8;
	}
	fwrite(file, 1, sizeof file, stdout);
}

static int write_records(void)
{
	struct monread_layouts *layouts = monread_layouts_new();
	size_t i, n = layouts ? monread_layouts_count(layouts) : 0;

	for (i = 0; i < n; i++) {
		const struct monread_layout *l = monread_layouts_at(layouts, i);

		if (!l)
			return 2;
		memset(record, 0, sizeof record);
		if (l->domain >= 0)
			write_all(l, (unsigned)l->domain, (unsigned)l->record, 0);
		else if (l->product)
			write_payload(l);
	}
	monread_layouts_free(layouts);
	return n ? 0 : 2;
}

int main(int argc, char **argv)
{
	int rc = 0;

	if (argc != 2)
		return 2;
	if (strcmp(argv[1], "sets") == 0)
		write_sets();
	else
		rc = write_records();
	return rc || ferror(stdout) || fflush(stdout) ? 2 : 0;
}
