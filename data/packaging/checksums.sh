#!/bin/sh
# checksums.sh FILE...: write SHA256SUMS of the existing FILEs, named without folders, to the current folder; if GPG_KEY is set,
# also SHA256SUMS.asc, signed with that key.  To check: gpg --output SHA256SUMS --decrypt SHA256SUMS.asc &&
# sha256sum --check SHA256SUMS
set -eu

if command -v sha256sum >/dev/null 2>&1; then
	sum=sha256sum
elif command -v shasum >/dev/null 2>&1; then
	sum='shasum -a 256'
else
	echo "checksums.sh: sha256sum is missing; its Debian package is coreutils" >&2
	exit 1
fi
rm -f SHA256SUMS.tmp
for file; do
	[ -f "$file" ] || continue
	(cd "$(dirname "$file")" && $sum "$(basename "$file")") >>SHA256SUMS.tmp
done
mv -f SHA256SUMS.tmp SHA256SUMS
# An old signature does not match the new sums.
rm -f SHA256SUMS.asc
if [ -n "${GPG_KEY-}" ]; then
	gpg --batch --yes --local-user "$GPG_KEY" --output SHA256SUMS.asc --clearsign SHA256SUMS
fi
