/* check_roundtrip.c: print each built-in layout as a .dsect file, read it back, and print it again;
 * prints TAP. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "listing/listing.h"
#include "monread.h"
#include "out/describe.h"

static char fault[512];

static void note(void *arg, const char *path, unsigned line, const char *text)
{
	(void)arg;
	if (!*fault)
		snprintf(fault, sizeof fault, "%s:%u: %s", path, line, text);
}

/* Return the output of OUT_DSECT for L, with a NUL at the end; NULL: error. */
static char *print(const struct monread_layout *l, size_t *len)
{
	FILE *f = tmpfile();
	struct out_buffer b;
	char *text = NULL;
	long size = -1;

	if (!f || out_buffer_init(&b, fileno(f)))
		return NULL;
	if (monread_layout_write(l, out_dsect_text, &b) == 0 && out_flush(&b) == 0 &&
	    fseek(f, 0, SEEK_END) == 0)
		size = ftell(f);
	out_buffer_done(&b);
	rewind(f);
	text = size >= 0 ? malloc((size_t)size + 1) : NULL;
	*len = text ? fread(text, 1, (size_t)size, f) : 0;
	if (text)
		text[*len] = '\0';
	fclose(f);
	return text;
}

/* Texts of built-in layouts have only printable ASCII characters, which output need not escape. */
static int is_plain(const char *s)
{
	while (*s >= ' ' && *s < 0x7F && *s != '\\' && *s != '"')
		s++;
	return *s == 0;
}

/* Return whether the layout that TEXT describes is printed as TEXT again. */
static int is_same(const char *name, const char *text, size_t len)
{
	struct mr_listing_report report = { note, NULL, NULL };
	struct mr_arena arena = { NULL };
	struct monread_layout *back;
	char *again = NULL;
	size_t n;

	back = mr_listing_read(&arena, name, text, len, 1, &report);
	if (back)
		again = print(back, &n);
	if (again && strcmp(text, again) != 0)
		snprintf(fault, sizeof fault, "%s: is printed in another way", name);
	else if (!again && !*fault)
		snprintf(fault, sizeof fault, "%s: cannot be read", name);
	free(again);
	mr_arena_free(&arena);
	return !*fault;
}

int main(void)
{
	struct monread_layouts *layouts = monread_layouts_new();
	const struct monread_layout *l;
	size_t i, n, len;
	int bad = 0, good;
	char *text;

	if (!layouts)
		return 99;
	n = monread_layouts_count(layouts);
	for (i = 0; i < n; i++) {
		l = monread_layouts_at(layouts, i);
		if (!l)
			return 99;
		fault[0] = '\0';
		text = print(l, &len);
		good = text && is_plain(l->title) && is_same(l->name, text, len);
		bad |= !good;
		printf("%sok %zu - %s, %s\n", good ? "" : "not ", i + 1, l->name, l->release);
		if (!good)
			printf("# %s\n", *fault ? fault : "its title is not plain");
		free(text);
	}
	printf("1..%zu\n", n);
	monread_layouts_free(layouts);
	return bad;
}
