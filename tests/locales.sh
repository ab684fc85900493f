# locales.sh: makes a German and a Turkish locale.  Sourced; skips everything if localedef cannot.
command -v localedef >/dev/null 2>&1 || skip_all 'localedef is missing'
LOCPATH=$builddir/tests/locales
export LOCPATH
mkdir -p "$LOCPATH"
for locale in de_DE tr_TR; do
	# Two tests may make it at once.
	[ -d "$LOCPATH/$locale.UTF-8" ] ||
		{ localedef -i "$locale" -f UTF-8 "$tap_dir/$locale.UTF-8" && mv "$tap_dir/$locale.UTF-8" "$LOCPATH"; } >/dev/null 2>&1
	[ "$(LC_ALL=$locale.UTF-8 locale decimal_point 2>/dev/null)" = , ] ||
		skip_all "localedef cannot make $locale.UTF-8 (Debian: locales)"
done
