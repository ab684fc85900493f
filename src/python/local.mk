# The package monread of Python and its commands, which configure --with-python installs.  Nothing is built of them.
PYTHON_FILES = \
	src/python/monread/__init__.py \
	src/python/monread/parquet.py \
	src/python/monread/pcp.py \
	src/python/monread/py.typed \
	src/python/monread/spark.py
EXTRA_DIST += $(PYTHON_FILES) src/python/README src/python/monread-parquet src/python/monread2pcp \
	src/python/pyproject.toml src/python/setup.cfg src/python/MANIFEST.in src/python/COPYING
if WITH_PYTHON
pythonpackagedir = $(pythonmoduledir)/monread
pythonpackage_DATA = $(PYTHON_FILES)
bin_SCRIPTS += src/python/monread-parquet src/python/monread2pcp
endif
