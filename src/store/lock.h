/* lock.h: locks that keep two writers of a file apart. */
#ifndef STORE_LOCK_H
#define STORE_LOCK_H

enum lock_result { LOCK_TAKEN, LOCK_BUSY, LOCK_UNABLE };

/* Lock the file FD, which is open for writing, until FD is closed.  LOCK_UNABLE: it cannot be locked, see errno. */
enum lock_result lock_write(int fd);

/* Others may have FD open, too, as it was given: do not wait for them. */
void lock_release(int fd);

/* Whether a writer has locked the file NAME; 0 also where it cannot be opened. */
int lock_is_held_on(const char *name);

#endif
