# How fast it is, next to its peers: make bench BENCHFLAGS=--only=text,json
BENCH_TOOLS = \
	tests/bench/mkbench \
	tests/bench/readloop \
	tests/bench/timeit \
	tests/bench/wide
EXTRA_PROGRAMS += tests/bench/mkbench tests/bench/readloop tests/bench/timeit tests/bench/wide
CLEANFILES += $(BENCH_TOOLS)
EXTRA_DIST += tests/bench/README tests/bench/bench.py tests/bench/decode.py tests/bench/decode.sh tests/bench/dump.py \
	tests/bench/history.tsv tests/bench/instructions.py tests/bench/instructions.tsv tests/bench/retention.py
TESTS += tests/bench/decode.sh

tests_bench_mkbench_SOURCES = tests/bench/mkbench.c
tests_bench_mkbench_LDADD = libmonread.la
tests_bench_mkbench_LDFLAGS = -static
tests_bench_readloop_SOURCES = tests/bench/readloop.c
tests_bench_timeit_SOURCES = tests/bench/timeit.c
# The whole tool, but for one function that waits.
tests_bench_wide_SOURCES = src/tool/main.c tests/bench/wide.c
tests_bench_wide_LDADD = $(src_monread_LDADD)
tests_bench_wide_LDFLAGS = -static -Wl,--wrap=out_part_end

bench: src/monread$(EXEEXT) $(BENCH_TOOLS)
	$(PYTHON) $(srcdir)/tests/bench/bench.py $(BENCHFLAGS)
.PHONY: bench

# Whether it takes more instructions than it did: make check-instructions INSTRUCTIONFLAGS=--record
check-instructions: src/monread$(EXEEXT) tests/bench/mkbench$(EXEEXT)
	$(PYTHON) $(srcdir)/tests/bench/instructions.py --compiler="$(CC) $(CFLAGS)" \
		--libtool="$(SHELL) $(abs_top_builddir)/libtool --mode=execute" $(INSTRUCTIONFLAGS)
.PHONY: check-instructions
