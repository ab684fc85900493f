/* run.h: the parts of a run, which run.c joins. */
#ifndef TOOL_RUN_H
#define TOOL_RUN_H

#include "cli/verdict.h"
#include "out/out.h"
#include "sql/sql.h"
#include "table/series.h"
#include "tool/tool_options.h"

/* ---- reading.c: the state of an input, and notes at its end ---- */

struct reading {
	struct session_source source; /* the first member, so that pointers to it can be cast */
	struct verdict verdict;
	struct out_file file;
	uint64_t records, shown;
	uint64_t framing; /* number of end-of-frame records (D1R13) */
	int written;      /* 1: --write stored a record of the input */
	int has_system;   /* 1: a D1R4 record was read, which names the system */
	struct system_zone zone; /* with --time=system */
	int is_begun; /* 1 after the first attempt to open the input */
	struct reading *next; /* in the list ->inputs of struct run */
};

/* Print notes about the system, the times and the layouts of NOW, which has ended. */
void reading_say_facts(struct reading *now, const struct options *o);

/* Print the totals of NOW, of a file only with --verbose. DONE: what happened to the selected
 * records, such as "shown". */
void reading_say_counts(const struct reading *now, const char *done);

/* ---- anonymize.c: for --anonymize, replaces names, texts and addresses in records ---- */

struct anonymizer;

/* KEYFILE: file with the key for pseudonyms; NULL: a random key. KEEP_UNKNOWN: keep bytes and
 * records that no layout describes. Return NULL after a message. */
struct anonymizer *anonymizer_new(const struct monread_layouts *layouts, const char *keyfile,
                                  int keep_unknown);
void anonymizer_free(struct anonymizer *a);

/* RELEASE: release of the system of the input; 0 if unknown. Return 0, or -1 if out of memory. */
int anonymizer_begin_input(struct anonymizer *a, unsigned release);

/* Return a copy of EV, a record, without names, which is valid until the next call; return other
 * events unchanged. Return NULL if EV has no layout and must be left out; also, with *FAILED 1, if
 * out of memory. */
const struct monread_ev *anonymizer_event(struct anonymizer *a, const struct monread_ev *ev,
                                          int *failed);

/* Print how many bytes and records of the input NAME were left out and, if it is damaged, that
 * names may remain. */
void anonymizer_say(const struct anonymizer *a, const char *name, int is_damaged);

/* ---- compare.c: finds earlier records for --delta, and selects samples for --every ---- */

struct compare {
	struct series *series; /* NULL: no option needs earlier records */
	const struct monread_layouts *layouts;
	struct series_before
		before;      /* the record with which the current one is compared */
	/* with --every and --delta: sums of the differences in samples that are not shown */
	struct delta *delta;
	uint64_t every;     /* microseconds of --every; 0: all samples are shown */
	struct step *steps; /* one per system */
	int is_thinned;     /* 1 if a sample was left out; the caller sets it to 0 */
};

/* Return 0, or -1 if out of memory. */
int compare_begin(struct compare *c, const struct options *o,
                  const struct monread_layouts *layouts);
void compare_done(struct compare *c);

/* Learn the time of the IPL from EV, repeated configuration of SYSTEM. Return 0, or -1 if out of
 * memory. */
int compare_repeated(struct compare *c, struct monread_system *system,
                     const struct monread_ev *ev);

/* Set c->before for the record EV of SYSTEM. Return 1; 0 if --every leaves out the sample of EV; -1
 * if out of memory. */
int compare_record(struct compare *c, struct monread_system *system, const struct monread_ev *ev);

/* ---- inside.c: --user, --where and --system, which select records by their contents ---- */

/* Initialize with {0}, then set ->opt, ->select, ->layouts, ->codepage and ->before. */
struct inside {
	/* for threads of the output; the first member, so that pointers to it can be cast */
	struct out_asking asking;
	const struct options *opt;
	struct select *select;
	const struct monread_layouts *layouts;
	const struct monread_codepage *codepage;
	const struct series_before *
		before; /* with --delta: the record with which the current one is compared */
	int no_memory; /* 1: ->asking.failed was set because of ENOMEM */
	struct where *where; /* NULL: no --where */
	/* finds if a record has rows; NULL: not needed */
	struct table_rows *rows;
	/* with --delta: the differences of the current record */
	struct delta *delta;
	struct table_state state;
	/* by domain and record: 1 for configuration, which --write stores even if it is not
	 * selected, because readers need it */
	unsigned char kept[MR_DOMAINS][MR_RECORDS];
};

