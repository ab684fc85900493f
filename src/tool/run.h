/* run.h: the modules that run.c calls to show and store records. */
#ifndef TOOL_RUN_H
#define TOOL_RUN_H

#include "out/out.h"
#include "sql/sql.h"
#include "tool/tool_options.h"

/* ---- reading.c: the state of an input, and notes when it has ended ---- */

struct reading {
	/* the first member, so that a pointer to it can be cast to struct reading */
	struct session_source source;
	struct verdict verdict;
	struct out_file file;
	uint64_t records, shown;
	uint64_t framing; /* number of D1R13 records, which end frames */
	int written;      /* 1: --write stored a record */
	int has_system;   /* 1: a D1R4 record named the system */
	struct system_zone zone; /* with --time=system */
	int is_begun; /* 1: the session has tried to open the input */
	struct reading *next;
};

/* Print notes about the input NOW, which has ended. */
void reading_say_facts(struct reading *now, const struct options *o);

/* Print how many records the input NOW has (if NOW is a file, only with --verbose). DONE: the word
 * "shown" or "selected". */
void reading_say_counts(const struct reading *now, const char *done);

/* ---- anonymize.c: for --anonymize, replaces names, texts and addresses in records ---- */

struct anonymizer;

/* KEYFILE: file with the key; NULL: a random key. KEEP_UNKNOWN: keep bytes and records that no
 * layout describes. Return NULL after a message. */
struct anonymizer *anonymizer_new(const struct monread_layouts *layouts, const char *keyfile,
                                  int keep_unknown);
void anonymizer_free(struct anonymizer *a);

/* Begin an input. RELEASE: release of z/VM on the system of the input; 0: unknown. Return 0, or -1
 * if out of memory. */
int anonymizer_begin_input(struct anonymizer *a, unsigned release);

/* Return a copy of the record EV with pseudonyms, valid until the next call, or EV itself if EV is
 * not a record or is a mark that monread wrote. Return NULL if EV is left out because it has no
 * layout, or, with *FAILED 1, if out of memory. */
const struct monread_ev *anonymizer_event(struct anonymizer *a, const struct monread_ev *ev,
                                          int *failed);

/* Print how many bytes of the input NAME became zero, and how many of its records were left out,
 * because no layout describes them. */
void anonymizer_say(const struct anonymizer *a, const char *name, int is_damaged);

/* ---- compare.c: finds earlier records for --delta, and selects samples for --every ---- */

struct compare {
	struct series *series; /* NULL: no option needs earlier records */
	const struct monread_layouts *layouts;
	/* before: previous record of the same instance as the current record; layout: layout of the
	 * current record, or NULL */
	struct series_before before;
	const struct monread_layout *layout;
	/* with --every and --delta: differences of the records that --every leaves out */
	struct delta *delta;
	uint64_t every; /* microseconds; 0: all samples are shown */
	struct step *steps; /* one struct step per system */
	int is_thinned;     /* 1: --every left out a sample; the caller sets this to 0 */
};

/* Return 0, or -1 if out of memory. */
int compare_begin(struct compare *c, const struct options *o,
                  const struct monread_layouts *layouts);
void compare_done(struct compare *c);

/* Learn the time of the IPL from EV, repeated configuration. Return 0, or -1 if out of memory. */
int compare_repeated(struct compare *c, struct monread_system *system,
                     const struct monread_ev *ev);

/* Set c->before to the previous record of the same instance as EV. Return 1; 0 if --every leaves
 * out EV; -1 if out of memory. */
int compare_record(struct compare *c, struct monread_system *system, const struct monread_ev *ev);

/* ---- inside.c: --user, --where and --system, which select records by their contents ---- */

/* The caller sets ->opt, ->select, ->layouts, ->codepage and ->before; all other members must be
 * 0. */
struct inside {
	/* the first member, so that a pointer to it can be cast to struct inside */
	struct out_asking asking;
	const struct options *opt;
	struct select *select;
	const struct monread_layouts *layouts;
	const struct monread_codepage *codepage;
	const struct series_before *before; /* with --delta */
	int no_memory; /* 1: memory ran out, so ->asking.failed is 1, too */
	struct where *where; /* with --where */
	/* if a table is shown with --count: tells if a record has rows in the table */
	struct table_rows *rows;
	/* with --delta and --where */
	struct delta *delta;
	struct table_state state;
	/* for each domain and record number: 1 for configuration, which --write stores even if it
	 * is not selected, because readers need it */
	unsigned char kept[MR_DOMAINS][MR_RECORDS];
};

