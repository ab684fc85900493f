/* play_table.c: the options of monplay, in the order of --help. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#define OPTIONS_STRUCT play_options
#include "cli/diag.h"
#include "cli/options.h"
#include "play/play.h"

static const struct word speeds[] = {
	{ "max", 0 }, { NULL, 0 },
};

static const struct word ends[] = {
	{ "wait", END_WAIT }, { "eio", END_EIO }, { "exit", END_EXIT }, { NULL, 0 },
};

static const struct word containers[] = {
	{ "auto", MONREAD_CONTAINER_AUTO },
	{ "stream", MONREAD_CONTAINER_STREAM },
	{ "monwrite", MONREAD_CONTAINER_MONWRITE },
	{ NULL, 0 },
};

/* beginnings of arguments of --fault, for completions of shells */
static const struct word faults[] = {
	{ "eio@read=", 0 },   { "eio@set=", 0 },      { "efault@read=", 0 }, { "efault@set=", 0 },
	{ "sever@read=", 0 }, { "sever@set=", 0 },    { "overflow@set=", 0 }, { "empty@set=", 0 },
	{ "invalid@set=", 0 }, { "slow@set=", 0 },    { "open=", 0 },        { "short=", 0 },
	{ "eintr@read=", 0 }, { "eagain@read=", 0 },  { NULL, 0 },
};

/* ---- Options that need more than storing a value.  Wrong values end the program. ---- */

#ifndef OPTIONS_SHOWN_ONLY

static void option_speed(void *options, const struct options_row *row, const char *arg)
{
	const char *end = arg;
	double v = 0;

	if (!words_find(row->words, arg) &&
	    (mr_read_decimal(&end, &v) || *end || v < 1e-6 || v > 1e9))
		diag_usage("--%s=%s: expected a factor such as 1, 0.5 or 60, or max", row->name,
		           arg);
	((struct play_options *)options)->speed = v;
}

static void option_fault(void *options, const struct options_row *row, const char *arg)
{
	const char *why = faults_add(&((struct play_options *)options)->faults, arg);

	if (why)
		diag_usage("--%s=%s: %s", row->name, arg, why);
}

static void option_script(void *options, const struct options_row *row, const char *arg)
{
	(void)row;
	if (faults_load(&((struct play_options *)options)->faults, arg))
		exit(STATUS_FAILED);
}

static void option_log(void *options, const struct options_row *row, const char *arg)
{
	int fd = open(arg, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);

	(void)options;
	if (fd < 0)
		diag_usage("--%s=%s: cannot be written: %s", row->name, arg, strerror(errno));
	diag_divert(fd);
}

static void option_verbose(void *options, const struct options_row *row, const char *arg)
{
	(void)options;
	(void)row;
	(void)arg;
	diag_set_level(DIAG_VERBOSE);
	diag_stamp_verbose();
}

#endif

/* ---- The table ---- */

static const struct options_row rows[] = {
	{ TEXT("Usage: monplay [OPTION]... CAPTURE MOUNTPOINT\n"
	       "Offer z/VM monitor data as MOUNTPOINT/monreader, which behaves like\n"
	       "/dev/monreader of Linux on z/VM.\n"
	       "\n"
	       "CAPTURE is a MONWRITE file or a stream; MOUNTPOINT is a directory.\n"
	       "\n"
	       "Pace:\n") },
	{ "speed", 0, "N",
	  "N times faster than the records' time stamps (default 1); max: as fast as they are read",
	  CALLS(option_speed), .words = speeds },
	{ "loop", 0, NULL, "start again at the end of CAPTURE", FLAG(loop) },
	{ "end", 0, "WHAT",
	  "at the end of CAPTURE: wait (default; reads block), eio (the connection is severed), or exit when "
	  "everything was read and the file is closed",
	  WORD(end, ends) },
	{ "limit", 0, "N", "how many data sets may be unread (default 255)",
	  STORES(OPTIONS_NUMBER, limit), .min = 1,
	  .max = 65535 /* of IUCV for a path */ },
	{ TEXT("\n"
	       "Faults:\n") },
	{ "fault", 0, "SPEC", "make something go wrong; may be repeated", CALLS(option_fault),
	  .words = faults, .values = VALUES_BEGINNINGS, .repeats = 1 },
	{ "script", 0, "FILE", "one SPEC per line; # begins a comment", CALLS(option_script),
	  .values = VALUES_FILE, .repeats = 1 },
	{ TEXT("SPEC is one of\n"
	       "  eio@read=N  efault@read=N  sever@read=N   in the Nth read\n"
	       "  eio@set=N[.PLACE]  efault@...  sever@...  in data set N; PLACE is mce,\n"
	       "                                           records, between or end\n"
	       "  overflow@set=N[:drop=K]  EOVERFLOW after data set N; the next K are lost\n"
	       "  empty@set=N              an empty data set before data set N\n"
	       "  invalid@set=N[:mce=M]    control element M (default 1) is invalid\n"
	       "  slow@set=N:SECONDS       data set N comes that much later\n"
	       "  open=ERROR[:TIMES]       the open fails with EBUSY, EIO, ENODEV ...\n"
	       "  short=N                  no read returns more than N bytes\n"
	       "  eintr@read=N             the Nth read is interrupted\n"
	       "  eagain@read=N            the Nth read gives EAGAIN, if it is non-blocking\n"
	       "\n"
	       "How:\n") },
	{ "input-format", 'I', "FORM", "auto (default), stream or monwrite",
	  WORD(container, containers) },
	{ "options", 'o', "LIST", "mount options for FUSE, as allow_other", STRING(mount_options) },
	{ "foreground", 'f', NULL, "do not go into the background", FLAG(foreground) },
	{ "log", 0, "FILE", "append messages to FILE instead of writing them to standard error",
	  CALLS(option_log), .values = VALUES_FILE },
	{ "verbose", 'v', NULL, "log each operation", CALLS(option_verbose) },
	ROWS_HELP,
	{ TEXT("\n"
	       "Exit status:\n"
	       "  0  unmounted as asked\n"
	       "  1  unmounted as asked, but something in CAPTURE was damaged or missing, or\n"
	       "     data sets were lost at the limit\n"
	       "  2  CAPTURE could not be read or MOUNTPOINT not mounted\n"
	       " 64  the command line is wrong\n") },
};
_Static_assert(sizeof rows / sizeof rows[0] < OPTIONS_MOST, "OPTIONS_MOST is too small");

const struct options_program program_options = {
	.name = "monplay",
	.title = "monplay (monread)",
	.tasks = "Usage: monplay [OPTION]... CAPTURE MOUNTPOINT\n"
	         "Offer a capture as MOUNTPOINT/monreader, a device as on Linux on z/VM.\n"
	         "\n"
	         "  monplay CAPTURE MOUNTPOINT              as fast as it was recorded\n"
	         "  monplay --speed=max CAPTURE MOUNTPOINT  as fast as it is read\n"
	         "  monplay --loop CAPTURE MOUNTPOINT       again and again\n"
	         "  monplay --end=exit CAPTURE MOUNTPOINT   end when all of it was read\n"
	         "  monplay --fault=overflow@set=3 CAPTURE MOUNTPOINT\n"
	         "                                          lose a data set\n"
	         "  fusermount3 -u MOUNTPOINT               end\n"
	         "\n"
	         "All options and faults: monplay --help.  More: man monplay.\n",
	.rows = rows,
	.n = sizeof rows / sizeof rows[0],
	.operands = { VALUES_FILE, VALUES_DIRECTORY },
};
