/* monread.h: read z/VM monitor data. This is the only installed header of libmonread.
 *
 * The order of calls:
 *
 *   1. monread_open() with a file descriptor; or with MONREAD_FD_NONE, and then
 *      monread_feed() for data that is already in memory.
 *   2. monread_set_container(), monread_set_flags(): optional, before the first read.
 *   3. monread_next() until it returns NULL; monread_code() then gives the reason.
 *   4. For each record: monread_system_layout(), and monread_decode() with this
 *      layout to get the values of the fields.
 *   5. monread_close().
 *
 * Sources of the formats: the Linux monreader driver, IBM's "z/VM Performance" (appendix on
 * *MONITOR) and IBM's monitor record pages. All offsets and lengths are in bytes; bit 0 is the most
 * significant bit.
 *
 * The library never prints, never exits, and keeps all state in its handles. Unless a comment says
 * otherwise, only one thread at a time may use a handle. Functions that create a handle return NULL
 * if out of memory.
 *
 * Later versions keep these rules, so that programs need not be recompiled:
 *
 *   - Handles are opaque. Other structs are returned by pointer only: read their
 *     members, but do not copy them and pass in the copy. New members are added at
 *     the end only, so do not compute the address of the next struct: functions
 *     return each structure, field and bit of a layout.
 *   - Tables of callbacks begin with their size; the library ignores everything
 *     after this size.
 *   - Enums get new values: ignore kinds and flags that you do not know.
 *   - monread_mce, monread_buffer and monread_mark never change; programs may
 *     copy, embed and create them. */
#ifndef MONREAD_H
#define MONREAD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && defined(MONREAD_BUILD)
#define MONREAD_API __attribute__((visibility("default")))
#else
#define MONREAD_API
#endif

#define MONREAD_FD_NONE (-1)

MONREAD_API const char *monread_version(void); /* such as "1.2.0" */

/* ---- Codes ---- */

/* Results of functions. A positive result is from a callback of the caller. */
enum monread_code {
	MONREAD_OK = 0,
	MONREAD_AGAIN = -1,  /* no data now: feed more, or wait for the descriptor */
	MONREAD_EOF = -2,    /* the whole input was read */
	MONREAD_FAILED = -3, /* this call failed, see errno; the handle stays usable */
	MONREAD_FATAL = -4   /* no more data from this handle; errno is set if a system call failed */
};

/* ---- Events ---- */

enum monread_kind {
	MONREAD_CONTROL = 1, /* a monitor control element: ->mce */
	MONREAD_RECORD,      /* a record: ->bytes, ->length; header included */
	MONREAD_FILLER,      /* bytes of a record set outside of records, with MONREAD_WANT_FILLER */
	MONREAD_SET_END,     /* end of a data set */
	MONREAD_BAD,         /* ->skipped bytes are damaged or missing; ->text says why */
	MONREAD_GAP          /* data was lost here: ->text says how */
};

/* Flags of an event. */
#define MONREAD_NUMBERED 0x01u /* ->domain and ->record are set: always for RECORD, sometimes for BAD and GAP */
/* the record of a mark (see "Marks" below) that announces repeated configuration, or a part of this
 * configuration, which was stored before */
#define MONREAD_REPEATED 0x02u
/* the TOD clocks of this sample record and of its record set differ by more than 30 s, so one of
 * them is wrong; set for only one record per frame */
#define MONREAD_APART    0x04u
/* the third record of a record set: the clocks of the second and third record agree, so the clock
 * of the first record is wrong; later records of the record set are compared with the clock of the
 * second record */
#define MONREAD_FIRST_APART 0x08u

/* Types of a record set. */
#define MONREAD_SAMPLE 0xE2 /* EBCDIC S */
#define MONREAD_EVENT  0xC5 /* EBCDIC E */

/* A monitor control element announces one record set. */
struct monread_mce {
	uint8_t type;     /* MONREAD_SAMPLE or MONREAD_EVENT */
	uint8_t reserved; /* byte 3 of the control element */
	uint16_t domains; /* X'8000' domain 0 ... X'0010' domain 11 */
	uint32_t start;   /* DCSS address of the first byte of the record set */
	uint32_t end;     /* DCSS address of the last byte of the record set */
};

#define MONREAD_MCE_SIZE   12u
#define MONREAD_BLOCK_SIZE 4096u /* size of a MONWRITE control block */
#define MONREAD_BLOCK_AREA 40u   /* offset in a control block of its first control element */

/* An event, owned by the reader. Members that do not apply to the kind are 0 or NULL. */
struct monread_ev {
	enum monread_kind kind;
	unsigned flags;
	uint64_t offset;               /* offset in the input at which the event begins */
	uint64_t serial;               /* number of the event, from 1; BAD and GAP are not counted */
	uint64_t dataset; /* number of the data set, from 1; 0 before the first data set */
	uint64_t setno;                /* number of the record set (control element), from 1 */
	uint64_t skipped;              /* BAD, GAP: number of skipped bytes */
	uint64_t tod;                  /* TOD clock of the record, or of the mark that reports a GAP */
	const struct monread_mce *mce; /* the current control element, or NULL */
	const unsigned char *bytes;    /* bytes of a CONTROL, RECORD or FILLER event */
	size_t length;
	uint32_t address;              /* RECORD, FILLER: DCSS address of ->bytes */
	uint16_t domain; /* domain and record number, if ->flags has MONREAD_NUMBERED */
	uint16_t record;
	const char *text;              /* BAD, GAP: one sentence without offset and file name */
};

/* ---- Reading ---- */

/* A reader. It allocates memory for its buffer, never for a single record. */
struct monread;

enum monread_container {
	MONREAD_CONTAINER_AUTO,
	MONREAD_CONTAINER_STREAM,   /* control element, record set, control element, ... */
	MONREAD_CONTAINER_MONWRITE, /* MONWRITE: 4K control block, then whole frames */
	/* a stream in which a read of 0 bytes ends each data set; each monread_feed() is one data
	 * set */
	MONREAD_CONTAINER_DEVICE
};

