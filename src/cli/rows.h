/* rows.h: the words that rows of a table of options are written with. */
#ifndef CLI_ROWS_H
#define CLI_ROWS_H

#include "cli/options.h"
#include "monread.h"

/* Programs that only show the table have none of the functions. */
#ifdef OPTIONS_SHOWN_ONLY
#define CALLS(function) .kind = OPTIONS_CALL
#else
#define CALLS(function) .kind = OPTIONS_CALL, .set = function
#endif

/* To a member of the program's struct options. */
#define STORES(how, member) \
	.kind = how, .at = offsetof(struct options, member), .size = sizeof ((struct options *)0)->member
#define TEXT(text) .kind = OPTIONS_TEXT, .help = text

/* Of an option of the kind OPTIONS_MESSAGES. */
#define MESSAGE_WORDS { "text", 0 }, { "json", 1 }, { NULL, 0 }

/* Of what a capture is made, for a list of words. */
#define CAPTURE_WORDS                               \
	{ "auto", MONREAD_CONTAINER_AUTO },         \
	{ "stream", MONREAD_CONTAINER_STREAM },     \
	{ "monwrite", MONREAD_CONTAINER_MONWRITE }

#endif
