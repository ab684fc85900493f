/* screen_told.h: a pipe that tells the thread of --top what to do. */
#ifndef STAT_SCREEN_TOLD_H
#define STAT_SCREEN_TOLD_H

enum { TOLD_DRAW = 'd', TOLD_RESIZED = 'r', TOLD_SUSPEND = 's', TOLD_CONTINUE = 'c', TOLD_END = 'e' };

/* Make the pipe.  0, or -1: see errno. */
int told_open(void);
void told_close(void);

/* Where one of these characters can be read. */
int told_fd(void);
void told_tell(char what);

/* From here on signals for a new size, a suspension and a continuation are written to the pipe; until told_default(). */
void told_handle(void);
void told_default(void);

/* Suspend this process, as SIGTSTP does without a handler. */
void told_suspend(void);

#endif
