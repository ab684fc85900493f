#!/bin/sh
# run.sh: monread-fetch-layouts against a web server that the test starts.
. "${srcdir:-.}/tests/tap.sh"

need_python
fetch=$builddir/src/fetch/monread-fetch-layouts
case $fetch in /*) ;; *) fetch=$PWD/$fetch ;; esac
case $MONREAD in /*) ;; *) MONREAD=$PWD/$MONREAD ;; esac
cd "$tap_dir" || exit 99
unset http_proxy https_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY all_proxy MONREAD_LAYOUTS_FROM
no_proxy=127.0.0.1
export no_proxy

# The command that the script calls: with an emulator if monread needs one.
cat >tool <<END
#!/bin/sh
PATH='$PATH'
export PATH
exec $EMULATOR '$MONREAD' "\$@"
END
chmod +x tool

# ---- The server ----

mkdir -p root/mon730 root/other
"$PYTHON" "$tests/fetch/server.py" root log >port 2>server.err &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$tap_dir"' 0
tries=0
until [ -s port ] || ! kill -0 $server 2>/dev/null || [ $((tries += 1)) -gt 600 ]; do
	sleep 0.1
done
[ -s port ] || {
	sed 's/^/# /' server.err
	skip_all "no server can be started here"
}
site=http://127.0.0.1:$(cat port)

# page NAME NUMBER FILE: a page with two fields after the header.  Pages need not be HTML.
page()
{
	cat >"$3" <<END
$1 Prolog
 DSECT NAME - ${1#MR}
 NAME - $1
 DESCRIPTIVE NAME - Monitor Sample Record
                    Domain 9 - A domain
                    Record $2 - A record

$1 Control Block Contents

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure   28  ${1#MR}
  0   0  Character   20  MRHDR
 20  14  Unsigned     4  ${1#MR}_FIRST           One
 24  18  Unsigned     4  ${1#MR}_SECOND          Two

$1 Cross Reference

                      Hex           Hex
Name                  Offset Length Value

MRHDR                      0     20
${1#MR}                     0     28
${1#MR}_FIRST              14      4
${1#MR}_SECOND             18      4

This information is
based on z/VM V7R3.0.
END
	touch -d '2024-03-04 05:06:07 UTC' "$3" 2>/dev/null || touch -t 202403040506.07 "$3"
}

# D4R3 with four fields more than are built in; its cross reference is wrong in one line.
activity()
{
	cat >"$1" <<'END'
MRUSEACT Prolog
 DSECT NAME - USEACT
 NAME - MRUSEACT
 DESCRIPTIVE NAME - Monitor Sample Record
                    Domain 4 - User Domain
                    Record 3 - User activity

MRUSEACT Control Block Contents

Offsets
Dec Hex  Type       Len  Name (Dim)             Description
  0   0  Structure  508  USEACT
  0   0  Character   20  MRHDR
 20  14  Character    8  USEACT_VMDUSER         the user
 28  1C  Unsigned     2  USEACT_VMDCPUAD        the CPU
 30  1E  Bitstring    1  USEACT_TESTMODE
 31  1F  Bitstring    1  USEACT_CALMODE
 32  20  Bitstring    1  USEACT_VMDSLIST
 33  21  Character    3  *
480 1E0  Unsigned     4  USEACT_TESTONE         a count
484 1E4  Unsigned     8  USEACT_TESTTWO         another
492 1EC  Character   16  USEACT_TESTREST        the rest

MRUSEACT Cross Reference

                      Hex           Hex
Name                  Offset Length Value

MRHDR                      0     20
USEACT                     0    508
USEACT_CALMODE            1F      1
USEACT_TESTMODE           1E      1
USEACT_TESTONE           1E0      4
USEACT_TESTREST          1EC     16
USEACT_TESTTWO           1E5      8
USEACT_VMDCPUAD           1C      2
USEACT_VMDSLIST           20      1
USEACT_VMDUSER            14      8

This information is
based on z/VM V7R3.0.
END
}

cat >root/mon730/index.html <<END
<HTML><HEAD><TITLE>Records</TITLE></HEAD><BODY>
<a href="http://www.example.com/">elsewhere</a>
<A HREF="#top">top</A> <A NAME="MRTSTNOT">not a link</A>
<UL><LI><A HREF="MRTSTAAA.HTML">MRTSTAAA</A>
<LI><a
 class=x href='mrtstbbb.html#top'>lower case</a>
<LI><A HREF=./MRTSTCCC.HTM>no quotes</A> <A HREF="../other/MRTSTDDD.html?a=1&amp;b=2">elsewhere</A>
<LI><A HREF="$site/other/MRTSTEEE.html">whole</A> <A HREF="/other/MRTSTFFF.html">from the root</A>
<LI><A HREF="MRTSTRED.HTML">redirected</A> <A HREF="MRTSTMIS.HTML">missing</A> <A HREF="MRTSTBAD.HTML">no record</A>
<LI><A HREF="mrtstaaa.html">again</A> <A HREF="mon730ch.html">what has changed</A> <A HREF="MRUSEACT.HTML">D4R3</A>
<LI><A HREF="ftp://127.0.0.1/MRTSTFTP.HTML">not by http</A> <A HREF="MRTSTBSY.HTML">busy</A>
</UL></BODY></HTML>
END
page MRTSTAAA 101 root/mon730/MRTSTAAA.HTML
page MRTSTBBB 102 root/mon730/mrtstbbb.html
page MRTSTCCC 103 root/mon730/MRTSTCCC.HTM
page MRTSTDDD 104 root/other/MRTSTDDD.html
page MRTSTEEE 105 root/other/MRTSTEEE.html
page MRTSTFFF 106 root/other/MRTSTFFF.html
page MRTSTRED 107 root/other/moved.html
page MRTSTBSY 108 root/mon730/MRTSTBSY.HTML
echo ../other/moved.html >root/mon730/MRTSTRED.HTML.to
sorry()
{
	echo '<html><body>Sorry, this page has moved.</body></html>' >root/mon730/MRTSTBAD.HTML
	touch -t 202401010101.01 root/mon730/MRTSTBAD.HTML
}
sorry
activity root/mon730/MRUSEACT.HTML

# run STATUS OPTION...: run the script.
run()
{
	want=$1
	shift
	env MONREAD="$tap_dir/tool" HOME="$tap_dir/home" "$PYTHON" "$fetch" --pause=0 "$@" >out 2>err
	got=$?
	[ $got -eq "$want" ] || sed 's/^/# /' out err
	is "status of $*" "$want" $got
}

# says PATTERN NAME: the messages of the last run have PATTERN; if not, print them.
says()
{
	grep -q "$1" err
	found=$?
	[ $found -eq 0 ] || sed 's/^/# /' err
	ok "$2" $found
}

# until_done NAME DIR: wait until the run in DIR has that page, at most a minute.
until_done()
{
	tenths=600
	while [ $tenths -gt 0 ] && ! grep -q "$1" "$2/.fetch/done" 2>/dev/null; do
		sleep 0.1
		tenths=$((tenths - 1))
	done
}

# asked: print the requests since the last call, without the requests for the index.
asked()
{
	sed '/ \/mon730\/\{0,1\}$/d' log | sort
	: >log
}

all='MRTSTAAA.dsect MRTSTBBB.dsect MRTSTBSY.dsect MRTSTCCC.dsect MRTSTDDD.dsect MRTSTEEE.dsect MRTSTFFF.dsect MRTSTRED.dsect MRUSEACT.dsect'
there()
{
	(cd "$1" && echo *)
}

echo 2 >root/mon730/MRTSTBSY.HTML.fails
dir=$tap_dir/start/7.3
: >log

run 0 --dry-run --from="$site/mon730" 7.3 "$dir"
is "--dry-run says what would be asked for" "11 MRTSTDDD $site/other/MRTSTDDD.html?a=1&b=2" \
	"$(grep -c "^MR.* $site" out) $(grep MRTSTDDD out)"
is "and asks for the index alone, keeping nothing" '' "$(asked; ls "$dir" 2>/dev/null)"

run 1 --from="$site/mon730" 7.3 "$dir"
is "all pages that can be used are there" "$all aside pages" "$(there "$dir")"
is "what is no page is kept aside" MRTSTBAD.html "$(there "$dir/aside")"
asked >asked
is "a page is asked for once, and again where the server is busy" '1 2 1' \
	"$(grep -c MRTSTAAA asked) $(grep -c '^503.*BSY' asked) $(grep -c '^200.*BSY' asked)"
says 'MRTSTMIS: .*404' 'what is missing is said'
says 'MRTSTBAD: kept aside' 'what is kept aside is said'
is "a record that gains fields" \
	'new: MRUSEACT D4R3, 9 fields, 4 more than built in; contradicts itself: 1' "$(grep 'MRUSEACT' out)"
is "a record that is not known" 'new: MRTSTAAA D9R101, 3 fields; built in: unknown' "$(grep MRTSTAAA out)"
is "the sum" "11 pages in $dir: 9 new or changed, 0 as before, 1 kept aside, 1 missing" \
	"$(tail -n 1 out | sed 's/;.*//')"
