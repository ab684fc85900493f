/* lines.c: arranges text in lines and columns, and passes the lines to a callback. */
#include "listing/lines.h"

#include <string.h>

static void flush(struct mr_lines *l)
{
	if (l->n && !l->rc)
		l->rc = l->write(l->arg, l->text, l->n);
	l->n = 0;
}

/* Append TEXT to the buffer of L. Pass a long TEXT to ->write in a single call, so that ->write
 * gets whole UTF-8 characters. */
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

void mr_lines_put(struct mr_lines *l, const char *text, size_t len)
{
	for (; len && l->blanks; l->blanks--)
		lines_append(l, " ", 1);
	lines_append(l, text, len);
}

void mr_lines_str(struct mr_lines *l, const char *text)
{
	mr_lines_put(l, text, strlen(text));
}

void mr_lines_blanks(struct mr_lines *l, size_t n)
{
	l->blanks += n;
}

void mr_lines_left(struct mr_lines *l, const char *text, size_t width)
{
	size_t len = strlen(text);

	mr_lines_put(l, text, len);
	if (len < width)
		mr_lines_blanks(l, width - len);
}

void mr_lines_right(struct mr_lines *l, const char *text, size_t width)
{
	size_t len = strlen(text);

	if (len < width)
		mr_lines_blanks(l, width - len);
	mr_lines_put(l, text, len);
}

void mr_lines_indent(struct mr_lines *l, unsigned column)
{
	l->column = l->indent = column;
}

static void lines_put_word(struct mr_lines *l, const char *word, size_t len)
{
	if (l->column > l->indent && l->column + 1 + len > MR_LINE_MAX) {
		mr_lines_end(l);
		mr_lines_blanks(l, l->indent);
		l->column = l->indent;
	} else if (l->column > l->indent) {
		mr_lines_blanks(l, 1);
		l->column++;
	}
	mr_lines_put(l, word, len);
	l->column += (unsigned)len;
}

void mr_lines_words(struct mr_lines *l, const char *text)
{
	size_t len;

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
