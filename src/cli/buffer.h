/* buffer.h: an output buffer, which is written with write(2) when it is full, and functions that
 * fill it. */
#ifndef CLI_BUFFER_H
#define CLI_BUFFER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Maximum number of bytes that one call of out_room() provides. */
#define OUT_PIECE 1024u

struct out_buffer {
	char *p;
	char *end;
	char *buf;
	int fd;
	int cut;   /* 1: truncate the file ->fd before the first write */
	int holds; /* 1: keep all output in the buffer, which grows */
	int seconds; /* maximum wait for the reader of a pipe; -1: no limit */
	int error; /* errno of the first failed write; later output is dropped */
};

/* ->fd of a buffer that only collects output in memory: it grows and is never written. If memory is
 * short, ->error becomes ENOMEM. */
#define OUT_MEMORY (-1)

/* Allocate a buffer for the descriptor FD or OUT_MEMORY. Return 0, or -1 if out of memory. */
int out_buffer_init(struct out_buffer *b, int fd);
void out_buffer_done(struct out_buffer *b);

/* Make room for OUT_PIECE bytes: write the buffer or, if b->holds is 1, enlarge it. Return 0, or -1
 * with errno in b->error. */
int out_flush(struct out_buffer *b);

/* Write the buffer even if b->holds is 1. If the reader of b->fd accepts no data for b->seconds,
 * keep the unwritten bytes. */
void out_write_held(struct out_buffer *b);

void out_bytes(struct out_buffer *b, const void *data, size_t len);

/* Return the address of N free bytes in the buffer B; N is at most OUT_PIECE. The caller fills the
 * bytes, and moves b->p after them. */
static inline char *out_room(struct out_buffer *b, size_t n)
{
	if ((size_t)(b->end - b->p) < n)
		out_flush(b);
	return b->p;
}

static inline void out_str(struct out_buffer *b, const char *s)
{
	out_bytes(b, s, strlen(s));
}

static inline void out_char(struct out_buffer *b, char c)
{
	char *p = out_room(b, 1);

	*p = c;
	b->p = p + 1;
}

/* Append a text like printf(3). This is too slow for each field of a record. */
void out_printf(struct out_buffer *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Write the number V in decimal to P without a NUL. All out_put_ functions return the end of the
 * text that they wrote. */
char *out_put_u64(char *p, uint64_t v);
char *out_put_i64(char *p, int64_t v);

extern const char out_digit_pairs[201];
extern const char out_hex_digits[17];

/* Write the N bytes at BYTES to P as upper-case hex digits. This is inline because compilers use
 * vector instructions if N is constant. */
static inline char *out_put_hex(char *restrict p, const unsigned char *restrict bytes, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		unsigned char high = bytes[i] >> 4, low = bytes[i] & 15;

		p[2 * i] = (char)(high + '0' + (high > 9 ? 'A' - '0' - 10 : 0));
		p[2 * i + 1] = (char)(low + '0' + (low > 9 ? 'A' - '0' - 10 : 0));
	}
	return p + 2 * n;
}

/* Write the number V, which is below 0x1000, in hex without leading zeros. */
static inline char *out_put_hex3(char *p, uint32_t v)
{
	/* If a digit is a leading zero, P stays, so that the next digit overwrites the zero. This
	 * needs no branches. */
	*p = out_hex_digits[v >> 8];
	p += v >= 0x100;
	*p = out_hex_digits[v >> 4 & 15];
	p += v >= 0x10;
	*p = out_hex_digits[v & 15];
	return p + 1;
}

/* Write the number V in hex, right-aligned in WIDTH characters and padded with the character
 * PAD. */
char *out_put_hexnum(char *p, uint64_t v, unsigned width, char pad);

/* Write the number V in decimal, right-aligned in WIDTH characters. */
char *out_put_dec(char *p, uint64_t v, unsigned width);

/* Number of bytes after the blanks that out_put_blanks() may overwrite. */
#define OUT_SLACK 32u

/* Write N blanks to P. Always write at least OUT_SLACK blanks, because a constant number takes only
 * one or two instructions; the caller overwrites the surplus blanks. */
static inline char *out_put_blanks(char *p, size_t n)
{
	if (n > OUT_SLACK)
		memset(p, ' ', n);
	else
		memset(p, ' ', OUT_SLACK);
	return p + n;
}

static inline char *out_put_chars(char *p, const char *s, size_t n)
{
	memcpy(p, s, n);
	return p + n;
}

void out_hex(struct out_buffer *b, const unsigned char *bytes, size_t n);

#endif
