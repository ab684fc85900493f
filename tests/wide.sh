#!/bin/sh
# wide.sh: --wide and --explain: arrays in arrays; terminals; much of it.
. "${srcdir:-.}/tests/tap.sh"
case $MONREAD in /*) ;; *) MONREAD=$PWD/$MONREAD ;; esac
sample=$srcdir/data/sample.monwrite
case $sample in /*) ;; *) sample=$PWD/$sample ;; esac
cd "$tap_dir" || exit 99

# ---- Arrays in arrays, repeated fields, structures, gaps and tails ----

cat >wide.dsect <<END
Record:   MRTSTWID
DSECT:    TSTWID
Number:   D4R251
Title:    Arrays
Status:   whole
Source:   made up
Text:     TSTWID_NAME
Key:      TSTWID_NAME
Array:    TSTWID_ENT count TSTWID_COUNT size TSTWID_SIZE at TSTWID_AT
Maps:     TSTWID_PAIR onto TSTWID_ONE
Maps:     TSTWID_SLOT onto TSTWID_SLOTS

MRTSTWID Control Block Contents

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   32  TSTWID
$(header_rows)
 20  14  Character    0  MRHDR_END
 20  14  Unsigned     2  TSTWID_COUNT           entries
 22  16  Unsigned     2  TSTWID_SIZE            length of an entry
 24  18  Unsigned     2  TSTWID_AT              offset of the first one
 26  1A  Unsigned     2  TSTWID_LIST(3)         three of them

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   24  TSTWID_ENT             Entry
  0   0  Unsigned     2  TSTWID_LOAD            how much
  2   2  Character    4  TSTWID_NAME            who
  6   6  Bitstring    1  TSTWID_FLAGS           what
         1... ....       TSTWID_UP              it is up
         .1.. ....       TSTWID_BUSY            it is busy
  8   8  Unsigned     1  TSTWID_TRY(1:2)        first and second
 10   A  Character    4  TSTWID_ONE             a pair
 14   E  Character    5  TSTWID_SLOTS(2)        slots

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure    4  TSTWID_PAIR            Pair
  0   0  Unsigned     2  TSTWID_LEFT            left
  2   2  Signed       2  TSTWID_RIGHT           right

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure    5  TSTWID_SLOT            Slot
  0   0  Unsigned     4  TSTWID_USES            how often
  4   4  Unsigned     1  TSTWID_AGE             how old
END
cat >wide.txt <<'END'
set event 4 0x09000000
record 4.251 0
bytes X'0002 0019 0020 0001 0002 FFFF'
bytes X'0007 C1C24040 C0 00 0102 0001FFFF 0000000A01 0000000002'
bytes X'AA'
bytes X'FFFF C3404040 00 0B FF00 03E80005 FFFFFFFF00 0000000703'
bytes X'00'
END
mkcapture -f stream wide.txt wide.stream || exit 99

cat >expected <<'END'
  Hex  Len  Field           Value
   14    2  TSTWID_COUNT    2
   16    2  TSTWID_SIZE     25
   18    2  TSTWID_AT       32
   1A    6  TSTWID_LIST(1)      1      2  65535
   20   25  TSTWID_ENT      2 entries, names begin with TSTWID_
         NAME   LOAD  FLAGS        TRY(1)  TRY(2)  ONE_LEFT  ONE_RIGHT  gap 7  tail
    [0]  AB        7  C0  UP BUSY       1       2         1         -1         AA
    [1]  C     65535  00              255       0      1000          5  0B     00
            TSTWID_SLOTS  4 entries, names begin with TSTWID_
                  USES  AGE
    [0][1]          10    1
    [0][2]           0    2
    [1][1]  4294967295    0
    [1][2]           7    3
END
monread --wide -L wide.dsect wide.stream >out
sed 1,4d out >got
same 'tables: keys first, numbers to the right, arrays in arrays' expected got

cat >expected <<'END'
  Hex  Len  Field           Value
   20   25  TSTWID_ENT      2 entries, names begin with TSTWID_ONE_
         LEFT
    [0]     1
    [1]  1000
            TSTWID_SLOTS  4 entries, names begin with TSTWID_
            AGE
    [0][1]    1
    [0][2]    2
    [1][1]    0
    [1][2]    3
END
monread --wide -L wide.dsect --fields='*LEFT,*AGE' wide.stream | sed 1,4d >got
same 'only some fields' expected got

cat >expected <<'END'
  Hex  Len  Field            Value
   14    2  TSTWID_COUNT     2                entries
   16    2  TSTWID_SIZE      25               length of an entry
   18    2  TSTWID_AT        32               offset of the first one
   1A    6  TSTWID_LIST(1)       1      2  65535   three of them
   20   25  TSTWID_ENT       2 entries, names begin with TSTWID_
            LOAD        how much
            NAME        who
            FLAGS       what
            TRY(1)      first and second
            ONE_LEFT    left
            ONE_RIGHT   right
         NAME   LOAD  FLAGS             TRY(1)  TRY(2)  ONE_LEFT  ONE_RIGHT  gap 7  tail
    [0]  AB        7  C0  UP BUSY            1       2         1         -1         AA
    [1]  C     65535  00  off: UP BUSY     255       0      1000          5  0B     00
            TSTWID_SLOTS  4 entries, names begin with TSTWID_
            USES   how often
            AGE    how old
                  USES  AGE
    [0][1]          10    1
    [0][2]           0    2
    [1][1]  4294967295    0
    [1][2]           7    3
END
monread --wide --explain -a -L wide.dsect wide.stream | sed 1,4d >got
same '--explain explains each heading, and --all names bits that are off' expected got

monread --explain -L wide.dsect wide.stream | sed -n '/LIST(1)/p;/\[0\]/,/RIGHT/p' >got
cat >expected <<'END'
   1A    2  TSTWID_LIST(1)  1                three of them
   20   25  TSTWID_ENT      [0]
   20    2    TSTWID_LOAD     7                how much
   22    4    TSTWID_NAME     AB               who
   26    1    TSTWID_FLAGS    C0  TSTWID_UP TSTWID_BUSY   what
   28    1    TSTWID_TRY(1)   1                first and second
   29    1    TSTWID_TRY(2)   2                first and second
   2A    4    TSTWID_ONE                       a pair
   2A    2      TSTWID_LEFT     1                left
   2C    2      TSTWID_RIGHT    -1               right
END
same '--explain alone' expected got

# ---- Structures that are there by a code ----

cat >over.dsect <<'END'
Record:   MRTSTOVR
DSECT:    TSTOVR
Number:   D4R254
Title:    Overlays
Status:   whole
Source:   made up
Array:    TSTOVR_ENT count 3 size 6 at 20
Maps:     TSTOVR_A onto TSTOVR_ONE
Maps:     TSTOVR_B onto TSTOVR_TWO
When:     TSTOVR_ONE: TSTOVR_CODE = 1
When:     TSTOVR_TWO: TSTOVR_CODE = 2

MRTSTOVR Control Block Contents

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   20  TSTOVR
  0   0  Character   20  MRHDR

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure    6  TSTOVR_ENT             Entry
  0   0  Unsigned     1  TSTOVR_CODE            which
  1   1  Character    4  TSTOVR_ONE             one
  1   1  Character    4  TSTOVR_TWO             other
  5   5  Unsigned     1  TSTOVR_LAST            last

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure    4  TSTOVR_A               A
  0   0  Unsigned     2  TSTOVR_READ            read
  2   2  Unsigned     2  TSTOVR_WRITTEN         written

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure    4  TSTOVR_B               B
  0   0  Unsigned     4  TSTOVR_BUSY            busy
END
cat >over.txt <<'END'
set event 4 0x09000000
record 4.254 0
bytes X'01 0001 0002 07  02 00000009 08  03 AABBCCDD 09'
END
mkcapture -f stream over.txt over.stream || exit 99
monread --wide -L over.dsect over.stream | sed 1,5d >got
cat >expected <<'END'
   14    6  TSTOVR_ENT      3 entries, names begin with TSTOVR_
         CODE  TWO_BUSY  ONE_READ  ONE_WRITTEN  LAST  gap 1
    [0]     1                   1            2     7
    [1]     2         9                            8
    [2]     3                                      9  AABBCCDD
END
same 'missing parts of an entry are blank' expected got

# ---- Terminals ----

if has_python 'terminals' pty termios; then
	# shellcheck disable=SC2086 # EMULATOR may have options
	"$PYTHON" "$tests/terminal.py" 44 $EMULATOR "$MONREAD" --wide -L wide.dsect wide.stream | sed 1,8d >got
	cat >expected <<'END'
   1A    4  TSTWID_LIST(1)      1      2
   1E    2  TSTWID_LIST(3)  65535
   20   25  TSTWID_ENT      2 entries, names begin with TSTWID_
         NAME   LOAD  FLAGS        TRY(1)
    [0]  AB        7  C0  UP BUSY       1
    [1]  C     65535  00              255
         NAME  TRY(2)  ONE_LEFT  ONE_RIGHT
    [0]  AB         2         1         -1
    [1]  C          0      1000          5
         NAME  gap 7  tail
    [0]  AB           AA
    [1]  C     0B     00
            TSTWID_SLOTS  4 entries, names begin with TSTWID_
                  USES  AGE
    [0][1]          10    1
    [0][2]           0    2
    [1][1]  4294967295    0
    [1][2]           7    3
END
	same 'a narrow terminal: parts, with the key in each' expected got
	# shellcheck disable=SC2086 # EMULATOR may have options
	"$PYTHON" "$tests/terminal.py" 60 $EMULATOR "$MONREAD" --explain -L wide.dsect wide.stream | sed -n '/TSTWID_A/p;/FLAGS/p' >got
	cat >expected <<'END'
   18    2  TSTWID_AT       32               offset of the f
   26    1    TSTWID_FLAGS    C0  TSTWID_UP TSTWID_BUSY
   32    1      TSTWID_AGE      1                how old
   37    1      TSTWID_AGE      2                how old
   3F    1    TSTWID_FLAGS    00               what
   4B    1      TSTWID_AGE      0                how old
   50    1      TSTWID_AGE      3                how old
END
	same 'a narrow terminal: descriptions are shortened, values are not' expected got
else
	skip 'terminals' 'no python3 with pty'
fi

# ---- Threads ----

for options in --wide --explain '--wide --explain'; do
	# shellcheck disable=SC2086 # several options
	monread $options -j1 "$sample" >one
	# shellcheck disable=SC2086
	monread $options -j4 "$sample" >four
	same "$options: the same with threads" one four
done
monread "$sample" | grep -v '^  ' >expected
monread --wide "$sample" | grep -v '^  ' >got
same 'lines of records equal those of text' expected got

# ---- Tables that would be mostly blank ----

name=$(printf '%050d' 0)
{
	sed '/^ *0 .*Structure.*TSTWID_ENT/,$d; /^Maps/d; /^Key/d; s/^Text:.*NAME$/Text:/; /^Text:/d' wide.dsect
	echo '  0   0  Structure    1  TSTWID_ENT             Entry'
	echo '  0   0  Bitstring    1  TSTWID_FLAGS           what'
	for bit in '1... ....' '.1.. ....' '..1. ....' '...1 ....' '.... 1...' '.... .1..' '.... ..1.' '.... ...1'; do
		echo "         $bit       N$(echo "$bit" | tr ' .' '_0')$name  text"
	done
} >sparse.dsect
{
	echo 'set event 4 0x09000000'
	echo 'record 4.251 0'
	echo "bytes X'0F9E 0001 0020 0000 0000 0000 FF'"
	echo 'size 4030'
} >sparse.txt
mkcapture -f stream sparse.txt sparse.stream || exit 99
monread --wide -L sparse.dsect sparse.stream >got
holds 'a table that is mostly blank is none' grep -q '^    \[0\]  TSTWID_FLAGS=FF  N1' got
is 'text has all entries' 3998 "$(grep -c '^    \[[0-9]*\]  TSTWID_FLAGS=' got)"
is 'text needs less than 150,000 bytes' 1 "$([ "$(wc -c <got)" -lt 150000 ] && echo 1)"
finish
