# The library as a module of Python, which configure --with-python installs.  Nothing is built of it.
EXTRA_DIST += src/python/monread.py
if WITH_PYTHON
pythonmodule_DATA = src/python/monread.py
endif
