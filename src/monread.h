/* monread.h: read z/VM monitor data.
 *
 * This is the only installed header of libmonread.  The calling order:
 *
 *   1. monread_open() with a file descriptor, or with MONREAD_FD_NONE and
 *      monread_feed() for data that is in memory already.
 *   2. monread_set_container(), monread_set_flags(): optional, before the first read.
 *   3. monread_next() until it returns NULL; monread_code() then says why.
 *   4. For every record: monread_system_layout(), and where it is to be
 *      understood, monread_decode() with this layout.
 *   5. monread_close().
 *
 * Facts of the formats: the Linux monreader driver, IBM's z/VM Performance
 * (appendix on *MONITOR) and the monitor record pages.  All offsets and
 * lengths are in bytes; bit 0 is the most significant bit.
 *
 * The library never prints, never exits, and has no state outside of its
 * handles.  A handle may be used by one thread at a time, if nothing else is
 * said of it; which thread does not matter, and handles know nothing of each
 * other.
 *
 * What later versions keep to, so that programs go on without being compiled
 * anew:
 *
 *   - Handles have no members that are known.  Other structs are handed out by
 *     pointer only: look at members there, and do not hand back a copy.
 *     Members are added at the end only, so do not count on from one struct to
 *     the next: functions hand out each structure, field and bit of a layout.
 *   - Tables of callbacks begin with their size; the library calls none behind
 *     it.
 *   - Values are added to enums: pass over kinds and flags that you do not
 *     know.
 *   - monread_mce, monread_buffer and monread_mark are frozen: they stay as
 *     they are, and may be copied, embedded and made.
 */
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

/* The version of the library, as "1.0.0". */
MONREAD_API const char *monread_version(void);

/* ---- Codes ---- */

/* What came of a call.  Those of the library are 0 or less; more than 0 is what a callback of the caller returned. */
enum monread_code {
	MONREAD_OK = 0,
	MONREAD_AGAIN = -1,  /* nothing there now: feed more, or wait for the descriptor, and call again */
	MONREAD_EOF = -2,    /* everything was read */
	MONREAD_FAILED = -3, /* the call came to nothing, see errno; the handle can be used on */
	MONREAD_FATAL = -4   /* nothing more comes from this handle; errno tells, where a system call failed */
};

/* ---- Events ---- */

enum monread_kind {
	MONREAD_CONTROL = 1, /* a monitor control element: ->mce */
	MONREAD_RECORD,      /* a record: ->bytes, ->length; header included */
	MONREAD_FILLER,      /* bytes of a record set that belong to no record (with MONREAD_WANT_FILLER) */
	MONREAD_SET_END,     /* a data set is complete; of a device: it ends, and damage may have been in it */
	MONREAD_BAD,         /* ->skipped bytes are damaged or missing; ->text says what is wrong */
	MONREAD_GAP          /* data was lost here, as ->text says; what was handed out before is good */
};

/* Flags of an event. */
#define MONREAD_NUMBERED 0x01u /* ->domain and ->record are known: always of RECORD, sometimes of BAD and GAP */
#define MONREAD_REPEATED 0x02u /* it is there once more, as a mark has said: configuration; also the record of that mark */
#define MONREAD_APART    0x04u /* RECORD of sample data: its TOD clock is more than 30 s from that of its record set, as the
                                * first records have it, so that one of them is wrong; of a frame once */
#define MONREAD_FIRST_APART 0x08u /* RECORD: the clock of its record set was that of its first record, which is wrong: from
                                   * here on it is that of the two behind it, of which this is the second */

/* Types of a record set. */
#define MONREAD_SAMPLE 0xE2 /* EBCDIC S */
#define MONREAD_EVENT  0xC5 /* EBCDIC E */

/* A monitor control element (12 bytes) announces one record set.  Frozen: it may be copied and embedded. */
struct monread_mce {
	uint8_t type;     /* MONREAD_SAMPLE or MONREAD_EVENT */
	uint8_t reserved; /* byte 3 */
	uint16_t domains; /* X'8000' domain 0 ... X'0010' domain 11 */
	uint32_t start;   /* DCSS address of the first byte of the record set */
	uint32_t end;     /* DCSS address of its last byte (inclusive) */
};

#define MONREAD_MCE_SIZE   12u   /* of a control element */
#define MONREAD_BLOCK_SIZE 4096u /* of a MONWRITE control block */
#define MONREAD_BLOCK_AREA 40u   /* where its first control element stands */

/* Handed out by pointer, and read only.  Members that say nothing of an event are 0 or NULL. */
struct monread_ev {
	enum monread_kind kind;
	unsigned flags;
	uint64_t offset;               /* where the event STARTS in the input */
	uint64_t serial;               /* events but BAD and GAP so far, from 1 */
	uint64_t dataset;              /* which data set this belongs to, from 1; 0 before the first */
	uint64_t setno;                /* which record set (control element), from 1 */
	uint64_t skipped;              /* BAD, GAP: how many bytes were passed over */
	uint64_t tod;                  /* RECORD, GAP of a mark: TOD clock of the header */
	const struct monread_mce *mce; /* the control element in force */
	const unsigned char *bytes;    /* CONTROL, RECORD, FILLER */
	size_t length;                 /* of ->bytes */
	uint32_t address;              /* RECORD, FILLER: DCSS address of ->bytes */
	uint16_t domain;               /* MONREAD_NUMBERED */
	uint16_t record;
	const char *text;              /* BAD, GAP: what happened, in a sentence without offset and name */
};

/* ---- Reading ---- */

/* A reader.  One thread at a time may use it.  It takes memory when it reads, none for a single record. */
struct monread;