/* Create a reader, which reads the descriptor FD with read(2) from its current position, and does
 * not close it. With MONREAD_FD_NONE, the caller feeds the data. */
MONREAD_API struct monread *monread_open(int fd);
MONREAD_API void monread_close(struct monread *m);

/* Set the container instead of detecting it. Return MONREAD_OK, or MONREAD_FAILED with EINVAL if
 * reading has begun or CONTAINER is invalid. */
MONREAD_API int monread_set_container(struct monread *m, enum monread_container container);

/* Return MONREAD_FILLER events, too. Then the bytes of all CONTROL, RECORD and FILLER events in sequence form a
 * stream capture. */
#define MONREAD_WANT_FILLER 1u
/* Return MONREAD_OK, or MONREAD_FAILED with EINVAL if reading has begun or a flag is unknown. */
MONREAD_API int monread_set_flags(struct monread *m, unsigned flags);

/* After MONREAD_AGAIN, return 1 if the reader holds bytes that no event has reported, because their
 * meaning depends on the next bytes: whether monitor data begins in them or, in a MONWRITE file,
 * whether a frame is stored once or twice. At the end of the input, call monread_feed(m, NULL, 0)
 * to get their events. */
MONREAD_API int monread_undecided(const struct monread *m);

/* Return the next event. The event and everything that it points to are valid until the next call.
 * After NULL, monread_code() is MONREAD_AGAIN, MONREAD_EOF or MONREAD_FATAL. */
MONREAD_API const struct monread_ev *monread_next(struct monread *m);

#define MONREAD_PASS_DOMAINS 32u
#define MONREAD_PASS_RECORDS 256u
/* Records that the caller does not need. */
struct monread_pass {
	uint64_t setno; /* number of the record set, from monread_ev.setno; 0: skip no records */
	uint64_t passed; /* the reader adds the number of records that it skips */
	unsigned char numbers[MONREAD_PASS_DOMAINS][MONREAD_PASS_RECORDS]; /* [domain][record]: 1 to skip */
};

/* Like monread_next(), but return no event for records of the record set P->setno that are marked
 * in P; these records still count in ->serial. Records of domain 1 (which can end the data set) and
 * 10 (which can be marks) are always returned. */
MONREAD_API const struct monread_ev *monread_next_but(struct monread *m, struct monread_pass *p);

/* Append the LEN bytes at DATA to the input; LEN 0 ends the input. The bytes must stay unchanged
 * until monread_code() is MONREAD_AGAIN or MONREAD_EOF. Return MONREAD_OK, or MONREAD_FAILED with
 * errno ENOMEM, or EINVAL if the reader has a descriptor or has not asked for data. */
MONREAD_API int monread_feed(struct monread *m, const void *data, size_t len);

/* Declare that bytes are missing between the data fed so far and the data fed next. monread_next()
 * handles the end of the earlier data like the end of an input, and then searches the next control
 * element or control block. Offsets do not count the missing bytes. Return like monread_feed(), but
 * MONREAD_FAILED with EINVAL for MONREAD_CONTAINER_DEVICE, where each feed is a data set. */
MONREAD_API int monread_feed_gap(struct monread *m);

/* Return the container, or MONREAD_CONTAINER_AUTO while it is unknown. */
MONREAD_API enum monread_container monread_container_found(const struct monread *m);

/* Return the number of input bytes that were returned or skipped; at MONREAD_EOF, the length of the input. */
MONREAD_API uint64_t monread_offset(const struct monread *m);

/* Return the number of end-of-data records that the reader has skipped, and the offset of the last
 * one in *OFFSET. Some levels of MONWRITE write such a record, 4096 bytes that are not a control
 * block, after the last data set of a file. */
MONREAD_API unsigned monread_end_records(const struct monread *m, uint64_t *offset);

/* Return the result of the last monread_next(), or of a later call that failed. */
MONREAD_API enum monread_code monread_code(const struct monread *m);

/* Return the error of monread_code() as a sentence without offset and file name; "" if there is
 * none. Valid until the next call. */
MONREAD_API const char *monread_error(const struct monread *m);

/* ---- Parts ---- */

/* Several threads can read a fed capture: one thread divides the fed data into parts, and a
 * separate reader reads each part. In the order of the parts, the events of these readers are the
 * same as the events of a single reader if monread_part_whole() returns 1 for each part. */

/* A range of the fed data that begins and ends between two record sets. Several readers may read it
 * at the same time. */
struct monread_part;

MONREAD_API struct monread_part *monread_part_new(void);
MONREAD_API void monread_part_free(struct monread_part *p);

/* Make P the part with about the next SIZE bytes, in whole frames, of the data fed to M. M
 * continues after these bytes, and does not count their events in ->serial. The fed data must stay
 * unchanged until P is no longer needed. Return 1, or 0 if no part can begin here: then call
 * monread_next(). M must not have the flag MONREAD_WANT_FILLER. */
MONREAD_API int monread_part_take(struct monread *m, struct monread_part *p, size_t size);

/* Let M itself read the bytes of P, the last part taken from M. The caller must not have fed M
 * since then. */
MONREAD_API void monread_part_put_back(struct monread *m, const struct monread_part *p);

/* If the samples of a data set begin in P, store the number of this data set in *DATASET and the
 * clock of the first record of these samples in *TOD, and return 1; else return 0. If the samples
 * of several data sets begin in P, the last of these data sets counts. */
MONREAD_API int monread_part_sample(const struct monread_part *p, uint64_t *dataset, uint64_t *tod);

/* Let READER, opened with MONREAD_FD_NONE, read P until MONREAD_EOF. */
MONREAD_API void monread_part_read(struct monread *reader, const struct monread_part *p);

/* Return 1 if READER has read P and reached the start of the next part; 0 if P is damaged: then
 * call monread_part_put_back(). */
MONREAD_API int monread_part_whole(const struct monread *reader, const struct monread_part *p);

/* ---- The device ---- */

