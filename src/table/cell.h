/* cell.h: values of the decoder as cells. */
#ifndef TABLE_CELL_H
#define TABLE_CELL_H

#include "table/sink.h"

#define TABLE_SECOND 1000000

/* How much of the text S is no padding: blanks, and NULs of ASCII text. */
static inline uint32_t table_trim(const unsigned char *s, uint32_t n, int ascii)
{
	if (ascii)
		while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == 0))
			n--;
	else
		while (n > 0 && s[n - 1] == 0x40)
			n--;
	return n;
}

static inline void table_cell_number(struct table_cell *c, uint64_t number)
{
	c->number = number;
	c->kind = number > INT64_MAX ? TABLE_UNSIGNED : TABLE_NUMBER;
}

static inline void table_cell_bytes(struct table_cell *c, enum table_cell_kind kind, const unsigned char *bytes,
                                    uint32_t length)
{
	c->bytes = bytes;
	c->length = length;
	c->kind = kind;
}

/* A value of FORMAT, which stands at BYTES; NUMBER where it is one. */
static inline void table_cell_value(struct table_cell *c, enum monread_format format, uint64_t number,
                                    const unsigned char *bytes, uint32_t length)
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
		table_cell_bytes(c, TABLE_EBCDIC, bytes, table_trim(bytes, length, 0));
		break;
	case MONREAD_ASCII:
		table_cell_bytes(c, TABLE_ASCII, bytes, table_trim(bytes, length, 1));
		break;
	case MONREAD_TIME:
		c->integer = monread_tod_to_unix_us(number);
		c->kind = TABLE_MOMENT;
		break;
	case MONREAD_INTERVAL:
		c->number = number >> 12;
		c->kind = TABLE_MICROS;
		break;
	case MONREAD_UNIXTIME:
		/* Seconds that are no date are shown as they are. */
		c->kind = TABLE_MOMENT;
		if (number > INT64_MAX / TABLE_SECOND)
			table_cell_number(c, number);
		else
			c->integer = (int64_t)number * TABLE_SECOND;
		break;
	case MONREAD_FIXED11:
		c->number = (number >> 11) * TABLE_SECOND + ((number & 2047) * TABLE_SECOND >> 11);
		c->kind = TABLE_MICROS;
		/* So large that as a number nothing would be left of the fraction. */
		if (number >> 11 > INT64_MAX / TABLE_SECOND - 1)
			table_cell_number(c, number >> 11);
		break;
	default:
		table_cell_bytes(c, TABLE_HEX, bytes, length);
		break;
	}
}

#endif