/* The containers that captures come in. */
enum monread_container {
	MONREAD_CONTAINER_AUTO,
	MONREAD_CONTAINER_STREAM,   /* control element, record set, control element, ... */
	MONREAD_CONTAINER_MONWRITE, /* MONWRITE: 4K control block, then whole frames */
	MONREAD_CONTAINER_DEVICE    /* a stream whose data sets are closed by 0-byte reads; fed: each feed is one data set */
};

/* Make a reader of the descriptor FD, which stays the caller's (it is read
 * with read(2), from where it stands; monread_close() leaves it open), or of
 * what will be fed, with MONREAD_FD_NONE.  NULL: out of memory. */
MONREAD_API struct monread *monread_open(int fd);
MONREAD_API void monread_close(struct monread *m);

/* Say what container the input is instead of finding out.  MONREAD_OK, or
 * MONREAD_FAILED with EINVAL once reading has begun, or for none of these. */
MONREAD_API int monread_set_container(struct monread *m, enum monread_container container);

/* Hand out MONREAD_FILLER events too: then the bytes of all CONTROL, RECORD
 * and FILLER events one after the other are the stream capture. */
#define MONREAD_WANT_FILLER 1u
/* MONREAD_OK, or MONREAD_FAILED with EINVAL once reading has begun, or for another flag. */
MONREAD_API int monread_set_flags(struct monread *m, unsigned flags);

/* 1: the reader, at MONREAD_AGAIN, has bytes of which the next ones tell what they are: whether monitor data begins in
 * them, and, of a MONWRITE file, whether a frame is there once or twice.  No event has told of them, nor of bytes that were
 * passed over: who has no more to feed says so with monread_feed(m, NULL, 0), or does not hear of them. */
MONREAD_API int monread_undecided(const struct monread *m);

/* The next event.  It is the reader's, and lives, with all that it points to,
 * until the next call.  NULL: there is none, and monread_code() says why:
 * MONREAD_AGAIN (after monread_feed(), or when the descriptor has more, the
 * next call goes on), MONREAD_EOF or MONREAD_FATAL. */
MONREAD_API const struct monread_ev *monread_next(struct monread *m);

/* Records that nobody asks for, told by their numbers. */
#define MONREAD_PASS_DOMAINS 32u
#define MONREAD_PASS_RECORDS 256u
struct monread_pass {
	uint64_t setno; /* ->setno of the event of the record set in which they are passed over; 0: none are */
	uint64_t passed; /* how many were: the reader adds them */
	unsigned char numbers[MONREAD_PASS_DOMAINS][MONREAD_PASS_RECORDS]; /* by domain and record: 1 */
};

/* The same, but records of the set P->setno whose numbers are marked in P have no event, only a ->serial; those of domain 1,
 * which tell of the set, and of domain 10, which may be marks, always have one. */
MONREAD_API const struct monread_ev *monread_next_but(struct monread *m, struct monread_pass *p);

/* Give the reader LEN more bytes.  DATA must stay as it is until the code is
 * MONREAD_AGAIN or MONREAD_EOF.  LEN 0: there will be no more.  MONREAD_OK, or
 * MONREAD_FAILED: EINVAL where the reader has a descriptor or has not asked
 * for data, ENOMEM. */
MONREAD_API int monread_feed(struct monread *m, const void *data, size_t len);

/* Say that bytes are missing between what was fed and what will be: the former ends as at the end of the input, and
 * monread_next() looks for the next control element, or block, in the latter.  Offsets do not count what is missing.  MONREAD_OK, or
 * MONREAD_FAILED with EINVAL: as monread_feed(), and for MONREAD_CONTAINER_DEVICE, where each feed stands for itself. */
MONREAD_API int monread_feed_gap(struct monread *m);

/* The container that was found or set; MONREAD_CONTAINER_AUTO while it is not known. */
MONREAD_API enum monread_container monread_container_found(const struct monread *m);

/* How far the input was handed out or passed over, in bytes; at MONREAD_EOF its length. */
MONREAD_API uint64_t monread_offset(const struct monread *m);

/* What came of the last monread_next(), or of a call behind it that failed. */
MONREAD_API enum monread_code monread_code(const struct monread *m);

/* The same in a sentence without offset and name, with MONREAD_FAILED and MONREAD_FATAL; "" if there is nothing to
 * say.  Lives until the next call. */
MONREAD_API const char *monread_error(const struct monread *m);

/* ---- Parts ---- */

/* A capture that is fed can be read by several threads: one takes parts of what was fed off its reader without looking
 * at their records, and each part is read by a reader of its own.  What they find, one part after the other, is what
 * the first one would have found, as long as each part is whole. */

/* A part.  Several readers may read it at a time. */
struct monread_part;

/* NULL: out of memory. */
MONREAD_API struct monread_part *monread_part_new(void);
MONREAD_API void monread_part_free(struct monread_part *p);

/* Make P the next SIZE bytes of what was fed to M, or a few more or less, in whole frames; M goes on behind them, and
 * its ->serial does not count their events.  Then what was fed must also stay until P is not needed any more.  1; 0: no
 * part can be taken here, so call monread_next().  Not with MONREAD_WANT_FILLER. */
MONREAD_API int monread_part_take(struct monread *m, struct monread_part *p, size_t size);

/* M, which P was taken from, and which was not fed since, goes on with it instead. */
MONREAD_API void monread_part_put_back(struct monread *m, const struct monread_part *p);

/* In P begin the samples of the data set *DATASET, with a record of this TOD; of several data sets the last one.  0: of
 * none, as far as is known. */
MONREAD_API int monread_part_sample(const struct monread_part *p, uint64_t *dataset, uint64_t *tod);

/* READER, opened with MONREAD_FD_NONE, reads P, until MONREAD_EOF. */
MONREAD_API void monread_part_read(struct monread *reader, const struct monread_part *p);

/* 1: READER has read P and come to where P's successor begins.  Else something is damaged: put P back. */
MONREAD_API int monread_part_whole(const struct monread *reader, const struct monread_part *p);

