#!/bin/sh
# mkcapture.sh: mkcapture says where a description is wrong, and makes the bytes that one asks for.
. "${srcdir:-.}/tests/tap.sh"

make_it()
{
	cat >"$tap_dir/text"
	mkcapture "$@" "$tap_dir/text" "$tap_dir/capture" >"$tap_dir/out" 2>&1
}

# refused LINE WORDS: the description on standard input
refused()
{
	make_it
	status=$?
	[ $status -eq 1 ] && grep -q ":$1: .*$2" "$tap_dir/out"
	status=$?
	[ $status -eq 0 ] || sed 's/^/# /' "$tap_dir/out"
	ok "refused: $2" $status
}

refused 2 'not understood' <<'END'
set sample 0 0x09000000
rekord MRSYTLCK
END
refused 1 'no set has begun' <<'END'
record 0.200 4
END
refused 2 'no such layout' <<'END'
set sample 0 0x09000000
record MRNOSUCH
END
refused 3 'has no field' <<'END'
set sample 0 0x09000000
record MRSYTPRP
  SYTPRP_NOSUCH = 1
END
refused 3 'does not fit into 2 bytes' <<'END'
set sample 0 0x09000000
record MRSYTPRP
  SYTPRP_PFXCPUAD = 65536
END
refused 3 '9 bytes are more' <<'END'
set sample 0 0x09000000
record MRUSEINT
  USEINT_VMDUSER = 'TOOLONGID'
END
refused 3 'is text' <<'END'
set sample 0 0x09000000
record MRUSEINT
  USEINT_VMDUSER = 5
END
refused 4 'a value for SYTLCK_CALXSCNT is expected' <<'END'
set sample 0 0x09000000
record MRSYTLCK
  array SYTLCK_CALLKDATA SYTLCK_CALLCKID SYTLCK_CALXSCNT
  row 'SRMALOCK'
END
refused 2 'not expected here' <<'END'
set sample 0 0x09000000
record 0.200 4 5
END
refused 2 'done is missing' <<'END'
for i = 1 to 3
set event 4 0x09000000
END
refused 2 'fits into no frame' <<'END'
set event 0 0x09000000
record 0.200 4077
END
refused 1 'no number is called that' <<'END'
set event 0 nowhere
END

make_it -f stream <<'END'
set sample 0,10-11 0x09000000
let now = 0xDFF5A0C000000000
let step = 0
fill 0xEE
record 0.200 2
  bytes X'0102' 'AB' A'AB'
frame end
record 4.1 0 length=7
END
ok 'a small capture' $?
od -An -v -tx1 "$tap_dir/capture" | tr -d ' \n' | tr a-f A-F >"$tap_dir/hex"
is 'element and header' E28030000900000009001027001C0000000000C8 "$(cut -c 1-40 "$tap_dir/hex")"
is 'text in EBCDIC and in ASCII' 0102C1C24142 "$(cut -c 69-80 "$tap_dir/hex")"
is 'end of frame' 001400000100000DDFF5A0C00000000000000000EE "$(cut -c 81-122 "$tap_dir/hex")"
is 'the length that was asked for' 0007000004000001 "$(cut -c 8217-8232 "$tap_dir/hex")"
finish
