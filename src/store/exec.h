/* exec.h: --exec: runs a program for each finished file. */
#ifndef STORE_EXEC_H
#define STORE_EXEC_H

#include <stddef.h>
#include <sys/types.h>

struct store_exec {
	const char *program; /* the program of --exec; NULL: run no program */
	/* absolute names of the finished files for which the program has not ended yet */
	char **names;
	size_t count, room;
	/* process ID of the program that runs for names[0]; 0: the program does not run */
	pid_t pid;
};

/* Run the program for the finished file NAME, after all files that were added before. */
void store_exec_add(struct store_exec *x, const char *name);

/* If the program has ended for a file, start it for the next file. Do not wait. */
void store_exec_poll(struct store_exec *x);

/* Run the program for all files that still wait for it. After a signal, wait at most a minute in
 * total, then report the files for which the program was not run. Free the memory of X. */
void store_exec_end(struct store_exec *x);

#endif
