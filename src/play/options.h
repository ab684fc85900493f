/* options.h: the command line of monplay as a struct. */
#ifndef PLAY_OPTIONS_H
#define PLAY_OPTIONS_H

#include <stddef.h>

#include "monread.h"
#include "play/fault.h"

enum end { END_WAIT, END_EIO, END_EXIT };

struct options_row;

struct options {
	const char *capture;
	const char *mountpoint;
	enum monread_container container;
	double speed; /* speed factor; 0: the speed of the reader */
	int loop;
	enum end end;
	size_t limit;
	struct faults faults;
	const char *mount_options; /* argument of -o; NULL: none */
	int foreground;
};

/* Exits on --help, --version and bad usage. */
void options_parse(struct options *o, int argc, char **argv);
void options_done(struct options *o);

/* Functions for options that do more than store a value; invalid values end the program. */
void option_speed(void *options, const struct options_row *row, const char *arg);
void option_fault(void *options, const struct options_row *row, const char *arg);
void option_script(void *options, const struct options_row *row, const char *arg);
void option_log(void *options, const struct options_row *row, const char *arg);
void option_verbose(void *options, const struct options_row *row, const char *arg);

/* The main loop of monplay. Return the exit status. */
int serve(struct options *o);

#endif
