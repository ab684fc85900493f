/* fault.h: the faults that --fault and --script inject into reads and data sets. */
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
	FAULT_SHORT,
	FAULT_ANY /* for faults_find() */
};

/* The point at which a fault happens. */
enum fault_place {
	FAULT_READ,    /* at a read(2), whichever data set it reads */
	FAULT_SET,     /* the fault is not at a point in a data set */
	FAULT_MCE,     /* before the first control element of the data set */
	FAULT_RECORDS, /* in the middle of the first record set of the data set */
	/* before the second control element of the data set; if there is only one, before the read
	 * of 0 bytes */
	FAULT_BETWEEN,
	FAULT_END      /* at the read of 0 bytes that ends the data set */
};

struct fault {
	enum fault_kind kind;
	enum fault_place place;
	/* number of the read or of the data set at which the fault happens, from 1 */
	uint64_t at;
	/* for the fault overflow: number of lost data sets; for invalid: number of the control
	 * element; for short: maximum number of bytes per read(2) */
	uint64_t value;
	double seconds; /* for the fault slow: delay in seconds */
	int error;      /* for the faults open, eio and efault: the errno to return */
	int keep;       /* for eio and efault: 1 to let the data set be read again; 0 to drop it */
	int driver;     /* for the fault sever: 1 to behave exactly like the Linux driver */
	uint64_t left;  /* number of times that the fault still has to happen */
	int has_happened;
	char *spec;
};

struct faults {
	struct fault *list;
	size_t n, room;
	uint64_t fired; /* how often faults have happened */
};

/* Add to F the fault that SPEC, an argument of --fault, describes. Return NULL, or a constant
 * sentence that explains the error in SPEC. */
const char *faults_add(struct faults *f, const char *spec);

/* Add the faults in the file PATH, which has one argument of --fault per line; # begins a comment.
 * Return 0, or -1 after an error message. */
int faults_load(struct faults *f, const char *path);

void faults_done(struct faults *f);

/* Return the first fault of the kind KIND at PLACE that still has to happen at read or data set
 * number AT (0 for the kinds FAULT_OPEN and FAULT_SHORT), or NULL. */
struct fault *faults_find(const struct faults *f, enum fault_kind kind, enum fault_place place,
                          uint64_t at);

/* Count that FAULT happens now. */
void faults_fire(struct faults *f, struct fault *fault);

/* Find a fault of the kind KIND, which has the place FAULT_SET, and let it happen. Return the
 * fault, or NULL. */
struct fault *faults_take(struct faults *f, enum fault_kind kind, uint64_t at);

#endif
