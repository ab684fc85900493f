/* device.h: simulates a monreader device, with the behavior of drivers/s390/char/monreader.c of Linux. */
#ifndef PLAY_DEVICE_H
#define PLAY_DEVICE_H

#include "play/capture.h"
#include "play/fault.h"
#include "play/host.h"
#include "play/options.h"

/* The result of a read. */
struct answer {
	int error; /* errno; 0: LENGTH bytes */
	const unsigned char *bytes; /* valid until the next call */
	size_t length;
};

struct device {
	const struct options *opt;
	struct faults *faults;
	struct host host;
	struct capture *capture;
	struct set set;
	uint64_t loaded;   /* number of the data set in ->set; 0: none */
	uint64_t taken;    /* number of the last data set read from ->capture */
	int empty;         /* a read that returns an empty data set comes before ->set */
	int touched;       /* some of it was read */
	size_t record_set; /* the current piece: number of its record set, and offset of the piece */
	size_t position;
	size_t piece;      /* bytes of the piece that were read */
	int in_records;    /* the piece is a record set, not a control element */
	int is_open, overflow;
	enum { DEVICE_CONNECTED, DEVICE_SEVERED, DEVICE_SEVERED_LATE } connection;
	int64_t severed_at;
	uint64_t happened; /* grows whenever a sleeping reader has a reason to wake up */
	uint64_t reads, delivered, dropped;
};

/* Return 0, or -1 after an error message. */
int device_init(struct device *d, const struct options *opt, struct faults *faults);
void device_done(struct device *d);

/* Return 0 or errno. */
int device_open(struct device *d);
void device_release(struct device *d);

/* Begin a read. Return 0, or the errno of a fault. */
int device_begin_read(struct device *d, int nonblock);

/* Answer the read. Return 0, or -1 if it has to wait (never with NONBLOCK). */
int device_read(struct device *d, size_t size, int nonblock, struct answer *a);

/* Return events as in poll(2). */
unsigned device_poll(const struct device *d);

/* Process everything that is due. Return when to call again; CLOCK_NEVER: only after another request. */
int64_t device_tick(struct device *d);

/* Return 1 if everything was read and the device is closed. */
int device_is_over(const struct device *d);

#endif
