# cases.awk: writes the record descriptions of CASES, and what is expected of each, into the directory DIR.
# awk -v dir=DIR -f cases.awk good-plain.dsect CASES

function finish(i)
{
	if (name == "")
		return
	close(dir "/" name ".expected")
	for (i = 1; i <= n && (xref || i < 40); i++) {
		if (!(i in drop))
			print ((i in instead) ? instead[i] : line[i]) >(dir "/" name ".dsect")
		printf "%s", after[i] >(dir "/" name ".dsect")
	}
	close(dir "/" name ".dsect")
	split("", drop)
	split("", instead)
	split("", after)
}

FNR == NR { line[++n] = $0; next }
/^#/ || /^$/ { next }
/^[a-z]/ { finish(); name = $1; xref = $2 == "xref"; printf "" >(dir "/" name ".expected"); next }
/^! / { print name ".dsect:" substr($0, 3) >(dir "/" name ".expected"); next }
{
	op = $1
	text = substr($0, length(op) + 2)
	at = op + 0
	if (op ~ /[+]$/)
		after[at] = after[at] text "\n"
	else if (op ~ /=$/)
		instead[at] = text
	else {
		to = op
		sub(/.*-/, "", to)
		for (i = at; i <= (to == "" ? at : to + 0); i++)
			drop[i]
	}
}
END { finish() }
