/* keys.h: the keys of annotations in .dsect files ("Counter" is the key of "Counter: FIELDS"), and
 * the words that their values can have, for reading and for writing. */
#ifndef MR_KEYS_H
#define MR_KEYS_H

#include <stddef.h>

#include "monread.h"

/* The keys of annotations, in the order in which monread writes them to .dsect files. */
enum mr_key {
	MR_KEY_RECORD,
	MR_KEY_DSECT,
	MR_KEY_NUMBER, /* the domain and record number: D0R23 */
	MR_KEY_KIND,
	MR_KEY_INSTANCE,
	MR_KEY_TITLE,
	MR_KEY_RELEASE,
	MR_KEY_STATUS,
	MR_KEY_SOURCE,
	MR_KEY_UNPROVEN,
	MR_KEY_WHEN,
	MR_KEY_TELLS,
	MR_KEY_BREAK,
	MR_KEY_CONFIGURATION,
	MR_KEY_PRODUCT,
	/* Keys that are the names of formats; the values list the fields that have this format. */
	MR_KEY_TEXT,
	MR_KEY_ASCII,
	MR_KEY_TIME,
	MR_KEY_INTERVAL,
	MR_KEY_UNIXTIME,
	MR_KEY_FIXED11,
	MR_KEY_HEX,
	MR_KEY_PLAIN, /* the name of this key is also "Number", but its value is a list of fields */
	/* Keys of other annotations whose value is a list of fields. */
	MR_KEY_COUNTER,
	MR_KEY_COUNTDOWN,
	MR_KEY_CODE,
	MR_KEY_KEY,
	MR_KEY_USER,
	MR_KEY_PARTITION,
	MR_KEY_LEVEL,
	MR_KEY_MOVES,
	MR_KEY_UNIT,
	MR_KEY_VALUES,
	MR_KEY_ARRAY,
	MR_KEY_VARY,
	MR_KEY_MAPS,
	MR_KEY_PAYLOAD,
	MR_KEY_CHECK,
	MR_KEY_ERRATUM,
	MR_NKEYS
};

/* Return the name of KEY without the colon, such as "Record". */
const char *mr_key_name(enum mr_key key);

/* Return the key whose name is the LEN characters at P, ignoring case; MR_NKEYS: none. The result
 * for "Number" is MR_KEY_NUMBER. */
enum mr_key mr_key_find(const char *p, size_t len);

/* If KEY is the name of a format, set *FORMAT to this format and return 1; else return 0. */
int mr_key_format(enum mr_key key, enum monread_format *format);

/* Return the flag of the fields that annotations with KEY list, such as MONREAD_USER; 0: none. */
unsigned mr_key_flag(enum mr_key key);

/* Return the word for KIND, an enum monread_break_kind, in the annotation Break, such as
 * "changed". */
const char *mr_break_word(unsigned kind);

/* The start value of the CPU timer, and of the fields in an annotation Countdown that gives no
 * start value. */
#define MR_COUNTDOWN_START 0x7FFFFFFF00000000u

/* Return 1 if KIND is a kind of configuration records: config, config-sample or config-event. */
int mr_kind_is_configuration(const char *kind);

/* Return the address of the newline that ends the line at P; END if the line has no newline. */
const char *mr_line_end(const char *p, const char *end);

/* Return the number of the line in TEXT that begins with KEY, such as "Number", and a colon; 0:
 * none. */
unsigned mr_listing_line(const char *text, size_t len, const char *key);

/* Return 1 if TEXT is a .dsect file, 0 if it is a page of IBM. */
int mr_listing_is_dsect(const char *text, size_t len);

#endif
