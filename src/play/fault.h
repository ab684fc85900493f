/* fault.h: the faults to inject, and when. */
#ifndef PLAY_FAULT_H
#define PLAY_FAULT_H

#include <stddef.h>
#include <stdint.h>

enum fault_kind {
	FAULT_EIO,
	FAULT_EFAULT,
	FAULT_SEVER,
	FAULT_OVERFLOW,
	FAULT_EMPTY,
	FAULT_INVALID,
	FAULT_SLOW,
	FAULT_EINTR,
	FAULT_EAGAIN,
	FAULT_OPEN,
	FAULT_SHORT
};

/* The place in a data set, or FAULT_READ if the fault is given by the number of the read. */
enum fault_place {
	FAULT_READ,
	FAULT_SET,     /* the whole data set */
	FAULT_MCE,     /* before its first control element */
	FAULT_RECORDS, /* in the middle of its first record set */
	FAULT_BETWEEN, /* before its second control element, or before the closing read if there is only one */
	FAULT_END      /* at the closing read of 0 bytes */
};

struct fault {
	enum fault_kind kind;
	enum fault_place place;
	uint64_t at;    /* number of the read or the data set, from 1 */
	uint64_t value; /* overflow: lost data sets; invalid: number of the control element; short: bytes */
	double seconds; /* slow */
	int error;      /* open, eio, efault: errno */
	int keep;       /* eio, efault: the data set is not dropped */
	int driver;     /* sever: exactly like the driver */
	uint64_t left;  /* how many more times it happens */
	uint64_t fired;
	char *spec;
};

struct faults {
	struct fault *list;
	size_t n, room;
	uint64_t fired;
};

/* Add a fault. Return NULL, or a constant sentence that explains the error in SPEC. */
const char *faults_add(struct faults *f, const char *spec);

/* Read a file with one SPEC per line; # begins a comment. Return 0, or -1 after an error message. */
int faults_load(struct faults *f, const char *path);

void faults_done(struct faults *f);

/* Return the first unused fault for this place of the read or data set AT, or NULL. */
struct fault *faults_find(const struct faults *f, enum fault_place place, uint64_t at);

/* Return the first unused fault of this kind, at any place. */
struct fault *faults_of_kind(const struct faults *f, enum fault_kind kind, uint64_t at);

/* Count that the fault happened. */
void faults_fire(struct faults *f, struct fault *fault);

#endif
