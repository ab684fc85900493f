/* fuzz.h: shared by the input functions of the fuzzers. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "monread.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- Files, in a temporary folder that is removed at the end ---- */

/* FUZZ_STRANGE has a name with characters that are special for terminals, JSON and printf(3). */
enum fuzz_file { FUZZ_CAPTURE, FUZZ_PAGE, FUZZ_OUTPUT, FUZZ_STORED, FUZZ_STRANGE, FUZZ_FILES };

/* The path of a file, which need not exist. */
const char *fuzz_path(enum fuzz_file file);

/* Write a file with these bytes; remove a file. */
void fuzz_write(enum fuzz_file file, const void *data, size_t size);
void fuzz_remove(enum fuzz_file file);

/* Return the bytes of a file, which the caller frees; a missing file has none. */
unsigned char *fuzz_read(enum fuzz_file file, size_t *size);

/* Discard messages and set the environment. A fuzzer writes to a duplicate of standard error, which
 * it has closed. */
void fuzz_silence(void);

/* ---- Captures in memory ---- */

/* Called for each event. */
typedef void fuzz_event(void *arg, const struct monread_ev *ev);

/* Feed the bytes to a reader of CONTAINER, PIECE at a time. Each piece is in separate memory, so
 * that sanitizers detect a read beyond its end. */
void fuzz_feed(enum monread_container container, const uint8_t *data, size_t size, size_t piece,
               fuzz_event *fn, void *arg);

struct fuzz_feeding {
	enum monread_container container;
	unsigned flags;
	size_t piece;
	size_t gap; /* announce a gap after as many bytes; SIZE_MAX: no gap */
};

void fuzz_feed_as(const struct fuzz_feeding *how, const uint8_t *data, size_t size, fuzz_event *fn,
                  void *arg);

/* ---- The tool ---- */

struct options;

/* Run monread like its main(). CHECK (may be NULL) returns whether the fuzzer may run these
 * options. */
void fuzz_tool(int argc, char **argv, int (*check)(const struct options *o));

/* ---- Checks of all output; they abort on an error ---- */

/* UTF-8 without control sequences for terminals. */
void fuzz_check_text(const unsigned char *s, size_t n);

/* A JSON object on each line. */
void fuzz_check_json(const unsigned char *s, size_t n);

/* Print the message, then abort. */
void fuzz_fail(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif
