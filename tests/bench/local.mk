# How fast it is, next to its peers: make bench BENCHFLAGS=--only=text,json
EXTRA_PROGRAMS += tests/bench/mkbench
CLEANFILES += tests/bench/mkbench
EXTRA_DIST += tests/bench/README tests/bench/bench.py tests/bench/instructions.py tests/bench/instructions.tsv

tests_bench_mkbench_SOURCES = tests/bench/mkbench.c
tests_bench_mkbench_LDADD = libmonread.la
tests_bench_mkbench_LDFLAGS = -static

bench: all tests/bench/mkbench$(EXEEXT)
	$(PYTHON) $(srcdir)/tests/bench/bench.py $(BENCHFLAGS)
.PHONY: bench

# Whether it takes more instructions than it did: make check-instructions INSTRUCTIONFLAGS=--record
check-instructions: src/monread$(EXEEXT) tests/bench/mkbench$(EXEEXT)
	$(PYTHON) $(srcdir)/tests/bench/instructions.py --compiler="$(CC) $(CFLAGS)" \
		--libtool="$(SHELL) $(abs_top_builddir)/libtool --mode=execute" $(INSTRUCTIONFLAGS)
.PHONY: check-instructions
