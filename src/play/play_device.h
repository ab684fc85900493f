/* play_device.h: simulates a device with the behavior of drivers/s390/char/monreader.c of Linux. */
#ifndef PLAY_DEVICE_H
#define PLAY_DEVICE_H

#include "play/host.h"

/* The result of a read(2). */
struct answer {
	int error; /* errno; 0: the read returns ->length bytes */
	const unsigned char *bytes; /* valid until the next call of device_read() */
	size_t length;
};

struct device {
	struct play_options *opt;
	struct play_host host;
	struct play_capture *capture;
	struct set set;
	uint64_t loaded;   /* number of the data set in ->set; 0: ->set has no data set */
	uint64_t taken;    /* number of data sets read from ->capture */
	int empty;         /* number of empty data sets that a fault puts before ->set */
	size_t record_set; /* index in ->set of the record set that is being read */
	int in_records;    /* 0: only the control element of this record set is being read */
	size_t piece;      /* bytes read of the record set or of its control element */
	size_t position;   /* offset in ->set.bytes of the next byte to read */
	int is_open, overflow;
	enum { DEVICE_CONNECTED, DEVICE_SEVERED, DEVICE_SEVERED_LATE } connection;
	int64_t severed_at;
	uint64_t happened; /* number of events so far that wake up a waiting reader */
	uint64_t reads, delivered, dropped; /* numbers of read(2), and of data sets */
};

/* Prepare the device D for OPT. Return 0, or -1 after an error message. */
int device_init(struct device *d, struct play_options *opt);
void device_done(struct device *d);

/* Return 0, or the errno of open(2). */
int device_open(struct device *d);
void device_release(struct device *d);

/* Count a read(2), and store in a->error the errno if a fault makes this read fail, else 0. */
void device_begin_read(struct device *d, int nonblock, struct answer *a);

/* Store the result of a read of SIZE bytes in *A. Return 0, or -1 if the read has to wait for data,
 * which never happens if NONBLOCK is 1. */
int device_read(struct device *d, size_t size, int nonblock, struct answer *a);

/* Return the events for poll(2). */
unsigned device_poll(const struct device *d);

/* Let all data sets arrive that are due. Return the time at which to call this function again;
 * CLOCK_NEVER: call it after the next request of a program. */
int64_t device_tick(struct device *d);

/* Return 1 if all data sets of the capture were read and the device is closed. */
int device_is_over(const struct device *d);

#endif