is "nothing else is left" "$(printf 'times\n')" "$(ls "$dir/.fetch")"

# From the server to fields, without any option.
monread -n MRUSEACT -c 1 -f json -L none "$captures/sample.monwrite" >before 2>/dev/null
MONREAD_SITE_LAYOUTS=$tap_dir/start monread -n MRUSEACT -c 1 -f json "$captures/sample.monwrite" >after 2>/dev/null
is "fields of the page are decoded" '0 1' "$(grep -c USEACT_TESTMODE before) $(grep -c USEACT_TESTMODE after)"
MONREAD_SITE_LAYOUTS=$tap_dir/start monread --describe=MRUSEACT >out 2>&1
is "with the descriptions of the page" '1 1 0' "$(grep -c 'USEACT_TESTONE *a count' out) $(
	grep -c 'File.*MRUSEACT.dsect' out) $(grep -c 'pages/MRUSEACT' out)"

# The second run asks the server only for newer pages.
run 1 --from="$site/mon730/" 7.3 "$dir"
asked >asked
is "pages that are there are asked for with their time" '10 0' \
	"$(grep -c '^304 .* since' asked) $(grep -c '^200 .*MRTST[A-F]' asked)"
is "they stay" "$all aside pages" "$(there "$dir")"

# One page has changed, one has no time, one is gone, one became worse.
cp root/mon730/MRTSTAAA.HTML root/other/MRTSTEEE.html "$tap_dir"
sed 's/_SECOND/_SEVENTH/' MRTSTAAA.HTML >root/mon730/MRTSTAAA.HTML
: >root/other/MRTSTFFF.html.bare
mv root/mon730/mrtstbbb.html "$tap_dir"
echo '<html><body>Sorry</body></html>' >root/other/MRTSTEEE.html
run 1 -q --from="$site/mon730/" 7.3 "$dir"
: >log
is "--quiet says nothing" '' "$(cat out)"
grep -q SEVENTH "$dir/MRTSTAAA.dsect" && grep -q SEVENTH "$dir/pages/MRTSTAAA.html"
ok "a changed page is taken" $?
cmp -s MRTSTAAA.HTML "$dir/older/MRTSTAAA.html.1"
ok "the one before is kept" $?
is "pages that are gone or worse stay as they were" "$all aside older pages" "$(there "$dir")"
cmp -s MRTSTEEE.html "$dir/pages/MRTSTEEE.html"
ok "with what they had" $?
run 1 -v --from="$site/mon730/" 7.3 "$dir"
asked >asked
grep -q '^as before: MRTSTFFF' out
ok "a page without a time is compared" $?
mv "$tap_dir/mrtstbbb.html" root/mon730
mv MRTSTAAA.HTML root/mon730
mv MRTSTEEE.html root/other
rm root/other/MRTSTFFF.html.bare

