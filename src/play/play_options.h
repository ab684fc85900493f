/* play_options.h: the command line of monplay as a struct. */
#ifndef PLAY_OPTIONS_H
#define PLAY_OPTIONS_H

#include <stddef.h>

#include "monread.h"
#include "play/fault.h"

enum end { END_WAIT, END_EIO, END_EXIT };

struct options_row;

struct play_options {
	const char *capture;
	const char *mountpoint;
	enum monread_container container;
	/* factor of --speed; 0 (max): the next data set arrives as soon as the program has read the
	 * current one */
	double speed;
	int loop;
	enum end end;
	size_t limit;
	struct faults faults;
	const char *mount_options; /* argument of -o; NULL: none */
	int foreground;
};

/* Read the command line into O. End the program after --help, --version or bad usage. */
void options_parse(struct play_options *o, int argc, char **argv);
void options_done(struct play_options *o);

/* Store ARG, the argument of an option, in OPTIONS, a struct play_options. End the program if ARG
 * is invalid. */
void option_speed(void *options, const struct options_row *row, const char *arg);
void option_fault(void *options, const struct options_row *row, const char *arg);
void option_script(void *options, const struct options_row *row, const char *arg);
void option_log(void *options, const struct options_row *row, const char *arg);
void option_verbose(void *options, const struct options_row *row, const char *arg);

/* Play the capture until it ends or a signal arrives. Return the exit status. */
int serve(struct play_options *o);

#endif
