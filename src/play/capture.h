/* capture.h: reads a capture as a sequence of data sets. */
#ifndef PLAY_CAPTURE_H
#define PLAY_CAPTURE_H

#include "monread.h"
#include "play/set.h"

struct play_capture;

enum capture_result { CAPTURE_SET, CAPTURE_END, CAPTURE_FAILED };

/* Open the capture PATH. If REPORT is 0, do not report damage, because a second reader of the
 * capture reports it. Return NULL after an error message. */
struct play_capture *capture_open(const char *path, enum monread_container container, int report);
void capture_close(struct play_capture *c);

/* Read the next data set into S, which the caller must have cleared. If KEEP is 0, do not store its
 * bytes. Leave out incomplete record sets, because no device would deliver them. */
enum capture_result capture_next(struct play_capture *c, struct set *s, int keep);

/* Check that the file PATH has at least one data set. Return 0, or -1 after an error message. */
int capture_check(const char *path, enum monread_container container);

/* Read the capture from its beginning again. Return 0, or -1 after an error message. */
int capture_rewind(struct play_capture *c);

#endif
