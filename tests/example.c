/* example.c: print the records of a capture, and user IDs out of user activity records.
 * cc example.c $(pkg-config --cflags --libs libmonread) */
#include <fcntl.h>
#include <monread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static struct monread_codepage *ebcdic;

static int field(void *arg, const struct monread_value *v)
{
	size_t length;
	uint32_t i;

	(void)arg;
	if (strcmp(v->field->name, "USEACT_VMDUSER") != 0)
		return 0;
	for (i = 0; i < v->length; i++)
		fputs(monread_codepage_utf8(ebcdic, v->bytes[i], &length), stdout);
	return 0;
}

int main(int argc, char **argv)
{
	int fd = argc > 1 ? open(argv[1], O_RDONLY) : 0;
	struct monread *m = monread_open(fd);
	struct monread_layouts *layouts = monread_layouts_new();
	struct monread_system *system = monread_system_new(layouts);
	struct monread_decoder *decoder = monread_decoder_new(layouts, 0, NULL);
	const struct monread_layout *layout;
	struct monread_emit emit;
	const struct monread_ev *ev;
	int code;

	ebcdic = monread_codepage_open("IBM-1047");
	memset(&emit, 0, sizeof emit);
	emit.size = sizeof emit;
	emit.field = field;
	if (fd < 0 || !m || !layouts || !system || !decoder || !ebcdic)
		return 2;
	for (ev = monread_next(m); ev; ev = monread_next(m)) {
		if (ev->kind == MONREAD_BAD || ev->kind == MONREAD_GAP) {
			fprintf(stderr, "offset %llu: %s\n", (unsigned long long)ev->offset,
			        ev->text);
		} else if (ev->kind == MONREAD_RECORD) {
			layout = monread_system_layout(system, ev->domain, ev->record, ev->bytes,
			                               ev->length);
			printf("D%uR%u ", ev->domain, ev->record);
			if (layout)
				monread_decode(decoder, layout, monread_system_release(system),
				               ev->bytes, ev->length, &emit, NULL);
			putchar('\n');
		}
	}
	code = monread_code(m);
	monread_decoder_free(decoder);
	monread_system_free(system);
	monread_layouts_free(layouts);
	monread_codepage_free(ebcdic);
	monread_close(m);
	return code == MONREAD_EOF ? 0 : 1;
}
