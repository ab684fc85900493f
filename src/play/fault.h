/* fault.h: what is to go wrong, and when. */
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

/* Where in a data set a read stands, or that the fault goes by the number of the read. */
enum fault_place {
	FAULT_READ,
	FAULT_SET,     /* the data set as a whole */
	FAULT_MCE,     /* before its first control element */
	FAULT_RECORDS, /* in the middle of its first record set */
	FAULT_BETWEEN, /* before its second control element, or the closing read where there is none */
	FAULT_END      /* at the closing 0-byte read */
};

struct fault {
	enum fault_kind kind;
	enum fault_place place;
	uint64_t at;    /* number of the read or the data set, from 1 */
	uint64_t value; /* overflow: data sets lost; invalid: which control element; short: bytes */
	double seconds; /* slow */
	int error;      /* open, eio, efault: errno */
	int keep;       /* eio, efault: the data set is not dropped */
	int driver;     /* sever: exactly as the driver does it */
	uint64_t left;  /* how many more times it is to happen */
	uint64_t fired;
	char *spec;
};

struct faults {
	struct fault *list;
	size_t n, room;
	uint64_t fired;
};

/* NULL, or what is wrong with SPEC: a sentence that lives as long as the program. */
const char *faults_add(struct faults *f, const char *spec);

/* One SPEC a line; # begins a comment.  0, or -1: the reason was reported. */
int faults_load(struct faults *f, const char *path);

void faults_done(struct faults *f);

/* The first that is due at this place of read or data set AT and was not used up; else NULL. */
struct fault *faults_find(const struct faults *f, enum fault_place place, uint64_t at);

/* The same by kind, wherever it is to happen. */
struct fault *faults_of_kind(const struct faults *f, enum fault_kind kind, uint64_t at);

/* It happened. */
void faults_fire(struct faults *f, struct fault *fault);

#endif
