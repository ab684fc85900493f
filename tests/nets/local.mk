# What looks for what the other tests leave out.
TESTS += tests/nets/killed.sh
EXTRA_DIST += \
	tests/nets/coverage.py tests/nets/disk.sh tests/nets/interrupt.c tests/nets/killed.sh \
	tests/nets/mutants.py tests/nets/preload.sh

# Lines and branches that the tests run, by folder of src; a build in a folder of its own.  It may be written to by
# everybody, as a test runs the program as another user.
coverage:
	rm -rf coverage.work
	umask 0 && $(MAKE) -s distdir distdir=coverage.work >/dev/null && cd coverage.work && chmod -R u+w . && \
	  ./configure -q --disable-shared CC=gcc CXX='g++ --coverage' CFLAGS='-O0 -g --coverage -fprofile-update=atomic' && \
	  $(MAKE) -s >build.out && \
	  { $(MAKE) -s -k check >check.out 2>&1; echo $$? >check.status; \
	    grep -E '^(FAIL|ERROR|# (TOTAL|PASS|FAIL|SKIP|ERROR))' check.out; }
	$(PYTHON) $(srcdir)/tests/nets/coverage.py coverage.work coverage.work
	exit $$(cat coverage.work/check.status)
.PHONY: coverage

# make mutants N=60 SEED=1; MUTANTFLAGS=--only=src/stream/ for a part of it.  mutants.map has which tests run which lines.
N = 60
SEED = 1
mutants:
	$(PYTHON) $(srcdir)/tests/nets/mutants.py --number=$(N) --seed=$(SEED) $(MUTANTFLAGS)
.PHONY: mutants
