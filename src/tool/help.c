/* help.c: --help and --version. */
#include "config.h"

#include "tool/help.h"

#include <stdio.h>

static const char *const text[] = {
	"Usage: monread [OPTION]... [FILE]...\n"
	"Show z/VM monitor data: every field of every record.\n"
	"\n"
	"FILE is a capture (MONWRITE file or stream, plain or compressed), a monreader\n"
	"device, or - for standard input.\n"
	"Without FILE, /dev/monreader is read.  Several FILEs are read one after the other.\n",

	"\nWhat to show:\n"
	"  -l, --list             one line a record: offset, time, D/R, name, length, title\n"
	"  -s, --summary          what is in it: data sets, records, times, gaps, damage\n"
	"  -x, --hex              16 bytes a line in hex and as text, with field names\n"
	"      --raw              the bytes, as a valid stream capture; what is not\n"
	"                           selected is left out and the rest framed anew\n"
	"  -f, --format=FMT       text (default), list, summary, hex, raw or json\n"
	"      --describe=NAME    the layout of a record: offsets, lengths, types, arrays\n"
	"      --xref=NAME        its cross reference, as IBM's pages print it\n"
	"      --list-layouts     all records known, and how much of them\n"
	"      --check-layouts    what disagrees in the pages that --layouts names, and how\n"
	"                           they differ from what is built in\n"
	"      --to-dsect=PAGE    a record page as a .dsect file, without its descriptions\n"
	"NAME is MRSYTLCK, SYTLCK, D0R23 or 0.23, in any case.\n",

	"\nWhich records (all conditions must hold):\n"
	"  -d, --domain=LIST      of these domains: numbers, ranges, or names: system,\n"
	"                           monitor, scheduler, storage, user, processor, io,\n"
	"                           seek, network, isfc, appldata, ssi\n"
	"  -r, --record=LIST      of these numbers; 0.23 or D0R23 name a domain too\n"
	"  -n, --name=LIST        of these names or globs: 'MRSYT*,MRUSEACT'\n"
	"  -t, --type=TYPE        sample or event\n"
	"      --since=TIME       not older than TIME\n"
	"      --until=TIME       not newer than TIME\n"
	"      --skip=N           pass over the first N of them\n"
	"  -c, --count=N          stop after N of them\n"
	"  -a, --all              also end-of-frame records, reserved fields, bits that\n"
	"                           are off\n"
	"      --fields=LIST      only these fields; names and globs\n"
	"TIME is ISO 8601, HH:MM[:SS] of the first day, or +SECONDS, +Nm, +Nh or +Nd from\n"
	"the start.\n",

	"\nHow:\n"
	"  -I, --input-format=FORM  auto (default), stream, monwrite or device\n"
	"  -F, --follow           read on as FILE grows, and through rotation of its name\n"
	"  -o, --output=FILE      write to FILE instead of standard output\n"
	"      --time=ZONE        time stamps in utc (default), local, or tod: as they are\n"
	"      --codepage=NAME    of the text in records (default IBM-1047)\n"
	"      --color[=WHEN]     auto (default), always or never\n"
	"  -L, --layouts=PATH     use this record page, .dsect file, or directory of them;\n"
	"                           may be repeated; also $MONREAD_LAYOUTS\n"
	"      --release=RELEASE  the release of z/VM, where it decides between layouts\n"
	"  -j, --jobs=N           format with N threads; default: one a processor for large\n"
	"                           files; the output is the same\n"
	"      --strict           stop at the first damage\n"
	"  -q, --quiet            show no records, only check them; twice: no messages either\n"
	"  -v, --verbose          say more of what is done\n"
	"  -h, --help             show this help and exit\n"
	"  -V, --version          show the version and exit\n",

	"\nCaptures and devices:\n"
	"      --write=FILE       store the selected records in FILE, which must not exist;\n"
	"                           with -q instead of showing them; -: standard output\n"
	"      --append           FILE may exist: go on behind its last whole data set\n"
	"      --force            FILE may exist: replace it\n"
	"      --mode=MODE        permissions of new files, in octal (default 600)\n"
	"      --write-format=FORM  monwrite (default) or stream\n"
	"      --rotate-size=SIZE   begin a new file before one grows larger; FILE.00001 ...,\n"
	"                           going on behind the highest number there is\n"
	"      --rotate-time=TIME   begin a new file after that time of data; FILE may hold\n"
	"                           the conversions of strftime(3), as in mon-%H%M.bin\n"
	"      --keep=N           with rotation: keep the last N files, of all runs\n"
	"      --compress=KIND    zstd or gzip\n"
	"      --sync=WHEN        bring to disk: none (default), set: each data set, or file\n"
	"      --buffer=SIZE      bytes of a device that may wait for slow output; default\n"
	"                           twice the largest data set, at least 64M\n"
	"      --duration=TIME    end after that time: 90, 30s, 10m, 2h, 1d\n"
	"      --user-drop=USER   switch to USER once the input is open (for root); a name\n"
	"                           or number, also USER:GROUP; --write creates its files\n"
	"                           as USER\n",

	"\nExit status:\n"
	" 0  everything was read and shown\n"
	" 1  something was damaged, missing, cut off or lost; the rest was shown\n"
	" 2  wrong usage, or nothing could be opened or written\n",
};

void help_print(void)
{
	unsigned i;

	for (i = 0; i < sizeof text / sizeof text[0]; i++)
		fputs(text[i], stdout);
}

void help_version(void)
{
	printf("monread %s\n"
	       "Copyright (C) 2026 the monread authors\n"
	       "License GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>.\n"
	       "This is free software: you are free to change and redistribute it.\n"
	       "There is NO WARRANTY, to the extent permitted by law.\n",
	       PACKAGE_VERSION);
}