/* ---- The device ---- */

/* monread_open() with a device's descriptor and MONREAD_CONTAINER_DEVICE reads
 * it with all its rules: a data set is held back until its closing 0-byte read,
 * losses are events MONREAD_GAP, a severed connection is MONREAD_FATAL.  Who
 * wants to read while decoding, in a thread of its own, uses these and feeds
 * what they return to a reader of MONREAD_CONTAINER_DEVICE without descriptor. */

enum monread_device_state {
	MONREAD_DEVICE_SET,      /* a complete data set */
	MONREAD_DEVICE_EMPTY,    /* a data set without data */
	MONREAD_DEVICE_AGAIN,    /* nothing there now, or interrupted by a signal: poll(2), call again */
	MONREAD_DEVICE_LOST,     /* EIO, EFAULT, too large (ENOMEM, EFBIG, EBADMSG): what was read of the set is thrown away */
	MONREAD_DEVICE_OVERFLOW, /* EOVERFLOW: what was read is good; what follows may have a gap */
	MONREAD_DEVICE_SEVERED,  /* the connection to *MONITOR is gone */
	MONREAD_DEVICE_FAILED    /* see errno */
};

/* A device that is read.  One thread at a time may use it: often one that does nothing else, while another one uses the
 * reader that is fed with the data sets. */
struct monread_device;

/* FD stays the caller's.  NULL: out of memory. */
MONREAD_API struct monread_device *monread_device_open(int fd);
MONREAD_API void monread_device_close(struct monread_device *d);

/* Bytes in memory of malloc(3), the caller's to free; {0} to begin with.  Frozen: it may be copied and embedded. */
struct monread_buffer {
	unsigned char *bytes;
	size_t length, room;
};

/* Read on.  *SET collects the data set; give the same one until the state is
 * MONREAD_DEVICE_SET, then any with length 0.  *LOST: with MONREAD_DEVICE_LOST,
 * SEVERED and FAILED, how many bytes were thrown away. */
MONREAD_API enum monread_device_state monread_device_read(struct monread_device *d, struct monread_buffer *set,
                                                          size_t *lost);

/* What came of the last monread_device_read(): MONREAD_OK (SET, EMPTY), MONREAD_AGAIN, MONREAD_FAILED (LOST,
 * OVERFLOW: the next call goes on) or MONREAD_FATAL (SEVERED, FAILED). */
MONREAD_API enum monread_code monread_device_code(const struct monread_device *d);

/* The same in a sentence without name, with MONREAD_FAILED and MONREAD_FATAL; else "".  Lives until the next read or
 * the close. */
MONREAD_API const char *monread_device_error(const struct monread_device *d);

/* How many data sets the last monread_device_read() lost, with MONREAD_DEVICE_LOST: 1; 0: it was more of the one that was
 * counted before. */
MONREAD_API unsigned monread_device_lost(const struct monread_device *d);

/* How many bytes of a data set that has not ended were read by now: they are in *SET or, where it is too large, were passed
 * over, and ->length is 0.  0: none is known to be open.  Whoever ends here loses them. */
MONREAD_API size_t monread_device_pending(const struct monread_device *d);

/* ---- Marks ---- */

/* A program that stores a capture says in it what is missing, by a record of application data (D10R1) of the user
 * *MONREAD with the product MONREAD GP, alone in an event record set.  Readers that know nothing of marks see an
 * application record.  A mark stands before the data set that was stored next.
 *
 * At the beginning of a file a mark may announce record sets that were stored before, with the configuration that its
 * readers need.  The events of these record sets, but damage, and the record of the mark itself are MONREAD_REPEATED:
 * whoever counts leaves them out, whoever copies a part of the sets has to leave out the mark.  Damage among them ends
 * what the mark has said: what follows is not MONREAD_REPEATED.
 *
 * monread_next() hands out the record of a mark as it is, like every record.  Where data was lost, the next event is
 * MONREAD_GAP, with MONREAD_NUMBERED, offset, domain, record and tod of the mark; a gap of a device is not
 * MONREAD_NUMBERED.  So whoever copies a capture has copied its marks, and need not make new ones of these gaps. */

/* Why there is a mark: one of these; or data was lost, and samples were left out. */
#define MONREAD_MARK_LOST     0x80u /* data was lost: ->sets, ->bytes, ->before, ->behind; ->count times */
#define MONREAD_MARK_REPEATED 0x40u /* the ->count record sets that follow were stored before: configuration */
#define MONREAD_MARK_THINNED  0x20u /* ->count sample data sets before the next one were left out, as somebody wished */
#define MONREAD_MARK_CONTINUED 0x10u /* another run continues the file: data may be missing at this mark */

/* Which members of a mark are known. */
#define MONREAD_MARK_SETS   0x80u
#define MONREAD_MARK_BYTES  0x40u
#define MONREAD_MARK_BEFORE 0x20u
#define MONREAD_MARK_BEHIND 0x10u

#define MONREAD_MARK_TEXT 256u  /* room for the text and its NUL */
#define MONREAD_MARK_ROOM 8192u /* as many bytes as a mark takes at most, in any container */

/* Frozen: it may be copied, embedded and made. */
struct monread_mark {
	uint16_t version; /* of the mark that was read; made are marks of version 1 */
	uint8_t why;
	uint8_t known;
	uint32_t count;
	uint64_t sets, bytes;    /* data sets and bytes that were lost */
	uint64_t before, behind; /* TOD clocks of the last record before, and of the first one behind */
	char text[MONREAD_MARK_TEXT]; /* printable ASCII; made and read, everything else becomes "?" */
};

