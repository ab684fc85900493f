/* tool.c: run monread within this process, many times. */
#include "config.h"

#include <getopt.h>
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>

#include "fuzz.h"
#include "tool/command.h"
#include "tool/tool_options.h"

static jmp_buf usage;
static int inside;

/* All calls of exit() are linked to this function; bad usage calls exit(). */
void __real_exit(int status) __attribute__((noreturn));
void __wrap_exit(int status) __attribute__((noreturn));

void __wrap_exit(int status)
{
	if (!inside) /* called by libFuzzer */
		__real_exit(status);
	longjmp(usage, status + 1);
}

void fuzz_tool(int argc, char **argv, int (*check)(const struct options *o))
{
	static struct options o; /* not on the stack, because longjmp() must not lose it */

	fuzz_silence();
	optind = 0;
	inside = 1;
	if (setjmp(usage) == 0) {
		options_parse(&o, argc, argv);
		if (!check || check(&o))
			command(&o);
	}
	inside = 0;
	options_done(&o);
}
