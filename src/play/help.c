/* help.c: --help and --version. */
#include "config.h"

#include "play/help.h"

#include <stdio.h>

static const char *const text[] = {
	"Usage: monplay [OPTION]... CAPTURE MOUNTPOINT\n"
	"Offer z/VM monitor data as MOUNTPOINT/monreader, which behaves like\n"
	"/dev/monreader of Linux on z/VM.\n"
	"\n"
	"CAPTURE is a MONWRITE file or a stream; MOUNTPOINT is a directory.\n",

	"\nPace:\n"
	"      --speed=N          N times faster than the records' time stamps (default\n"
	"                           1); max: as fast as they are read\n"
	"      --loop             start again at the end of CAPTURE\n"
	"      --end=WHAT         at the end of CAPTURE: wait (default; reads block), eio\n"
	"                           (the connection is severed), or exit when everything\n"
	"                           was read and the file is closed\n"
	"      --limit=N          how many data sets may be unread (default 255)\n",

	"\nFaults:\n"
	"      --fault=SPEC       make something go wrong; may be repeated\n"
	"      --script=FILE      one SPEC per line; # begins a comment\n"
	"SPEC is one of\n"
	"  eio@read=N  efault@read=N  sever@read=N   in the Nth read\n"
	"  eio@set=N[.PLACE]  efault@...  sever@...  in data set N; PLACE is mce,\n"
	"                                            records, between or end\n"
	"  overflow@set=N[:drop=K]  EOVERFLOW after data set N; the next K are lost\n"
	"  empty@set=N              an empty data set before data set N\n"
	"  invalid@set=N[:mce=M]    control element M (default 1) is invalid\n"
	"  slow@set=N:SECONDS       data set N comes that much later\n"
	"  open=ERROR[:TIMES]       the open fails with EBUSY, EIO, ENODEV ...\n"
	"  short=N                  no read returns more than N bytes\n"
	"  eintr@read=N             the Nth read is interrupted\n"
	"  eagain@read=N            the Nth read gives EAGAIN, if it is non-blocking\n",

	"\nHow:\n"
	"  -I, --input-format=FORM  auto (default), stream or monwrite\n"
	"  -o, --options=LIST     mount options for FUSE, as allow_other\n"
	"  -f, --foreground       do not go into the background\n"
	"      --log=FILE         append messages to FILE instead of writing them to\n"
	"                           standard error\n"
	"  -v, --verbose          log each operation\n"
	"  -h, --help             show this help and exit\n"
	"  -V, --version          show the version and exit\n",

	"\nExit status:\n"
	" 0  unmounted as asked\n"
	" 1  unmounted as asked, but something in CAPTURE was damaged or missing, or\n"
	"    data sets were lost at the limit\n"
	" 2  wrong usage, or CAPTURE could not be read or MOUNTPOINT not mounted\n",
};

void help_print(void)
{
	unsigned i;

	for (i = 0; i < sizeof text / sizeof text[0]; i++)
		fputs(text[i], stdout);
}

void help_version(void)
{
	printf("monplay (monread) %s\n"
	       "Copyright (C) 2026 the monread authors\n"
	       "License GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>.\n"
	       "This is free software: you are free to change and redistribute it.\n"
	       "There is NO WARRANTY, to the extent permitted by law.\n",
	       PACKAGE_VERSION);
}