/* monread_open() with the descriptor of a device and MONREAD_CONTAINER_DEVICE applies all rules of
 * the device: a data set is returned after the read of 0 bytes that ends it, losses are MONREAD_GAP
 * events, and a severed connection is MONREAD_FATAL. To read in one thread and decode in another,
 * call the functions below, and feed the data sets that they return to a reader with
 * MONREAD_CONTAINER_DEVICE and MONREAD_FD_NONE. */

enum monread_device_state {
	MONREAD_DEVICE_SET,      /* a complete data set */
	MONREAD_DEVICE_EMPTY,    /* a data set without data */
	MONREAD_DEVICE_AGAIN,    /* no data now, or interrupted by a signal: poll(2), then call again */
	MONREAD_DEVICE_LOST,     /* EIO, EFAULT, or too large (ENOMEM, EFBIG, EBADMSG): the data set was thrown away */
	MONREAD_DEVICE_OVERFLOW, /* EOVERFLOW: earlier data is valid; data may be missing before the next data set */
	MONREAD_DEVICE_SEVERED,  /* the connection to *MONITOR was severed */
	MONREAD_DEVICE_FAILED    /* reading failed, see errno */
};

struct monread_device;

/* Read the device from the descriptor FD, which the caller keeps. */
MONREAD_API struct monread_device *monread_device_open(int fd);
MONREAD_API void monread_device_close(struct monread_device *d);

/* Bytes allocated with malloc(3); the caller frees them. Initialize with {0}. */
struct monread_buffer {
	unsigned char *bytes;
	size_t length, room;
};

/* Read more of a data set into *SET: pass the same buffer until the state is MONREAD_DEVICE_SET,
 * then any buffer with length 0. *LOST is the number of bytes thrown away with MONREAD_DEVICE_LOST,
 * SEVERED or FAILED. */
MONREAD_API enum monread_device_state monread_device_read(struct monread_device *d, struct monread_buffer *set,
                                                          size_t *lost);

/* Return the code of the last monread_device_read(): MONREAD_OK (SET, EMPTY), MONREAD_AGAIN
 * (AGAIN), MONREAD_FAILED (LOST, OVERFLOW; call again) or MONREAD_FATAL (SEVERED, FAILED). */
MONREAD_API enum monread_code monread_device_code(const struct monread_device *d);

/* Return the error of monread_device_code() as a sentence without file name, or "". Valid until
 * the next read or close. */
MONREAD_API const char *monread_device_error(const struct monread_device *d);

/* After MONREAD_DEVICE_LOST, return the number of lost data sets: 1, or 0 if the data set was
 * counted before. */
MONREAD_API unsigned monread_device_lost(const struct monread_device *d);

/* Return the number of bytes that were read of an unfinished data set, and that are lost if the
 * caller stops now. These bytes are in *SET of monread_device_read(), or were skipped (with
 * ->length 0) if the data set is too large. */
MONREAD_API size_t monread_device_pending(const struct monread_device *d);

/* ---- Marks ---- */

/* A mark is a record in which a program that stores a capture notes missing data: application data
 * (D10R1) of the user *MONREAD with the product MONREAD GP, alone in an event record set before the
 * next data set. Programs that do not know marks see an application record.
 *
 * At the beginning of a file, a mark may announce record sets with configuration that is repeated
 * from an earlier file. The record of the mark and the events of these record sets, except damage
 * and all events after it, are flagged MONREAD_REPEATED: do not count them, and do not copy the
 * mark if you copy only some of the sets.
 *
 * monread_next() returns the record of a mark like every record. If the mark announces lost data,
 * the next event is MONREAD_GAP with MONREAD_NUMBERED and the offset, domain, record and tod of the
 * mark; a gap of a device is not MONREAD_NUMBERED. So a program that copies a capture copies its
 * marks, and need not create marks for such gaps. */

/* Bits of ->why, the reason for a mark. A mark has one of these bits, or both LOST and THINNED. */
/* data was lost ->count times; ->sets, ->bytes, ->before and ->behind describe the losses */
#define MONREAD_MARK_LOST     0x80u
#define MONREAD_MARK_REPEATED 0x40u /* the next ->count record sets are configuration that was stored before */
#define MONREAD_MARK_THINNED  0x20u /* ->count sample data sets before the next one were omitted on request */
/* a program continues this file after a pause, in which data may have been lost */
#define MONREAD_MARK_CONTINUED 0x10u

/* Bits of ->known: the members whose value is known. */
#define MONREAD_MARK_SETS   0x80u
#define MONREAD_MARK_BYTES  0x40u
#define MONREAD_MARK_BEFORE 0x20u
#define MONREAD_MARK_BEHIND 0x10u

#define MONREAD_MARK_TEXT 256u  /* size of monread_mark.text, with a NUL */
#define MONREAD_MARK_ROOM 8192u /* maximum size of a mark in any container */

struct monread_mark {
	uint16_t version; /* version of a mark that was read; new marks have version 1 */
	uint8_t why;
	uint8_t known;
	uint32_t count;
	uint64_t sets, bytes;    /* lost data sets and bytes */
	/* TOD clocks of the last record before the loss and of the first record after it */
	uint64_t before, behind;
	char text[MONREAD_MARK_TEXT]; /* printable ASCII; other characters become "?" */
};

/* Create the record of MARK or, with monread_mark_set(), its record set with a control element
 * (MONREAD_CONTAINER_STREAM) or control block (MONREAD_CONTAINER_MONWRITE), in the buffer BYTES of
 * ROOM bytes. TOD is the clock of the next record. ADDRESS is the DCSS address of the next record
 * set; the address of the mark is the start of its frame. Return the length, or 0 if ROOM is too
 * small or CONTAINER is invalid. */
MONREAD_API size_t monread_mark_record(const struct monread_mark *mark, uint64_t tod, unsigned char *bytes,
                                       size_t room);
MONREAD_API size_t monread_mark_set(const struct monread_mark *mark, uint64_t tod, enum monread_container container,
                                    uint32_t address, unsigned char *bytes, size_t room);

