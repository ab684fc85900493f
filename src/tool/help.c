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
	"Without FILE, /dev/monreader is read.  Several FILEs are read one after another.\n",

	"\nWhat to show:\n"
	"  -l, --list             one line per record: offset, time, D/R, name, length,\n"
	"                           title\n"
	"  -s, --summary          what is in it: data sets, records, times, gaps, damage\n"
	"  -x, --hex              16 bytes per line in hex and as text, with field names\n"
	"      --raw              the bytes, as a valid stream capture; records that are\n"
	"                           not selected are left out, the rest is framed anew\n"
	"  -f, --format=FMT       text (default), list, summary, hex, raw or json\n"
	"      --describe=NAME    the layout of a record: offsets, lengths, types, arrays\n"
	"      --xref=NAME        its cross reference, as IBM's pages print it\n"
	"      --list-layouts     all known records, and how much of each is described\n"
	"      --check-layouts    contradictions in the pages given with --layouts, and\n"
	"                           how they differ from the built-in layouts\n"
	"      --to-dsect=PAGE    a record page as a .dsect file, without descriptions\n"
	"NAME is MRSYTLCK, SYTLCK, D0R23, D0/R23 or 0.23, in any case.\n",

	"\nWhich records (all conditions must hold):\n"
	"  -d, --domain=LIST      from these domains: numbers, ranges, or names: system,\n"
	"                           monitor, scheduler, storage, user, processor, io,\n"
	"                           seek, network, isfc, appldata, ssi\n"
	"  -r, --record=LIST      with these numbers; 0.23 or D0R23 name a domain too\n"
	"  -n, --name=LIST        with these names or globs: 'MRSYT*,MRUSEACT'\n"
	"  -t, --type=TYPE        sample or event\n"
	"      --since=TIME       at or after TIME\n"
	"      --until=TIME       at or before TIME; includes the sample of that time\n"
	"      --skip=N           skip the first N selected records\n"
	"  -c, --count=N          stop after N selected records\n"
	"  -a, --all              also end-of-frame records, reserved fields, and bits\n"
	"                           that are off\n"
	"      --fields=LIST      only these fields: names and globs\n"
	"TIME is ISO 8601, HH:MM[:SS] on the first day, or +SECONDS, +Nm, +Nh or +Nd\n"
	"after the start.\n",

	"\nHow:\n"
	"  -I, --input-format=FORM  auto (default), stream, monwrite or device\n"
	"  -F, --follow           keep reading as FILE grows or is rotated\n"
	"  -o, --output=FILE      write to FILE instead of standard output\n"
	"      --time=ZONE        time stamps in utc (default), local, or tod (unchanged)\n"
	"      --codepage=NAME    code page of the text in records (default IBM-1047)\n"
	"      --color[=WHEN]     auto (default), always or never\n"
	"  -L, --layouts=PATH     use this record page, .dsect file, or directory of\n"
	"                           them; may be repeated; also $MONREAD_LAYOUTS\n"
	"      --release=RELEASE  the release of z/VM, where layouts depend on it\n"
	"  -j, --jobs=N           format with N threads; default: one per processor for\n"
	"                           large files; the output is the same\n"
	"      --strict           stop at the first damage\n"
	"  -q, --quiet            show no records, only check them; twice: no messages\n"
	"                           either\n"
	"  -v, --verbose          say more about what is done\n"
	"  -h, --help             show this help and exit\n"
	"  -V, --version          show the version and exit\n",

	"\nCaptures and devices:\n"
	"      --write=FILE       store the selected records in FILE, which must not\n"
	"                           exist; with -q instead of showing them;\n"
	"                           - is standard output\n"
	"      --append           FILE may exist: continue after its last whole data set\n"
	"      --force            FILE may exist: replace it\n"
	"      --mode=MODE        permissions of new files, in octal (default 600)\n"
	"      --write-format=FORM  monwrite (default) or stream\n"
	"      --write-marks=WHEN   yes (default): a mark in the capture says where data\n"
	"                           was lost; no: FILE.gaps beside it does\n"
	"      --rotate-size=SIZE   begin a new file before one grows larger than SIZE:\n"
	"                           FILE.00001 and so on, after the highest number there\n"
	"      --rotate-time=TIME   begin a new file after TIME of data; FILE may contain\n"
	"                           strftime(3) conversions, as in mon-%H%M.bin\n"
	"      --keep=N           with rotation: keep the last N files of all runs\n"
	"      --compress=KIND    zstd or gzip\n"
	"      --sync=WHEN        sync each data set (set), each file (file), or nothing\n"
	"                           (none, default)\n"
	"      --buffer=SIZE      how much data of a device may wait for slow output;\n"
	"                           default twice the largest data set, at least 64M\n"
	"      --duration=TIME    end after that time: 90, 30s, 10m, 2h, 1d\n"
	"      --user-drop=USER   switch to USER once the input is open (for root): a\n"
	"                           name or number, or USER:GROUP; --write creates its\n"
	"                           files as USER\n",

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
