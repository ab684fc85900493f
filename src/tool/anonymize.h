/* anonymize.h: --anonymize: records without the names, texts and addresses of a site. */
#ifndef TOOL_ANONYMIZE_H
#define TOOL_ANONYMIZE_H

#include "monread.h"

struct anonymizer;

/* KEYFILE: gives the key, so that later runs give the same names; NULL: a random key.  KEEP_UNKNOWN: keep bytes and
 * records that no layout describes.  NULL: the reason was reported. */
struct anonymizer *anonymizer_new(const struct monread_layouts *layouts, const char *keyfile, int keep_unknown);
void anonymizer_free(struct anonymizer *a);

/* Begin an input of a system of this release; 0: unknown.  0, or -1: out of memory. */
int anonymizer_begin_input(struct anonymizer *a, unsigned release);

/* Return EV, or for a record the same without names, which is valid until the next call.  NULL with *FAILED 0: the
 * record has no layout, so leave it out; with *FAILED 1: out of memory. */
const struct monread_ev *anonymizer_event(struct anonymizer *a, const struct monread_ev *ev, int *failed);

/* Report how much of the input NAME was left out, and if it is damaged, that names may still be in it. */
void anonymizer_say(const struct anonymizer *a, const char *name, int is_damaged);

#endif
