#include "config.h"

#include "cli/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/again.h"

#define BUFFER_SIZE (256u * 1024u)

const char out_digit_pairs[201] =
	"00010203040506070809101112131415161718192021222324252627282930313233343536373839"
	"40414243444546474849505152535455565758596061626364656667686970717273747576777879"
	"8081828384858687888990919293949596979899";

const char out_hex_digits[17] = "0123456789ABCDEF";

int out_buffer_init(struct out_buffer *b, int fd)
{
	b->buf = malloc(BUFFER_SIZE);
	b->p = b->buf;
	b->end = b->buf ? b->buf + BUFFER_SIZE : NULL;
	b->fd = fd;
	b->cut = 0;
	b->holds = fd == OUT_MEMORY;
	b->seconds = -1;
	b->error = 0;
	return b->buf ? 0 : -1;
}

void out_buffer_done(struct out_buffer *b)
{
	free(b->buf);
	b->buf = NULL;
}

/* Write the LEN bytes at DATA to b->fd. Return LEN, also after an error; but if the reader of a
 * pipe accepts no data for b->seconds, return the number of bytes that it accepted before. */
static size_t buffer_write_all(struct out_buffer *b, const char *data, size_t len)
{
	size_t done;

	if (b->cut && len > 0 && !b->error) {
		b->error = again_truncate(b->fd, 0) ? errno : 0;
		b->cut = 0;
	}
	if (!b->error && again_write(b->fd, data, len, b->seconds, &done)) {
		if (errno == ETIMEDOUT)
			return done;
		b->error = errno;
	}
	return len;
}

void out_write_held(struct out_buffer *b)
{
	size_t n = (size_t)(b->p - b->buf), done = buffer_write_all(b, b->buf, n);

	memmove(b->buf, b->buf + done, n - done);
	b->p -= done;
}

/* Enlarge the buffer B for NEED more bytes. If memory is short, discard the content of the buffer
 * and return -1. */
static int grow(struct out_buffer *b, size_t need)
{
	size_t used = (size_t)(b->p - b->buf), room = (size_t)(b->end - b->buf);
	char *buf;

	while (room - used < need && room <= SIZE_MAX / 2)
		room *= 2;
	buf = room - used < need ? NULL : realloc(b->buf, room);
	if (!buf) {
		b->error = ENOMEM;
		b->p = b->buf;
		return -1;
	}
	b->buf = buf;
	b->p = buf + used;
	b->end = buf + room;
	return 0;
}

int out_flush(struct out_buffer *b)
{
	if (b->holds)
		return (size_t)(b->end - b->p) < OUT_PIECE ? grow(b, OUT_PIECE) : 0;
	buffer_write_all(b, b->buf, (size_t)(b->p - b->buf));
	b->p = b->buf;
	return b->error ? -1 : 0;
}

void out_bytes(struct out_buffer *b, const void *data, size_t len)
{
	/* DATA may be NULL if LEN is 0, but memcpy() must not be called with NULL. */
	if (!len)
		return;
	if ((size_t)(b->end - b->p) < len) {
		if (b->holds) {
			if (b->error || grow(b, len))
				return;
		} else {
			out_flush(b);
			if (len > (size_t)(b->end - b->p)) {
				buffer_write_all(b, data, len);
				return;
			}
		}
	}
	memcpy(b->p, data, len);
	b->p += len;
}

/* Append a formatted text of LEN bytes, which is too long for out_room(). */
static void print_long(struct out_buffer *b, size_t len, const char *fmt, va_list ap)
{
	char *text = malloc(len + 1);

	if (!text) {
		b->error = b->error ? b->error : ENOMEM;
		return;
	}
	vsnprintf(text, len + 1, fmt, ap);
	out_bytes(b, text, len);
	free(text);
}

void out_printf(struct out_buffer *b, const char *fmt, ...)
{
	char *p = out_room(b, OUT_PIECE);
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(p, OUT_PIECE, fmt, ap);
	va_end(ap);
	if (n < 0) {
		b->error = b->error ? b->error : errno;
	} else if ((size_t)n < OUT_PIECE) {
		b->p += (size_t)n;
	} else {
		va_start(ap, fmt);
		print_long(b, (size_t)n, fmt, ap);
		va_end(ap);
	}
}

static char *put_four(char *p, uint32_t v)
{
	if (v >= 100) {
		uint32_t high = v / 100;

		if (high >= 10)
			*p++ = out_digit_pairs[2 * high];
		*p++ = out_digit_pairs[2 * high + 1];
		memcpy(p, out_digit_pairs + 2 * (v % 100), 2);
		return p + 2;
	}
	if (v >= 10)
		*p++ = out_digit_pairs[2 * v];
	*p++ = out_digit_pairs[2 * v + 1];
	return p;
}

char *out_put_u64(char *p, uint64_t v)
{
	uint32_t low = (uint32_t)(v % 10000);

	if (v < 10000)
		return put_four(p, low);
	p = out_put_u64(p, v / 10000);
	memcpy(p, out_digit_pairs + 2 * (low / 100), 2);
	memcpy(p + 2, out_digit_pairs + 2 * (low % 100), 2);
	return p + 4;
}

char *out_put_i64(char *p, int64_t v)
{
	if (v >= 0)
		return out_put_u64(p, (uint64_t)v);
	*p++ = '-';
	return out_put_u64(p, 0 - (uint64_t)v);
}

char *out_put_hexnum(char *p, uint64_t v, unsigned width, char pad)
{
	unsigned n = 1;

	while (n < 16 && v >> (4 * n))
		n++;
	for (; width > n; width--)
		*p++ = pad;
	while (n-- > 0)
		*p++ = out_hex_digits[v >> (4 * n) & 15];
	return p;
}

char *out_put_dec(char *p, uint64_t v, unsigned width)
{
	char digits[OUT_SLACK + 20];
	size_t n = (size_t)(out_put_u64(digits, v) - digits);

	while (n < width--)
		*p++ = ' ';
	return out_put_chars(p, digits, n);
}

void out_hex(struct out_buffer *b, const unsigned char *bytes, size_t n)
{
	while (n > 0) {
		size_t part = n < OUT_PIECE / 2 ? n : OUT_PIECE / 2;

		b->p = out_put_hex(out_room(b, 2 * part), bytes, part);
		bytes += part;
		n -= part;
	}
}
