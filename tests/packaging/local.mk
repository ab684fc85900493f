# Packages and releases; not of `make check', as they take minutes: data/packaging/README.
EXTRA_DIST += \
	tests/packaging/deb-s390x.sh \
	tests/packaging/deb.sh \
	tests/packaging/emulated.sh \
	tests/packaging/matrix.sh \
	tests/packaging/release.sh \
	tests/packaging/rpm.sh \
	tests/packaging/sbom.py \
	tests/packaging/tree.sh

packaging_test = \
	{ $(AM_TESTS_ENVIRONMENT) $(SHELL) $(srcdir)/tests/packaging/$$test.sh; } | \
	  $(AWK) '{ print; fflush() } /^not ok/ { bad = 1 } /^1\.\.[0-9]/ { plan = 1 } END { exit bad || !plan }'

check-deb: all dist
	test=deb; $(packaging_test)
check-deb-s390x: all dist
	test=deb-s390x; $(packaging_test)
# ROWS: the rows that the script names.
check-matrix: dist
	$(AM_TESTS_ENVIRONMENT) $(SHELL) $(srcdir)/tests/packaging/matrix.sh $(ROWS)
check-release: all dist
	test=release; $(packaging_test)
check-rpm: all dist
	test=rpm; $(packaging_test)

# What tells in a minute whether a compiler got it right.
quick_tests = $(UNIT_TESTS) tests/golden/run.sh tests/options.sh tests/sample/run.sh tests/truth.sh tests/verdict.sh
check-quick:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(quick_tests)'

.PHONY: check-deb check-deb-s390x check-matrix check-quick check-release check-rpm