# A directory of release 1.0, which kept pages and a cache there; and one layout that the user has written.
mv "$dir"/pages/MRTST[AB]*.html "$dir"
: >"$dir/.monread-cache"
rm "$dir"/MRTST[AB]*.dsect
sed '/^#/d; s/_TESTONE/_MINE/' "$dir/MRUSEACT.dsect" >own
cp own "$dir/MRUSEACT.dsect"
run 1 --from="$site/mon730/" 7.3 "$dir"
is "pages of release 1.0 are converted" "$all aside older pages 0" "$(there "$dir") $(grep -c '^200 .*MRTST[A-F]' log)"
is "its cache is removed" .fetch "$(cd "$dir" && echo .[a-z]*)"
cmp -s own "$dir/MRUSEACT.dsect"
ok "a .dsect file of the user stays" $?
says "MRUSEACT: $dir/MRUSEACT.dsect was not made by monread-fetch-layouts: kept, and the page is not used" 'is reported'

# Interrupted in the middle, and resumed.
dir=$tap_dir/again/7.3
: >root/other/MRTSTDDD.html.hangs
: >log
env MONREAD="$tap_dir/tool" "$PYTHON" "$fetch" --pause=0 --from="$site/mon730/" 7.3 "$dir" >out 2>err &
pid=$!
until_done MRTSTCCC "$dir"
kill -9 $pid
wait $pid 2>/dev/null
rm root/other/MRTSTDDD.html.hangs
is "interrupted: what was got is there" 'MRTSTAAA.dsect MRTSTBBB.dsect MRTSTCCC.dsect pages' "$(there "$dir")"
: >log
run 1 --from="$site/mon730/" 7.3 "$dir"
asked >asked
is "resumed: it goes on behind it" "0 1 $all aside pages" \
	"$(grep -c 'MRTSTAAA\|mrtstbbb\|MRTSTCCC' asked) $(grep -c '^200.*MRTSTEEE' asked) $(there "$dir")"
