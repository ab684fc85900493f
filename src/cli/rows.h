/* rows.h: macros for rows of a table of options. */
#ifndef CLI_ROWS_H
#define CLI_ROWS_H

#include "cli/options.h"
#include "monread.h"

/* Programs that only print the table do not have the functions. */
#ifdef OPTIONS_SHOWN_ONLY
#define CALLS(function) .kind = OPTIONS_CALL
#else
#define CALLS(function) .kind = OPTIONS_CALL, .set = function
#endif

/* Store in a member of the program's struct options. */
#define STORES(how, member) \
	.kind = how, .at = offsetof(struct options, member), .size = sizeof ((struct options *)0)->member
#define TEXT(text) .kind = OPTIONS_TEXT, .help = text

/* The words of OPTIONS_MESSAGES. */
#define MESSAGE_WORDS { "text", 0 }, { "json", 1 }, { NULL, 0 }

/* The words for the container of a capture. */
#define CAPTURE_WORDS                               \
	{ "auto", MONREAD_CONTAINER_AUTO },         \
	{ "stream", MONREAD_CONTAINER_STREAM },     \
	{ "monwrite", MONREAD_CONTAINER_MONWRITE }

/* Usual code pages; iconv(3) knows more. */
#define CODEPAGE_WORDS \
	{ "IBM-037", 0 }, { "IBM-273", 0 }, { "IBM-277", 0 }, { "IBM-278", 0 }, { "IBM-280", 0 }, \
	{ "IBM-284", 0 }, { "IBM-285", 0 }, { "IBM-297", 0 }, { "IBM-500", 0 }, { "IBM-870", 0 }, \
	{ "IBM-871", 0 }, { "IBM-1025", 0 }, { "IBM-1026", 0 }, { "IBM-1047", 0 }, { "IBM-1140", 0 }, \
	{ "IBM-1141", 0 }, { "IBM-1142", 0 }, { "IBM-1143", 0 }, { "IBM-1144", 0 }, { "IBM-1145", 0 }, \
	{ "IBM-1146", 0 }, { "IBM-1147", 0 }, { "IBM-1148", 0 }, { "IBM-1149", 0 }, \
	{ NULL, 0 }

#endif
