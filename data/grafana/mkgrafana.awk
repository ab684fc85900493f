# awk -v out=DIR -f mkgrafana.awk REPORT...: make Grafana dashboards, for Prometheus and for PostgreSQL, from the charts
# of the reports, and alert rules for Prometheus from their alarms.  POSIX awk.

# The dashboards: name, title, reports of which the charts are shown.
function dashboards()
{
	board("overview", "z/VM: all systems", "-")
	board("system", "z/VM: one system", "system cpu lpar storage paging spool")
	board("users", "z/VM: users", "user userstate")
	board("devices", "z/VM: devices", "device channel pagevol vswitch")
	board("linux", "z/VM: Linux guests", "linux linuxfs linuxproc")
}

# A panel of the overview: a column of the report system, one line per system.
function overview(title, column)
{
	charts["-", ++ncharts["-"]] = "lines " column " : " title
}

BEGIN {
	overview("How busy were the CPUs?", "all")
	overview("How many users were logged on?", "users")
	overview("Did the systems page?", "pgrd/s")
	overview("How much storage was available?", "avlMB")
	overview("How many I/O were started?", "ssch/s")
	overview("How many users waited in the eligible list?", "elig")
	# CP's default interval; an alarm for N intervals lasts N - 1 of them.
	interval = 60
}

FNR == 1 {
	report = FILENAME
	sub(/^.*\//, "", report)
	sub(/\.report$/, "", report)
	reports[++nreports] = report
	part = ""
}

part == "Query" { next }
/^[A-Z][a-z]*:/ {
	part = substr($0, 1, index($0, ":") - 1)
	text = $0
	sub(/^[A-Z][a-z]*: */, "", text)
	if (part == "Question")
		question[report] = text
	if (part == "Chart")
		charts[report, ++ncharts[report]] = text
	if (part == "Alarm")
		alarms[report, ++nalarms[report]] = text
	next
}

# NAME WIDTH DECIMALS UNIT BASIS ROLE METRIC SCALE BASE DESCRIPTION
part == "Columns" && /^[ \t]/ {
	name = tolower($1)
	column[report, name] = $1
	unit[report, name] = $4
	metric[report, name] = $7
	scale[report, name] = $8 == "-" ? 1 : $8
	base[report, name] = $9
	if ($6 == "key") {
		keys[report] = keys[report] (keys[report] ? " " : "") $1
		if ($7 != "-")
			labels[report] = labels[report] " " $7
	}
}

# The name of the column NAME as a key of the arrays above.
function find(report, name)
{
	name = tolower(name)
	return (report, name) in column ? name : "%" name
}

function quote(text)
{
	gsub(/\\/, "\\\\", text)
	gsub(/"/, "\\\"", text)
	return "\"" text "\""
}

function put(text) { printf "%s", text >file }

# ---- Alerts ----

# zvm_user_cpu_ratio: ZvmUserCpuRatio
function camel(name,   n, i, words, text)
{
	n = split(name, words, "_")
	for (i = 1; i <= n; i++)
		text = text toupper(substr(words[i], 1, 1)) substr(words[i], 2)
	return text
}

function limit(report, name, op, value)
{
	return sprintf("zvm_%s %s %.10g", metric[report, name], op, value * scale[report, name])
}

# [critical] COLUMN > NUMBER [and COLUMN > NUMBER]... [for COUNT|MINUTESm] [until NUMBER] [with COLUMN] [: TEXT]
function alert(report, text,   colon, what, words, n, i, name, op, count, until, severity, more, firing, alert_name, of, k, l)
{
	colon = index(text, " : ")
	what = colon ? substr(text, colon + 3) : question[report]
	n = split(colon ? substr(text, 1, colon - 1) : text, words, " ")
	severity = "warning"
	i = 1
	if (words[1] == "critical" || words[1] == "warning")
		severity = words[i++]
	name = find(report, words[i])
	op = words[i + 1]
	value = until = words[i + 2]
	count = 1
	for (i += 3; i < n; i += 2) {
		if (words[i] == "for")
			count = words[i + 1] ~ /m$/ ? words[i + 1] * 60 / interval : words[i + 1]
		if (words[i] == "until")
			until = words[i + 1]
		if (words[i] == "and") {
			more = more " and " limit(report, find(report, words[i + 1]), words[i + 2], words[i + 3])
			i += 2
		}
	}
	if (metric[report, name] == "-") {
		print "mkgrafana.awk: " report ": the column " name " of an alarm has no metric" >"/dev/stderr"
		exit 1
	}
	alert_name = "Zvm" camel(metric[report, name])
	firing = "ALERTS{alertname=\"" alert_name "\",alertstate=\"firing\",severity=\"" severity "\"}"
	of = "{{ $labels.system }}"
	k = split(labels[report], l, " ")
	for (i = 1; i <= k; i++)
		of = of " {{ $labels." l[i] " }}"
	put("      - alert: " alert_name "\n        expr: |-\n          " limit(report, name, op, value) more "\n")
	if (until != value)
		put("          or (" limit(report, name, op, until) more \
		    " and ignoring (alertname, alertstate, severity) " firing ")\n")
	if (count > 1)
		put("        for: " (count - 1) * interval "s\n")
	put("        labels: { severity: " severity " }\n        annotations:\n")
	gsub(/'/, "''", what)
	put("          summary: '" of ": " what "'\n")
	put("          description: 'zvm_" metric[report, name] " is {{ $value | printf \"%.4g\" }}; see monstat --explain=" report "'\n")
}

function alerts(   i, k)
{
	file = out "/zvm-alerts.yml"
	put("# Made from the alarms of the reports by mkgrafana.awk: see monread-grafana(7).\ngroups:\n  - name: zvm\n    rules:\n")
	put("      - alert: ZvmNoData\n        expr: time() - zvm_interval_end_timestamp_seconds > 3 * zvm_interval_seconds + 60\n" \
	    "        labels: { severity: critical }\n        annotations:\n" \
	    "          summary: '{{ $labels.system }}: no monitor data for {{ $value | printf \"%.0f\" }} seconds'\n")
	for (i = 1; i <= nreports; i++)
		for (k = 1; k <= nalarms[reports[i]]; k++)
			alert(reports[i], alarms[reports[i], k])
	close(file)
}

# ---- Dashboards ----

function grafana_unit(name)
{
	if (name == "ratio") return "percentunit"
	if (name == "%") return "percent"
	if (name == "seconds") return "s"
	if (name == "bytes" || name == "ms") return name
	if (name == "MB") return "mbytes"
	if (name == "bytes_per_second") return "binBps"
	if (name == "KB/s") return "KiBs"
	if (name == "MB/s") return "MiBs"
	if (name == "1/s") return "cps"
	return "short"
}

function datasource(kind)
{
	return "\"datasource\":{\"type\":\"" kind "\",\"uid\":\"${datasource}\"}"
}

function prometheus_target(report, name, n, top, legend,   l, k, i, expr)
{
	expr = "zvm_" metric[report, name] "{system=~\"$system\"}"
	if (top)
		expr = "topk(10, " expr ")"
	if (!legend) {
		k = split(labels[report], l, " ")
		for (i = 1; i <= k; i++)
			legend = legend " {{" l[i] "}}"
	} else
		legend = " " legend
	return "{\"refId\":\"" substr("ABCDEFGH", n, 1) "\",\"expr\":" quote(expr) ",\"legendFormat\":" quote("{{system}}" legend) "}"
}

function identifier(name)
{
	gsub(/"/, "\"\"", name)
	return "\"" name "\""
}

# One statement for all columns of a chart.  Functions read only the rows of the chosen systems and time; sqlstring puts
# quotes also around a value that is the only one.
function sql_target(report, names, n, by,   i, k, l, of, key, values, rows)
{
	k = split(keys[report], l, " ")
	of = "\"system\""
	if (report == "system")
		k = 0
	for (i = 1; i <= k; i++)
		of = of ", " identifier(l[i])
	for (i = 1; i <= n; i++)
		values = values ", " identifier(column[report, names[i]])
	rows = "WITH r AS (SELECT * FROM \"report_" report "\"(ARRAY[${system:sqlstring}]::text[], $__timeFrom(), $__timeTo()) WHERE " \
	    identifier(column[report, names[1]]) " IS NOT NULL) "
	if (by) {
		key = identifier(column[report, find(report, by)])
		key = " WHERE " key " IN (SELECT " key " FROM r GROUP BY 1 ORDER BY max(" substr(values, 3) ") DESC LIMIT 10)"
	}
	return "{\"refId\":\"A\",\"format\":\"time_series\",\"rawQuery\":true,\"editorMode\":\"code\",\"rawSql\":" \
	    quote(rows "SELECT \"interval\" AS \"time\", concat_ws(' ', " of ") AS \"metric\"" values " FROM r" key " ORDER BY 1, 2") "}"
}

# A panel for a chart: lines|stack COLUMN,COLUMN [by KEY] [: QUESTION].  Return 1, or 0: nothing to show.
function panel(kind, report, text, n,   colon, title, words, names, k, i, by, first, targets, count, shown)
{
	colon = index(text, " : ")
	title = colon ? substr(text, colon + 3) : question[report]
	k = split(colon ? substr(text, 1, colon - 1) : text, words, " ")
	by = words[3] == "by" ? words[4] : ""
	if (report == "-")
		report = "system"
	k = split(words[2], names, ",")
	for (i = 1; i <= k; i++) {
		names[i] = find(report, names[i])
		if (kind == "postgresql")
			shown[++count] = names[i]
		else if (metric[report, names[i]] != "-")
			targets = targets (count++ ? "," : "") \
			    prometheus_target(report, names[i], count, by != "", k > 1 ? column[report, names[i]] : "")
	}
	if (!count || title in titles)
		return 0
	titles[title] = 1
	first = names[1]
	put((n > 1 ? ",\n" : "\n") "  {\"id\":" n ",\"type\":\"timeseries\",\"title\":" quote(title) "," datasource(source[kind]) \
	    ",\"gridPos\":{\"h\":8,\"w\":12,\"x\":" (n - 1) % 2 * 12 ",\"y\":" int((n - 1) / 2) * 8 "}" \
	    ",\"fieldConfig\":{\"defaults\":{\"min\":0,\"unit\":" \
	    quote(grafana_unit(kind == "postgresql" || base[report, first] == "-" ? unit[report, first] : base[report, first])) \
	    ",\"custom\":{\"fillOpacity\":" (words[1] == "stack" ? 40 : 0) ",\"stacking\":{\"mode\":\"" \
	    (words[1] == "stack" ? "normal" : "none") "\"}}},\"overrides\":[]}" \
	    ",\"targets\":[" (kind == "postgresql" ? sql_target(report, shown, count, by) : targets) "]}")
	return 1
}

function variables(kind, many,   query)
{
	# PostgreSQL: find each system in the index, instead of reading all rows.
	query = kind == "prometheus" ? "label_values(zvm_interval_seconds, system)" : \
	    "WITH RECURSIVE s(name) AS (SELECT min(\"system\") FROM \"MRSYTPRP_delta\" UNION ALL SELECT (SELECT min(\"system\") " \
	    "FROM \"MRSYTPRP_delta\" WHERE \"system\" > name) FROM s WHERE name IS NOT NULL) SELECT name FROM s WHERE name IS NOT NULL"
	return "{\"name\":\"datasource\",\"type\":\"datasource\",\"label\":\"Data source\",\"query\":\"" source[kind] "\"}," \
	    "{\"name\":\"system\",\"type\":\"query\",\"label\":\"System\"," datasource(source[kind]) ",\"refresh\":2,\"sort\":1," \
	    "\"multi\":" many ",\"includeAll\":" many \
	    (many == "true" ? ",\"current\":{\"text\":[\"All\"],\"value\":[\"$__all\"]}" : "") ",\"query\":" quote(query) "}"
}

function board(name, title, list,   kinds, kind, k, r, i, j, n, count)
{
	source["prometheus"] = "prometheus"
	source["postgresql"] = "grafana-postgresql-datasource"
	split("prometheus postgresql", kinds, " ")
	count = split(list, r, " ")
	for (k = 1; k <= 2; k++) {
		kind = kinds[k]
		n = 0
		split("", titles)
		file = out "/zvm-" name "-" kind ".json"
		put("{\"uid\":\"zvm-" name "-" kind "\",\"title\":" quote(title) ",\"tags\":[\"zvm\",\"" kind "\"]," \
		    "\"schemaVersion\":39,\"editable\":true,\"timezone\":\"browser\",\"refresh\":\"1m\"," \
		    "\"time\":{\"from\":\"now-6h\",\"to\":\"now\"},\n" \
		    "\"templating\":{\"list\":[" variables(kind, name == "system" ? "false" : "true") "]},\n\"panels\":[")
		for (i = 1; i <= count; i++)
			for (j = 1; j <= ncharts[r[i]]; j++)
				n += panel(kind, r[i], charts[r[i], j], n + 1)
		put("\n]}\n")
		close(file)
	}
}

END {
	alerts()
	dashboards()
}