is "resumed: nothing else is left" times "$(ls "$dir/.fetch")"

# A signal ends the program at once, even if the server does not answer; a second run at the same time refuses to start.
signal=$tap_dir/signal/7.3
: >root/other/MRTSTDDD.html.hangs
env MONREAD="$tap_dir/tool" "$PYTHON" "$fetch" --pause=0 --from="$site/mon730/" 7.3 "$signal" >out 2>first &
pid=$!
until_done MRTSTCCC "$signal"
run 2 --from="$site/mon730/" 7.3 "$signal"
is "one run at a time" "monread-fetch-layouts: $signal: another run is at work there: process $pid" "$(tail -n 1 err)"
kill $pid
wait $pid
is "a signal: status" 2 $?
rm root/other/MRTSTDDD.html.hangs
is "a signal: said" 'monread-fetch-layouts: interrupted; the next run goes on from here' "$(tail -n 1 first)"
is "a signal: nothing half is left" 'MRTSTAAA.dsect MRTSTBBB.dsect MRTSTCCC.dsect pages done times' \
	"$(there "$signal") $(there "$signal/.fetch")"

# Half pages, with a length and without one.
: >root/other/MRTSTDDD.html.half
echo length >root/mon730/MRTSTAAA.HTML.half
: >root/mon730/MRTSTCCC.HTM.loop
run 1 --tries=2 --from="$site/mon730/" 7.3 "$tap_dir/half"
is "half pages are not taken" 'MRTSTBBB.dsect MRTSTBSY.dsect MRTSTEEE.dsect MRTSTFFF.dsect MRTSTRED.dsect MRUSEACT.dsect aside pages' \
	"$(there "$tap_dir/half")"
says 'MRTSTDDD: .*: it ends early$' 'which is said'
says 'MRTSTCCC: .*: too many redirections$' 'and so is a page that leads to itself'
is "what uses pages elsewhere" "monread --layouts=$tap_dir/half uses them" "$(tail -n 1 out)"
rm root/mon730/MRTSTAAA.HTML.half root/mon730/MRTSTCCC.HTM.loop
# Whole pages without a length and without the last line: one is right, one has a wrong cross reference.
echo whole >root/other/MRTSTDDD.html.half
echo whole >root/mon730/MRUSEACT.HTML.half
cp root/other/MRTSTDDD.html root/mon730/MRUSEACT.HTML "$tap_dir"
sed '/^MRTSTDDD Cross/,$d' MRTSTDDD.html >root/other/MRTSTDDD.html
sed '/^This information/,$d' MRUSEACT.HTML >root/mon730/MRUSEACT.HTML
: >log
run 1 --from="$site/mon730/" 7.3 "$tap_dir/half"
is "nor are whole ones refused" '1 1 1' "$(grep -c 'new: MRTSTDDD D9R104' out) $(grep -c '^200.*MRTSTDDD' log) $(
	grep -c 'changed: MRUSEACT.*contradicts itself: 1' out)"