/* Let IN decide about records if options need it. Call this before select_prepare(). */
void inside_prepare(struct inside *in);

/* Return 0, or -1 after a message. */
int inside_begin(struct inside *in);

/* Let --count count only records with rows in the table. Return 0, or -1 if out of memory. */
int inside_begin_rows(struct inside *in, const struct out_settings *s);

/* Call inside_begin_file() for each input, and inside_record() for each record, selected or not. */
void inside_begin_file(struct inside *in, struct monread_system *system, const char *name);
static inline void inside_record(struct inside *in, const struct monread_ev *ev)
{
	if (in->where)
		in->asking.interval = table_state_record(&in->state, ev, &in->asking.in_interval);
}

/* Return 1 if --system selects the system of EV. */
int inside_is_of_system(struct inside *in, const struct monread_ev *ev);

/* Return 1 if --write stores the record EV although EV is not selected, because EV is
 * configuration. */
int inside_keeps(struct inside *in, const struct monread_ev *ev);

/* Copy ARG, the struct inside of the reading thread, for another thread, and return ->asking of the
 * copy, which inside_end_asking() frees; NULL on failure. */
struct out_asking *inside_begin_asking(void *arg);
void inside_end_asking(struct out_asking *a);

void inside_done(struct inside *in);

/* ---- service.c: reports the state of a service as sd_notify(3) describes ---- */

#define SERVICE_STATUS_SIZE 512u

struct service {
	int fd; /* -1: no manager listens */
	/* nanoseconds between signs of life that the service manager expects; 0: it expects no
	 * signs of life */
	int64_t watchdog;
	struct reading *const *now;
	struct store *const *store;
	int ready;
	int64_t alive_at, status_at;
	char status[SERVICE_STATUS_SIZE];
};

/* Connect to the service manager at $NOTIFY_SOCKET. Return 1 if a service manager listens there. */
int service_begin(struct service *s, struct reading *const *now, struct store *const *store);

/* Tell the service manager that an input is open, and the store works. */
void service_ready(struct service *s);

/* Send a sign of life and the status to the service manager, each only if it is due. WAITING: 1 if
 * the store waits for room on the disk. */
void service_turn(struct service *s, int waiting);

/* Send the status of the input that has ended to the service manager, even if no status is due. */
void service_input_end(struct service *s);

/* Tell the service manager that all inputs have ended; the store may still have to write. */
void service_stopping(struct service *s);

/* ---- storing.c: for --write, stores events, and keeps systems apart ---- */

/* Checks that all stored records are of one system. */
struct single {
	const struct options *opt;
	const struct input_options *input;
	const struct monread_layouts *layouts;
	int applies; /* 1: the output may have records of one system only */
	int untold; /* 1: the records in the file of --append do not name their system */
	int mixed; /* 1: two systems were reported */
	const char *name; /* the last input with stored records */
	/* the system of the stored records; "": unknown */
	char system[MR_SYSTEM_ID_SIZE];
};

struct storing {
	struct store *store; /* NULL: no --write */
	struct single single;
	int gave_up; /* 1: storing_give_up() was called */
};

/* Open the store for --write. INPUT and LAYOUTS must stay valid. Return 0, or -1 after a
 * message. */
int storing_begin(struct storing *s, const struct options *o, const struct input_options *input,
                  const struct monread_layouts *layouts);

/* Pass the event EV (NULL: the input has ended) to the store. SHOWN: 1 if the user selected EV. If
 * the disk is full, write the text in B, the buffer of the output, and wait for room, while a
 * thread reads the device. Return NULL or, if storing must end, the reason, which storing_give_up()
 * needs. */
const char *storing_event(struct storing *s, const struct monread_ev *ev, int shown,
                          struct service *service, struct out_buffer *b);

/* End storing for the reason WHY. Report the data sets of session->now that were not stored, and
 * count them as a gap. */
void storing_give_up(struct storing *s, struct session *session, const char *why);

/* Return 1 after a message if the input NAME is of another system than the stored records. */
int single_refuses(struct single *s, const char *name);

/* Like single_refuses(), for --merge: the capture NAME is of the system ID. */
int single_refuses_merged(struct single *s, const char *name, const char *id);

/* Call this after each data set and at the end of the input NAME, which is of the system ID.
 * WRITTEN: 1 if records of this input were stored. */
void single_note(struct single *s, const char *name, const char *id, int written);

#endif
