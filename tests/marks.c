/* marks.c: copy a capture and insert a mark before each data set. `marks FORM <IN >OUT' prints the
 * number of marks. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "monread.h"

static unsigned char data[16 * 1024 * 1024];

/* Insert a mark at each start of a data set: a control block, or the first control element. */
static unsigned copy(enum monread_container container, size_t length)
{
	static unsigned char bytes[MONREAD_MARK_ROOM];
	struct monread_mark mark = { .why = MONREAD_MARK_LOST,
		                     .known = MONREAD_MARK_SETS,
		                     .count = 1,
		                     .sets = 1,
		                     .text = "none of these: a test" };
	struct monread *m = monread_open(MONREAD_FD_NONE);
	const struct monread_ev *ev;
	uint64_t dataset = 0;
	unsigned marks = 0;
	size_t done = 0;

	if (!m || monread_set_container(m, container) || monread_feed(m, data, length))
		exit(2);
	for (;;) {
		ev = monread_next(m);
		if (!ev && (monread_code(m) != MONREAD_AGAIN || monread_feed(m, NULL, 0)))
			break;
		if (ev && ev->kind >= MONREAD_BAD) {
			fprintf(stderr, "marks: %s\n", ev->text);
			exit(2);
		}
		if (ev && ev->kind == MONREAD_CONTROL && ev->dataset != dataset) {
			size_t at = (size_t)ev->offset -
			            (container == MONREAD_CONTAINER_MONWRITE ? 40 : 0);
			size_t n = monread_mark_set(&mark, 0, container, ev->mce->start, bytes,
			                            sizeof bytes);

			fwrite(data + done, 1, at - done, stdout);
			fwrite(bytes, 1, n, stdout);
			dataset = ev->dataset;
			done = at;
			marks++;
		}
	}
	if (monread_code(m) != MONREAD_EOF)
		exit(2);
	fwrite(data + done, 1, length - done, stdout);
	monread_close(m);
	return marks;
}

int main(int argc, char **argv)
{
	size_t length = fread(data, 1, sizeof data, stdin);
	enum monread_container container;

	if (argc != 2)
		return 2;
	container = strcmp(argv[1], "stream") == 0 ? MONREAD_CONTAINER_STREAM :
	                                             MONREAD_CONTAINER_MONWRITE;
	fprintf(stderr, "%u\n", copy(container, length));
	return ferror(stdout) || fflush(stdout) ? 2 : 0;
}
