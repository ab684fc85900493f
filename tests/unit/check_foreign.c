/* check_foreign.c: which first bytes tell a text transfer or a container. */

#include "unit.h"

#include "stream/reader.h"

static const char as_text[] =
	"transferred as text; transfer it in binary (FTP: binary, fixed 4096)";
static const char terse[] = "packed by TERSE; unpack it first";
static const char vmarc[] = "a VMARC archive; unpack it first";

static const char text_file[] = "a text file";
static const char aws[] =
	"an AWS tape image; extract its file, or convert it as monread-captures(5) shows";

/* A control element of a sample, and bytes after it. */
#define ELEMENT "\xE2\x80\0\0\x9\0\0\0\x9\0\xF\xFF"
#define FILL "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define ZEROS_29 "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"

/* Input that begins with the LENGTH bytes, and what mr_foreign() says; NULL: nothing. */
static const struct {
	const char *bytes;
	size_t length;
	const char *said;
} rows[] = {
	/* an element in ASCII */
	{ "\x53\xC3\0\0\x8D\0\0\0\x8D\0\0\x8B", 12, as_text },
	{ "\x53\xC3\0\0\x8D\0\0\0\x8D\0\0\x8B", 11, NULL },
	{ "\x45\xC3\0\0\x8D\0\0\0\x8D\0\0\x8B", 12, as_text },
	{ "\x54\xC3\0\0\x8D\0\0\0\x8D\0\0\x8B", 12, NULL },
	{ "\x53\xC3\0\1\x8D\0\0\0\x8D\0\0\x8B", 12, NULL },
	{ "\x53\0\0\0\x8D\0\0\0\x8D\0\0\x8B", 12, NULL },
	{ "\x53\0\x20\0\x8D\0\0\0\x8D\0\0\x8B", 12, as_text },
	/* zeros that became blanks: not the address of a frame; domains X'4000' */
	{ "\x53\xC3\x20\x20\x8D\x20\x20\x20\x8D\x20\x20\x8B", 12, as_text },
	{ "\x53\xC3\x20\x20\x8D\x20\x20\x21\x8D\x20\x20\x8B", 12, NULL },
	{ "\x53\x20\x20\x20\x8D\x20\x20\x20\x8D\x20\x20\x8B", 12, as_text },
	{ "Say all they want.", 18, text_file },
	{ "So we all   have.", 17, text_file },
	{ "So we all \1 have.", 17, NULL },
	{ "PK\3\4", 4, "a zip archive; unpack it first" },
	/* UTF-8: a truncated character, a character that is not in Latin-1, no continuation byte, a
	   control block */
	{ "\x53\xC3\x83\xC2\x8D\0\xC2\x8D\0\0\0\xC2\x8D\0\x61\xC2\x8B", 17, as_text },
	{ "\x53\xC3\x83\xC2\x8D\0\xC2\x8D\0\0\0\xC2\x8D\0\x61\xC2\x8B", 16, NULL },
	{ "\x53\xC3\x83\xC2\x8D\0\xC2\x8D\0\0\0\xC2\x8D\0\x61\xC4\x8B", 17, NULL },
	{ "\x53\xC3\x83\xC2\x8D\0\xC2\x8D\0\0\0\xC2\x8D\0\x61\xC2\xCB", 17, NULL },
	{ "\0\0\0\xC2\x8D" ZEROS_29
	  "\0\0\0\0\0\0\0\x53\xC3\x83\xC2\x8D\0\xC2\x8D\0\0\0\xC2\x8D\0\x61\xC2\x8B",
	  58, as_text },
	{ "\0\0\0\xC2\x8D" ZEROS_29
	  "\0\0\0\0\0\0\0\x53\xC3\x83\xC2\x8D\0\xC2\x8D\0\0\0\xC2\x8D\0\x61\xC2\x8B",
	  57, NULL },
	/* TERSE of programs */
	{ "\x01\x89\x69\xA5\0\0\0\0\0\0\0\0", 12, terse },
	{ "\x01\x89\x69\xA5\0\0\0\0\0\0\0\0", 11, NULL },
	{ "\x07\x89\x69\xA5\0\0\0\0\0\0\0\0", 12, terse },
	{ "\x07\x89\x69\xA4\0\0\0\0\0\0\0\0", 12, NULL },
	/* TERSE of hosts: the record length twice, once, not at all; a block size, which exists
	   only on MVS */
	{ "\x05\0\x10\0\0\0\0\0\0\0\x10\0", 12, terse },
	{ "\x02\1\x10\0\0\0\0\0\0\0\x10\0", 12, terse },
	{ "\x02\2\x10\0\0\0\0\0\0\0\x10\0", 12, NULL },
	{ "\x02\0\x10\0\0\0\0\0\0\0\x10\1", 12, NULL },
	{ "\x02\0\x10\0\0\0\0\0\0\0\0\0", 12, terse },
	{ "\x02\0\0\0\0\0\0\0\0\0\0\0", 12, NULL },
	{ "\x02\0\0\0\0\0\0\0\0\0\x10\0", 12, terse },
	{ "\x02\0\0\0\0\0\1\0\0\0\x10\0", 12, NULL },
	{ "\x02\0\0\0\4\0\1\0\0\0\x10\0", 12, terse },
	{ "\x03\0\0\0\4\0\1\0\0\0\x10\0", 12, NULL },
	/* VMARC, and in ASCII */
	{ "\x7A\xC3\xC6\xC6\x40\x40\x40\x40\1\2", 9, vmarc },
	{ "\x7A\xC3\xC6\xC6\x40\x40\x40\x40\1\2", 8, NULL },
	{ "\x7A\xC3\xC6\xC6\x40\x40\x40\x40\x40\2", 10, NULL },
	{ ":CFF    \1\2", 9, as_text },
	{ ":CFF    \1\2", 8, text_file },
	{ ":CFF     \2", 10, NULL },
	/* a stream on an AWS tape; other bytes */
	{ "\0\x10\0\0\xA0\0" ELEMENT FILL, 60, aws },
	{ "\0\x10\0\1\xA0\0" ELEMENT FILL, 60, NULL },
	{ "\0\x10\0\0\x40\0" ELEMENT FILL, 60, NULL },
};

TEST(first_bytes)
{
	const char *said;
	size_t i;

	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		said = mr_foreign((const unsigned char *)rows[i].bytes, rows[i].length);
		ck_assert_msg(said ? rows[i].said && strcmp(said, rows[i].said) == 0 :
		                     !rows[i].said,
		              "row %zu: %s", i, said ? said : "nothing");
	}
}

UNIT_MAIN("foreign", NULL, NULL)