/* Return 1 if the record BYTES, header included, is a mark. */
MONREAD_API int monread_is_mark(const unsigned char *bytes, size_t length);

/* Parse a mark. Return 1; 0 if the record is not a mark; -1 if the data of the mark is damaged. */
MONREAD_API int monread_mark_get(struct monread_mark *mark, const unsigned char *bytes, size_t length);

/* ---- Writing ---- */

/* A writer, which creates a capture from events. Pass each event of a reader with
 * MONREAD_WANT_FILLER, including damage, to monread_writer_take(). If a data set is ready, write
 * monread_writer_bytes() and call monread_writer_clear(). The bytes of all data sets in sequence
 * form a capture, which may be divided between data sets. */
struct monread_writer;

/* Write only the records that monread_writer_take() got with SELECTED 1, rearranged in new frames
 * with a new control element. */
#define MONREAD_WRITER_SELECTED 1u

#define MONREAD_WRITER_TAKEN 0 /* the event was taken */
#define MONREAD_WRITER_READY 1 /* the event was taken and ends a data set */
/* a data set is ready without this event: pass the event again after monread_writer_clear() */
#define MONREAD_WRITER_SPLIT 2

/* CONTAINER is MONREAD_CONTAINER_STREAM or MONREAD_CONTAINER_MONWRITE. FLAGS is
 * MONREAD_WRITER_SELECTED or 0. Return NULL with errno ENOMEM, or EINVAL if an argument is
 * invalid. */
MONREAD_API struct monread_writer *monread_writer_new(enum monread_container container, unsigned flags);
MONREAD_API void monread_writer_free(struct monread_writer *w);

/* Take the event *EV, before the next monread_next(). With MONREAD_WRITER_SELECTED, SELECTED is 1
 * to write this record. After MONREAD_BAD, only complete records of the open record set are taken.
 * Return MONREAD_WRITER_TAKEN, _READY or _SPLIT; MONREAD_FAILED if out of memory. */
MONREAD_API int monread_writer_take(struct monread_writer *w, const struct monread_ev *ev, int selected);

/* Call this if the input ends before MONREAD_SET_END. Return MONREAD_WRITER_READY if there is data
 * to write, MONREAD_WRITER_TAKEN if not, MONREAD_FAILED if out of memory. */
MONREAD_API int monread_writer_end(struct monread_writer *w);

/* Put MARK before the data set that is ready, in place of a mark from an earlier call; if no data
 * set is ready, the mark becomes a separate data set. TOD is the clock of the first record after
 * the mark. Return MONREAD_OK, or MONREAD_FAILED if out of memory. */
MONREAD_API int monread_writer_gap(struct monread_writer *w, const struct monread_mark *mark, uint64_t tod);

/* Call this if the data set that is ready repeats configuration that the capture has stored
 * earlier: a mark with MONREAD_MARK_REPEATED is put before the data set, so that readers do not
 * count the records of this data set again. TOD is the clock of the first record after this data
 * set. Return MONREAD_OK, or MONREAD_FAILED if out of memory. */
MONREAD_API int monread_writer_repeated(struct monread_writer *w, uint64_t tod);

/* Return the data set that is ready (with MONREAD_WRITER_SELECTED, at any time the record sets that
 * are complete so far), and set *LENGTH to its number of bytes. The bytes are valid until the next
 * call with W, except monread_writer_tod(), _waiting() and _left_out(). */
MONREAD_API const unsigned char *monread_writer_bytes(const struct monread_writer *w, size_t *length);

/* Return the TOD clock of the first record of the data set that is ready; 0 if the data set has no
 * records. */
MONREAD_API uint64_t monread_writer_tod(const struct monread_writer *w);

/* Return the number of bytes, without marks, that W has taken since monread_writer_clear(): these
 * bytes are lost if the caller does not write the data set. */
MONREAD_API uint64_t monread_writer_waiting(const struct monread_writer *w);

/* Return the total number of bytes of damaged record sets that W left out, because these bytes do
 * not belong to a complete record. */
MONREAD_API uint64_t monread_writer_left_out(const struct monread_writer *w);

/* Discard the data set after it was written, or instead of writing it. */
MONREAD_API void monread_writer_clear(struct monread_writer *w);

/* Return MONREAD_OK, or MONREAD_FAILED with errno, for the last monread_writer_take(), _end(),
 * _gap() or _repeated(). monread_writer_error() returns the error as a sentence, or "". */
MONREAD_API enum monread_code monread_writer_code(const struct monread_writer *w);
MONREAD_API const char *monread_writer_error(const struct monread_writer *w);

/* ---- TOD clock ---- */

/* Convert a TOD clock to microseconds since 1970-01-01T00:00:00Z. A clock with a clear top bit
 * belongs to the epoch that begins in 2042. */
MONREAD_API int64_t monread_tod_to_unix_us(uint64_t tod);

/* Write US, microseconds since 1970, as 2018-09-12T09:26:44.123456Z with a NUL to TEXT. Years above
 * 9999 or before 0000 are written with their last four digits. */
#define MONREAD_TIME_SIZE 28u
MONREAD_API void monread_time_text(int64_t us, char *text);

/* ---- Layouts ---- */

enum monread_type { /* named as on IBM's pages; STRING is an addition */
	MONREAD_TYPE_STRUCTURE,
	MONREAD_TYPE_CHARACTER,
	MONREAD_TYPE_UNSIGNED,
	MONREAD_TYPE_SIGNED,
	MONREAD_TYPE_BITSTRING,
	MONREAD_TYPE_ADDRESS,
	MONREAD_TYPE_STRING /* a length of ->length bytes, then a text of this length */
};

