/* play_device.h: simulates a monreader device, with the behavior of drivers/s390/char/monreader.c
 * of Linux. */
#ifndef PLAY_DEVICE_H
#define PLAY_DEVICE_H

#include "play/capture.h"
#include "play/fault.h"
#include "play/host.h"
#include "play/play_options.h"

/* The result of a read(2). */
struct answer {
	int error; /* errno; 0: the read returns ->length bytes */
	const unsigned char *bytes; /* valid until the next call of device_read() */
	size_t length;
};

struct device {
	const struct play_options *opt;
	struct faults *faults;
	struct play_host host;
	struct play_capture *capture;
	struct set set;
	uint64_t loaded;   /* number of the data set in ->set; 0: ->set has no data set */
	uint64_t taken;    /* number of data sets read from ->capture */
	/* number of reads that must return 0 bytes, because of a fault, before the bytes of ->set
	 * are read */
	int empty;
	int touched;       /* 1: a program has read some bytes of ->set */
	/* index in ->set of the record set that is being read, or whose control element is being
	 * read */
	size_t record_set;
	size_t position;   /* offset in ->set.bytes of the next byte to read */
	/* number of bytes that were read of the current record set or control element */
	size_t piece;
	int in_records;    /* 1: a record set is being read; 0: its control element */
	int is_open, overflow;
	enum { DEVICE_CONNECTED, DEVICE_SEVERED, DEVICE_SEVERED_LATE } connection;
	int64_t severed_at;
	uint64_t happened; /* number of events so far that wake up a waiting reader */
	uint64_t reads, delivered, dropped;
};

/* Prepare the device D for OPT and FAULTS. Return 0, or -1 after an error message. */
int device_init(struct device *d, const struct play_options *opt, struct faults *faults);
void device_done(struct device *d);

/* Handle open(2) of the device. Return 0 or an errno. */
int device_open(struct device *d);
void device_release(struct device *d);

/* Count a read(2). Return 0, or an errno if a fault makes this read fail. */
int device_begin_read(struct device *d, int nonblock);

/* Store the result of a read of SIZE bytes in *A. Return 0, or -1 if the read has to wait for data,
 * which never happens if NONBLOCK is 1. */
int device_read(struct device *d, size_t size, int nonblock, struct answer *a);

/* Return the events that poll(2) reports for the device. */
unsigned device_poll(const struct device *d);

/* Let all data sets arrive that are due. Return the time at which to call this function again;
 * CLOCK_NEVER: call it after the next request of a program. */
int64_t device_tick(struct device *d);

/* Return 1 if all data sets of the capture were read and the device is closed. */
int device_is_over(const struct device *d);

#endif
