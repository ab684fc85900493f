#!/bin/sh
# disk.sh COMMAND...: run COMMAND with a new disk of 2 MB at TMPDIR, and remove the disk afterwards.  For root.
: "${TMPDIR:?is to be the folder of the disk}"
# shellcheck disable=SC2016 # for the inner shell
exec unshare --mount sh -c 'mount -t tmpfs -o size=2m none "$TMPDIR" && exec "$@"' sh "$@"