mv MRTSTDDD.html root/other
mv MRUSEACT.HTML root/mon730
rm root/other/MRTSTDDD.html.half root/mon730/MRUSEACT.HTML.half

# If monread has no library for HTML, the program reports this before it requests hundreds of pages.
cat >nohtml <<END
#!/bin/sh
case \$1 in
--describe=*) PATH='$PATH' sed 's/^/  /' <<TEXT
html.html: is HTML, and this monread was built without libxml2: save the page as text
TEXT
esac
END
chmod +x nohtml
env MONREAD="$tap_dir/nohtml" "$PYTHON" "$fetch" --pause=0 --from="$site/mon730/" 7.3 "$tap_dir/text/7.3" \
	>out 2>err
is "a monread that cannot read HTML" \
	"monread-fetch-layouts: pages in HTML will be kept aside, as $tap_dir/nohtml cannot read them: this monread was built without libxml2" \
	"$(head -n 1 err)"

# An index with a base address, and with links in comments.
mkdir -p root/based
{
	echo '<html><head><base href="../mon730/"></head><body><!-- <a href="MRTSTNOT.HTML">not any more'
	echo '</a> --><a href="MRTSTAAA.HTML">MRTSTAAA</a></body></html>'
} >root/based/index.html
: >log
run 0 --from="$site/based/" 7.3 "$tap_dir/based/7.3"
is "base of links, and comments" '200 /based/ 200 /mon730/MRTSTAAA.HTML' "$(tr '\n' ' ' <log | sed 's/ $//')"

# Without Last-Modified the script uses the time of the answer.
: >root/mon730/MRTSTAAA.HTML.dated
for since in '' ' since'; do
	: >log
	run 0 --from="$site/based/" 7.3 "$tap_dir/dated/7.3"
	is "a page with a Date alone$since" "$([ -z "$since" ] && echo 200 || echo 304) /mon730/MRTSTAAA.HTML$since" \
		"$(grep AAA log)"
done
rm root/mon730/MRTSTAAA.HTML.dated

# The script takes a page that it kept aside as soon as it is usable.
page MRTSTBAD 109 root/mon730/MRTSTBAD.HTML
run 1 --from="$site/mon730/" 7.3 "$dir"
is "what was kept aside is taken once it is a page" 'yes ' \
	"$([ -f "$dir/MRTSTBAD.dsect" ] && echo yes) $(ls "$dir/aside")"
sorry

# CP control blocks: of the names that the page of a record and a block have in common, one has the same text on both.
mkdir -p root/cp730
echo '<html><body><a href="RSMBK.HTML">RSMBK</a> <a href="PLSBK.HTML">PLSBK</a> <a href="OTHER.HTML">OTHER</a></body></html>' \
	>root/cp730/index.html
cat >root/cp730/RSMBK.HTML <<'END'
<html><body><h2>RSMBK Prolog</h2><pre>
 NAME       : HCPRSMBK
 DESCRIPTION: an area
 Hints      : 0000 0 Signed 4 THIRD this is not a row
</pre><h2>RSMBK Control Block Content</h2>
<h3>RSMBK DSECT</h3><pre>
Hex   Dec Type/Val   Lng Label (dup)    Comments
---- ---- --------- ---- -------------- --------
0000    0 Structure      <A HREF="#a">RSMBK</A>          an area
     |        A box between the rows                            |
0000    0 Signed       4 <A
 HREF="#b">Second</A> (3)     frames &lt;4 KB&gt; that are in use,
                                        A few words more, and those that are not
      A remark between the rows
0004    4 Signed       4 FIRST          one
0008    8 Address      4 * (0)          Force a cross reference
0008    8 Bitstring    1 CALMODE
          .1.. ....   40 TESTONE        a bit
