/* cell.h: converts values of the decoder to cells of rows. */
#ifndef TABLE_CELL_H
#define TABLE_CELL_H

#include "base/ascii.h"
#include "base/be.h"
#include "base/utf8.h"
#include "table/sink.h"

#define TABLE_SECOND 1000000

static inline void table_cell_number(struct table_cell *c, uint64_t number)
{
	c->number = number;
	c->kind = number > INT64_MAX ? TABLE_UNSIGNED : TABLE_NUMBER;
}

static inline void table_cell_bytes(struct table_cell *c, enum table_cell_kind kind,
                                    const unsigned char *bytes, uint32_t length)
{
	c->bytes = bytes;
	c->length = length;
	c->kind = kind;
}

/* Return the number that the decoder computes for the field F from the N bytes at P; 0 if N is
 * above 8. */
static inline uint64_t table_number(const struct monread_field *f, const unsigned char *p,
                                    uint32_t n)
{
	uint64_t v = 0;

	if (n <= 8)
		v = f->format == MONREAD_SIGNED ? mr_be_signed(p, n) : mr_be(p, n);
	if (f->flags & MONREAD_COUNTDOWN)
		v = f->start - v;
	return v;
}

/* Return 1 if the field F is a countdown whose value at P is above f->start and therefore
 * invalid. */
static inline int table_is_beyond(const struct monread_field *f, const unsigned char *p)
{
	return f->flags & MONREAD_COUNTDOWN && mr_be(p, f->length) > f->start;
}

/* Make *C the cell for a value in the format FORMAT. The value is NUMBER if FORMAT is numeric, else
 * the LENGTH bytes at BYTES. */
static inline void table_cell_value(struct table_cell *c, enum monread_format format,
                                    uint64_t number, const unsigned char *bytes, uint32_t length)
{
	switch (format) {
	case MONREAD_UNSIGNED:
		table_cell_number(c, number);
		break;
	case MONREAD_SIGNED:
		c->number = number;
		c->kind = TABLE_NUMBER;
		break;
	case MONREAD_BITS:
		if (length > 8)
			table_cell_bytes(c, TABLE_HEX, bytes, length);
		else
			table_cell_number(c, number);
		break;
	case MONREAD_TEXT:
		table_cell_bytes(c, TABLE_EBCDIC, bytes, (uint32_t)mr_unpadded(bytes, length, 0));
		break;
	case MONREAD_ASCII:
		length = (uint32_t)mr_unpadded(bytes, length, 1);
		table_cell_bytes(c, mr_is_utf8(bytes, length) ? TABLE_UTF8 : TABLE_ASCII, bytes,
		                 length);
		break;
	case MONREAD_TIME:
		c->integer = monread_tod_to_unix_us(number);
		/* A TOD clock of 0 means that the event whose time the field has did not happen:
		 * make the cell empty. */
		c->kind = number ? TABLE_MOMENT : TABLE_NULL;
		break;
	case MONREAD_INTERVAL:
		c->number = number >> 12;
		c->kind = TABLE_MICROS;
		break;
	case MONREAD_UNIXTIME:
		/* If the number of seconds since 1970 is too large for a date, show the number
		 * instead. */
		c->kind = TABLE_MOMENT;
		if (number > INT64_MAX / TABLE_SECOND)
			table_cell_number(c, number);
		else
			c->integer = (int64_t)number * TABLE_SECOND;
		break;
	case MONREAD_FIXED11:
		c->number = (number >> 11) * TABLE_SECOND + ((number & 2047) * TABLE_SECOND >> 11);
		c->kind = TABLE_MICROS;
		/* If the number of seconds is too large to be stored in millionths, drop the
		 * fraction. */
		if (number >> 11 > INT64_MAX / TABLE_SECOND - 1)
			table_cell_number(c, number >> 11);
		break;
	default:
		table_cell_bytes(c, TABLE_HEX, bytes, length);
		break;
	}
}

/* Make *C the cell for the field F, whose N bytes are at P. If the value of F is invalid, do not
 * change *C. */
static inline void table_cell_field(struct table_cell *c, const struct monread_field *f,
                                    const unsigned char *p, uint32_t n)
{
	if (!table_is_beyond(f, p))
		table_cell_value(c, f->format, table_number(f, p, n), p, n);
}

#endif
