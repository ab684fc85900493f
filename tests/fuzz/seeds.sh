# seeds.sh: inputs made of the captures, descriptions and pages of the other tests.  Sourced.

# put FILE BYTES PIECE...: BYTES as printf(1) knows them, then the pieces.
put()
{
	to=$1
	# shellcheck disable=SC2059 # it is a format
	printf -- "$2" >"$to"
	shift 2
	[ $# -eq 0 ] || cat "$@" >>"$to"
}

# Two bytes that hold the length of a file, for put.
length_of()
{
	n=$(wc -c <"$1")
	printf '\\%03o\\%03o' $((n / 256)) $((n % 256))
}

# make_seeds ENTRY DIRECTORY: runs in a subshell because sh has no local variables.
make_seeds()
(
	mkdir -p "$2"
	case $1 in
	format)
		i=0
		for file in "$captures"/*.monwrite "$captures"/*.stream; do
			[ "$(wc -c <"$file")" -lt 40000 ] || continue
			put "$2/$(basename "$file")" "\\$(printf %03o $((i % 8)))\\$(printf %03o $((i / 8 % 2 * 32)))\\000\\000" "$file"
			i=$((i + 1))
		done
		# Records of a number that the page beside them is about.
		for name in mrsytlck mrapledt mraplsdt mrmtrprp linuxos fsstatd procdproc; do
			page=$srcdir/data/$name.dsect
			[ -f "$page" ] || continue
			for format in '\000' '\003' '\005' '\010' '\055'; do
				put "$2/$name$(printf '%s' "$format" | tr -d '\\')" "$format\\000$(length_of "$page")" \
					"$page" "$captures/good-locks.stream" "$captures/good-several-sets.stream"
			done
		done
		;;
	ordered)
		# Two copies, one of them without its last data sets; three copies, one with domain 0 alone and one with a changed byte.
		for file in "$captures"/good-* "$captures"/odd-*; do
			[ "$(wc -c <"$file")" -lt 40000 ] || continue
			put "$2/two-$(basename "$file")" '\000\000\000\000\000\050\000\000\000\000\000\000\000' "$file"
			put "$2/three-$(basename "$file")" '\001\000\000\000\000\100\000\000\000\202\001\000\017' "$file"
		done
		;;
	parser)
		# The first byte says how the capture comes: as a file; fed by 1, 12, 4096 bytes; as a stream; with filler.
		for how in 200 000 001 104 017 020; do
			for file in "$captures"/bad-* "$captures"/odd-*; do
				put "$2/$how-$(basename "$file")" "\\$how" "$file"
			done
		done
		;;
	stat)
		i=0
		for file in "$captures"/good-* "$captures"/bad-*; do
			[ "$(wc -c <"$file")" -lt 40000 ] || continue
			put "$2/$(basename "$file")" "\\$(printf %03o $((i % 256)))\\$(printf %03o $((i % 7)))" "$file"
			i=$((i + 41))
		done
		;;
	writer)
		for how in 000 001 003 004 005 007; do
			for file in "$captures"/good-* "$captures"/odd-* "$captures"/bad-*; do
				put "$2/$how-$(basename "$file")" "\\$how" "$file"
			done
		done
		;;
	listing)
		awk -v dir="$2" -f "$srcdir/tests/gen/cases.awk" "$srcdir/tests/gen/good-plain.dsect" "$srcdir/tests/gen/CASES"
		rm -f "$2"/*.expected
		for file in "$srcdir"/data/mrsytlck.dsect "$srcdir"/data/mrapl*.dsect "$srcdir"/data/linux*.dsect \
			"$srcdir"/tests/gen/*.dsect "$srcdir"/tests/layouts/pages/*; do
			[ ! -f "$file" ] || cp "$file" "$2"
		done
		;;
	device)
		for file in "$captures"/good-locks.stream "$captures"/good-several-sets.stream; do
			put "$2/$(basename "$file")" '\010\204\204\000\377\377\000\002\377' "$file"
			put "$2/lost-$(basename "$file")" '\020\204\002\000\204\003\000\377\005\000\006\377\004\000\010\000' "$file"
		done
		;;
	options)
		for words in '-l\n%%c' '-s\n%%c' '-x\n-a\n%%c' '--raw\n-d0\n-o\n%%o\n%%c' '-fjson\n-L\n%%p\n%%c' \
			'--write=%%w\n-q\n--sync=set\n%%c' '--write=%%w\n--rotate=8K\n--keep=2\n%%c' \
			'--describe=MRTSTREC\n-L%%p' '--xref=D0R23' '--describe=%%p\n-f\ncheck' '--describe=%%p -f dsect' \
			'-r0.23\n-c2\n%%c' '--since=+1\n--until=2018-09-12T09:26:45Z\n%%c' \
			'-tsample\n-nMRSYT*\n--fields=*LCKID\n%%c' '--write=%%w\n--compress=zstd\n%%c' '--time=local\n-j2\n%%c\n%%c' \
			'-Istream\n--strict\n%%c' '--codepage=IBM-290\n%%c'; do
			put "$2/$(printf '%s' "$words" | cksum | tr -d ' ')" "$words\\n\\n" "$captures/good-several-sets.stream"
		done
		;;
	esac
)