enum monread_format {
	MONREAD_GROUP,     /* a name for several fields, without a value */
	MONREAD_UNSIGNED,  /* value->number */
	MONREAD_SIGNED,    /* value->number, two's complement */
	MONREAD_BITS,      /* value->number; monread_field_bit() describes the bits */
	MONREAD_TEXT,      /* EBCDIC text */
	MONREAD_ASCII,     /* ASCII text */
	MONREAD_TIME,      /* value->number: TOD clock */
	MONREAD_INTERVAL,  /* value->number: units of the TOD clock, 4096 per microsecond */
	MONREAD_UNIXTIME,  /* value->number: seconds since 1970 */
	MONREAD_FIXED11, /* value->number: fixed point with 11 fraction bits (Linux load averages) */
	MONREAD_HEX        /* only value->bytes */
};

/* Flags of a field. */
#define MONREAD_RESERVED 0x01u /* its name is "*" */
#define MONREAD_MARKER   0x02u /* has length zero, and marks a position */
#define MONREAD_HEADER   0x04u /* in the common record header */
#define MONREAD_COUNTER  0x08u /* only grows until CP is restarted */
#define MONREAD_KEY      0x10u /* identifies the instance: CPU address, user ID, lock ID */

/* The number in the record counts down from ->start. Callbacks get ->start minus this number, which
 * grows like a MONREAD_COUNTER (a flag that such a field does not have), and the unchanged
 * value->bytes. If the number is above ->start, value->format is MONREAD_HEX. */
#define MONREAD_COUNTDOWN 0x20u

#define MONREAD_USER 0x40u /* the user ID that the record belongs to: see monread_layout_marked() */

/* The field and, if it has a ->structure, all fields of this structure may be wrong or may not
 * exist; ->unproven of the layout says why. */
#define MONREAD_UNPROVEN 0x80u

/* Fields that describe the system of the record: see monread_layout_marked(). */
#define MONREAD_PARTITION 0x100u /* the name of the logical partition */
#define MONREAD_LEVEL     0x200u /* the level of CP as text */

/* A number in structure 0: the following fields begin this many bytes from the start of the
 * structure, one after the other; their ->offset has no meaning. */
#define MONREAD_MOVES 0x400u

/* A number whose average means nothing: an identifier, code, type, weight, limit or version. A
 * field with this flag is never a counter. */
#define MONREAD_CODE 0x800u

struct monread_bit {
	const char *name; /* "*": reserved */
	const char *text;
	/* offset in the structure of the bytes to which ->mask applies */
	uint32_t offset;
	uint32_t width;   /* number of these bytes, 1 to 8 */
	uint64_t mask;
};

/* The meaning of a value of a field, such as 3 = IFL. */
struct monread_meaning {
	uint64_t value; /* for a text field: the bytes of the field as a number */
	const char *text;
};

struct monread_structure;
struct monread_when;

struct monread_field {
	const char *name;
	const char *text;   /* description; may be "" */
	const char *unit;   /* "" if unknown */
	uint32_t name_len;
	uint32_t offset;    /* in the structure */
	uint32_t length;    /* of one element */
	uint32_t dim_first; /* number of the first element */
	uint32_t dim_count; /* 0: not an array */
	enum monread_type type;
	enum monread_format format;
	unsigned flags;
	uint32_t nbits;
	const struct monread_structure *structure; /* the structure of the field, or NULL */
	uint64_t start;     /* MONREAD_COUNTDOWN: start value; else 0 */
	uint32_t nmeanings; /* number of values with a known meaning */
	/* the field exists if this condition holds; NULL: always. Fields with different conditions
	 * may share bytes. ->when->field belongs to the same structure, or to structure 0. */
	const struct monread_when *when;
};

struct monread_structure {
	const char *name;
	const char *text;
	uint32_t length; /* counted strings add 0 */
	int open;        /* 1: data of variable length follows the structure (IBM: "88+") */
	uint32_t nfields;
};

/* A condition on a field (of structure 0, unless stated otherwise), on the record length or on the release. */
enum monread_op { MONREAD_EQ = 1, MONREAD_NE, MONREAD_LT, MONREAD_LE, MONREAD_GT, MONREAD_GE };

struct monread_when {
	enum monread_op op;
	const struct monread_field *field; /* the field to compare; NULL: the record length or the release */
	int of_release; /* 1: compare the release of the system, as 100 * version + release */
	uint32_t value;
};

/* The position of the entries of an array. If ->count, ->size or ->at is NULL, the value is
 * constant: ->count_const, ->size_const or ->at_const. */
struct monread_array {
	const struct monread_structure *structure; /* structure of an entry; NULL: text of variable length */
	/* the text field of variable length, if ->structure is NULL */
	const struct monread_field *text;
	const struct monread_field *count;
	const struct monread_field *size;  /* bytes per entry */
	const struct monread_field *at;    /* offset of the first entry in the record */
	const struct monread_field *bytes; /* total length of all entries */
	/* number of entries; MONREAD_REST: as many as fit into the record */
	uint32_t count_const;
	uint32_t size_const;
	uint32_t at_const;
	const struct monread_when *when;   /* the array exists if this condition holds; NULL: always */
};
#define MONREAD_REST 0xFFFFFFFFu

/* Two fields that CP sets to the same value: if they differ, CP changed the record while it was
 * copied. */
struct monread_check {
	const struct monread_field *left, *right;
	const char *text;
};

/* Application data in a record, identified by a product ID. */
struct monread_payload {
	const struct monread_field *product; /* product ID of 16 bytes */
	const struct monread_field *at;      /* offset of the application data in the record */
	const struct monread_field *bytes;
};

/* If the condition ->when holds for a record, the record reveals this release of its system. */
struct monread_tells {
	unsigned release; /* 100 * version + release; the actual release may be later */
	const struct monread_when *when; /* never NULL */
};

/* An event after which counters of the system or of an instance (a user, device, CPU or the like)
 * restart, so that a difference to the previous record is meaningless. */
