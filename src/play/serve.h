/* serve.h: the main loop of monplay. */
#ifndef PLAY_SERVE_H
#define PLAY_SERVE_H

#include "play/options.h"

/* Return the exit status. */
int serve(struct options *o);

#endif
