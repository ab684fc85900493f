#!/bin/sh
# userdrop.sh: --user-drop: who is taken, what is refused and why, and that this comes before anything is opened.
. "${srcdir:-.}/tests/tap.sh"

cd "$captures" || exit 99
chmod 755 "$tap_dir"
mkdir "$tap_dir/open"
chmod 777 "$tap_dir/open"
echo 'older output' >"$tap_dir/older"
cp "$tap_dir/older" "$tap_dir/output"

# refused USER MESSAGE: with an input that does not exist, so a message about that one would show that it was opened
refused()
{
	monread -l --user-drop="$1" -o "$tap_dir/output" nosuch >"$tap_dir/out" 2>"$tap_dir/err"
	is "--user-drop=$1: refused" "2 monread: --user-drop=$1: $2" "$? $(cat "$tap_dir/out" "$tap_dir/err")"
	same "--user-drop=$1: the output is as it was" "$tap_dir/older" "$tap_dir/output"
}

# Numbers that nobody has.
uid=64321
gid=64322
if getent passwd $uid || getent group $gid; then
	skip_all "user $uid or group $gid exists"
fi >/dev/null
refused no-such-user 'there is no such user'
refused 4294967295 'there is no such user'
refused 18446744073709551616 'there is no such user'
refused '' 'expected USER or USER:GROUP, names or numbers'
refused : 'expected USER or USER:GROUP, names or numbers'
refused nobody: 'expected USER or USER:GROUP, names or numbers'
refused nobody:no-such-group 'there is no such group'
refused $uid 'this user ID has no entry that tells its group; name the group too, as in 1000:1000'
refused root 'this is root; name a user without its privileges'
refused 0:$gid 'this is root; name a user without its privileges'

if [ "$(id -u)" -ne 0 ]; then
	refused $uid:$gid "only root can switch to another user; this process has user ID $(id -u)"
	finish
	exit
fi

# taken USER OWNER
taken()
{
	rm -f "$tap_dir/open/stored"
	monread -q --user-drop="$1" --write="$tap_dir/open/stored" good-locks.stream >"$tap_dir/out" 2>"$tap_dir/err"
	is "--user-drop=$1: status and messages" 0 "$?$(cat "$tap_dir/err")"
	is "--user-drop=$1: whose the file is" "$2" "$(stat -c %u:%g "$tap_dir/open/stored")"
}

nobody=$(id -u nobody):$(id -g nobody)
taken nobody "$nobody"
taken "${nobody%:*}" "$nobody"
taken "nobody:$gid" "${nobody%:*}:$gid"
taken "nobody:root" "${nobody%:*}:0"
taken $uid:$gid $uid:$gid
# What is appended: the file is the user's, or may be written by it; else it is refused and as it was.
monread -q --user-drop=nobody --write="$tap_dir/open/grows" good-locks.stream 2>"$tap_dir/err"
once=$(wc -c <"$tap_dir/open/grows")
monread -q --user-drop=nobody --append --write="$tap_dir/open/grows" good-locks.stream 2>>"$tap_dir/err"
is "--append: status and messages" 0 "$?$(cat "$tap_dir/err")"
holds "--append: the file grew" [ "$(wc -c <"$tap_dir/open/grows")" -gt "$once" ]
monread --raw good-locks.stream >"$tap_dir/records"
cat "$tap_dir/records" "$tap_dir/records" >"$tap_dir/twice"
monread --raw "$tap_dir/open/grows" >"$tap_dir/appended"
same "--append: it has the records twice" "$tap_dir/twice" "$tap_dir/appended"
is "--append: whose the file is" "$nobody" "$(stat -c %u:%g "$tap_dir/open/grows")"
cp "$tap_dir/open/grows" "$tap_dir/grown"
chown 0:0 "$tap_dir/open/grows"
chmod 600 "$tap_dir/open/grows"
monread -q --user-drop=nobody --append --write="$tap_dir/open/grows" good-locks.stream 2>"$tap_dir/err"
is "--append to a file of root's: refused" "2 monread: $tap_dir/open/grows: Permission denied" "$? $(cat "$tap_dir/err")"
same "--append to a file of root's: it is as it was" "$tap_dir/grown" "$tap_dir/open/grows"
# Root would make a directory that the user cannot write to.
monread --user-drop=nobody -f csv --split="$tap_dir/open/tables" good-locks.stream 2>"$tap_dir/err"
is 'a directory that is not there: refused' \
	"2 monread: $tap_dir/open/tables: cannot be made for --user-drop=nobody; make it before, for that user" "$? $(cat "$tap_dir/err")"
holds 'a directory that is not there: it is not made' [ ! -e "$tap_dir/open/tables" ]
mkdir -m 777 "$tap_dir/open/tables"
monread --user-drop=nobody -f csv --split="$tap_dir/open/tables" good-locks.stream 2>"$tap_dir/err"
is 'a directory that the user can write to' "0 $nobody" "$?$(cat "$tap_dir/err") $(stat -c %u:%g "$tap_dir/open/tables/MRSYTLCK.csv")"
# kept CAPABILITY MESSAGE: root that lacks it stays what it is, and stops there.
kept()
{
	rm -f "$tap_dir/open/stored"
	# shellcheck disable=SC2086 # EMULATOR may have options
	setpriv --bounding-set="-$1" $EMULATOR "$MONREAD" -q --user-drop=nobody --write="$tap_dir/open/stored" good-locks.stream \
		>"$tap_dir/out" 2>"$tap_dir/err"
	is "root without $1: refused" "2 monread: --user-drop=nobody: $2: Operation not permitted" "$? $(cat "$tap_dir/err")"
	holds "root without $1: nothing is stored" [ ! -e "$tap_dir/open/stored" ]
}
if setpriv --bounding-set=-setuid,-setgid true 2>/dev/null; then
	kept setgid 'the groups cannot be set'
	kept setuid 'the user cannot be set'
else
	skip 'root that may not switch' 'no setpriv'
fi
# Who stores need not be able to read the directory.
mkdir "$tap_dir/blind"
chown $uid "$tap_dir/blind"
chmod 300 "$tap_dir/blind"
monread -q --user-drop=$uid:$gid --write="$tap_dir/blind/at-%Y" good-locks.stream 2>"$tap_dir/err"
is "a directory that cannot be read: status and messages" 0 "$?$(cat "$tap_dir/err")"
is "a directory that cannot be read: the file" 1 "$(find "$tap_dir/blind" -name 'at-[0-9]*' | wc -l | tr -d ' ')"
finish