enum monread_break_kind {
	MONREAD_BREAK_ALL = 1, /* all counters of the system */
	/* all counters, if the value of ->field differs from its value in the previous record with
	 * the same domain and record number */
	MONREAD_BREAK_CHANGED,
	MONREAD_BREAK_SAME,    /* counters of the instance that has the value of ->field as a key */
	/* like MONREAD_BREAK_SAME; the instance begins to exist, and its counters begin at 0 */
	MONREAD_BREAK_BEGIN,
	/* no counters restart, but the instance that has the value of ->field as a key may have
	 * ended; the record can have the last values of the instance */
	MONREAD_BREAK_GONE,
	/* counters of the instance that the record describes, if ->field changed from the previous
	 * sample and neither value is blank */
	MONREAD_BREAK_IDENTITY
};

struct monread_break {
	enum monread_break_kind kind;
	const struct monread_field *field; /* a field of structure 0; NULL with MONREAD_BREAK_ALL */
};

/* A record called ->record ends the validity of a configuration record if the field ->other of the
 * ending record has the value of the field ->key of the configuration record. If several endings
 * have the same ->record, all of them must hold for one record. */
struct monread_ending {
	const char *record;              /* such as MRIODVOF */
	/* a field of structure 0 of the configuration record; NULL: any record called ->record ends
	 * the configuration */
	const struct monread_field *key;
	const char *other;               /* name of a field of ->record, such as IODVOF_RDEVDEV; NULL if ->key is NULL */
};

enum monread_status { MONREAD_NAME_ONLY, MONREAD_FRONT, MONREAD_WHOLE };

struct monread_layout {
	const char *name;  /* such as MRSYTLCK */
	const char *dsect; /* such as SYTLCK */
	const char *kind;  /* sample, event, config ... */
	const char *title;
	const char *release; /* z/VM release of IBM's record page, such as 7.1 */
	const char *source;  /* path of the page from which the layout was made */
	const char *path;    /* path of the file with the layout; NULL: built in */
	enum monread_status status;
	int domain;        /* -1: not a record (common header or application data), or unknown */
	int record;
	int builtin;
	uint32_t nwhen;    /* number of conditions that select one of several layouts of a record */
	uint32_t nstructures; /* 0: only the name is known */
	uint32_t narrays;
	uint32_t nchecks;
	uint32_t ntells;
	uint32_t nerrata;
	const char *product; /* application data: product ID as a pattern of 32 hex digits; "." matches any digit */
	uint32_t id; /* a small number, unique among the layouts of the collection */
	const char *unproven;   /* why the MONREAD_UNPROVEN fields are uncertain, or NULL */
	uint32_t unproven_from; /* offset in the record from which fields are unproven */
	uint32_t nbreaks;
	/* records of this layout in a sample: "system": one; "key": one per value of the key
	 * fields; NULL: several */
	const char *instance;
	/* 1: configuration: later data needs the last record of this layout, even from an earlier
	 * file */
	int configuration;
	uint32_t nendings;
};

/* Return part number INDEX, from 0, of a layout, structure or field, in the order of the page; NULL
 * if there are fewer. The part is valid as long as the layout. These calls set no errno, allocate
 * no memory and may run in several threads at the same time. */

/* Structure 0 is the record. */
MONREAD_API const struct monread_structure *monread_layout_structure(const struct monread_layout *layout, size_t index);
MONREAD_API const struct monread_field *monread_structure_field(const struct monread_structure *structure,
                                                                size_t index);
MONREAD_API const struct monread_bit *monread_field_bit(const struct monread_field *field, size_t index);
MONREAD_API const struct monread_meaning *monread_field_meaning(const struct monread_field *field, size_t index);

/* Return the meaning of VALUE of FIELD as a short text; NULL if unknown. */
MONREAD_API const char *monread_field_value_text(const struct monread_field *field, uint64_t value);

MONREAD_API const struct monread_array *monread_layout_array(const struct monread_layout *layout, size_t index);
MONREAD_API const struct monread_check *monread_layout_check(const struct monread_layout *layout, size_t index);

/* A release that a record of LAYOUT can reveal. If several conditions hold, only the first one
 * counts. */
MONREAD_API const struct monread_tells *monread_layout_tells(const struct monread_layout *layout, size_t index);

MONREAD_API const struct monread_break *monread_layout_break(const struct monread_layout *layout, size_t index);

MONREAD_API const struct monread_ending *monread_layout_ending(const struct monread_layout *layout, size_t index);

/* A record belongs to LAYOUT if all conditions of LAYOUT hold. */
MONREAD_API const struct monread_when *monread_layout_when(const struct monread_layout *layout, size_t index);

/* Return a remark about an error on IBM's page from which LAYOUT was made. */
MONREAD_API const char *monread_layout_erratum(const struct monread_layout *layout, size_t index);

/* Return the text field of structure 0 with FLAG, or NULL if no field has FLAG. FLAG is
 * MONREAD_USER, MONREAD_PARTITION or MONREAD_LEVEL; at most one field has each of these flags. */
MONREAD_API const struct monread_field *monread_layout_marked(const struct monread_layout *layout, unsigned flag);

/* Return monread_layout_marked() with MONREAD_USER. */
MONREAD_API const struct monread_field *monread_layout_user(const struct monread_layout *layout);

/* Return the application data in records of LAYOUT; NULL if they have none. */
MONREAD_API const struct monread_payload *monread_layout_payload(const struct monread_layout *layout);

/* A collection of layouts. Load into it in one thread at a time. Several threads may use a const
 * collection at the same time, each with separate systems and decoders. Functions that find a
 * layout return NULL with errno ENOENT (no such layout) or ENOMEM. Layouts live as long as the
 * collection, which must outlive every system and decoder created with it. */
struct monread_layouts;

/* Limits of a record page or a .dsect file, far above IBM's pages. Anything beyond these limits is
 * reported and ignored, so that memory and time stay proportional to the size of the page, and no
 * layout exceeds the limits of monread_decode(). Annotations are lines of a .dsect file such as
 * "Counter: FIELDS". */
