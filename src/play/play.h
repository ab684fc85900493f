/* play.h: the parts of monplay. fs.c passes requests of programs to play_device.c, which gets
 * messages about data sets from host.c, and data sets from capture.c. */
#ifndef PLAY_PLAY_H
#define PLAY_PLAY_H

#include "monread.h"

/* ---- fault.c: the faults that --fault and --script inject into reads and data sets ---- */

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

/* where a fault happens */
enum fault_place {
	FAULT_READ, /* at a read(2) of any data set */
	FAULT_SET, /* during a data set, or at all reads */
	FAULT_MCE,     /* before the first control element */
	FAULT_RECORDS, /* in the middle of the first record set */
	/* before the second control element or, if the data set has only one, before the read of 0
	 * bytes */
	FAULT_BETWEEN,
	FAULT_END /* at the read of 0 bytes, the end of the data set */
};

struct fault {
	enum fault_kind kind;
	enum fault_place place;
	/* number, from 1, of the read or data set at which the fault happens; 0 for the faults open
	 * and short */
	uint64_t at;
	/* fault overflow: number of lost data sets; fault invalid: number of the invalid control
	 * element; fault short: maximum bytes of a read(2) */
	uint64_t value;
	double seconds; /* fault slow: the delay */
	int error;      /* errno with which the fault makes a call fail; 0: none */
	/* faults eio and efault: 1 if the data set can be read again; 0 drops the data set */
	int keep;
	int driver; /* fault sever: 1 to first deliver data that has arrived */
	uint64_t left; /* how often the fault will still happen; UINT64_MAX: at each read */
	char *spec;
};

struct faults {
	struct fault *list;
	size_t n, room;
	uint64_t fired;
};

/* Add the fault SPEC. Return NULL, or a constant text about the error in SPEC. */
const char *faults_add(struct faults *f, const char *spec);

/* Add the faults in the file PATH, one SPEC per line; # begins a comment. Return 0, or -1 after a
 * message. */
int faults_load(struct faults *f, const char *path);

void faults_done(struct faults *f);

/* Return the first fault of KIND at PLACE that will still happen at the read or data set number AT
 * (see struct fault), or NULL. */
struct fault *faults_find(const struct faults *f, enum fault_kind kind, enum fault_place place,
                          uint64_t at);

void faults_fire(struct faults *f, struct fault *fault);

/* Like faults_find() with the place FAULT_SET, but also count the fault as happened. */
struct fault *faults_take(struct faults *f, enum fault_kind kind, uint64_t at);

/* ---- The command line ---- */

enum end { END_WAIT, END_EIO, END_EXIT };

struct play_options {
	const char *capture;
	const char *mountpoint;
	enum monread_container container;
	double speed; /* factor; 0: --speed=max */
	int loop;
	enum end end;
	size_t limit;
	struct faults faults;
	const char *mount_options; /* NULL: none */
	int foreground;
};

/* fs.c: play the capture until it ends or a signal arrives. Return the exit status. */
int serve(struct play_options *o);

/* ---- capture.c: reads a capture as a sequence of data sets ---- */

#define SET_MCE_SIZE 12u

/* A data set. Initialize with {0}. */
struct set {
	/* the bytes that a program reads: a control element, the record set of this element, the
	 * next control element, ... */
	struct monread_buffer bytes;
	size_t *records; /* bytes of each record set */
	size_t nrecords;
	size_t records_room;
	uint64_t tod; /* TOD clock of the last record; 0: the data set has no record */
};

void set_done(struct set *s);

struct play_capture;

enum capture_result { CAPTURE_SET, CAPTURE_END, CAPTURE_FAILED };

/* Open the capture PATH. REPORT: 1 to report damage; 0 if another reader of the capture reports
 * damage. Return NULL after a message. */
struct play_capture *capture_open(const char *path, enum monread_container container, int report);
void capture_close(struct play_capture *c);

/* Read the next data set of C into S, without incomplete record sets, which no device would
 * deliver. If KEEP is 0, leave s->bytes empty. */
enum capture_result capture_next(struct play_capture *c, struct set *s, int keep);

/* Return 0 if PATH has a data set, or -1 after a message. */
int capture_check(const char *path, enum monread_container container);

/* Begin the capture again. Return 0, or -1 after a message. */
int capture_rewind(struct play_capture *c);

