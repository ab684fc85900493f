#!/bin/sh
# links.sh: make `man monread_open' show the page that describes it: a link page for each further name in the NAME
# section of the pages in section 3, as mandb reads it.
#
#   links.sh --list PAGE...           lines of NAME and the page that it is in
#   links.sh --make DIR PAGE...       write DIR/NAME.3
#   links.sh --remove DIR PAGE...     remove them again

# The names before "\-" in the line after .SH NAME.
names()
{
	for page; do
		base=$(basename "$page" .3)
		sed -n '/^\.SH NAME/{n;s/ \\-.*//;s/,/ /g;p;}' "$page" | tr -s ' ' '\n' | grep -v -x "$base" | sed "s/\$/ $base/"
	done
}

what=$1
shift
case $what in
--list)
	names "$@"
	exit
	;;
esac
dir=$1
shift
names "$@" | while read -r name base; do
	case $what in
	--make) echo ".so man3/$base.3" >"$dir/$name.3" || exit 1 ;;
	--remove) rm -f "$dir/$name.3" ;;
	esac
done
