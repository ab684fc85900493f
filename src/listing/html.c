/* html.c: extracts the text of an HTML page with libxml2. Entities are resolved; preformatted text
 * keeps its white space. */
#include "config.h"

#include "listing/plain.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "listing/scan.h"

static int html_is_blank(char c)
{
	return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

int mr_html_is(const char *text, size_t len)
{
	size_t i = 0;

	if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
		i = 3;
	while (i < len && html_is_blank(text[i]))
		i++;
	if (i + 1 >= len || text[i] != '<')
		return 0;
	return text[i + 1] == '!' || text[i + 1] == '?' || mr_name_span(text + i + 1, 1) == 1;
}

#ifdef HAVE_LIBXML2

#include <libxml/HTMLparser.h>
#include <libxml/tree.h>

#ifdef LIBXML2_SONAME
#include <dlfcn.h>
#endif

#if LIBXML_VERSION >= 21200
typedef const xmlError xml_error;
#else
typedef xmlError xml_error;
#endif

#if LIBXML_VERSION >= 21400
#define LIBXML2_STOPPED(F) F(int, xmlCtxtIsStopped, (htmlParserCtxt *))
#else
#define LIBXML2_STOPPED(F)
#endif

#define LIBXML2(F)                                                                \
	F(htmlParserCtxt *, htmlNewParserCtxt, (void))                            \
	F(xmlDoc *, htmlCtxtReadMemory,                                           \
	  (htmlParserCtxt *, const char *, int, const char *, const char *, int)) \
	F(void, htmlFreeParserCtxt, (htmlParserCtxt *))                           \
	F(xml_error *, xmlCtxtGetLastError, (void *))                             \
	F(xmlNode *, xmlDocGetRootElement, (const xmlDoc *))                      \
	F(void, xmlFreeDoc, (xmlDoc *))                                           \
	LIBXML2_STOPPED(F)

struct libxml2 {
#define POINTER(type, name, arguments) type(*name) arguments;
	LIBXML2(POINTER)
};

#ifdef LIBXML2_SONAME

/* Load libxml2 only for the first HTML page, because the library ICU, which libxml2 needs, takes
 * longer to load than most runs of monread. Return NULL, or the reason why libxml2 cannot be used,
 * with errno ENOMEM if memory is short. */
static const char *load_libxml2(struct libxml2 *xml)
{
	const char *missing;
	void *handle, *function;

	errno = 0;
	handle = dlopen(LIBXML2_SONAME, RTLD_NOW | RTLD_LOCAL);
	if (!handle) {
		int error = errno;

		missing = dlerror();
		errno = error;
		return missing ? missing : strerror(error);
	}
	/* _Generic makes the compiler compare the type of the pointer with the declaration of the
	 * function. */
#define FIND(type, name, arguments)                                     \
	function = dlsym(handle, _Generic(&name, type(*) arguments : #name)); \
	if (!function)                                                  \
		return dlerror();                                       \
	memcpy(&xml->name, &function, sizeof function);
	LIBXML2(FIND)
	return NULL;
}

#else

static const char *load_libxml2(struct libxml2 *xml)
{
#define ADDRESS(type, name, arguments) &name,
	*xml = (struct libxml2){ LIBXML2(ADDRESS) };
	return NULL;
}

#endif

/* ---- Simplified for libxml2 ---- */

/* The state of copying an HTML page. The copy has no attributes, because libxml2 compares each
 * attribute of a tag with all others, which is slow. Only META tags keep their attributes, which
 * may declare the character set. */
struct stripping {
	const char *p, *end;
	char *to;
	size_t tags, metas;
};

static void copy_to(struct stripping *s, const char *end)
{
	size_t n = (size_t)(end - s->p);

	memcpy(s->to, s->p, n);
	s->to += n;
	s->p = end;
}

static const char *find_text(const struct stripping *s, const char *want)
{
	size_t n = strlen(want), i;
	const char *p;

	for (p = s->p; (size_t)(s->end - p) >= n; p++) {
		for (i = 0; i < n && mr_lower(p[i]) == want[i]; i++)
			;
		if (i == n)
			return p;
	}
	return s->end;
}

/* Return the address of the ">" that ends the tag at S->p, or the end of the page. A ">" in quotes
 * is part of an attribute value. */
static const char *tag_end(const struct stripping *s)
{
	const char *p = s->p, *close;

	for (; p < s->end && *p != '>'; p++)
		if (*p == '=') {
			while (p + 1 < s->end && html_is_blank(p[1]))
				p++;
			if (p + 1 < s->end && (p[1] == '"' || p[1] == '\'')) {
				close = memchr(p + 2, p[1], (size_t)(s->end - (p + 2)));
				p = close ? close : s->end - 1;
			}
		}
	return p;
}

/* Return the length of the entity at P if its ";" is missing, which browsers accept; else 0. */
static size_t cut_entity(const char *p, const char *end)
{
	static const char *const names[] = { "&nbsp", "&lt", "&gt", "&amp", "&quot" };
	const char *q;
	size_t i, n;

	for (i = 0; i < sizeof names / sizeof names[0]; i++) {
		n = strlen(names[i]);
		if ((size_t)(end - p) < n || memcmp(p, names[i], n) != 0)
			continue;
		/* The entity "&ltimes;" is not the entity "&lt;" with a missing ";". */
		for (q = p + n; q < end && mr_is_letter(*q); q++)
			;
		return q < end && *q == ';' ? 0 : n;
	}
	return 0;
}

static void copy_text(struct stripping *s, const char *end)
{
	const char *p;
	size_t n;

	for (;;) {
		p = memchr(s->p, '&', (size_t)(end - s->p));
		if (!p)
			break;
		n = cut_entity(p, end);
		copy_to(s, p + (n ? n : 1));
		if (n)
			*s->to++ = ';';
	}
	copy_to(s, end);
}

#define META_MAX 256
#define METAS_MAX 16

/* Return 1 for the names of elements such as B. They are not copied, because they have no effect on
 * the text, and because libxml2 would nest each of them in the previous one if a page omits the end
 * tags. */
static int is_inline(const char *name, size_t len)
{
	static const char *const names[] = { "a",    "b",   "i",     "u",      "tt",   "em",
		                             "big",  "s",   "font",  "code",   "span", "small",
		                             "samp", "kbd", "var",   "strong", "nobr", "abbr",
		                             "cite", "dfn", "strike" };
	size_t i;

	for (i = 0; i < sizeof names / sizeof names[0]; i++)
		if (mr_text_is(name, len, names[i]))
			return 1;
	return 0;
}

static void copy_newlines(struct stripping *s, const char *end)
{
	for (; s->p < end; s->p++)
		if (*s->p == '\n')
			*s->to++ = '\n';
}

/* Copy only the newlines of the tag whose name begins at NAME. */
static void drop_tag(struct stripping *s, const char *name)
{
	const char *end;

	s->p = name;
	end = tag_end(s);
	copy_newlines(s, end < s->end ? end + 1 : end);
}

/* Copy a tag without its attributes, but with its newlines, so that line numbers stay the same. */
static void strip_tag(struct stripping *s)
{
	const char *name = s->p + 1, *end;
	size_t len = mr_name_span(name, (size_t)(s->end - name));

	end = name + len;
	while (end < s->end && (mr_is_digit(*end) || *end == ':' || *end == '-'))
		end++;
	if (is_inline(name, (size_t)(end - name))) {
		drop_tag(s, name);
		return;
	}
	copy_to(s, end);
	end = tag_end(s);
	if (mr_text_is(name, len, "meta") && end - s->p < META_MAX && s->metas++ < METAS_MAX) {
		copy_to(s, end);
		return;
	}
	copy_newlines(s, end);
	/* Copy the content of SCRIPT and STYLE unchanged, because it is not HTML. */
	if (mr_text_is(name, len, "script"))
		copy_to(s, find_text(s, "</script"));
	else if (mr_text_is(name, len, "style"))
		copy_to(s, find_text(s, "</style"));
}

/* Return a copy of the page HTML without the tags and attributes that make libxml2 slow; NULL if
 * out of memory. The caller frees the copy. Set *OUT to the length of the copy, and *TAGS to the
 * number of tags of HTML. */
static char *simplify_html(const char *html, size_t len, size_t *out, size_t *tags)
{
	char *copy = malloc(len + 1 + mr_count(html, len, '&'));
	struct stripping s = { html, html + len, copy, 0, 0 };
	const char *next;

	if (!copy)
		return NULL;
	for (;;) {
		next = memchr(s.p, '<', (size_t)(s.end - s.p));
		if (!next)
			break;
		copy_text(&s, next);
		s.tags++;
		if (s.end - s.p > 3 && memcmp(s.p, "<!--", 4) == 0)
			copy_to(&s, find_text(&s, "-->"));
		else if (s.end - s.p > 1 &&
		         (mr_is_letter(s.p[1]) || s.p[1] == '_' || s.p[1] == ':'))
			strip_tag(&s);
		else if (s.end - s.p > 2 && s.p[1] == '/' &&
		         is_inline(s.p + 2, mr_name_span(s.p + 2, (size_t)(s.end - s.p) - 2)))
			drop_tag(&s, s.p + 2);
		else
			copy_to(&s, s.p + 1);
	}
	copy_text(&s, s.end);
	*out = (size_t)(s.to - copy);
	*tags = s.tags;
	return copy;
}

/* ---- Text ---- */

struct collecting {
	struct mr_html *h;
	unsigned line; /* number of the current line in the HTML */
	int failed;
};

static void append_line(struct collecting *c)
{
	struct mr_html *h = c->h;

	if (ARRAY_GROW(h->lines, h->nlines, h->lines_cap))
		c->failed = 1;
	else
		h->lines[h->nlines++] = c->line;
}

static void append_bytes(struct collecting *c, const char *s, size_t len)
{
	if (array_append(&c->h->text, s, len))
		c->failed = 1;
}

static int is_new_line(const struct mr_html *h)
{
	return h->text.length == 0 || h->text.bytes[h->text.length - 1] == '\n';
}

static int html_is_any(const xmlNode *n, const char *const *names)
{
	for (; *names; names++)
		if (mr_same_word((const char *)n->name, *names))
			return 1;
	return 0;
}

#define COLUMN_MAX 80u

static size_t column_width(const struct mr_html *h)
{
	const struct monread_buffer *b = &h->text;
	size_t n = 0;

	while (n < b->length && n < COLUMN_MAX && b->bytes[b->length - 1 - n] != '\n')
		n++;
	return n;
}

/* Indent a new line to the column of the table cell that contains the element N, so that all lines
 * of a description begin in the same column. */
static void indent_line(struct collecting *c, const xmlNode *n)
{
	static const char *const ends[] = { "td", "th", "pre", "table", NULL };
	size_t width;

	while (n && n->type == XML_ELEMENT_NODE && !html_is_any(n, ends))
		n = n->parent;
	width = n ? (size_t)(uintptr_t)n->_private : 0;
	for (; width > 0; width--)
		append_bytes(c, " ", 1);
}

static void append_break(struct collecting *c, xmlNode *n)
{
	static const char *const lines[] = { "br", "p", "div", "li", NULL };
	static const char *const blocks[] = { "tr", "pre", "h1", "h2", "h3",    "h4",    "h5", "ul",
		                              "ol", "dt",  "dd", "hr", "table", "title", NULL };
	static const char *const cells[] = { "td", "th", NULL };
	int line = html_is_any(n, lines);

	if ((line || html_is_any(n, blocks)) && !is_new_line(c->h)) {
		append_bytes(c, "\n", 1);
		append_line(c);
		if (line && !c->failed)
			indent_line(c, n);
	} else if (html_is_any(n, cells)) {
		append_bytes(c, "  ", 2);
		n->_private = (void *)(uintptr_t)column_width(c->h);
	}
}

static int is_silent(const xmlNode *n)
{
	static const char *const silent[] = { "script", "style", NULL };

	return n->type == XML_ELEMENT_NODE && html_is_any(n, silent);
}

/* Set the current line to the line of the element N. libxml2 does not know the lines of texts;
 * therefore append_text() counts newlines. */
static void sync_line(struct collecting *c, const xmlNode *n)
{
	if (n->line > c->line && n->line < USHRT_MAX)
		c->line = n->line;
	if (is_new_line(c->h))
		c->h->lines[c->h->nlines - 1] = c->line;
}

static void append_plain(struct collecting *c, const char *s, size_t len)
{
	const char *end = s + len, *p = s;
	char plain[4];
	size_t n;

	while (p < end && !c->failed) {
		if (!((unsigned char)*p & 0x80)) {
			p++;
			continue;
		}
		append_bytes(c, s, (size_t)(p - s));
		p += mr_plain(p, (size_t)(end - p), plain, &n);
		append_bytes(c, plain, n);
		s = p;
	}
	append_bytes(c, s, (size_t)(p - s));
}

static void append_text(struct collecting *c, const char *s)
{
	const char *nl;

	for (nl = strchr(s, '\n'); nl && !c->failed; nl = strchr(s, '\n')) {
		append_plain(c, s, (size_t)(nl - s) + 1);
		c->line++;
		append_line(c);
		s = nl + 1;
	}
	append_plain(c, s, strlen(s));
}

static void enter_node(struct collecting *c, xmlNode *n)
{
	const char *s = (const char *)n->content;

	if (n->type == XML_ELEMENT_NODE) {
		append_break(c, n);
		if (!c->failed)
			sync_line(c, n);
	} else if ((n->type == XML_TEXT_NODE || n->type == XML_CDATA_SECTION_NODE) && s) {
		append_text(c, s);
	} else if (n->type == XML_COMMENT_NODE) {
		for (; s && *s; s++)
			c->line += *s == '\n';
	}
}

/* Collect the text of all elements below TOP without recursion, because elements may be nested to
 * any depth. */
static void collect_text(struct collecting *c, xmlNode *top)
{
	xmlNode *n = top;

	append_line(c);
	while (n && !c->failed) {
		enter_node(c, n);
		if (n->children && !is_silent(n) && n->type == XML_ELEMENT_NODE) {
			n = n->children;
			continue;
		}
		while (n != top && !n->next) {
			n = n->parent;
			append_break(c, n);
		}
		n = n == top ? NULL : n->next;
	}
}

static xmlDoc *parse_html(const struct libxml2 *xml, struct mr_html *h, const char *html,
                          size_t len)
{
	htmlParserCtxt *ctxt;
	const xmlError *last;
	xmlDoc *doc;
	int memory, stopped;

	errno = 0;
	ctxt = xml->htmlNewParserCtxt();
	if (!ctxt) {
		errno = ENOMEM;
		return NULL;
	}
	doc = xml->htmlCtxtReadMemory(ctxt, html, (int)len, NULL, NULL,
	                              HTML_PARSE_RECOVER | HTML_PARSE_NOERROR |
	                                      HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
	/* If memory is short, libxml2 may leave out a part of the page without an error. */
	memory = errno == ENOMEM;
	last = xml->xmlCtxtGetLastError(ctxt);
	memory |= last && last->code == XML_ERR_NO_MEMORY;
	/* If libxml2 stops before the end of the page, it still returns the elements that it has
	 * read. */
#if LIBXML_VERSION >= 21400
	stopped = xml->xmlCtxtIsStopped(ctxt);
#else
	stopped = ctxt->disableSAX != 0;
#endif
	xml->htmlFreeParserCtxt(ctxt);
	if (doc && !memory && !stopped)
		return doc;
	if (doc)
		xml->xmlFreeDoc(doc);
	snprintf(h->why, sizeof h->why, "%s",
	         stopped ? "its elements are too deep inside of each other" : "libxml2 refuses it");
	errno = memory ? ENOMEM : EINVAL;
	return NULL;
}

int mr_html_read(struct mr_html *h, const char *html, size_t len)
{
	struct collecting c = { h, 1, 0 };
	struct libxml2 xml = { 0 };
	const char *missing = load_libxml2(&xml);
	int error = errno == ENOMEM ? ENOMEM : ENOTSUP;
	size_t n, tags;
	char *copy;
	xmlDoc *doc;

	memset(h, 0, sizeof *h);
	if (missing) {
		snprintf(h->why, sizeof h->why, "libxml2 cannot be loaded: %s", missing);
		errno = error;
		return -1;
	}
	copy = simplify_html(html, len, &n, &tags);
	if (!copy) {
		errno = ENOMEM;
		return -1;
	}
	if (tags > MONREAD_TAGS_MAX) {
		free(copy);
		snprintf(h->why, sizeof h->why, "it has %zu tags, and %u are the most", tags,
		         MONREAD_TAGS_MAX);
		errno = EINVAL;
		return -1;
	}
	doc = parse_html(&xml, h, copy, n);
	free(copy);
	if (!doc)
		return -1;
	collect_text(&c, xml.xmlDocGetRootElement(doc));
	append_bytes(&c, "\n", 1);
	xml.xmlFreeDoc(doc);
	if (!c.failed)
		return 0;
	errno = ENOMEM;
	return -1;
}

#else

int mr_html_read(struct mr_html *h, const char *html, size_t len)
{
	(void)html;
	(void)len;
	memset(h, 0, sizeof *h);
	snprintf(h->why, sizeof h->why, "this monread was built without libxml2");
	errno = ENOTSUP;
	return -1;
}

#endif

void mr_html_free(struct mr_html *h)
{
	free(h->text.bytes);
	free(h->lines);
}