/* ---- host.c: simulates z/VM, which decides when each data set can be read ---- */

/* A message of z/VM to which the device has not replied yet. */
struct message {
	uint64_t set; /* number, from 1, of the data set that the message announces */
	/* 1: after the device has replied to the message, a read(2) fails with EOVERFLOW, because
	 * the message filled the queue, or because of the fault overflow */
	int limit;
};

struct play_host {
	struct play_options *opt;
	/* a ring of ->limit messages; ->count messages wait, of which ->first is the index of the
	 * oldest */
	struct message *ring;
	size_t limit, first, count;
	/* reads the capture ahead of the device, to learn the times of data sets; NULL: data sets
	 * arrive as fast as a program reads them */
	struct play_capture *times;
	struct set set; /* the last data set that was read from ->times */
	uint64_t next; /* number, from 1, of the data set that arrives next */
	int64_t due; /* when data set ->next arrives; CLOCK_NEVER: unknown */
	int64_t start; /* when this pass over the capture began */
	int64_t last; /* when the data set ->set arrives */
	uint64_t first_tod;
	uint64_t in_pass; /* number of data sets in this pass so far */
	uint64_t drop; /* data sets that the fault overflow will still drop */
	uint64_t lost; /* lost data sets */
	uint64_t lost_at_limit; /* lost data sets for which the queue was full */
	uint64_t unread; /* data sets in the queue when the device was closed */
	int64_t stopped; /* when the device was last closed */
	int started, ended;
};

/* H must be {0}. Return 0, or -1 after a message. */
int host_init(struct play_host *h, struct play_options *opt);
void host_done(struct play_host *h);

/* Call these functions when a program opens and closes the device. While the device is closed, time
 * stands still. Closing drops unread data. */
void host_connect(struct play_host *h, int64_t now);
void host_disconnect(struct play_host *h, int64_t now);

/* Add messages for the data sets that are due at NOW, and return how many. */
unsigned host_tick(struct play_host *h, int64_t now);

/* The oldest message, or NULL. */
const struct message *host_first(const struct play_host *h);

/* Reply to the oldest message, which removes it from the queue. */
void host_reply(struct play_host *h);

/* ---- play_device.c: behaves as drivers/s390/char/monreader.c of Linux ---- */

/* The answer to a read(2). */
struct answer {
	int error; /* errno; 0: return ->length bytes */
	const unsigned char *bytes; /* valid until the next call of device_read() */
	size_t length;
};

struct device {
	struct play_options *opt;
	struct play_host host;
	struct play_capture *capture;
	struct set set;
	uint64_t loaded; /* number of the data set in ->set; 0: none */
	uint64_t taken; /* data sets read from ->capture */
	int empty; /* empty data sets to deliver before ->set */
	size_t record_set; /* index of the current record set */
	/* 1: the current record set is being read; 0: its control element is being read */
	int in_records;
	size_t piece; /* bytes already read of the current record set or control element */
	size_t position;   /* offset of the next byte in ->set.bytes */
	int is_open, overflow;
	enum { DEVICE_CONNECTED, DEVICE_SEVERED, DEVICE_SEVERED_LATE } connection;
	int64_t severed_at;
	uint64_t happened; /* number of events that wake up a waiting reader */
	/* reads: calls of read(2); delivered, dropped: data sets that were delivered or dropped */
	uint64_t reads, delivered, dropped;
};

/* Return 0, or -1 after a message. */
int device_init(struct device *d, struct play_options *opt);
void device_done(struct device *d);

/* Return 0, or an errno. */
int device_open(struct device *d);
void device_release(struct device *d);

/* Count a read(2). If a fault makes the read fail, set a->error to the errno, else to 0. */
void device_begin_read(struct device *d, int nonblock, struct answer *a);

/* Set *A to the answer to a read of SIZE bytes. Return 0, or -1 if the read has to wait. With
 * NONBLOCK 1, a read never waits. */
int device_read(struct device *d, size_t size, int nonblock, struct answer *a);

/* Return the events for poll(2). */
unsigned device_poll(const struct device *d);

/* Let the data sets that are due arrive. Return the time at which to call device_tick() again;
 * CLOCK_NEVER: after the next request. */
int64_t device_tick(struct device *d);

/* Return 1 if all data sets were read, and the device is closed. */
int device_is_over(const struct device *d);

#endif
