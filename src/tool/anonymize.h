/* anonymize.h: for --anonymize, removes the names, texts and addresses of a site from records. */
#ifndef TOOL_ANONYMIZE_H
#define TOOL_ANONYMIZE_H

#include "monread.h"

struct anonymizer;

/* KEYFILE: file with the key for pseudonyms; NULL: use a random key. Runs with the same key give
 * the same pseudonyms. KEEP_UNKNOWN: keep bytes and records that no layout describes. Return NULL
 * after a message. */
struct anonymizer *anonymizer_new(const struct monread_layouts *layouts, const char *keyfile,
                                  int keep_unknown);
void anonymizer_free(struct anonymizer *a);

/* Begin an input. RELEASE: release of the system of the input, 0 if unknown. Return 0, or -1 if out
 * of memory. */
int anonymizer_begin_input(struct anonymizer *a, unsigned release);

/* Return EV; if EV is a record, return a copy without names, which is valid until the next call.
 * Return NULL if the record has no layout and must be left out, or with *FAILED 1 if out of
 * memory. */
const struct monread_ev *anonymizer_event(struct anonymizer *a, const struct monread_ev *ev,
                                          int *failed);

/* Print how many bytes and records of the input NAME were left out; if the input is damaged, also
 * print that names may remain in the output. */
void anonymizer_say(const struct anonymizer *a, const char *name, int is_damaged);

#endif