/* Make the record of a mark, or the record set with its control element, for
 * CONTAINER (MONREAD_CONTAINER_STREAM, or MONREAD_CONTAINER_MONWRITE with a
 * control block of its own).  TOD: of the record that follows.  ADDRESS: where
 * its record set starts; the mark takes the start of that frame.  The length,
 * or 0: ROOM is too small, or CONTAINER is another one. */
MONREAD_API size_t monread_mark_record(const struct monread_mark *mark, uint64_t tod, unsigned char *bytes,
                                       size_t room);
MONREAD_API size_t monread_mark_set(const struct monread_mark *mark, uint64_t tod, enum monread_container container,
                                    uint32_t address, unsigned char *bytes, size_t room);

/* Whether the record BYTES, header included, is a mark. */
MONREAD_API int monread_is_mark(const unsigned char *bytes, size_t length);

/* The same, and take it apart.  1: a mark; 0: none; -1: a mark whose data is damaged. */
MONREAD_API int monread_mark_get(struct monread_mark *mark, const unsigned char *bytes, size_t length);

/* ---- Writing ---- */

/* Make a capture of events: monread_writer_take() each event of a reader with MONREAD_WANT_FILLER, damage included;
 * when it says that a data set is ready, write monread_writer_bytes() and call monread_writer_clear().  The bytes of
 * all data sets one behind the other are a capture; it may be cut between any two of them.  One thread at a time may
 * use a writer, and the reader that its events are of must not read on meanwhile. */
struct monread_writer;

/* Of each record set only what monread_writer_take() is told to select, laid into frames anew, under a control
 * element of its own. */
#define MONREAD_WRITER_SELECTED 1u

#define MONREAD_WRITER_TAKEN 0 /* the event was taken */
#define MONREAD_WRITER_READY 1 /* it was taken, and ends a data set */
#define MONREAD_WRITER_SPLIT 2 /* a data set is ready without it: give it again after monread_writer_clear() */

/* CONTAINER: MONREAD_CONTAINER_STREAM or MONREAD_CONTAINER_MONWRITE.  FLAGS: MONREAD_WRITER_SELECTED or 0.  NULL: out
 * of memory, or errno is EINVAL: another container or flag. */
MONREAD_API struct monread_writer *monread_writer_new(enum monread_container container, unsigned flags);
MONREAD_API void monread_writer_free(struct monread_writer *w);

/* Take the event *EV, which is of a reader that has not read on since.  SELECTED: with MONREAD_WRITER_SELECTED,
 * whether a record is one of those.  Behind MONREAD_BAD only whole records of the record set that is open are taken.
 * MONREAD_WRITER_TAKEN, _READY or _SPLIT; MONREAD_FAILED: out of memory. */
MONREAD_API int monread_writer_take(struct monread_writer *w, const struct monread_ev *ev, int selected);

/* The input ends, though not with MONREAD_SET_END.  MONREAD_WRITER_READY: something is left to be written;
 * MONREAD_WRITER_TAKEN: nothing is; MONREAD_FAILED: out of memory. */
MONREAD_API int monread_writer_end(struct monread_writer *w);

/* Put MARK in front of the data set that is ready, instead of one that was there before; alone where none is ready.
 * TOD: of the record that follows.  MONREAD_OK, or MONREAD_FAILED: out of memory. */
MONREAD_API int monread_writer_gap(struct monread_writer *w, const struct monread_mark *mark, uint64_t tod);

/* The data set that is ready was stored before: put a mark in front of it that says so.  TOD: of the record that follows
 * behind it.  MONREAD_OK, or MONREAD_FAILED: out of memory. */
MONREAD_API int monread_writer_repeated(struct monread_writer *w, uint64_t tod);

/* What is to be written, and how many bytes: of the data set that is ready; with MONREAD_WRITER_SELECTED at any time,
 * of the record sets that are complete.  Lives until the next call but for those that follow here. */
MONREAD_API const unsigned char *monread_writer_bytes(const struct monread_writer *w, size_t *length);

/* TOD clock of the first record of the data set; 0: none is in it. */
MONREAD_API uint64_t monread_writer_tod(const struct monread_writer *w);

/* How many bytes were taken since monread_writer_clear(), without a mark: they are lost if they are not written. */
MONREAD_API uint64_t monread_writer_waiting(const struct monread_writer *w);

/* How many bytes of damaged record sets are in no whole record, and so in no data set, since the beginning. */
MONREAD_API uint64_t monread_writer_left_out(const struct monread_writer *w);

/* The bytes were written, or are not wanted. */
MONREAD_API void monread_writer_clear(struct monread_writer *w);

/* What came of the last monread_writer_take(), _end(), _gap() or _repeated(): MONREAD_OK, or MONREAD_FAILED with errno; and the same
 * in a sentence, "" with MONREAD_OK. */
MONREAD_API enum monread_code monread_writer_code(const struct monread_writer *w);
MONREAD_API const char *monread_writer_error(const struct monread_writer *w);

/* ---- TOD clock ---- */

/* Microseconds since 1970-01-01T00:00:00Z.  A value with the top bit clear
 * belongs to the epoch that begins in 2042. */
MONREAD_API int64_t monread_tod_to_unix_us(uint64_t tod);

/* US, in microseconds since 1970, as 2018-09-12T09:26:44.123456Z with a NUL behind it, in TEXT.  Of a year
 * above 9999 or before 0000 the last four digits are written. */
#define MONREAD_TIME_SIZE 28u
MONREAD_API void monread_time_text(int64_t us, char *text);

/* ---- Layouts ---- */

enum monread_type { /* as IBM's pages name them, and String of our own */
	MONREAD_TYPE_STRUCTURE,
	MONREAD_TYPE_CHARACTER,
	MONREAD_TYPE_UNSIGNED,
	MONREAD_TYPE_SIGNED,
	MONREAD_TYPE_BITSTRING,
	MONREAD_TYPE_ADDRESS,
	MONREAD_TYPE_STRING /* a length of ->length bytes, then that much text */
};

