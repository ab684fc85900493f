#!/bin/sh
# walks.sh: compare src/README with the source: rooms, files, and the functions of walks and of the index.
. "${srcdir:-.}/tests/tap.sh"

src=$srcdir/src
readme=$src/README

# FILE defines FUNCTION: its name begins a declarator at the start of a line, and no semicolon ends that line.
defines()
{
	grep -E "^[a-z].*[ *]$2\(" "$src/$1" | grep -qv ';$'
}

# The walks: lines "NUMBER. FILE FUNCTION()... words"; some steps have several lines.
sed -n 's/^  *[0-9.]* *\([a-z_]*\/[a-z0-9_]*\.c\) *\(.*()\).*/\1 \2/p' "$readme" >"$tap_dir/steps"
# The index: lines "BEHAVIOURS: FILE FUNCTION()...".
sed -n '/^Index/,/^$/s/^  [^:]*: \([a-z_]*\/[a-z0-9_]*\.c\)\(.*\)/\1\2/p' "$readme" >"$tap_dir/index"
is 'the index has at least 30 behaviours' 1 "$([ "$(wc -l <"$tap_dir/index")" -ge 30 ] && echo 1)"
cat "$tap_dir/index" >>"$tap_dir/steps"
is 'src/README has at most 250 lines' 1 "$([ "$(wc -l <"$readme")" -le 250 ] && echo 1)"
is 'at most 120 of them come before the walks' 1 "$([ "$(sed -n '/^Walks/q;p' "$readme" | wc -l)" -le 120 ] && echo 1)"
is 'src/README has more than 30 steps of walks' 1 "$([ "$(wc -l <"$tap_dir/steps")" -gt 30 ] && echo 1)"
while read -r file functions; do
	if [ ! -f "$src/$file" ]; then
		ok "$file is there" 1
		continue
	fi
	for function in $functions; do
		case $function in *'()') ;; *) continue ;; esac
		defines "$file" "${function%??}"
		status=$?
		ok "$file has $function" $status
		[ $status -eq 0 ] || (cd "$src" && grep -lE "^[a-z].*[ *]${function%??}\\(" ./*/*.c) | sed 's|^\./|# it is in |'
	done
done <"$tap_dir/steps"

# Files that are named anywhere else in it.
tr -c 'a-z0-9_./' '\n' <"$readme" | sed 's/\.$//' | grep -E '^[a-z]+/[a-z0-9_]+\.(c|h|mk)$' | sort -u >"$tap_dir/files"
is 'src/README has an index with files' 1 "$([ "$(wc -l <"$tap_dir/files")" -gt 20 ] && echo 1)"
while read -r file; do
	case $file in
	*/xxx.c | layout/tables.c | tests/*) continue ;;
	esac
	[ -f "$src/$file" ]
	ok "$file is there" $?
done <"$tap_dir/files"

# The rooms and their rule.
sed -n "/^rules='/,/^'/p" "$tests/rooms.sh" | grep : >"$tap_dir/rule"
sed -n 's/^  \([a-z]*:.*\)/\1/p' "$readme" >"$tap_dir/told"
same 'who may include whom is the rule of rooms.sh' "$tap_dir/rule" "$tap_dir/told"
for room in $(cut -d : -f 1 "$tap_dir/rule"); do
	grep -q "^$room  " "$readme"
	ok "the room $room is described" $?
done
finish