/* Before select_prepare(): let in->select also test --user, --where and --system. */
void inside_prepare(struct inside *in);

/* Compile --where, and find the configuration that --write stores. Return 0, or -1 after a
 * message. */
int inside_begin(struct inside *in);

/* If the output is a table, let --count count only records with rows in it. Return 0, or -1 if out
 * of memory. */
int inside_begin_rows(struct inside *in, const struct out_settings *s);

/* Call this for each input, and inside_record() for each record, even if it is not selected. */
void inside_begin_file(struct inside *in, struct monread_system *system, const char *name);
static inline void inside_record(struct inside *in, const struct monread_ev *ev)
{
	if (in->where)
		in->asking.interval = table_state_record(&in->state, ev, &in->asking.in_interval);
}

/* Return 1 if --system selects the system of EV, which may be the record that names it (D1R4). */
int inside_is_of_system(struct inside *in, const struct monread_ev *ev);

/* Return 1 if --write stores the unselected record EV because it is configuration. */
int inside_keeps(struct inside *in, const struct monread_ev *ev);

/* Return a copy for another thread of ARG, the struct inside of the reading thread; free it with
 * inside_end_asking(). NULL: the copy is not possible. */
struct out_asking *inside_begin_asking(void *arg);
void inside_end_asking(struct out_asking *a);

void inside_done(struct inside *in);

/* ---- service.c: reports the state of a service as sd_notify(3) describes ---- */

#define SERVICE_STATUS_SIZE 512u

struct service {
	int fd;           /* to the manager; -1: none listens */
	int64_t watchdog; /* maximum nanoseconds between signs of life; 0: none are expected */
	struct reading *const *now; /* the current input */
	struct store *const *store;
	int ready;
	int64_t alive_at, status_at; /* times of the last sign of life and status */
	char status[SERVICE_STATUS_SIZE]; /* that was sent last */
};

/* Connect to the manager that NOTIFY_SOCKET names. Return 1 if one listens. */
int service_begin(struct service *s, struct reading *const *now, struct store *const *store);

/* Report that an input is open and the store works. */
void service_ready(struct service *s);

/* Call this each second: it sends the sign of life and the status if they are due. WAITING: 1 if
 * the store waits for room on the disk. */
void service_turn(struct service *s, int waiting);

/* Send the status even if it is not due. */
void service_input_end(struct service *s);

/* Report that all inputs have ended; the store may still have to write. */
void service_stopping(struct service *s);

/* ---- storing.c: for --write, stores events, and keeps systems apart ---- */

/* The state of the functions single_*(), which keep records of several systems apart. */
struct single {
	const struct options *opt;
	const struct input_options *input;
	const struct monread_layouts *layouts;
	int applies; /* 1: the output may have records of one system only */
	int untold; /* 1: the records in the file of --append do not name their system */
	int mixed;  /* 1 after a message that the output has records of two systems */
	const char *name; /* of the input whose records were stored last */
	/* of the stored records; "": nothing was stored, or the system is unknown */
	char system[MR_SYSTEM_ID_SIZE];
};

struct storing {
	struct store *store; /* NULL: no --write */
	struct single single;
	int gave_up; /* 1 if storing ended early: see storing_give_up() */
};

/* Open the capture of --write, if any. INPUT and LAYOUTS must stay valid. Return 0, or -1 after a
 * message. */
int storing_begin(struct storing *s, const struct options *o, const struct input_options *input,
                  const struct monread_layouts *layouts);

/* Pass EV to the store; NULL: the input has ended. SHOWN: see store_event(). If the disk is full,
 * write the text in B, and wait for room or a stop; meanwhile, a thread reads a device. Return
 * NULL, or the reason for storing_give_up(). */
const char *storing_event(struct storing *s, const struct monread_ev *ev, int shown,
                          struct service *service, struct out_buffer *b);

/* End storing for the reason WHY, and report the data sets of session->now that were not stored as
 * a gap. */
void storing_give_up(struct storing *s, struct session *session, const char *why);

/* Return 1 after a message if the input NAME must not be read: its system differs from the one of
 * the stored records. */
int single_refuses(struct single *s, const char *name);

/* The same for --merge and the capture NAME of the system ID. */
int single_refuses_merged(struct single *s, const char *name, const char *id);

/* Call this after each data set and at the end of the input NAME of the system ID. WRITTEN: 1 if
 * records of it were stored. */
void single_note(struct single *s, const char *name, const char *id, int written);

#endif