/* How a value is to be understood. */
enum monread_format {
	MONREAD_GROUP,     /* a name for several fields: no value of its own */
	MONREAD_UNSIGNED,  /* ->number */
	MONREAD_SIGNED,    /* ->number, two's complement */
	MONREAD_BITS,      /* ->number, and monread_field_bit() */
	MONREAD_TEXT,      /* EBCDIC text */
	MONREAD_ASCII,     /* ASCII text */
	MONREAD_TIME,      /* ->number: TOD clock */
	MONREAD_INTERVAL,  /* ->number: TOD units, 4096 a microsecond */
	MONREAD_UNIXTIME,  /* ->number: seconds since 1970 */
	MONREAD_FIXED11,   /* ->number: fixed point with 11 fraction bits (Linux load averages) */
	MONREAD_HEX        /* ->bytes */
};

/* Flags of a field. */
#define MONREAD_RESERVED 0x01u /* its name is "*" */
#define MONREAD_MARKER   0x02u /* zero length: marks a place */
#define MONREAD_HEADER   0x04u /* of the common record header */
#define MONREAD_COUNTER  0x08u /* only grows, until CP starts again */
#define MONREAD_KEY      0x10u /* names the instance: CPU address, user ID, lock ID */

/* Counts down from ->start.  Its value is ->start less what is in the record, so it grows like a MONREAD_COUNTER, which
 * it is not at the same time; value->bytes are as they stand there.  Where that is more than ->start, value->format is
 * MONREAD_HEX. */
#define MONREAD_COUNTDOWN 0x20u

#define MONREAD_USER 0x40u /* the user ID that the record is about: see monread_layout_marked() */

/* It may be another field, or none: its layout's ->unproven says why.  What it maps is unproven, too. */
#define MONREAD_UNPROVEN 0x80u

/* What a record says of the system that it is from: see monread_layout_marked(). */
#define MONREAD_PARTITION 0x100u /* the name of the logical partition */
#define MONREAD_LEVEL     0x200u /* the level of CP, as a text */

/* A number of structure 0: the fields behind it begin so many bytes from the start of the structure, whatever their offsets
 * say; these stand one behind the other. */
#define MONREAD_MOVES 0x400u

struct monread_bit {
	const char *name; /* "*": reserved */
	const char *text;
	uint32_t offset;  /* of the byte or bytes that the mask is for, in the structure */
	uint32_t width;   /* how many bytes: 1 to 8 */
	uint64_t mask;
};

/* What a value of a field means: 3 is IFL. */
struct monread_meaning {
	uint64_t value; /* of a text: its bytes as a number */
	const char *text;
};

struct monread_structure;
struct monread_when;

struct monread_field {
	const char *name;
	const char *text;   /* description; may be "" */
	const char *unit;   /* "" where none is known */
	uint32_t name_len;
	uint32_t offset;    /* in the structure */
	uint32_t length;    /* of one element */
	uint32_t dim_first; /* number of the first element */
	uint32_t dim_count; /* 0: not repeated */
	enum monread_type type;
	enum monread_format format;
	unsigned flags;
	uint32_t nbits;
	const struct monread_structure *structure; /* that maps the field, or NULL */
	uint64_t start;     /* MONREAD_COUNTDOWN: what it counts down from; else 0 */
	uint32_t nmeanings; /* values of it whose meaning is known */
	const struct monread_when *when; /* it is there where this holds; NULL: always.  Of several fields of the same bytes
	                                  * with different conditions one is there.  ->when->field is one of the same
	                                  * structure, or of structure 0. */
};

struct monread_structure {
	const char *name;
	const char *text;
	uint32_t length; /* bytes; counted strings at length 0 */
	int open;        /* something of no fixed length follows (IBM: "88+") */
	uint32_t nfields;
};

/* A condition on a field (of the root structure, if nothing else is said), the length or the release. */
enum monread_op { MONREAD_EQ = 1, MONREAD_NE, MONREAD_LT, MONREAD_LE, MONREAD_GT, MONREAD_GE };

struct monread_when {
	enum monread_op op;
	const struct monread_field *field; /* NULL: the record's length, or the release */
	int of_release;                    /* the system's release, as 100 * version + release */
	uint32_t value;
};

/* Where the entries of an array are.  A NULL field means the constant. */
struct monread_array {
	const struct monread_structure *structure; /* of an entry; NULL: text of no fixed length */
	const struct monread_field *text;          /* the field that this text belongs to */
	const struct monread_field *count;
	const struct monread_field *size;  /* bytes of an entry */
	const struct monread_field *at;    /* displacement of the first from the start of the record */
	const struct monread_field *bytes; /* bytes of all entries */
	uint32_t count_const;              /* with no count: MONREAD_REST = as many as there is room for */
	uint32_t size_const;
	uint32_t at_const;
	const struct monread_when *when;   /* it is there where this holds; NULL: always */
};
#define MONREAD_REST 0xFFFFFFFFu

/* Two fields that must be equal, or the record was caught in the making. */
struct monread_check {
	const struct monread_field *left, *right;
	const char *text;
};

/* Application data inside of a record, told by a product ID. */
struct monread_payload {
	const struct monread_field *product; /* the product ID of 16 bytes */
	const struct monread_field *at;      /* displacement from the start of the record */
	const struct monread_field *bytes;
};

/* What a record tells of the system it is from, where the condition holds. */
struct monread_tells {
	unsigned release; /* as 100 * version + release; or later */
	const struct monread_when *when; /* never NULL */
};

/* Where counters begin anew: a difference from what was before says nothing. */
enum monread_break_kind {
	MONREAD_BREAK_ALL = 1, /* all counters of the system */
	MONREAD_BREAK_CHANGED, /* those, where ->field is not what it was in the record of this number before */
	MONREAD_BREAK_SAME     /* those of what has the value of ->field in a key: a user, a device */
};

