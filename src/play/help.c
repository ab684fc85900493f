/* help.c: --help and --version. */
#include "config.h"

#include "play/help.h"

#include <stdio.h>

static const char *const text[] = {
	"Usage: monplay [OPTION]... CAPTURE MOUNTPOINT\n"
	"Offer z/VM monitor data as MOUNTPOINT/monreader, which behaves like /dev/monreader\n"
	"of Linux on z/VM.\n"
	"\n"
	"CAPTURE is a MONWRITE file or a stream; MOUNTPOINT is a directory.\n",

	"\nPace:\n"
	"      --speed=N          N times faster than the records' time stamps (default 1);\n"
	"                           max: as fast as they are read\n"
	"      --loop             start again at the end of CAPTURE\n"
	"      --end=WHAT         at its end: wait (default; reads block), eio (the\n"
	"                           connection is severed), or exit when all was read\n"
	"                           and the file is closed\n"
	"      --limit=N          how many data sets may be unread (default 255)\n",

	"\nFaults:\n"
	"      --fault=SPEC       let something go wrong; may be repeated\n"
	"      --script=FILE      one SPEC a line; # begins a comment\n"
	"SPEC is one of\n"
	"  eio@read=N  efault@read=N  sever@read=N   in the Nth read\n"
	"  eio@set=N[.PLACE]  efault@...  sever@...  in data set N; PLACE is mce, records,\n"
	"                                            between or end\n"
	"  overflow@set=N[:drop=K]  EOVERFLOW behind data set N, and the next K are lost\n"
	"  empty@set=N              an empty set in front of data set N\n"
	"  invalid@set=N[:mce=M]    control element M (default 1) is invalid\n"
	"  slow@set=N:SECONDS       data set N is that late\n"
	"  open=ERROR[:TIMES]       the open fails with EBUSY, EIO, ENODEV ...\n"
	"  short=N                  no read returns more than N bytes\n"
	"  eintr@read=N             the Nth read is interrupted\n"
	"  eagain@read=N            the Nth read gives EAGAIN, if it is non-blocking\n",

	"\nHow:\n"
	"  -I, --input-format=FORM  auto (default), stream or monwrite\n"
	"  -o, --options=LIST     mount options for FUSE, as allow_other\n"
	"  -f, --foreground       do not go into the background\n"
	"      --log=FILE         messages go to the end of FILE instead of standard error\n"
	"  -v, --verbose          log each operation\n"
	"  -h, --help             show this help and exit\n"
	"  -V, --version          show the version and exit\n",

	"\nExit status:\n"
	" 0  unmounted as asked\n"
	" 1  the same, but something of CAPTURE was damaged or missing, or data sets were\n"
	"    lost at the limit\n"
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