</pre><p>RSMTWO DSECT Hex Dec Type/Val Lng Label (dup) Comments ---- ---- --------- ---- -------------- --------
0000 0 Structure RSMTWO one line 0000 0 Bitstring 1 TWOFLAGS flags 1... .... 80 TWOBIT a bit 0004 4 Signed 4 TESTREST all the
others 0000000C TWO$END * end</p>
<table><tr><th>Hex</th><th>Dec</th><th>Type/Val</th><th>Lng</th><th>Label (dup)</th><th>Comments</th></tr>
<tr><td>0000</td><td>0</td><td>Signed</td><td>4</td><td>VMDSLIST</td><td>lists
of it</td></tr></table>
<h2>RSMBK Storage Layout</h2><pre>
0000    0 Signed       4 TESTTWO        this is not a row
</pre><h2>RSMBK Cross Reference</h2></body></html>
END
dir=$tap_dir/blocks/7.3
: >log
run 1 --blocks --from="$site/mon730/" 7.3 "$dir"
says "PLSBK: $site/cp730/PLSBK.HTML: .*404" 'a page of a block is missing'
is "names of fields that blocks describe" 'names of fields that CP control blocks describe: 4' \
	"$(grep 'names of' out)"
is "pages of blocks are asked for" '200 /cp730/ 200 /cp730/RSMBK.HTML 404 /cp730/PLSBK.HTML' \
	"$(grep cp730 log | tr '\n' ' ' | sed 's/ $//')"
for option in --blocks --quiet; do
	MONREAD_SITE_LAYOUTS=$tap_dir/blocks monread --describe=MRTSTAAA >out 2>&1
	is "a description of a block is added once, with its name" \
		'One Two CP block RSMBK: frames <4 KB> that are in use, A few words more, and those that are not' \
		"$(sed -n '/TSTAAA_FIRST/,$ { s/.*TSTAAA_[A-Z]*//; p; }' out | tr -s ' \n' ' ' | sed 's/^ //; s/ $//')"
	: >log
	run 1 "$option" --from="$site/mon730/" 7.3 "$dir"
done
is "a bit of a block" 'a count CP block RSMBK: a bit' \
	"$(sed -n '/Cross Ref/q; /USEACT_TESTONE /,/TESTTWO/ { /TESTTWO/d; s/.*_TESTONE//; p; }' "$dir/MRUSEACT.dsect" | tr -s ' \n' ' ' |
	sed 's/^ //; s/ $//')"
is "rows in one line, and of a table" 'CP block RSMBK: all the others CP block RSMBK: lists of it' \
	"$(grep -o 'CP block RSMBK: [al][li][ls].*' "$dir/MRUSEACT.dsect" | sort | tr '\n' ' ' | sed 's/ $//')"
run 64 --blocks --from="$site/other/" 7.3 "$dir"
run 1 --blocks="$site/other/" --from="$site/mon730/" 7.3 "$dir"
says "$site/other/: .*404" 'an index of blocks that is missing'
dir=$tap_dir/again/7.3

# A missing index, and an index without usable links.
run 2 --from="$site/none/" 7.3 "$dir"
run 2 --from="$site/mon730/MRTSTAAA.HTML" 7.3 "$dir"
run 2 --tries=1 --from="http://127.0.0.1:1/" 7.3 "$dir"

# Without network, neither for the index nor for its pages, a run leaves nothing.
mkdir -p root/dead "$tap_dir/no"
for page in AAA BBB CCC; do
	echo "<a href=\"http://127.0.0.1:1/MRTST$page.HTML\">$page</a>"
done >root/dead/index.html
run 2 --tries=1 --from="http://127.0.0.1:1/" 7.3 "$tap_dir/no/layouts/7.3"
is "no network: nothing is left" "$tap_dir/no" "$(find "$tap_dir/no")"
run 2 --tries=1 --from="$site/dead/" 7.3 "$tap_dir/no/layouts/7.3"
is "no answer for any page: nothing is left" "$tap_dir/no" "$(find "$tap_dir/no")"

# The directory for the pages.
run 0 -n --from="$site/mon730/" 7.3
if [ "$(id -u)" -eq 0 ]; then
	is 'for root: below /var/lib' 'to /var/lib/monread/layouts/7.3:' "$(sed -n '1s/.*, //p' out)"
else
	is 'below $HOME' "to $tap_dir/home/.local/share/monread/layouts/7.3:" "$(sed -n '1s/.*, //p' out)"
fi
run 64 --from=ftp://example.com 7.3
run 64 nonsense
run 64 7.3 ./a ./b
run 64 7.3 7.4
run 64 --pause=x 7.3
run 64 --nosuch
run 0 --help
is '--help' "Usage: monread-fetch-layouts [OPTION]... [RELEASE] [DIR]" "$(head -n 1 out)"
run 0 --version
finish
