/* exec.h: --exec: runs a program for each finished file. */
#ifndef STORE_EXEC_H
#define STORE_EXEC_H

#include <stddef.h>
#include <sys/types.h>

struct store_exec {
	const char *program; /* the program of --exec; NULL: run no program */
	/* absolute names of finished files; those from ->next on wait for the program */
	char **names;
	size_t next, count, room;
	pid_t pid;           /* the running program; 0: none runs */
	char *name;          /* the file that the running program was given */
};

/* Let the program run for the finished file NAME, after it has run for the files that wait
 * already. */
void store_exec_add(struct store_exec *x, const char *name);

/* If the program has ended for one file, start it for the next file. This function does not
 * wait. */
void store_exec_poll(struct store_exec *x);

/* Run the program for all files that still wait for it. After a signal, wait for at most a minute,
 * and then report the files for which the program was not run. Free the memory of X. */
void store_exec_end(struct store_exec *x);

#endif
