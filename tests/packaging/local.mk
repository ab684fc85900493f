# Packages and releases; not of `make check', as they take minutes: data/packaging/README.
EXTRA_DIST += \
	tests/packaging/deb-s390x.sh \
	tests/packaging/deb.sh \
	tests/packaging/release.sh \
	tests/packaging/rpm.sh \
	tests/packaging/tree.sh

packaging_test = \
	{ $(AM_TESTS_ENVIRONMENT) $(SHELL) $(srcdir)/tests/packaging/$$test.sh; } | \
	  $(AWK) '{ print; fflush() } /^not ok/ { bad = 1 } /^1\.\.[0-9]/ { plan = 1 } END { exit bad || !plan }'

check-deb: all dist
	test=deb; $(packaging_test)
check-deb-s390x: all dist
	test=deb-s390x; $(packaging_test)
check-release: all dist
	test=release; $(packaging_test)
check-rpm: all dist
	test=rpm; $(packaging_test)

.PHONY: check-deb check-deb-s390x check-release check-rpm
