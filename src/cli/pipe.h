/* pipe.h: enlarges pipes. */
#ifndef CLI_PIPE_H
#define CLI_PIPE_H

/* If FD is a pipe, enlarge it, so that writer and reader wait for each other less often. */
void pipe_widen(int fd);

#endif
