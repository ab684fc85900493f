#!/bin/sh
# python.sh: the package monread of Python and its commands, against CSV and PCP's own library.
#
# It needs pyarrow, which Debian 12 does not have, and fsspec for URLs: make check-python gets both from PyPI into a folder of the
# build.  The tests of Spark need pyspark, and Java for a cluster: python.work/bin/pip install pyspark.
. "${srcdir:-.}/tests/tap.sh"

case $srcdir in /*) top=$srcdir ;; *) top=$PWD/$srcdir ;; esac
# Without pyarrow (-S: without the modules of this system), and with a virtual environment, which the test invents.
need_python
mkdir -p "$tap_dir/venv/bin"
printf '#!/bin/sh\nshift\necho "venv: $*"\n' >"$tap_dir/venv/bin/python"
chmod +x "$tap_dir/venv/bin/python"
without()
{
	PYTHONPATH=$top/src/python "$PYTHON" -S "$top/src/python/$1" DIR FILE 2>"$tap_dir/err" >"$tap_dir/out"
	echo "$? $(grep -c '^  ' "$tap_dir/err")"
}
cases <<'END'
without pyarrow: three commands | monread-parquet | without $in | 2 3
without pyarrow: three commands | monread2pcp | without $in | 2 3
--help without pyarrow | monread-parquet | PYTHONPATH=$top/src/python "$PYTHON" -S "$top/src/python/$in" --help | Usage: monread-parquet [OPTION]... DIR FILE... It writes Parquet files; its manual page describes the options.
an active virtual environment is used | monread-parquet | VIRTUAL_ENV=$tap_dir/venv PYTHONPATH=$top/src/python "$PYTHON" -S "$top/src/python/$in" DIR FILE | venv: DIR FILE
END

# A source distribution has the text of the licence and names it, and setuptools does not report a deprecated setting.
if "$PYTHON" -c 'import setuptools.build_meta' 2>/dev/null; then
	cp -RL "$top/src/python" "$tap_dir/package"
	chmod -R u+w "$tap_dir/package"
	(cd "$tap_dir/package" && "$PYTHON" -c 'import setuptools.build_meta as build; build.build_sdist("..")') \
		>"$tap_dir/log" 2>&1 || sed "s,^,# ," "$tap_dir/log"
	(cd "$tap_dir" && gzip -dc monread-*.tar.gz | tar xf -)
	cmp -s "$tap_dir"/monread-*/COPYING "$top/COPYING"
	ok 'the licence is in the source distribution' $?
	is 'its name is in the metadata' 'GPL-3.0-or-later' "$(sed -n 's/^License[-A-Za-z]*: \(GPL\)/\1/p' "$tap_dir"/monread-*/PKG-INFO)"
	is 'no deprecated setting' '' "$(grep -i 'deprecated' "$tap_dir/log")"
else
	skip 'a source distribution' 'there is no setuptools for Python'
fi

python=
for name in "$builddir/python.work/bin/python" python3 /usr/bin/python3; do
	[ -n "$python" ] || ! "$name" -c 'import pyarrow' 2>/dev/null || python=$name
done
[ -n "$python" ] || {
	skip 'tables, Parquet files, archives' 'there is no pyarrow for Python; make check-python gets it'
	finish
	exit 0
}
sample=$top/data/sample.monwrite
MONREAD="$EMULATOR $MONREAD"
PYTHONPATH=$top/src/python
export MONREAD PYTHONPATH

# Twelve samples of each system around midnight, with an IPL between the parts 2 and 3; the part 4 lacks its first sample.
mkdir "$tap_dir/parts" || exit 99
# samples FIRST LAST: these samples of the system $system, after the configuration
samples()
{
	n=$1
	printf '%s\n' 'form monwrite' 'let step = 0.000004s'
	while [ "$n" -le "$2" ]; do
		echo "let now = T'2026-03-04T23:45:00Z' + $((n * 120))s"
		if [ $((n % 6)) = 0 ] || [ "$n" = "$1" ]; then
			cat <<-END
			block
			set sample 1 0x09000000
			record MRMTRSYS
			MTRSYS_SYSTMID = '$system'
			MTRSYS_SYSTODST = T'2026-03-0$((n / 6 + 1))T00:00:00Z'
			END
		fi
		cat <<-END
		block
		set sample 0,4 0x09000000
		record MRSYTPRP
		SYTPRP_PFXUTIME = $((n % 6 * n + 1)).0s
		END
		for user in A B C; do
			printf '%s\n' 'record MRUSEACT' "USEACT_VMDUSER = '$user'" "USEACT_VMDTTIME = $((n % 6 * 9 + 1)).0s"
		done
		n=$((n + 1))
	done
}

