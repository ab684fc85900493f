#!/bin/sh
# options.sh: options of monplay that need no mount.
. "${srcdir:-.}/tests/tap.sh"

monplay=${MONPLAY:-$builddir/src/monplay}
[ -x "$monplay" ] || skip_all 'monplay was not built'
cd "$tap_dir" || exit 99

# refused MESSAGE ARGUMENTS...
refused()
{
	message=$1
	shift
	# shellcheck disable=SC2086 # EMULATOR may have options
	$EMULATOR "$monplay" "$@" >out 2>err </dev/null
	is "monplay $*" "64 monplay: $message
Try 'monplay --help' for more information." "$? $(cat out err)"
}
refused '--nosuch: no such option; --help lists all' --nosuch capture mnt
refused '--l: ambiguous option: --loop, --limit, --log' --l capture mnt
refused '-Z: no such option; --help lists all' -Z capture mnt
refused '--loop and --end=exit contradict each other: a capture that is repeated has no end' --loop --end=exit capture mnt
refused '--loop and --end=eio contradict each other: a capture that is repeated has no end' --end=eio --loop capture mnt
refused '--loop=3: this option takes no value' --loop=3 capture mnt
refused '--limit: a value is missing' capture mnt --limit
for limit in 0 65536 x ''; do
	refused "--limit=$limit: expected a number from 1 to 65535" --limit="$limit" capture mnt
done
for speed in 0 0.0000001 1000000001 1x fast; do
	refused "--speed=$speed: expected a factor such as 1, 0.5 or 60, or max" --speed="$speed" capture mnt
done
refused '--end=x: expected wait, eio or exit' --end=x capture mnt
refused '--input-format=device: expected auto, stream or monwrite' -I device capture mnt
refused '--fault=eio@set=0: expected @read=N or @set=N, N from 1 on' --fault=eio@set=0 capture mnt
refused '--log=none/log: cannot be written: No such file or directory' --log=none/log capture mnt
refused 'expected CAPTURE and MOUNTPOINT' capture
refused 'expected CAPTURE and MOUNTPOINT' capture mnt more

# monplay writes errors of arguments after --log to the log.
# shellcheck disable=SC2086
$EMULATOR "$monplay" --log=log --end=x >out 2>&1
is 'a message in the log: status' 64 $?
[ ! -s out ] && [ "$(sed -n 1p log)" = 'monplay: --end=x: expected wait, eio or exit' ]
ok 'a message in the log' $?
finish
