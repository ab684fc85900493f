# The recipes of man monread-engines(7).  Not part of check: programs come from PyPI, into engines.work.
# make check-engines ENGINES='duckdb frames' for some of them.
EXTRA_DIST += tests/engines/README tests/engines/data.py tests/engines/questions tests/engines/run.py

check-engines: all
	test -f engines.work/expected.json || $(PYTHON) $(srcdir)/tests/engines/data.py engines.work $(ENGINES_DATA)
	$(PYTHON) $(srcdir)/tests/engines/run.py --data=engines.work --work=engines.work/engines --monread=src/monread$(EXEEXT) $(ENGINES)
.PHONY: check-engines
