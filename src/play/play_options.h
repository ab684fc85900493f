/* play_options.h: the command line of monplay as a struct. */
#ifndef PLAY_OPTIONS_H
#define PLAY_OPTIONS_H

#include <stddef.h>

#include "monread.h"
#include "play/fault.h"

enum end { END_WAIT, END_EIO, END_EXIT };

struct play_options {
	const char *capture;
	const char *mountpoint;
	enum monread_container container;
	/* factor of --speed; 0 (max): the next data set arrives when the current one was read */
	double speed;
	int loop;
	enum end end;
	size_t limit;
	struct faults faults;
	const char *mount_options; /* argument of -o; NULL: none */
	int foreground;
};

/* Play the capture until it ends or a signal arrives. Return the exit status. */
int serve(struct play_options *o);

#endif
