/* html.c: the text of an HTML page, entities resolved; what is preformatted stays as it stands. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include "layout/html.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "layout/scan.h"

int mr_html_is(const char *text, size_t len)
{
	size_t i = 0;

	if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
		i = 3;
	while (i < len && (text[i] == ' ' || text[i] == '\n' || text[i] == '\r' || text[i] == '\t'))
		i++;
	if (i + 1 >= len || text[i] != '<')
		return 0;
	return text[i + 1] == '!' || text[i + 1] == '?' || mr_name_span(text + i + 1, 1) == 1;
}

#ifdef HAVE_LIBXML2

#include <libxml/HTMLparser.h>
#include <libxml/tree.h>

struct buffer {
	char *p;
	size_t len, cap;
	int failed;
};

static void append(struct buffer *b, const char *s, size_t len)
{
	size_t want = b->cap ? b->cap : 4096;
	char *p;

	if (b->failed)
		return;
	while (want - b->len < len)
		want *= 2;
	if (want != b->cap) {
		p = realloc(b->p, want);
		if (!p) {
			b->failed = 1;
			return;
		}
		b->p = p;
		b->cap = want;
	}
	memcpy(b->p + b->len, s, len);
	b->len += len;
}

static int is_any(const xmlNode *n, const char *const *names)
{
	for (; *names; names++)
		if (mr_same_name((const char *)n->name, *names))
			return 1;
	return 0;
}

static void append_break(struct buffer *b, const xmlNode *n)
{
	static const char *const blocks[] = { "br", "p",  "tr",    "div",   "pre", "li", "h1",
		                              "h2", "h3", "h4",    "h5",    "ul",  "ol", "dt",
		                              "dd", "hr", "table", "title", NULL };
	static const char *const cells[] = { "td", "th", NULL };

	if (is_any(n, blocks) && b->len && b->p[b->len - 1] != '\n')
		append(b, "\n", 1);
	else if (is_any(n, cells))
		append(b, "  ", 2);
}

static int is_silent(const xmlNode *n)
{
	static const char *const silent[] = { "script", "style", NULL };

	return n->type == XML_ELEMENT_NODE && is_any(n, silent);
}

static void enter(struct buffer *b, const xmlNode *n)
{
	if (n->type == XML_ELEMENT_NODE)
		append_break(b, n);
	else if ((n->type == XML_TEXT_NODE || n->type == XML_CDATA_SECTION_NODE) && n->content)
		append(b, (const char *)n->content, strlen((const char *)n->content));
}

/* Not by recursion: a page may nest as deep as it likes. */
static void collect(struct buffer *b, const xmlNode *top)
{
	const xmlNode *n = top;

	while (n && !b->failed) {
		enter(b, n);
		if (n->children && !is_silent(n) && n->type == XML_ELEMENT_NODE) {
			n = n->children;
			continue;
		}
		while (n != top && !n->next) {
			n = n->parent;
			append_break(b, n);
		}
		n = n == top ? NULL : n->next;
	}
}

char *mr_html_text(const char *html, size_t len, size_t *out_len)
{
	struct buffer b = { NULL, 0, 0, 0 };
	xmlDoc *doc = htmlReadMemory(html, (int)len, NULL, NULL,
	                             HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
	                                     HTML_PARSE_NONET);

	if (!doc) {
		errno = EINVAL;
		return NULL;
	}
	collect(&b, xmlDocGetRootElement(doc));
	append(&b, "\n", 1);
	xmlFreeDoc(doc);
	if (b.failed) {
		free(b.p);
		errno = ENOMEM;
		return NULL;
	}
	*out_len = b.len;
	return b.p;
}

#else

char *mr_html_text(const char *html, size_t len, size_t *out_len)
{
	(void)html;
	(void)len;
	*out_len = 0;
	errno = ENOTSUP;
	return NULL;
}

#endif