struct monread_break {
	enum monread_break_kind kind;
	const struct monread_field *field; /* of the root structure; NULL with MONREAD_BREAK_ALL */
};

/* Configuration counts until a record that is called ->record comes whose field ->other is what ->key was here.  Where
 * several endings have one ->record, all of them must hold for one such record. */
struct monread_ending {
	const char *record;              /* MRIODVOF */
	const struct monread_field *key; /* of the root structure; NULL: any such record ends it */
	const char *other;               /* IODVOF_RDEVDEV; NULL where ->key is */
};

enum monread_status { MONREAD_NAME_ONLY, MONREAD_FRONT, MONREAD_WHOLE };

struct monread_layout {
	const char *name;  /* MRSYTLCK */
	const char *dsect; /* SYTLCK */
	const char *kind;  /* sample, event, config ... */
	const char *title;
	const char *release; /* of the page it was made from: 7.1 */
	const char *source;  /* of a page: its path */
	const char *path;    /* of the file it was loaded from; NULL: it came with the library */
	enum monread_status status;
	int domain;        /* -1: not a record (the common header, application data), or not known */
	int record;
	int builtin;       /* came with the library */
	uint32_t nwhen;    /* conditions that tell which of several layouts of a record this is */
	uint32_t nstructures; /* 0: only the name is known */
	uint32_t narrays;
	uint32_t nchecks;
	uint32_t ntells;
	uint32_t nerrata;
	const char *product; /* application data: pattern of 32 hex digits, "." = any */
	uint32_t id; /* unlike that of every other layout of the collection; small */
	const char *unproven;   /* why those of its fields are not known for certain that are MONREAD_UNPROVEN; or NULL */
	uint32_t unproven_from; /* offset in the record from which on they are */
	uint32_t nbreaks;
	/* "system": there is one such record for the whole system; else keys say what it is of, "key": and a sample has one
	 * for each value that they have; NULL: or more. */
	const char *instance;
	int configuration; /* readers of a file need the last one of it, even where that came before */
	uint32_t nendings;
};

/* What a layout, a structure and a field consist of: the one with the number INDEX, from 0, in the order of the page;
 * NULL where there are no more, as the count in LAYOUT, STRUCTURE or FIELD says.  It is the layout's, and lives as
 * long.  These calls set no error and take no memory; any number of threads may make them at a time. */

/* Structure 0 is the record. */
MONREAD_API const struct monread_structure *monread_layout_structure(const struct monread_layout *layout, size_t index);
MONREAD_API const struct monread_field *monread_structure_field(const struct monread_structure *structure,
                                                                size_t index);
MONREAD_API const struct monread_bit *monread_field_bit(const struct monread_field *field, size_t index);
MONREAD_API const struct monread_meaning *monread_field_meaning(const struct monread_field *field, size_t index);

/* What VALUE of FIELD means, in a word or a few.  NULL: that is not known. */
MONREAD_API const char *monread_field_value_text(const struct monread_field *field, uint64_t value);

MONREAD_API const struct monread_array *monread_layout_array(const struct monread_layout *layout, size_t index);
MONREAD_API const struct monread_check *monread_layout_check(const struct monread_layout *layout, size_t index);

/* The first whose condition holds counts. */
MONREAD_API const struct monread_tells *monread_layout_tells(const struct monread_layout *layout, size_t index);

MONREAD_API const struct monread_break *monread_layout_break(const struct monread_layout *layout, size_t index);

/* With ->configuration: what ends it. */
MONREAD_API const struct monread_ending *monread_layout_ending(const struct monread_layout *layout, size_t index);

/* The layout is for records where all of these hold. */
MONREAD_API const struct monread_when *monread_layout_when(const struct monread_layout *layout, size_t index);

/* One line about a slip of the page. */
MONREAD_API const char *monread_layout_erratum(const struct monread_layout *layout, size_t index);

/* The text field of structure 0 that has FLAG, which no other one of it has: MONREAD_USER, MONREAD_PARTITION or
 * MONREAD_LEVEL.  NULL: there is none. */
MONREAD_API const struct monread_field *monread_layout_marked(const struct monread_layout *layout, unsigned flag);

/* The same with MONREAD_USER. */
MONREAD_API const struct monread_field *monread_layout_user(const struct monread_layout *layout);

/* NULL: there is no application data in the record. */
MONREAD_API const struct monread_payload *monread_layout_payload(const struct monread_layout *layout);

/* A collection of layouts.  One thread at a time may load into it; threads may share it where it is const, see
 * monread_layouts_count(). */
struct monread_layouts;

/* What a record page or a .dsect file may have: many times what any page of
 * IBM's has.  What goes beyond is reported and left out, so that a page takes
 * memory and time in proportion to its size, and no layout makes more of a
 * record than monread_decode() says. */
#define MONREAD_PAGE_MAX       0x1000000u /* bytes of the file */
#define MONREAD_TAGS_MAX       65536u     /* of an HTML page */
#define MONREAD_NAME_MAX       64u        /* characters of a name */
#define MONREAD_TEXT_MAX       4000u      /* bytes of a description, or of the value of an annotation */
#define MONREAD_STRUCTURES_MAX 256u
#define MONREAD_ROWS_MAX       8192u      /* fields, and likewise bits and annotations */
#define MONREAD_RULES_MAX      256u       /* arrays, and likewise checks, tells and errata */
#define MONREAD_SAME_MAX       16u        /* fields of one name that an annotation reaches */
#define MONREAD_NESTING_MAX    8u         /* structures inside of structures */
#define MONREAD_PLAN_MAX       16384u     /* fields of the record and of its arrays, with all that is mapped */
#define MONREAD_NOTICES_MAX    100u       /* about one page; one more says how many there were */

