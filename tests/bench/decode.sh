#!/bin/sh
# decode.sh: the decoder that speed is compared with does the same work: it decodes the sample to nearly the same fields.
. "${srcdir:-.}/tests/tap.sh"

need_python
"$PYTHON" "$srcdir/tests/bench/decode.py" "$srcdir/data" "$srcdir/data/sample.monwrite" >"$tap_dir/peer.json" 2>"$tap_dir/log"
ok 'it decodes the sample' $?
sed 's/^/# /' "$tap_dir/log"
monread -f json "$srcdir/data/sample.monwrite" >"$tap_dir/monread.json"
cat >"$tap_dir/compare.py" <<'EOF'
import json, sys
peer, ours = ([json.loads(line) for line in open(name, encoding="utf-8")] for name in sys.argv[1:])
heads = [[[r[k] for k in ("offset", "dataset", "type", "domain", "record", "name", "length", "tod")] for r in rs] for rs in (peer, ours)]
print("same records" if heads[0] == heads[1] else "other records")
fields = [(p["fields"].get(name), value) for p, r in zip(peer, ours) for name, value in r.get("fields", {}).items() if "fields" in p]
print("nearly all fields" if sum(a == b for a, b in fields) > 0.95 * len(fields) > 1000 else "few fields")
EOF
"$PYTHON" "$tap_dir/compare.py" "$tap_dir/peer.json" "$tap_dir/monread.json" >"$tap_dir/got"
printf '%s\n' 'same records' 'nearly all fields' >"$tap_dir/expected"
same 'its records are those of monread, and nearly all values of fields' "$tap_dir/expected" "$tap_dir/got"
finish
