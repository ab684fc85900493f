# The recipes of man monread-engines(7), against the engines themselves, which are installed below engines.work.  Not
# part of check: a registry may have a bad day.  make check-engines ENGINES='duckdb spark' for some of them;
# ENGINES_DATA='--users=20 --interval=300' for small captures.  make check-scale: thousands of small captures.
EXTRA_DIST += \
	tests/engines/README \
	tests/engines/RESULTS \
	tests/engines/answers.py \
	tests/engines/batch.py \
	tests/engines/clickhouse \
	tests/engines/common.sh \
	tests/engines/data.py \
	tests/engines/duckdb \
	tests/engines/engine.py \
	tests/engines/kafka \
	tests/engines/monread \
	tests/engines/opensearch \
	tests/engines/pandas \
	tests/engines/parallel \
	tests/engines/polars \
	tests/engines/postgresql \
	tests/engines/pyarrow \
	tests/engines/questions \
	tests/engines/run.py \
	tests/engines/scale.py \
	tests/engines/slurm \
	tests/engines/spark

check-engines: all
	test -f engines.work/expected.json || $(PYTHON) $(srcdir)/tests/engines/data.py engines.work $(ENGINES_DATA)
	$(PYTHON) $(srcdir)/tests/engines/run.py --data=engines.work --work=engines.work/engines --monread=src/monread$(EXEEXT) \
	  --results=$(srcdir)/tests/engines/RESULTS $(ENGINES)

check-scale: all
	$(PYTHON) $(srcdir)/tests/engines/scale.py --work=engines.work/scale --monread=src/monread$(EXEEXT) $(WAYS)
.PHONY: check-engines check-scale