#define MONREAD_PAGE_MAX       0x1000000u /* bytes of the file */
#define MONREAD_TAGS_MAX       65536u     /* tags of an HTML page */
#define MONREAD_NAME_MAX       64u        /* characters of a name */
#define MONREAD_TEXT_MAX       4000u      /* bytes of a description, or of the value of an annotation */
#define MONREAD_STRUCTURES_MAX 256u
#define MONREAD_ROWS_MAX       8192u      /* fields of a page; also bits, and annotations */
#define MONREAD_RULES_MAX      256u       /* arrays of a page; also checks, tells and errata */
#define MONREAD_SAME_MAX       16u        /* fields with one name to which an annotation applies */
#define MONREAD_NESTING_MAX    8u         /* nesting of structures */
#define MONREAD_PLAN_MAX       16384u     /* fields of a record, with its arrays and structures */
#define MONREAD_NOTICES_MAX    100u       /* notices about a page; one more gives their total */

MONREAD_API struct monread_layouts *monread_layouts_new(void);
MONREAD_API void monread_layouts_free(struct monread_layouts *l);


/* Return the number of layouts, or layout number INDEX, in the order of domain and record number;
 * layouts that do not describe records come last. NULL with errno: ENOENT if INDEX is too large, or
 * ENOMEM. */
MONREAD_API size_t monread_layouts_count(const struct monread_layouts *l);
MONREAD_API const struct monread_layout *monread_layouts_at(const struct monread_layouts *l, size_t index);

/* Return 1 if a function that returns a layout of L has returned NULL with ENOMEM. A program may call
 * this once at the end instead of checking errno each time. */
MONREAD_API int monread_layouts_failed(const struct monread_layouts *l);

/* Find a layout by name, such as MRSYTLCK, SYTLCK, D0R23, D0/R23 or 0.23, in any case. */
MONREAD_API const struct monread_layout *monread_layouts_by_name(const struct monread_layouts *l, const char *name);

/* Return the next layout with the name of LAYOUT in any case, in the order of monread_layouts_at():
 * a record has layouts for several releases, of which monread_layouts_by_name() returns the
 * first. */
MONREAD_API const struct monread_layout *monread_layouts_next(const struct monread_layouts *l,
                                                              const struct monread_layout *layout);

/* Return the first layout of a record, to describe the record; to decode a record, call
 * monread_system_layout(). */
MONREAD_API const struct monread_layout *monread_layouts_find(const struct monread_layouts *l, unsigned domain,
                                                              unsigned record);

/* Return the layout of application data with the product ID PRODUCT, 16 bytes. */
MONREAD_API const struct monread_layout *monread_layouts_product(const struct monread_layouts *l,
                                                                 const unsigned char *product);

/* A callback for a notice TEXT about line LINE of a page or, if LINE is 0, about the whole file. */
typedef void monread_notice(void *arg, const char *path, unsigned line, const char *text);

/* Load a page, a .dsect file, or a directory of them. The new layouts take precedence over earlier
 * ones, except if a page gives only the name of its record. NOTICE (may be NULL) receives every
 * contradiction in the files. Return the number of layouts, or MONREAD_FAILED with errno. */
MONREAD_API long monread_layouts_load(struct monread_layouts *l, const char *path, monread_notice *notice,
                                      void *arg);

/* Load the pages in DIRECTORY, all of RELEASE (100 * version + release). These layouts take
 * precedence over other layouts for systems whose monread_system_site() is RELEASE. UNUSED is
 * ignored: pass NULL. Return the number of layouts, or MONREAD_FAILED with errno. */
MONREAD_API long monread_layouts_load_site(struct monread_layouts *l, const char *directory, unsigned release,
                                           const char *const *unused, monread_notice *notice, void *arg);

/* A callback that gets LENGTH bytes of output: complete words and lines of UTF-8, without control
 * characters except newline. Return 0 to continue, or a positive number, which ends the output and
 * is returned. */
typedef int monread_output(void *arg, const char *text, size_t length);

/* Write LAYOUT, of any collection, as a .dsect file from which monread_layouts_load() creates the
 * same layout, except errata, and descriptions of IBM's pages because of their copyright. Return
 * MONREAD_OK, the positive result of WRITE, or MONREAD_FAILED if out of memory. Several threads may
 * write layouts at the same time. */
MONREAD_API int monread_layout_write(const struct monread_layout *layout, monread_output *write, void *arg);

/* Like monread_layout_write(), with the descriptions of the page, whose copyright does not allow
 * passing the result on. */
MONREAD_API int monread_layout_write_texts(const struct monread_layout *layout, monread_output *write, void *arg);

/* Write only the cross reference: all names of fields, bits and structures with offset and length
 * or mask, in the form and order of IBM's pages. */
MONREAD_API int monread_layout_write_xref(const struct monread_layout *layout, monread_output *write, void *arg);

/* ---- Systems ---- */

/* The system of an input. Use one per input, because records reveal the release of their system,
 * which decides which of several layouts a record has. */
struct monread_system;

/* The collection L is not copied; it may be NULL. */
MONREAD_API struct monread_system *monread_system_new(const struct monread_layouts *l);
MONREAD_API void monread_system_free(struct monread_system *s);

/* Learn about the system from the record BYTES, header included, and return the layout of the
 * record. Call this with every record of the input, in order. */
MONREAD_API const struct monread_layout *monread_system_layout(struct monread_system *s, unsigned domain,
                                                               unsigned record, const void *bytes, size_t length);

/* Learn from a record that the caller skips. This is very fast, because few records reveal anything
 * about their system. Return MONREAD_OK, or MONREAD_FAILED if out of memory. */
MONREAD_API int monread_system_learn(struct monread_system *s, unsigned domain, unsigned record, const void *bytes,
                                     size_t length);

/* The release is 100 * version + release (z/VM 7.3: 703); 0: unknown. Records reveal a lower limit
 * of the release, but no longer change the release after monread_system_set_release() with a
 * RELEASE other than 0. */
MONREAD_API unsigned monread_system_release(const struct monread_system *s);
MONREAD_API void monread_system_set_release(struct monread_system *s, unsigned release);

/* Return the release whose layouts of monread_layouts_load_site() are used; 0: none. This is the
 * release of monread_system_set_release(), or else the newest loaded release that the records
 * allow. Before records reveal a release, it is the loaded release if only one is loaded. */
