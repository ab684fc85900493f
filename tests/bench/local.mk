# How fast it is, next to its peers: make bench BENCHFLAGS=--only=text,json
EXTRA_DIST += tests/bench/README tests/bench/bench.py tests/bench/instructions.py tests/bench/instructions.tsv \
	tests/bench/memory.py

bench: all
	$(PYTHON) $(srcdir)/tests/bench/bench.py $(BENCHFLAGS)
.PHONY: bench

# Whether it takes more instructions than it did: make check-instructions INSTRUCTIONFLAGS=--record
check-instructions: all
	$(PYTHON) $(srcdir)/tests/bench/instructions.py --compiler="$(CC) $(CFLAGS)" \
		--libtool="$(SHELL) $(abs_top_builddir)/libtool --mode=execute" $(INSTRUCTIONFLAGS)
.PHONY: check-instructions
