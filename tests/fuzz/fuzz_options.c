/* fuzz_options.c: any bytes as a command line, with a capture to do it to.
 *
 * The input: words, one a line; an empty line; the capture. A word %c, %p, %o, %w or %s, also after
 * a = sign, is the path of the capture, of a page, of an output, of a file to store in, or of a
 * file that does not exist. Options that would read or change other files, wait, or change the user
 * are parsed, but not run. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "out/format.h"
#include "cli/near.h"
#include "cli/options.h"
#include "tool/tool_options.h"

#define WORDS_MAX 40u
#define JOBS_MAX 3u

static const char page[] =
	"Record: MRTSTREC\nDSECT: TSTREC\nNumber: D4R9\nKind: event\nTitle: t\nRelease: 7.1\n"
	"Status: whole\nSource: s\nText: TSTREC_E1\n\nMRTSTREC Control Block Contents\n"
	"Dec Hex Type Len Name\n 0 0 Structure 28 TSTREC\n 0 0 Character 20 MRHDR\n"
	" 20 14 Character 8 TSTREC_E1\n";

static int is_ours(const char *path, enum fuzz_file file)
{
	return strcmp(path, fuzz_path(file)) == 0;
}

/* Options that make run() exit, which would leak its memory. */
static int is_refused(const struct options *o)
{
	static struct monread_layouts *layouts;
	struct monread_codepage *codepage;
	struct select s = o->select;
	const char *unknown;
	int refused;

	if (!layouts) {
		layouts = monread_layouts_new();
		if (!layouts ||
		    monread_layouts_load(layouts, fuzz_path(FUZZ_PAGE), NULL, NULL) != 1)
			fuzz_fail("the page cannot be loaded");
	}
	if (select_prepare(&s, layouts) || !select_is_possible(&s) ||
	    near_resolve(layouts, o->shown.fields, &unknown) || unknown)
		return 1;
	codepage = monread_codepage_open(o->shown.codepage);
	refused = !codepage || !codepage_is_ebcdic(codepage);
	monread_codepage_free(codepage);
	return refused;
}

static int is_harmless(const struct options *o)
{
	int i;

	if (o->input.follow || o->run.duration > 0 || o->run.jobs > JOBS_MAX ||
	    o->input.container == MONREAD_CONTAINER_DEVICE)
		return 0;
	if (o->output && !is_ours(o->output, FUZZ_OUTPUT))
		return 0;
	if (o->store.file && !is_ours(o->store.file, FUZZ_STORED))
		return 0;
	if (o->action == ACTION_TO_DSECT && !is_ours(o->name, FUZZ_PAGE))
		return 0;
	for (i = 0; o->layouts && o->layouts[i]; i++)
		if (strcmp(o->layouts[i], "none") != 0 && !is_ours(o->layouts[i], FUZZ_PAGE))
			return 0;
	for (i = 0; o->action == ACTION_SHOW && i < o->nfiles; i++)
		if (!is_ours(o->files[i], FUZZ_CAPTURE) && !is_ours(o->files[i], FUZZ_STRANGE))
			return 0;
	return o->action != ACTION_SHOW || !is_refused(o);
}

/* Return the word after expansion; the caller frees it. */
static char *word(const uint8_t *s, size_t n)
{
	static const char letters[FUZZ_FILES] = { 'c', 'p', 'o', 'w', 's' };
	const char *path = "", *letter;
	size_t len;
	char *w;

	letter = n >= 2 && s[n - 2] == '%' ? memchr(letters, s[n - 1], FUZZ_FILES) : NULL;
	if (letter) {
		path = fuzz_path((enum fuzz_file)(letter - letters));
		n -= 2;
	}
	len = strlen(path);
	w = malloc(n + len + 1);
	if (w) {
		memcpy(w, s, n);
		memcpy(w + n, path, len + 1);
	}
	return w;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char name[] = "monread";
	char *args[WORDS_MAX + 2], *words[WORDS_MAX];
	unsigned n = 0, i;

	while (n < WORDS_MAX && size > 0) {
		const uint8_t *end = memchr(data, '\n', size);
		size_t len = end ? (size_t)(end - data) : size;

		if (len > 0)
			words[n++] = word(data, len);
		data += end ? len + 1 : len;
		size -= end ? len + 1 : len;
		if (len == 0)
			break;
	}
	args[0] = name;
	/* The tool permutes the arguments. */
	memcpy(args + 1, words, n * sizeof *words);
	args[n + 1] = NULL;
	fuzz_write(FUZZ_PAGE, page, sizeof page - 1);
	fuzz_write(FUZZ_CAPTURE, data, size);
	fuzz_remove(FUZZ_OUTPUT);
	fuzz_remove(FUZZ_STORED);
	fuzz_tool((int)n + 1, args, is_harmless);
	for (i = 0; i < n; i++)
		free(words[i]);
	return 0;
}
