/* capture.h: a capture as a sequence of data sets. */
#ifndef PLAY_CAPTURE_H
#define PLAY_CAPTURE_H

#include "monread.h"
#include "play/set.h"

struct capture;

enum capture_result { CAPTURE_SET, CAPTURE_END, CAPTURE_FAILED };

/* REPORT: say what is damaged (two readers of one capture need not both say
 * it).  NULL: the reason was reported. */
struct capture *capture_open(const char *path, enum monread_container container, int report);
void capture_close(struct capture *c);

/* The next data set goes into S, which must have been cleared.  KEEP 0: only
 * its time is wanted, not its bytes.  Record sets that the capture does not
 * have whole are left out, because no device would deliver them. */
enum capture_result capture_next(struct capture *c, struct set *s, int keep);

/* Whether the file PATH has a data set to offer.  0, or -1: the reason was reported. */
int capture_check(const char *path, enum monread_container container);

/* Start again at the beginning.  0, or -1: the reason was reported. */
int capture_rewind(struct capture *c);

#endif