/* The built-in layouts.  NULL: out of memory. */
MONREAD_API struct monread_layouts *monread_layouts_new(void);
MONREAD_API void monread_layouts_free(struct monread_layouts *l);

/* Where a collection is const, any number of threads may use it at a time, each with systems and decoders of its
 * own; what is done on first use is locked inside.  Layouts live as long as the collection, and so must it live
 * longer than every system and decoder that was made of it. */

/* How many there are, and one of them in order of domain and record (those
 * that are no records last).  NULL: no such (ENOENT), or out of memory (ENOMEM). */
MONREAD_API size_t monread_layouts_count(const struct monread_layouts *l);
MONREAD_API const struct monread_layout *monread_layouts_at(const struct monread_layouts *l, size_t index);

/* Whether memory was short for a layout at any time since the collection was made: one question at the end, for
 * those who do not look at errno at each NULL. */
MONREAD_API int monread_layouts_failed(const struct monread_layouts *l);

/* By name: MRSYTLCK, SYTLCK, D0R23, D0/R23 or 0.23, in any case.  NULL: unknown (errno is ENOENT), or out
 * of memory (ENOMEM). */
MONREAD_API const struct monread_layout *monread_layouts_by_name(const struct monread_layouts *l, const char *name);

/* The next one behind LAYOUT, in the order of monread_layouts_at(), that has its name, in any case: a record has layouts
 * for several releases.  The first is monread_layouts_by_name() of the name.  NULL as above. */
MONREAD_API const struct monread_layout *monread_layouts_next(const struct monread_layouts *l,
                                                              const struct monread_layout *layout);

/* The first layout that is known of (DOMAIN, RECORD): what the records of this number are about.  A record is decoded
 * with what monread_system_layout() returns.  NULL as above. */
MONREAD_API const struct monread_layout *monread_layouts_find(const struct monread_layouts *l, unsigned domain,
                                                              unsigned record);

/* The layout of application data with this product ID of 16 bytes.  NULL as above. */
MONREAD_API const struct monread_layout *monread_layouts_product(const struct monread_layouts *l,
                                                                 const unsigned char *product);

/* Something that was noticed in a page: one line of text.  LINE 0: it is
 * about the file as a whole. */
typedef void monread_notice(void *arg, const char *path, unsigned line, const char *text);

/* Read a page, a .dsect file, or a directory of them; what it describes comes
 * before what was known (behind it, where only the name is given).  NOTICE
 * (may be NULL) gets every disagreement.  To be called before others share
 * the collection.
 * The number of layouts read, or MONREAD_FAILED with errno. */
MONREAD_API long monread_layouts_load(struct monread_layouts *l, const char *path, monread_notice *notice,
                                      void *arg);

/* Read the pages in DIRECTORY, which are of one release: 100 * version + release.  They come before what was known, but
 * only for systems of which monread_system_site() is RELEASE.  UNUSED is not looked at: give NULL.
 * The number of layouts, or MONREAD_FAILED with errno. */
MONREAD_API long monread_layouts_load_site(struct monread_layouts *l, const char *directory, unsigned release,
                                           const char *const *unused, monread_notice *notice, void *arg);

/* Takes LENGTH bytes of what is written: whole words and lines of UTF-8, without control characters but the newline.
 * It returns 0 to go on, or a number above 0, which ends the writing and is returned. */
typedef int monread_output(void *arg, const char *text, size_t length);

/* Write LAYOUT, which may be of any collection, as a .dsect file, of which monread_layouts_load() makes the same
 * layout.  The descriptions of a record page are left out, as copyright does not allow copying them, and so are
 * errata.  MONREAD_OK; above 0: what WRITE returned; MONREAD_FAILED: out of memory.  Uses nothing but LAYOUT: threads
 * may write layouts at the same time. */
MONREAD_API int monread_layout_write(const struct monread_layout *layout, monread_output *write, void *arg);

/* The same with the descriptions of a record page, for a user who has the page: copyright does not allow passing the
 * result on. */
MONREAD_API int monread_layout_write_texts(const struct monread_layout *layout, monread_output *write, void *arg);

/* Likewise its cross reference alone: all names of fields, bits and structures with offset and length (bytes) or mask,
 * in the form and the order of IBM's pages. */
MONREAD_API int monread_layout_write_xref(const struct monread_layout *layout, monread_output *write, void *arg);

/* ---- Systems ---- */

/* The system that an input is from.  Its release decides which of several layouts a record has, and records tell it:
 * so there is one of these for each input.  One thread at a time may use it. */
struct monread_system;

/* L stays the caller's.  NULL: out of memory, then and now: L may be NULL. */
MONREAD_API struct monread_system *monread_system_new(const struct monread_layouts *l);
MONREAD_API void monread_system_free(struct monread_system *s);

/* The layout of the record BYTES, header included, after what the record itself tells of the system was learnt: to be
 * called with every record, in their order.  NULL: unknown (errno is ENOENT), or out of memory (ENOMEM). */
MONREAD_API const struct monread_layout *monread_system_layout(struct monread_system *s, unsigned domain,
                                                               unsigned record, const void *bytes, size_t length);

/* The same without the layout, for records that are passed over: nearly all tell nothing, which costs next to
 * nothing.  MONREAD_OK, or MONREAD_FAILED: out of memory. */
MONREAD_API int monread_system_learn(struct monread_system *s, unsigned domain, unsigned record, const void *bytes,
                                     size_t length);

/* The release as 100 * version + release (z/VM 7.3: 703); 0: not known yet.  Records tell that it is this release or
 * a later one.  Where it is set, they do not change it; 0 lets them tell it anew. */
MONREAD_API unsigned monread_system_release(const struct monread_system *s);
MONREAD_API void monread_system_set_release(struct monread_system *s, unsigned release);

