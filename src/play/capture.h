/* capture.h: reads a capture as a sequence of data sets. */
#ifndef PLAY_CAPTURE_H
#define PLAY_CAPTURE_H

#include "monread.h"
#include "play/set.h"

struct capture;

enum capture_result { CAPTURE_SET, CAPTURE_END, CAPTURE_FAILED };

/* REPORT: report damage; only one of two readers of a capture needs to. Return NULL after an error message. */
struct capture *capture_open(const char *path, enum monread_container container, int report);
void capture_close(struct capture *c);

/* Read the next data set into S, which must be cleared. KEEP 0: only its time is needed. Incomplete record sets are
 * left out, because no device would deliver them. */
enum capture_result capture_next(struct capture *c, struct set *s, int keep);

/* Check that the file PATH has a data set. Return 0, or -1 after an error message. */
int capture_check(const char *path, enum monread_container container);

/* Start again at the beginning. Return 0, or -1 after an error message. */
int capture_rewind(struct capture *c);

#endif
