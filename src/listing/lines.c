/* lines.c: arranges text in lines and columns, and passes the lines to a callback. */
#include "listing/write.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LINES_ROOM (MONREAD_TEXT_MAX + 500u)
#define LINES_WIDTH 100u

static void flush(struct mr_lines *l)
{
	if (l->n && !l->rc)
		l->rc = l->write(l->arg, l->text, l->n);
	l->n = 0;
}

/* Append TEXT to the buffer. Pass a TEXT that is longer than the buffer to ->write in one call, so
 * that ->write gets whole UTF-8 characters. */
static void lines_append(struct mr_lines *l, const char *text, size_t len)
{
	if (len > sizeof l->text - l->n)
		flush(l);
	if (len <= sizeof l->text) {
		memcpy(l->text + l->n, text, len);
		l->n += len;
	} else if (!l->rc) {
		l->rc = l->write(l->arg, text, len);
	}
}

static void lines_append_text(struct mr_lines *l, const char *text, size_t len)
{
	l->column += (unsigned)len;
	for (; len && l->blanks; l->blanks--)
		lines_append(l, " ", 1);
	for (; len && text[len - 1] == ' '; len--)
		l->blanks++;
	lines_append(l, text, len);
}

void mr_lines_put(struct mr_lines *l, const char *fmt, ...)
{
	char text[LINES_ROOM];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	lines_append_text(l, text, strlen(text));
}

void mr_lines_indent(struct mr_lines *l, unsigned column)
{
	l->column = l->indent = column;
}

static void lines_put_word(struct mr_lines *l, const char *word, size_t len)
{
	if (l->column > l->indent && l->column + 1 + len > LINES_WIDTH) {
		mr_lines_end(l);
		l->blanks = l->column = l->indent;
	} else if (l->column > l->indent) {
		l->blanks++;
		l->column++;
	}
	lines_append_text(l, word, len);
}

void mr_lines_words(struct mr_lines *l, const char *fmt, ...)
{
	char room[LINES_ROOM], *text = room;
	size_t len;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(room, sizeof room, fmt, ap);
	va_end(ap);
	for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
		len = strcspn(text, " ");
		lines_put_word(l, text, len);
		text += len;
	}
}

void mr_lines_end(struct mr_lines *l)
{
	l->blanks = 0;
	lines_append(l, "\n", 1);
}

int mr_lines_finish(struct mr_lines *l)
{
	flush(l);
	return l->rc;
}
