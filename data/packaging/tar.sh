#!/bin/sh
# tar.sh DIR: write a ustar archive of DIR to standard output, for `make dist'.  With SOURCE_DATE_EPOCH and GNU tar the archive does
# not depend on the time, the place and the user.
set -eu
tar=${TAR-tar}

if [ -n "${SOURCE_DATE_EPOCH-}" ]; then
	case $("$tar" --version 2>/dev/null) in
	*'GNU tar'*) ;;
	*)
		echo "tar.sh: SOURCE_DATE_EPOCH needs GNU tar" >&2
		exit 1
		;;
	esac
	LC_ALL=C
	export LC_ALL
	exec "$tar" --format=ustar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=root:0 --group=root:0 \
		--mode=u+rw,go=rX -cf - "$1"
fi
exec "$tar" -chof - "$1"
