/* mkreports.c: generates reports.c from the .report files of the project, which it refuses where they contradict
 * themselves: the reader is the one that the program uses. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stat/report.h"

#define FILE_MAX (1u << 20)

static void refuse(void *arg, const char *path, unsigned line, const char *text)
{
	(void)arg;
	fprintf(stderr, "%s:%u: %s\n", path, line, text);
}

static char *read_file(const char *path, size_t *length)
{
	FILE *f = fopen(path, "rb");
	char *text = f ? malloc(FILE_MAX) : NULL;

	*length = text ? fread(text, 1, FILE_MAX, f) : 0;
	if (text && (ferror(f) || *length == FILE_MAX)) {
		errno = ferror(f) ? EIO : EFBIG;
		free(text);
		text = NULL;
	}
	if (f)
		fclose(f);
	return text;
}

/* The name between the last / of PATH and .report, to be freed; NULL: there is none. */
static char *name_of(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strstr(name, ".report");
	size_t n = dot ? (size_t)(dot - name) : 0;
	char *copy;

	if (!dot || dot[7] || !report_is_name(name, n) || !(copy = malloc(n + 1)))
		return NULL;
	memcpy(copy, name, n);
	copy[n] = '\0';
	return copy;
}

static void put_text(FILE *out, const char *text, size_t length)
{
	size_t i;

	fputs("\t\t\"", out);
	for (i = 0; i < length; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c == '\n')
			fputs(i + 1 < length ? "\\n\"\n\t\t\"" : "\\n", out);
		else if (c == '"' || c == '\\' || c == '?')
			fprintf(out, "\\%c", c);
		else if (c < 32 || c > 126)
			fprintf(out, "\\%03o", c);
		else
			fputc(c, out);
	}
	fputs("\",\n", out);
}

/* 0, or -1: it was said why. */
static int write_report(FILE *out, const char *path)
{
	size_t length;
	char *text = read_file(path, &length), *name = name_of(path);
	struct report *r = NULL;

	if (!text)
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
	else if (!name)
		fprintf(stderr, "%s: expected NAME.report with lower-case letters, digits and -\n", path);
	else
		r = report_read(path, name, text, length, refuse, NULL);
	if (r) {
		fprintf(out, "\t{ \"%s\", \"%s\",\n", name, path);
		put_text(out, text, length);
		fputs("\t},\n", out);
	}
	report_free(r);
	free(text);
	free(name);
	return r ? 0 : -1;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(int argc, char **argv)
{
	const char *path = argc > 3 && strcmp(argv[1], "-o") == 0 ? argv[2] : NULL;
	char temporary[4096];
	int i, rc = 0;
	FILE *out;

	if (!path || snprintf(temporary, sizeof temporary, "%s.tmp", path) >= (int)sizeof temporary) {
		fprintf(stderr, "usage: mkreports -o FILE REPORT...\n");
		return 2;
	}
	out = fopen(temporary, "w");
	if (!out) {
		fprintf(stderr, "%s: %s\n", temporary, strerror(errno));
		return 1;
	}
	qsort(argv + 3, (size_t)(argc - 3), sizeof *argv, compare);
	fputs("/* Generated from data/reports by mkreports; do not edit. */\n#include \"stat/reports.h\"\n\n"
	      "#include <stddef.h>\n\nconst struct reports_source reports_built_in[] = {\n", out);
	for (i = 3; i < argc; i++)
		rc |= write_report(out, argv[i]);
	fputs("\t{ NULL, NULL, NULL },\n};\n", out);
	rc |= ferror(out);
	rc |= fclose(out);
	if (rc == 0 && rename(temporary, path) == 0)
		return 0;
	remove(temporary);
	return 1;
}
