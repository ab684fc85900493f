/* fuzz_format.c: any bytes as a capture, printed in every format with an additional page of
 * layouts.
 *
 * The input: format and options (1), form and code page (1), length of the page (2), the page, the
 * capture. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "out/formats.h"

#define HEAD 4u
#define ARGS_MAX 24

#define FORMAT 0x07u /* index of the output format */
#define ALL    0x08u
#define LOCAL  0x10u
#define COLOR  0x20u
#define TWO    0x40u /* threads */
#define FIELDS 0x80u

static const char *const forms[4] = { "auto", "stream", "monwrite", "auto" };
#define FORM   0x03u
static const char *const codepages[4] = { "IBM-1047", "IBM-1047", "IBM-037", "IBM-4899" };
#define CODEPAGE 0x0Cu
#define SELECTED 0x10u
#define STRANGE  0x20u /* name of the capture */
#define WIDE     0x40u
#define EXPLAIN  0x80u

/* The limit that monread(1) promises for built-in layouts, plus some headings. */
#define FACTOR 200u
#define HEADINGS 20000u

static const struct out_format *format_of(unsigned how)
{
	unsigned n = 0;

	while (out_formats[n])
		n++;
	return out_formats[(how & FORMAT) % n];
}

/* LIMIT: the maximum length; 0: no limit. */
static void check_output(const char *format, int color, size_t limit)
{
	size_t n;
	unsigned char *out = fuzz_read(FUZZ_OUTPUT, &n);

	if (limit && n > limit)
		fuzz_fail("%zu bytes of output, at most %zu were promised", n, limit);
	if (strcmp(format, "json") == 0)
		fuzz_check_json(out, n);
	/* Raw output and tables keep all characters of a text unchanged. */
	if (strcmp(format, "raw") != 0 && strcmp(format, "csv") != 0 &&
	    strcmp(format, "tsv") != 0 && strcmp(format, "arrow") != 0 && !color)
		fuzz_check_text(out, n);
	free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char name[] = "monread", f[] = "-f", all[] = "-a", local[] = "--time=local",
		    color[] = "--color=always", two[] = "-j2", fields[] = "--fields=*A*",
		    i[] = "-I", codepage[] = "--codepage", o[] = "-o", l[] = "-L",
		    domains[] = "-d0-3,10", wide[] = "--wide", explain[] = "--explain",
		    table[] = "--name=LINUXOS__LINUXOS_CPU";
	char *args[ARGS_MAX];
	const struct out_format *format;
	unsigned how;
	size_t page;
	int n = 0;

	if (size < HEAD)
		return 0;
	how = data[0];
	format = format_of(how);
	page = data[2] * 256u + data[3];
	if (page > size - HEAD)
		page = size - HEAD;
	args[n++] = name;
	args[n++] = f;
	args[n++] = (char *)format->name;
	if (how & ALL)
		args[n++] = all;
	if (format->takes & OUT_TAKES_TABLE)
		args[n++] = table;
	else if (how & LOCAL)
		args[n++] = local;
	if (how & COLOR)
		args[n++] = color;
	if (how & TWO)
		args[n++] = two;
	if (how & FIELDS && format->takes & OUT_TAKES_FIELDS)
		args[n++] = fields;
	args[n++] = i;
	args[n++] = (char *)forms[data[1] & FORM];
	/* monread refuses options without effect, and would print nothing. */
	if (format->takes & OUT_TAKES_CODEPAGE) {
		args[n++] = codepage;
		args[n++] = (char *)codepages[(data[1] & CODEPAGE) >> 2];
	}
	if (data[1] & WIDE && format->takes & OUT_TAKES_WIDE)
		args[n++] = wide;
	if (data[1] & EXPLAIN)
		args[n++] = explain;
	if (data[1] & SELECTED)
		args[n++] = domains;
	if (page) {
		args[n++] = l;
		args[n++] = (char *)fuzz_path(FUZZ_PAGE);
	}
	args[n++] = o;
	args[n++] = (char *)fuzz_path(FUZZ_OUTPUT);
	args[n++] = (char *)fuzz_path(data[1] & STRANGE ? FUZZ_STRANGE : FUZZ_CAPTURE);
	args[n] = NULL;
	fuzz_write(FUZZ_PAGE, data + HEAD, page);
	fuzz_write(data[1] & STRANGE ? FUZZ_STRANGE : FUZZ_CAPTURE, data + HEAD + page,
	           size - HEAD - page);
	fuzz_write(FUZZ_OUTPUT, "", 0);
	fuzz_tool(n, args, NULL);
	/* A compressed capture expands, so it has no limit; compressed data does not begin with any
	 * of these bytes. */
	if (page == 0 && size > HEAD &&
	    (data[HEAD] == 0 || data[HEAD] == MONREAD_SAMPLE || data[HEAD] == MONREAD_EVENT))
		check_output(format->name, (how & COLOR) != 0, FACTOR * (size - HEAD) + HEADINGS);
	else
		check_output(format->name, (how & COLOR) != 0, 0);
	return 0;
}
