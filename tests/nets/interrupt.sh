#!/bin/sh
# interrupt.sh: a signal during a system call, or a call that does only a part of the work, does not change the result.
. "${srcdir:-.}/tests/tap.sh"

. "$tests/nets/preload.sh"
work=$tap_dir/work

m()
{
	LD_PRELOAD=$lib INTERRUPT=$plan "$MONREAD" "$@"
}

# once COMMAND RESULT: run COMMAND in an empty folder; RESULT gets output, messages, status, and sums of the files.
once()
{
	rm -rf "$work"
	mkdir "$work"
	(
		cd "$work" || exit 99
		eval "$1" >"$tap_dir/out" 2>"$tap_dir/err"
		echo "status $?"
		cat "$tap_dir/out" "$tap_dir/err"
		for file in *; do
			[ ! -f "$file" ] || cksum "$file"
		done
	) >"$2" 2>&1
}

# One data set, as the device delivers it: at the end of the file the set is complete.
"$MONREAD" -q --write="$tap_dir/set" --write-format=stream "$captures/good-one-set.stream"
gzip -c "$captures/good-several-sets.monwrite" >"$tap_dir/set.gz" 2>/dev/null
# A page of the site.
mkdir -p "$tap_dir/site/7.3"
cp "$tests/layouts/pages/plain.txt" "$tap_dir/site/7.3"

while IFS='|' read -r name command; do
	[ -n "$name" ] || continue
	case $name in
	*compressed*) grep -q 'define HAVE_ZLIB 1' "$builddir/config.h" || continue ;;
	*page*) grep -q 'define HAVE_LIBXML2 1' "$builddir/config.h" || continue ;;
	esac
	plan=
	once "$command" "$tap_dir/expected"
	wanted=0
	case $name in *damage*) wanted=1 ;; esac
	is "$name: status" "status $wanted" "$(head -n 1 "$tap_dir/expected")"
	for how in eintr half one; do
		n=0
		bad=
		while :; do
			n=$((n + 1))
			rm -f "$hit"
			plan=$how:$n:$hit
			once "$command" "$tap_dir/got"
			[ -e "$hit" ] && [ $n -lt 500 ] || break
			if ! cmp -s "$tap_dir/expected" "$tap_dir/got"; then
				bad="$bad $n"
				diff "$tap_dir/expected" "$tap_dir/got" | head -n 4 | sed 's/^/# /'
			fi
		done
		is "$name: $how, each call of $((n - 1)): the same" '' "$bad"
		[ $n -lt 500 ]
		ok "$name: $how: few enough calls to try each" $?
	done
done <<'END'
a file|m -l "$captures/good-several-sets.monwrite"
two files, one of them damaged|m -l "$captures/bad-cut-set.stream" "$captures/good-locks.stream"
standard input|m -f json - <"$captures/good-several-sets.stream"
a pipe|cat "$captures/good-several-sets.monwrite" | m -
a lot of text|m -j1 "$captures/sample.monwrite" | cksum
threads|m -j3 -f json "$captures/sample.monwrite" | cksum
raw|m --raw -d 1 "$captures/good-several-sets.monwrite" | cksum
an output|m -x -o out "$captures/good-several-sets.monwrite"
storing|m -q --write=new --sync=set "$captures/good-several-sets.monwrite"
storing as a stream|m -q --write=new --write-format=stream --sync=file "$captures/good-several-sets.monwrite"
storing behind what is there|cp "$captures/good-locks.monwrite" new && m -q --write=new --append --sync=set "$captures/good-several-sets.monwrite"
storing instead of what is there|cp "$captures/good-locks.monwrite" new && m -q --write=new --force --sync=set "$captures/good-several-sets.monwrite"
storing in turns|m -q --write=new --rotate=20k --keep=3 --sync=file "$captures/sample.monwrite"
storing, compressed|m -q --write=new --compress=gzip "$captures/good-several-sets.monwrite" && gzip -dc new | cksum && rm new
compressed input|m -l "$tap_dir/set.gz"
compressed, from a pipe|cat "$tap_dir/set.gz" | m -l -
a layout|m -L "$tests/../data/mrsytlck.dsect" -r 0.23 "$captures/good-locks.stream"
layouts of the site|MONREAD_SITE_LAYOUTS=$tap_dir/site m --release=7.3 --describe=MRTSTACT
a folder of layouts|m -L "$tests/layouts/pages" --tables
a page as .dsect|m --describe="$tests/layouts/pages/html.HTML" -f dsect
the device|m -I device -l -c 3 - <"$tap_dir/set"
following|m -F -l -c 3 "$captures/good-several-sets.stream"
help|m --help
END
finish
