/* exec.h: --exec: runs a program for each finished file. */
#ifndef STORE_EXEC_H
#define STORE_EXEC_H

#include <stddef.h>
#include <sys/types.h>

struct store_exec {
	const char *program; /* the program of --exec; NULL: run no program */
	/* absolute names of finished files, until the program has ended for them */
	char **names;
	size_t count, room;
	/* of the program that runs for the first file; 0: none runs */
	pid_t pid;
};

/* Run the program for the finished file NAME, after all files that were added before. */
void store_exec_add(struct store_exec *x, const char *name);

/* Start the program for the next file if it has ended, without a wait. */
void store_exec_poll(struct store_exec *x);

/* Run the program for all files that still wait for it. After a signal, wait at most a minute, then
 * report the files for which it was not run. Free the memory of X. */
void store_exec_end(struct store_exec *x);

#endif
