/* fuzz_page.c: any bytes as a page, text or HTML, through everything that the tool does with layouts.
 *
 * The input: what to do (1), the page. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

#define WHAT 0x07u
#define HTML 0x08u

/* A record of number D4R9 in a stream, as the pages of the corpus describe one; 64 bytes that count upwards. */
static void write_capture(void)
{
	static const unsigned char mce[12] = { 0xC5, 0x08, 0, 0, 0, 0, 0x10, 0, 0, 0, 0x10, 63 };
	static const unsigned char header[20] = { 0, 64, 0, 0, 4, 0, 0, 9, 0xD4 };
	unsigned char bytes[sizeof mce + 64];
	unsigned i;

	for (i = 0; i < sizeof bytes; i++)
		bytes[i] = (unsigned char)(i - sizeof mce);
	memcpy(bytes, mce, sizeof mce);
	memcpy(bytes + sizeof mce, header, sizeof header);
	fuzz_write(FUZZ_CAPTURE, bytes, sizeof bytes);
}

static void write_page(const uint8_t *data, size_t size, int html)
{
	static const char begin[] = "<html><body><pre>";
	size_t n = html ? sizeof begin - 1 : 0;
	char *page = malloc(n + size + 1);

	if (!page)
		return;
	memcpy(page, begin, n);
	memcpy(page + n, data, size);
	fuzz_write(FUZZ_PAGE, page, n + size);
	free(page);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char name[] = "monread", l[] = "-L", o[] = "-o", f[] = "-f", describe[] = "--describe";
	static const char *const actions[8] = { "check", "--tables", "--describe=MRTSTREC", "--xref=MRTSTREC",
		                                "dsect", "json",     "text",                "hex" };
	unsigned what;
	char *args[12];
	int n = 0;
	size_t length;
	unsigned char *out;

	if (size == 0)
		return 0;
	what = data[0] & WHAT;
	write_page(data + 1, size - 1, (data[0] & HTML) != 0);
	fuzz_write(FUZZ_OUTPUT, "", 0);
	args[n++] = name;
	args[n++] = o;
	args[n++] = (char *)fuzz_path(FUZZ_OUTPUT);
	args[n++] = what % 4 ? l : describe;
	args[n++] = (char *)fuzz_path(FUZZ_PAGE);
	if (what >= 4 || what == 0)
		args[n++] = f;
	args[n++] = (char *)actions[what];
	if (what > 4) {
		write_capture();
		args[n++] = (char *)fuzz_path(FUZZ_CAPTURE);
	}
	args[n] = NULL;
	fuzz_tool(n, args, NULL);
	out = fuzz_read(FUZZ_OUTPUT, &length);
	if (what == 5)
		fuzz_check_json(out, length);
	fuzz_check_text(out, length);
	free(out);
	return 0;
}
