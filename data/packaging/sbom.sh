#!/bin/sh
# sbom.sh NAME VERSION CONFIG_H DIR: print a list of the programs and libraries in DIR as CycloneDX 1.5 in JSON: the sum of
# each file, the libraries that it is linked with, and libxml2, which monread loads by the name in CONFIG_H.
# With SOURCE_DATE_EPOCH the output is the same each time.  CC and READELF are the tools of the build.
set -eu
LC_ALL=C
export LC_ALL
name=$1 version=$2 config=$3 dir=$4
: "${CC:=cc}" "${READELF:=readelf}"
work=$(mktemp -d "${TMPDIR:-/tmp}/monread-sbom.XXXXXX")
trap 'rm -rf "$work"' 0
trap 'exit 1' 1 2 15

# Print the built programs and libraries, one per line: the name in this list and the file.
find_built()
{
	for built in monread monstat monplay; do
		[ ! -f "$dir/$built" ] || echo "$built $dir/$built"
	done
	for built in libmonread.so.0 monreadsqlite.so; do
		for where in "$dir/.libs" "$(dirname "$dir")/.libs"; do
			[ ! -f "$where/$built" ] || echo "$built $where/$built"
		done
	done
}

needed()
{
	"$READELF" -d "$1" | sed -n 's/.*NEEDED.*\[\(.*\)\].*/\1/p' | sort -u
}

# libxml2, if the file has its name.
loaded()
{
	soname=$(sed -n 's/^#define LIBXML2_SONAME "\(.*\)"/\1/p' "$config")
	[ -z "$soname" ] || ! grep -qF "$soname" "$1" || echo "$soname"
}

# library SONAME: print a component, with the package of the compiler's library if a package manager knows it.
library()
{
	# shellcheck disable=SC2086 # a compiler with options
	file=$($CC -print-file-name="$1")
	of=
	if [ -f "$file" ]; then
		file=$(readlink -f "$file")
		if command -v dpkg-query >/dev/null 2>&1; then
			package=$(dpkg-query -S "$file" 2>/dev/null || dpkg-query -S "${file#/usr}" 2>/dev/null || :)
			package=$(echo "$package" | sed -n '1s/: .*//p')
			[ -z "$package" ] || of=$(dpkg-query -W -f '${Package} ${Version} ${Architecture}' "$package" | awk '{
				encoded = $2
				gsub(/\+/, "%2B", encoded)
				gsub(/:/, "%3A", encoded)
				printf "\"version\":\"%s\",\"purl\":\"pkg:deb/debian/%s@%s?arch=%s\",", $2, $1, encoded, $3 }')
		elif command -v rpm >/dev/null 2>&1; then
			of=$(rpm -qf --qf '"version":"%{VERSION}-%{RELEASE}","purl":"pkg:rpm/%{NAME}@%{VERSION}-%{RELEASE}?arch=%{ARCH}",' "$file" 2>/dev/null) || of=
		fi
	fi
	printf '{"type":"library","bom-ref":"%s","name":"%s",%s"scope":"%s"}' "$1" "$1" "$of" "$2"
}

# A list of words as JSON strings.
strings()
{
	sed 's/.*/"&"/' | paste -s -d , -
}

find_built >"$work/built"
[ -s "$work/built" ] || { echo "sbom.sh: $dir: nothing is built there" >&2; exit 1; }
while read -r built file; do
	needed "$file" >"$work/needed.$built"
	loaded "$file" >"$work/loaded.$built"
done <"$work/built"
sort -u "$work"/needed.* | grep -vx 'libmonread\.so\..*' >"$work/required" || :
sort -u "$work"/loaded.* | comm -23 - "$work/required" >"$work/optional"

when=$(date -u -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}" +%Y-%m-%dT%H:%M:%SZ 2>/dev/null ||
	date -u -r "${SOURCE_DATE_EPOCH:-$(date +%s)}" +%Y-%m-%dT%H:%M:%SZ)
licence='"licenses":[{"license":{"id":"GPL-3.0-or-later"}}]'
{
	printf '{"bomFormat":"CycloneDX","specVersion":"1.5","version":1,\n'
	printf '"metadata":{"timestamp":"%s","component":{"type":"application","bom-ref":"%s","name":"%s","version":"%s",%s}},\n' \
		"$when" "$name-$version" "$name" "$version" "$licence"
	printf '"components":[\n'
	separator=
	while read -r built file; do
		case $built in *.so*) type=library ;; *) type=application ;; esac
		sum=$( (sha256sum "$file" 2>/dev/null || shasum -a 256 "$file") | cut -d ' ' -f 1)
		printf '%s{"type":"%s","bom-ref":"%s","name":"%s","version":"%s","hashes":[{"alg":"SHA-256","content":"%s"}],%s}' \
			"$separator" "$type" "$built" "$built" "$version" "$sum" "$licence"
		separator=',
'
	done <"$work/built"
	for scope in required optional; do
		while read -r soname; do
			printf ',\n'
			library "$soname" $scope
		done <"$work/$scope"
	done
	printf '\n],\n"dependencies":[\n{"ref":"%s","dependsOn":[%s]}' "$name-$version" "$(cut -d ' ' -f 1 "$work/built" | strings)"
	while read -r built file; do
		printf ',\n{"ref":"%s","dependsOn":[%s]}' "$built" "$(sort -u "$work/needed.$built" "$work/loaded.$built" | strings)"
	done <"$work/built"
	printf '\n]}\n'
}
