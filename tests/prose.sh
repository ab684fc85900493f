#!/bin/sh
# prose.sh: plain words in the finished rooms of src and in READMEs, by the rules and limits of prose.py.
. "${srcdir:-.}/tests/tap.sh"
need_python
"$PYTHON" "$tests/prose.py"
