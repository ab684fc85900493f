/* device.h: what a monreader device does, as drivers/s390/char/monreader.c of Linux does it. */
#ifndef PLAY_DEVICE_H
#define PLAY_DEVICE_H

#include "play/capture.h"
#include "play/fault.h"
#include "play/host.h"
#include "play/options.h"

/* The result of a read. */
struct answer {
	int error; /* errno; 0: LENGTH bytes */
	const unsigned char *bytes; /* lives until the next call */
	size_t length;
};

struct device {
	const struct options *opt;
	struct faults *faults;
	struct host host;
	struct capture *capture;
	struct set set;
	uint64_t loaded;   /* number of the data set in ->set; 0: none */
	uint64_t taken;    /* number of the data set that ->capture gave last */
	int empty;         /* an empty set comes before it */
	int touched;       /* something of it was read */
	size_t record_set; /* the pieces in front of the position */
	size_t position;
	size_t piece;      /* bytes of the piece that were read */
	int in_records;    /* the piece is a record set, not a control element */
	int is_open, overflow;
	enum { DEVICE_CONNECTED, DEVICE_SEVERED, DEVICE_SEVERED_LATE } connection;
	int64_t severed_at;
	uint64_t happened; /* grows whenever a sleeping reader has a reason to wake up */
	uint64_t reads, delivered, dropped;
};

/* 0, or -1: the reason was reported. */
int device_init(struct device *d, const struct options *opt, struct faults *faults);
void device_done(struct device *d);

/* 0 or errno. */
int device_open(struct device *d);
void device_release(struct device *d);

/* A read comes in.  0, or the errno that a fault makes of it. */
int device_begin_read(struct device *d, int nonblock);

/* Answer it.  0, or -1: it has to wait (never with NONBLOCK). */
int device_read(struct device *d, size_t size, int nonblock, struct answer *a);

/* Events as poll(2) has them. */
unsigned device_poll(const struct device *d);

/* Let time go on.  When to call again; CLOCK_NEVER: only after something was asked for. */
int64_t device_tick(struct device *d);

/* Everything was read, and nobody has it open. */
int device_is_over(const struct device *d);

#endif
