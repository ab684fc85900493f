/* play_device.h: simulates a monreader device, with the behavior of drivers/s390/char/monreader.c
 * of Linux. */
#ifndef PLAY_DEVICE_H
#define PLAY_DEVICE_H

#include "play/capture.h"
#include "play/fault.h"
#include "play/host.h"
#include "play/play_options.h"

/* The result of a read. */
struct answer {
	int error; /* errno; 0: LENGTH bytes */
	const unsigned char *bytes; /* valid until the next call */
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
	int empty;         /* number of reads of 0 bytes that a fault adds before ->set */
	int touched;       /* 1: some bytes of ->set were read */
	/* number of the record set in ->set that is read, or whose control element is */
	size_t record_set;
	size_t position;   /* offset in ->set.bytes of the next byte to read */
	size_t piece;      /* bytes that were read of this record set or control element */
	int in_records;    /* 1: the record set is read; 0: its control element */
	int is_open, overflow;
	enum { DEVICE_CONNECTED, DEVICE_SEVERED, DEVICE_SEVERED_LATE } connection;
	int64_t severed_at;
	uint64_t happened; /* number of events that wake up a waiting reader */
	uint64_t reads, delivered, dropped;
};

/* Prepare the device D. Return 0, or -1 after an error message. */
int device_init(struct device *d, const struct play_options *opt, struct faults *faults);
void device_done(struct device *d);

/* Return 0 or errno. */
int device_open(struct device *d);
void device_release(struct device *d);

/* Count a read(2). Return 0, or the errno of a fault that makes the read fail. */
int device_begin_read(struct device *d, int nonblock);

/* Answer a read of SIZE bytes in A. Return 0, or -1 if the read has to wait for data (never with
 * NONBLOCK). */
int device_read(struct device *d, size_t size, int nonblock, struct answer *a);

/* Return events as in poll(2). */
unsigned device_poll(const struct device *d);

/* Let the data sets arrive that are due. Return the time of the next call; CLOCK_NEVER: call again
 * after a request. */
int64_t device_tick(struct device *d);

/* Return 1 if all data sets were read and the device is closed. */
int device_is_over(const struct device *d);

#endif
