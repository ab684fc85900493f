/* keys.h: the keys of a .dsect file and the words of their values, for what reads them and what writes them. */
#ifndef MR_KEYS_H
#define MR_KEYS_H

#include <stddef.h>

#include "monread.h"

/* In the order in which they are written. */
enum mr_key {
	MR_KEY_RECORD,
	MR_KEY_DSECT,
	MR_KEY_NUMBER, /* of the record: D0R23 */
	MR_KEY_KIND,
	MR_KEY_TITLE,
	MR_KEY_RELEASE,
	MR_KEY_STATUS,
	MR_KEY_SOURCE,
	MR_KEY_WHEN,
	MR_KEY_TELLS,
	MR_KEY_PRODUCT,
	/* Lists of fields, each with the format that its name says. */
	MR_KEY_TEXT,
	MR_KEY_ASCII,
	MR_KEY_TIME,
	MR_KEY_INTERVAL,
	MR_KEY_UNIXTIME,
	MR_KEY_FIXED11,
	MR_KEY_HEX,
	MR_KEY_PLAIN, /* "Number:" as well, with the names of fields */
	/* Other lists of fields. */
	MR_KEY_COUNTER,
	MR_KEY_KEY,
	MR_KEY_UNIT,
	MR_KEY_ARRAY,
	MR_KEY_VARY,
	MR_KEY_MAPS,
	MR_KEY_PAYLOAD,
	MR_KEY_CHECK,
	MR_KEY_ERRATUM,
	MR_NKEYS
};

/* "Record": the key without its colon. */
const char *mr_key_name(enum mr_key key);

/* The key called P of LEN bytes, in any case; MR_NKEYS: none.  "Number" is MR_KEY_NUMBER. */
enum mr_key mr_key_find(const char *p, size_t len);

/* The format that the fields of a list KEY have.  1, or 0: it says nothing of the format. */
int mr_key_format(enum mr_key key, enum monread_format *format);

/* Words of the values. */
#define MR_WORD_RELEASE "release"
#define MR_WORD_LENGTH  "length"
#define MR_WORD_WHEN    "when"
#define MR_WORD_COUNT   "count"
#define MR_WORD_SIZE    "size"
#define MR_WORD_AT      "at"
#define MR_WORD_BYTES   "bytes"
#define MR_WORD_REST    "rest"
#define MR_WORD_ONTO    "onto"

/* Where the line of P ends: at its newline, or at END. */
const char *mr_line_end(const char *p, const char *end);

/* The line of TEXT that KEY ("Number") stands in; 0 where it is missing. */
unsigned mr_listing_line(const char *text, size_t len, const char *key);

/* Does TEXT have the annotations of a .dsect file? */
int mr_listing_is_dsect(const char *text, size_t len);

#endif
