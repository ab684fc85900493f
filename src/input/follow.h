/* follow.h: a capture that grows, and is rotated by name. */
#ifndef INPUT_FOLLOW_H
#define INPUT_FOLLOW_H

#include <stddef.h>
#include <sys/types.h>

struct follow;

/* NULL: see errno.  NAME must live as long. */
struct follow *follow_start(const char *name, int fd);
void follow_end(struct follow *f);

enum follow_state {
	FOLLOW_DATA,
	FOLLOW_NEW,   /* the name stands for another file now */
	FOLLOW_ANEW,  /* the file was cut and is written anew; from its beginning */
	FOLLOW_CUT,   /* a part of it was cut off; from its end */
	FOLLOW_STOPPED,
	FOLLOW_FAILED /* see errno */
};

/* Wait for bytes behind those that were read; *N of them go to BUF. */
enum follow_state follow_read(struct follow *f, void *buf, size_t len, size_t *n);

/* The descriptor in use; it is the follow's. */
int follow_fd(const struct follow *f);

#endif