/* The release whose layouts of monread_layouts_load_site() are used: the one that was set, or the newest that what
 * records tell allows; while they have told nothing, the only one there is.  0: none fits, or it is not known which. */
MONREAD_API unsigned monread_system_site(const struct monread_system *s);

/* The system's identifier, in ASCII without the blanks and NULs at its end; "" before a D1R4 was seen.  Its text changes
 * with the next D1R4. */
MONREAD_API const char *monread_system_id(const struct monread_system *s);

/* S is told what OF was told: for a part of an input, before it is read.  Both have the same layouts. */
MONREAD_API void monread_system_follow(struct monread_system *s, const struct monread_system *of);

/* Whether both were told the same. */
MONREAD_API int monread_system_agrees(const struct monread_system *s, const struct monread_system *with);

/* ---- Decoding ---- */

/* One value on its way to the caller. */
struct monread_value {
	const struct monread_field *field;
	enum monread_format format;
	uint64_t number; /* of MONREAD_COUNTDOWN: what was counted so far */
	const unsigned char *bytes; /* as they stand in the record */
	uint32_t length;
	uint32_t offset; /* from the start of the record */
	uint32_t index;  /* in an array of values: the element's number, counted as the page does */
};

/* What the value means, by its bytes: monread_field_value_text() for all formats.  NULL: that is not known. */
MONREAD_API const char *monread_value_text(const struct monread_value *value);

enum monread_level {
	MONREAD_LEVEL_STRUCTURE, /* a field that a structure maps */
	MONREAD_LEVEL_ARRAY,     /* entries: value->index is how many, value->length bytes each */
	MONREAD_LEVEL_ENTRY,     /* one of them, number value->index */
	MONREAD_LEVEL_LIST,      /* a field of several elements: value->index is how many */
	MONREAD_LEVEL_PAYLOAD    /* application data, with the layout of its own */
};

/* A nested level.  Lives, with its value, from begin() to end(). */
struct monread_place {
	enum monread_level level;
	const char *name;                    /* of the field, the array (ENTRY: the array again) or the structure */
	const struct monread_layout *layout; /* that describes what is inside */
	const struct monread_value *value;   /* where it is; ->field is NULL for what is no field; no ->number */
	uint32_t array; /* ARRAY, ENTRY where ->value->field is NULL: which one, for monread_layout_array() */
};

/* What the walk calls.  Any may be NULL.  They return 0 to go on, or a number above 0, which ends the walk and is
 * returned.  Order within one structure: fields and nested levels, then gaps, then the tail, then problems. */
struct monread_emit {
	size_t size; /* sizeof(struct monread_emit), as the caller knows it: what is behind is not called */
	int (*field)(void *arg, const struct monread_value *v);
	int (*begin)(void *arg, const struct monread_place *place);
	int (*end)(void *arg, const struct monread_place *place);
	/* Bytes that no field describes: between described parts where not all
	 * zero (gap), and behind the last (tail). */
	int (*gap)(void *arg, const struct monread_value *v);
	int (*tail)(void *arg, const struct monread_value *v);
	int (*problem)(void *arg, const char *text);
	/* Before the fields of a structure, or of what is there of it, where none depends on a condition or on a text
	 * before it: each stands at its offset in the V->length bytes at V->bytes.  MONREAD_TAKEN: the caller has looked
	 * at them itself, and neither field() nor MONREAD_LEVEL_LIST comes for them; those that a structure maps are
	 * walked as ever. */
	int (*structure)(void *arg, const struct monread_structure *s, const struct monread_value *v);
};

#define MONREAD_TAKEN (-1)

#define MONREAD_WALK_RESERVED 1u /* reserved fields, markers and groups too */
#define MONREAD_WALK_SERIES   2u /* only what differences are made of: keys, counters and countdowns */
#define MONREAD_WALK_PROVEN   4u /* no field that is MONREAD_UNPROVEN: its bytes are a gap or the tail */

/* What walks over records.  One thread at a time may use it: each has one of its own. */
struct monread_decoder;

/* FIELDS: names and globs to narrow the fields to, ended by NULL; or NULL.  They are copied; L is not, and must be
 * there as long as the decoder.  NULL: out of memory, or errno is EINVAL: another flag. */
MONREAD_API struct monread_decoder *monread_decoder_new(const struct monread_layouts *l, unsigned flags,
                                                        const char *const *fields);
MONREAD_API void monread_decoder_free(struct monread_decoder *d);

/* Walk the record BYTES, header included, with LAYOUT (NULL: there is nothing to say).  RELEASE: that of the system,
 * as monread_system_release() has it; 0: not known, which meets no condition on the release.  MONREAD_OK; above 0: what
 * a callback returned; MONREAD_FAILED: ENOMEM, or EINVAL as EMIT has no size.  Never looks at a byte outside of the
 * record.  Shows at most as many values as the record has bytes, times 16, and 4096 more; what is beyond is left out,
 * which is a problem of the record. */
MONREAD_API int monread_decode(struct monread_decoder *d, const struct monread_layout *layout, unsigned release,
                               const void *bytes, size_t length, const struct monread_emit *emit, void *arg);

/* ---- Text ---- */

/* The 256 characters of a code page in UTF-8.  Nothing of it changes: any number of threads may use it at a time. */
struct monread_codepage;

/* NAME: IBM-1047, which is built in, also IBM1047, CP1047 and 1047, or what iconv(3) knows.  NULL: no such code page
 * (errno is EINVAL), or out of memory (ENOMEM). */
MONREAD_API struct monread_codepage *monread_codepage_open(const char *name);
MONREAD_API void monread_codepage_free(struct monread_codepage *cp);

/* The character BYTE: *LENGTH bytes, 1 to 4, with a NUL behind them; U+FFFD where it is none.  Lives as long as CP. */
MONREAD_API const char *monread_codepage_utf8(const struct monread_codepage *cp, unsigned char byte, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
