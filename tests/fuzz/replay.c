/* replay.c: run the input function of a fuzzer on files, or on directories of files, without a
 * fuzzer; prints TAP. */
#include "config.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

static unsigned count;
static FILE *tap; /* the original standard output: the tool writes to standard output, too */

static int one_file(const char *path)
{
	FILE *f = fopen(path, "rb");
	size_t cap = (size_t)1 << 20, size;
	uint8_t *data = malloc(cap);

	if (!f || !data) {
		perror(path);
		return -1;
	}
	size = fread(data, 1, cap, f);
	fclose(f);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
	fprintf(tap, "ok %u - %s\n", ++count, path);
	return 0;
}

static int directory(const char *name)
{
	char path[4096];
	struct dirent *e;
	DIR *dir = opendir(name);
	int rc = 0;

	if (!dir)
		return one_file(name);
	for (e = readdir(dir); e && rc == 0; e = readdir(dir)) {
		if (e->d_name[0] == '.')
			continue;
		snprintf(path, sizeof path, "%s/%s", name, e->d_name);
		rc = one_file(path);
	}
	closedir(dir);
	return rc;
}

int main(int argc, char **argv)
{
	int i, rc = 0;

	tap = fdopen(dup(STDOUT_FILENO), "w");
	if (!tap || !freopen("/dev/null", "w", stdout)) {
		perror("standard output");
		return 1;
	}
	setvbuf(tap, NULL, _IOLBF, 0);
	for (i = 1; i < argc && rc == 0; i++)
		rc = directory(argv[i]);
	fprintf(tap, "1..%u\n", count);
	return rc ? 1 : 0;
}