MONREAD_API unsigned monread_system_site(const struct monread_system *s);

/* Return the system identifier from the last D1R4 (system configuration), in ASCII without trailing
 * blanks and NULs; "" before the first D1R4. */
MONREAD_API const char *monread_system_id(const struct monread_system *s);

/* Copy to the system S everything that the system OF has learned, before S is used for a part of
 * the same input. S and OF must have been created with the same layouts. */
MONREAD_API void monread_system_follow(struct monread_system *s, const struct monread_system *of);

/* Return 1 if the systems S and WITH have learned the same release, site release and identifier. */
MONREAD_API int monread_system_agrees(const struct monread_system *s, const struct monread_system *with);

/* ---- Decoding ---- */

/* A value passed to a callback. */
struct monread_value {
	const struct monread_field *field;
	enum monread_format format;
	uint64_t number; /* MONREAD_COUNTDOWN: the amount counted so far */
	const unsigned char *bytes; /* in the record */
	uint32_t length;
	uint32_t offset; /* from the start of the record */
	/* for an element of an array field: its number, counted from ->dim_first */
	uint32_t index;
};

/* Return the meaning of the value as a short text; NULL if unknown. Unlike
 * monread_field_value_text(), this works for all formats. */
MONREAD_API const char *monread_value_text(const struct monread_value *value);

enum monread_level {
	MONREAD_LEVEL_STRUCTURE, /* a field with a structure */
	MONREAD_LEVEL_ARRAY,     /* the entries of an array: value->index entries of value->length bytes */
	MONREAD_LEVEL_ENTRY,     /* the entry number value->index */
	MONREAD_LEVEL_LIST,      /* a field with value->index elements */
	MONREAD_LEVEL_PAYLOAD    /* application data, which has a separate layout */
};

/* A nested level. The struct and ->value are valid from begin() to end(). */
struct monread_place {
	enum monread_level level;
	const char *name;                    /* name of the field, the array (also for ENTRY) or the structure */
	const struct monread_layout *layout; /* layout of the contents */
	/* bytes of the level; value->field is NULL if the level is not a field; value->number is
	 * unused */
	const struct monread_value *value;
	/* INDEX of monread_layout_array(), if the level is ARRAY or ENTRY and ->value->field is
	 * NULL */
	uint32_t array;
};

/* Callbacks of monread_decode(); each may be NULL. They return 0 to continue, or a positive number,
 * which ends monread_decode() and is its result. Order in a structure: fields and nested levels,
 * gaps, the tail, problems. */
struct monread_emit {
	/* sizeof(struct monread_emit) of the caller; callbacks after this size are not called */
	size_t size;
	int (*field)(void *arg, const struct monread_value *v);
	int (*begin)(void *arg, const struct monread_place *place);
	int (*end)(void *arg, const struct monread_place *place);
	/* For bytes that no field describes: gap() for bytes between described bytes if they are
	 * not all zero, tail() for bytes after the last described byte. */
	int (*gap)(void *arg, const struct monread_value *v);
	int (*tail)(void *arg, const struct monread_value *v);
	int (*problem)(void *arg, const char *text);
	/* Called before the fields of a structure (or its present part), if no field depends on a
	 * condition or follows a counted string: all fields are at their offsets in the V->length
	 * bytes V->bytes. After the result MONREAD_TAKEN, field() and MONREAD_LEVEL_LIST are not
	 * called for these fields; nested structures are still walked. */
	int (*structure)(void *arg, const struct monread_structure *s, const struct monread_value *v);
};

#define MONREAD_TAKEN (-1)

#define MONREAD_WALK_RESERVED 1u /* show reserved fields, markers and groups, too */
#define MONREAD_WALK_SERIES   2u /* show only keys, counters and countdowns */
#define MONREAD_WALK_PROVEN   4u /* show MONREAD_UNPROVEN fields as a gap or the tail */

/* A decoder walks over records. Use one per thread. */
struct monread_decoder;

/* FLAGS is 0, or flags such as MONREAD_WALK_PROVEN. FIELDS is a list, ended by NULL, of names and
 * patterns of the fields to show, and is copied; if FIELDS is NULL, all fields are shown. L is not
 * copied and must outlive the decoder. Return NULL with errno ENOMEM, or EINVAL for an unknown
 * flag. */
MONREAD_API struct monread_decoder *monread_decoder_new(const struct monread_layouts *l, unsigned flags,
                                                        const char *const *fields);
MONREAD_API void monread_decoder_free(struct monread_decoder *d);

/* Walk over the record BYTES, header included, with LAYOUT (NULL: do nothing). RELEASE is
 * monread_system_release(); if it is 0 (unknown), no condition on the release holds. Return
 * MONREAD_OK, the positive result of a callback, or MONREAD_FAILED with errno: ENOMEM, or EINVAL if
 * EMIT has no size. Never reads outside the record. Shows at most 16 values per byte of the record,
 * and 4096 more; the rest is omitted and reported as a problem. */
MONREAD_API int monread_decode(struct monread_decoder *d, const struct monread_layout *layout, unsigned release,
                               const void *bytes, size_t length, const struct monread_emit *emit, void *arg);

/* ---- Text ---- */

/* The 256 characters of a code page in UTF-8. Several threads may use it at the same time. */
struct monread_codepage;

/* Return the code page NAME: IBM-1047 (built in; also IBM1047, CP1047 and 1047), or a name for
 * iconv(3). Return NULL if unknown (EINVAL) or out of memory (ENOMEM). */
MONREAD_API struct monread_codepage *monread_codepage_open(const char *name);
MONREAD_API void monread_codepage_free(struct monread_codepage *cp);

/* Return the character for BYTE in UTF-8, with a NUL, and set *LENGTH to its length, 1 to 4 bytes.
 * Return U+FFFD if the code page has no such character. The text is valid as long as CP. */
MONREAD_API const char *monread_codepage_utf8(const struct monread_codepage *cp, unsigned char byte, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
