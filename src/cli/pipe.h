/* pipe.h: pipes that output goes into. */
#ifndef CLI_PIPE_H
#define CLI_PIPE_H

/* Where FD is a pipe, give it room for more, so that writer and reader wait for each other less often. */
void pipe_widen(int fd);

#endif
