/* serve.h: from mounting to unmounting. */
#ifndef PLAY_SERVE_H
#define PLAY_SERVE_H

#include "play/options.h"

/* The exit status. */
int serve(struct options *o);

#endif
