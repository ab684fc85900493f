#!/bin/sh
# disk.sh COMMAND...: runs it with a disk of 2 MB of its own at TMPDIR, which is gone afterwards.  For root.
: "${TMPDIR:?is to be the folder of the disk}"
# shellcheck disable=SC2016 # for the inner shell
exec unshare --mount sh -c 'mount -t tmpfs -o size=2m none "$TMPDIR" && exec "$@"' sh "$@"