for system in VMA VMB VMC; do
	samples 0 11 >"$tap_dir/day.txt"
	mkcapture "$tap_dir/day.txt" "$tap_dir/$system.bin" || exit 99
	n=0
	for bounds in 4T23:44/4T23:50 4T23:50/4T23:56 4T23:56/5T00:02 5T00:04/5T00:10; do
		n=$((n + 1))
		$MONREAD -q --write="$tap_dir/parts/$system-$n" --since="2026-03-0${bounds%/*}:00Z" \
			--until="2026-03-0${bounds#*/}:00Z" "$tap_dir/$system.bin" 2>/dev/null || exit 99
	done
done
# Captures that CP begins with configuration each.
system=VMD
part=0
for bounds in 0,2 3,5 6,8 10,11; do
	part=$((part + 1))
	samples "${bounds%,*}" "${bounds#*,}" >"$tap_dir/day.txt"
	mkcapture "$tap_dir/day.txt" "$tap_dir/parts/VMD-$part" || exit 99
done
"$python" -c 'import duckdb' 2>/dev/null && views='views of captures that overlap, views for DuckDB have each row once
reports all reports work over a lake'
[ -n "${views-}" ] || skip 'views for DuckDB' 'there is no duckdb'
"$python" -c 'import fsspec' 2>/dev/null && urls='urls URLs are read by fsspec; an error names the missing package'
[ -n "${urls-}" ] || skip 'URLs' 'there is no fsspec'
"$python" -c 'import pyspark' 2>/dev/null && spark='spark_captures the partitions of Spark have the rows of one run
spark_options options of Spark select captures; an error says what to do'
[ -n "${spark-}" ] || skip 'Spark' 'there is no pyspark'
[ -z "${spark-}" ] || ! command -v java >/dev/null || spark="$spark
spark_cluster a cluster of Spark with two workers has the rows of one run"

# Functions of tests/python.py: each prints nothing, or a line for each fault.
while read -r name text; do
	[ -n "$name" ] || continue
	(cd "$tap_dir" && rm -rf work && mkdir work && cd work && "$python" "$top/tests/python.py" "$name" "$sample" "$captures") \
		>"$tap_dir/got" 2>&1 || echo "exit status $?" >>"$tap_dir/got"
	is "$text" '' "$(tail -n 5 "$tap_dir/got")"
done <<END
${views-}
table a table has the rows, columns and values of CSV
batches a stream of batches goes to whoever takes an Arrow stream
selection fields, times, conditions and differences are selected
errors an unknown table is an error that names a near one; damage is a warning, and the rows are there
sql a query gives a table
sources file objects and standard input are read as files are; a source that breaks is an error
${urls-}
${spark-}
parquet Parquet files have the rows of all captures, one file for each table, system, day and capture
again a capture that was renamed, compressed, or has grown replaces its files; a shorter one is reported
growing a capture that is loaded while it is written has all its rows in the end
odd damage is data; captures without a system or with only configuration are reported
differences captures loaded in any order have the differences of one run: an IPL, a lost sample, midnight
neighbours the captures that follow a capture are those that it precedes
together two and eight runs at once, and runs that are killed, leave what one run does
END
is 'a missing capture' 1 "$("$python" -m monread.parquet "$tap_dir" none 2>&1 | grep -c '/none: No such file')"
if ! "$python" -c 'import pcp.pmi' 2>/dev/null; then
	skip 'an archive of PCP' 'there is no python3-pcp'
	finish
	exit 0
fi
cd "$tap_dir" || exit 99
cp "$sample" copy
# Counters of a signed field, below 0: they rise, then one begins again.
for value in -9 -5 -2147483648; do
	cat <<-END
	set sample 4 0x09100000
	record MRUSEINT
	USEINT_VMDUSER = 'LXONE'
	USEINT_HFDSVM = 0x$(printf %x $((value & 0xFFFFFFFF)))
	let now += 60s
	END
done >negative.txt
mkcapture -f stream negative.txt negative || exit 99
for file in negative "$captures/bad-interval-first.stream" "$captures/bad-payload-long.monwrite" "$sample"; do
	rm -rf csv archive.*
	# Captures may overlap: the sample and a copy of it.
	second=
	[ "$file" != "$sample" ] || second=copy
	# shellcheck disable=SC2086 # nothing, or a name
	"$python" -m monread.pcp --all "$file" $second archive 2>err
	# shellcheck disable=SC2086 # words
	$MONREAD -f csv --split=csv "$file" 2>err
	# shellcheck disable=SC2086 # words
	"$python" "$top/tests/pcpread.py" values archive csv $MONREAD >got
	ok "each number of ${file##*/} is in its archive" $?
done
"$python" -m monread.pcp "$sample" archive 2>err
is 'an archive is not replaced' '2 monread2pcp: archive: exists; remove that archive, or choose another name' "$? $(cat err)"
finish
