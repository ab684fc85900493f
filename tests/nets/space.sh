#!/bin/sh
# space.sh: a disk that is too small for the output: status 2, one message, and the file has the beginning of the output.
. "${srcdir:-.}/tests/tap.sh"

disk=$tap_dir/disk
mkdir "$disk"
mount -t tmpfs -o size=2m none "$disk" 2>/dev/null || skip_all 'only root can mount a small file system'
trap 'umount -l "$disk"; rm -rf "$tap_dir"' 0

# The sample so often that it is more than 2 MB in each format.
i=0
while [ $((i += 1)) -le 64 ]; do
	cat "$captures/sample.monwrite"
done >"$tap_dir/large"
big=$(wc -c <"$tap_dir/large" | tr -d ' ')

# cut_off NAME: check STATUS, the messages in err, and disk/out as the beginning of all.
cut_off()
{
	is "$1: status" 2 $status
	is "$1: one message" 1 "$(wc -l <"$tap_dir/err" | tr -d ' ')"
	grep -q 'writing failed: No space left on device$' "$tap_dir/err"
	ok "$1: said" $?
	size=$(wc -c <"$disk/out" | tr -d ' ')
	[ "$size" -gt 1900000 ] && [ "$size" -le 2097152 ]
	ok "$1: the disk is full" $?
	head -c "$size" "$tap_dir/all" | cmp -s - "$disk/out"
	ok "$1: what is there is the beginning" $?
	rm -f "$disk/out"
}

[ "$big" -gt 2097152 ]
ok 'the capture is larger than the disk' $?
for options in $(record_formats list summary | sed 's/[a-z][a-z]*/-f&/g') -a; do
	for jobs in 1 3; do
		# shellcheck disable=SC2086 # several options
		monread $options -j$jobs "$tap_dir/large" >"$tap_dir/all" 2>/dev/null
		# shellcheck disable=SC2086
		monread $options -j$jobs "$tap_dir/large" >"$disk/out" 2>"$tap_dir/err"
		status=$?
		cut_off "standard output, $options -j$jobs"
		# shellcheck disable=SC2086
		monread $options -j$jobs -o "$disk/out" "$tap_dir/large" 2>"$tap_dir/err"
		status=$?
		cut_off "-o, $options -j$jobs"
	done
done

# Input and output on the same disk: the input does not change.
head -c 1000000 "$tap_dir/large" >"$disk/in"
monread -f json -o "$disk/out" "$disk/in" 2>"$tap_dir/err"
is 'the input is on that disk: status' 2 $?
head -c 1000000 "$tap_dir/large" | cmp -s - "$disk/in"
ok 'the input is on that disk: it is as it was' $?
rm -f "$disk"/*

# monread reports a description that it could not write completely.
head -c 2097152 /dev/zero >"$disk/filler" 2>/dev/null
monread --describe=MRSYTLCK -o "$disk/out" 2>"$tap_dir/err" </dev/null
is 'nothing fits, --describe: status' 2 $?
grep -q 'No space left on device' "$tap_dir/err"
ok 'nothing fits, --describe: message' $?
is 'nothing fits, --describe: nothing is there' 0 "$(cat "$disk/out" 2>/dev/null | wc -c | tr -d ' ')"
finish
