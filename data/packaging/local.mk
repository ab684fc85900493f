# Packages, and files that are released with the tarball; data/packaging/README says how.
DEBIAN_FILES = \
	data/packaging/debian/changelog \
	data/packaging/debian/control \
	data/packaging/debian/copyright \
	data/packaging/debian/libmonread-dev.install \
	data/packaging/debian/libmonread0.install \
	data/packaging/debian/libmonread0.symbols \
	data/packaging/debian/monplay.install \
	data/packaging/debian/monread.install \
	data/packaging/debian/monread.postrm \
	data/packaging/debian/python3-monread.install \
	data/packaging/debian/rules \
	data/packaging/debian/source/format \
	data/packaging/debian/tests/control \
	data/packaging/debian/tests/programs
EXTRA_DIST += $(DEBIAN_FILES) \
	data/packaging/README \
	data/packaging/checksums.sh \
	data/packaging/deb.sh \
	data/packaging/monread.spec \
	data/packaging/monread.spec.in \
	data/packaging/rpmlint.toml \
	data/packaging/sbom.sh \
	data/packaging/tar.sh

# Debian packages of the tarball, in packages/; data/packaging/deb.sh lists the settings.
deb: dist
	$(SHELL) $(srcdir)/data/packaging/deb.sh $(distdir).tar.gz packages

# SHA256SUMS of the tarball and of packages that are there; with GPG_KEY=KEY a signed one beside it.
checksums: dist
	$(SHELL) $(srcdir)/data/packaging/checksums.sh $(distdir).tar.gz packages/*.deb packages/*.rpm

# What the programs consist of, in CycloneDX.
sbom: all
	CC='$(CC)' READELF='$(READELF)' PKG_CONFIG='$(PKG_CONFIG)' \
	  $(SHELL) $(srcdir)/data/packaging/sbom.sh $(PACKAGE) $(PACKAGE_VERSION) config.h src >$(distdir).cdx.json.tmp
	mv $(distdir).cdx.json.tmp $(distdir).cdx.json
CLEANFILES += $(distdir).cdx.json SHA256SUMS SHA256SUMS.asc

.PHONY: checksums deb sbom
