# emulated.sh: qemu runs the s390x programs in the tree $tree with their libraries, and they give the same results as
# the programs of this build.  Sourced after tree.sh.

emulated()
{
	program=$1
	shift
	within_quietly qemu-s390x "/usr/bin/$program" "$@" 2>"$tap_log" </dev/null
}
is 'monread is of s390x' 'ELF 64-bit MSB' "$(file -b "$tree/usr/bin/monread" | cut -c 1-14)"
sample=/usr/share/monread/sample.monwrite
cp "$srcdir/data/sample.monwrite" "$tap_dir/sample.monwrite"
for options in '-l' '-f json -a' '-f csv -n MRSYTPRP' '--tables'; do
	# shellcheck disable=SC2086 # lists of words
	case $options in
	--*)
		emulated monread $options >"$tap_dir/got"
		monread $options >"$tap_dir/expected"
		;;
	*)
		emulated monread $options $sample | sed "s|$sample|FILE|g" >"$tap_dir/got"
		monread $options "$tap_dir/sample.monwrite" | sed "s|$tap_dir/sample.monwrite|FILE|g" >"$tap_dir/expected"
		;;
	esac
	same "monread $options" "$tap_dir/expected" "$tap_dir/got"
done
query='SELECT interval, count(*) FROM MRSYTPRP_delta GROUP BY 1'
emulated monread --sql="$query" $sample >"$tap_dir/got"
monread --sql="$query" "$tap_dir/sample.monwrite" >"$tap_dir/expected"
same 'with SQLite: a query' "$tap_dir/expected" "$tap_dir/got"
emulated monstat $sample >"$tap_dir/got"
${MONSTAT:-$builddir/src/monstat} "$tap_dir/sample.monwrite" >"$tap_dir/expected"
same 'with SQLite: a report' "$tap_dir/expected" "$tap_dir/got"
gzip -c "$tap_dir/sample.monwrite" >"$tree/root/sample.gz"
is 'with zlib: compressed' "$(monread -l -a "$tap_dir/sample.monwrite" | wc -l)" "$(emulated monread -l -a /root/sample.gz | wc -l)"
page=$(find "$tests/layouts/pages" -iname '*.html' | sort | head -n 1)
if [ -n "$page" ]; then
	cp "$page" "$tree/root/page.html"
	monread --layouts="$page" --tables 2>/dev/null | sed "s|$page|/root/page.html|" >"$tap_dir/expected"
	emulated monread --layouts=/root/page.html --tables >"$tap_dir/got"
	same 'with libxml2: a page in HTML' "$tap_dir/expected" "$tap_dir/got"
fi
emulated monplay --version | grep -q "^monplay.* ${version%-*}"
ok 'with libfuse: monplay starts' $?
