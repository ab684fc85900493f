# make.awk: writes the completion of a program for bash, zsh or fish (-v shell=...), out of the table of its options that
# src/cli/generate.c prints, and the template bash.in, zsh.in or fish.in.
#
# In a template NAME is the name of the program. The lines after "@if records" are for programs that have an option with
# names of records, after "@if reports", "@if lists" and "@if files" likewise; "@if" ends them. "@options" is the options.
BEGIN {
	FS = "\t"
	if (shell == "bash") {
		does["beginnings"] = "_NAME_pick"
		does["list"] = "_NAME_list"
		does["file"] = "compopt -o default"
		does["directory"] = "compopt -o dirnames"
		does["record"] = "_NAME_pick $(_NAME_records)"
		does["records"] = "_NAME_list $(_NAME_records)"
		does["tables"] = "_NAME_list $(_NAME_tables)"
		does["described"] = "_NAME_pick $(_NAME_records) $(_NAME_fields)"
		does["fields"] = "_NAME_list $(_NAME_fields)"
		does["report"] = "_NAME_pick $(_NAME_reports)"
		does["column"] = "_NAME_pick $(_NAME_columns)"
		does["key"] = "_NAME_pick $(_NAME_columns | sed 's/$/=/')"
	} else if (shell == "zsh") {
		does["beginnings"] = "compadd -S \"\" -"
		does["list"] = "_sequence compadd -"
		does["file"] = "_files"
		does["directory"] = "_files -/"
		does["record"] = "_NAME_some records"
		does["records"] = "_sequence _NAME_some - records"
		does["tables"] = "_sequence _NAME_some - tables"
		does["described"] = "{ _NAME_some records; _NAME_some fields }"
		does["fields"] = "_sequence _NAME_some - fields"
		does["report"] = "_NAME_some reports"
		does["report or file"] = "{ _NAME_some reports; _files }"
		does["column"] = "_NAME_some columns"
		does["key"] = "_NAME_some -S = columns"
	} else {
		does["directory"] = "(__fish_complete_directories)"
		does["list"] = "(__NAME_list WORDS)"
		does["record"] = "(__NAME_records)"
		does["records"] = "(__NAME_list (__NAME_records))"
		does["tables"] = "(__NAME_list (__NAME_tables))"
		does["described"] = "(__NAME_records; __NAME_fields)"
		does["fields"] = "(__NAME_list (__NAME_fields))"
		does["report"] = "(__NAME_reports)"
		does["column"] = "(__NAME_columns)"
		does["key"] = "(__NAME_columns)="
	}
}

# ---- The table ----

FNR == 1 { file++ }

file == 1 && FNR == 1 {
	program = $1
	operand[1] = $2
	operand[2] = $3
	has["reports"] = $2 ~ /^report/
	next
}

# A row: name, letter, name of the argument, 1 if it is optional, 1 if the option repeats, what completes it, words, help.
file == 1 {
	n++
	name[n] = $1
	letter[n] = $2
	argument[n] = $3
	optional[n] = $4
	repeats[n] = $5
	values[n] = $6
	words[n] = $7
	help[n] = $8
	if ($6 ~ /^(record|records|tables|described|fields)$/)
		has["records"] = 1
	if ($6 ~ /^(report|column|key)$/)
		has["reports"] = 1
	next
}

# ---- The template ----

/^@if/ {
	has["lists"] = has["records"] || has["reports"]
	has["files"] = !has["reports"]
	left_out = $0 != "@if" && !has[substr($0, 5)]
	next
}

left_out { next }

/^@options/ {
	for (i = 1; i <= n; i++)
		put_option(i)
	if (shell == "zsh")
		put_operands()
	next
}

# All options, for words that begin with a dash.
/@all/ {
	all = ""
	for (i = 1; i <= n; i++) {
		if (argument[i] == "" || optional[i])
			all = all " --" name[i]
		if (argument[i] != "")
			all = all " --" name[i] "="
	}
	sub(/ @all/, all)
}

{ print named($0) }

function named(text)
{
	gsub(/NAME/, program, text)
	return text
}

function put_option(i)
{
	if (shell == "bash")
		put_bash(i)
	else if (shell == "zsh")
		put_zsh(i)
	else
		put_fish(i)
}

# The help up to its first semicolon, within single quotes of the shell: QUOTE replaces each single quote, and each
# character in SPECIAL gets a backslash.
function description(text, quote, special, c, i, inside, made)
{
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		inside += (c == "(") - (c == ")")
		if (c == ";" && !inside)
			break
		made = made (index(special, c) ? "\\" c : c == "'" ? quote : c)
	}
	return made
}

function put_bash(i, does_it)
{
	if (argument[i] == "")
		return
	does_it = values[i] in does ? does[values[i]] : words[i] != "" ? "_NAME_pick" : ":"
	print named("\t" (letter[i] != "" && !optional[i] ? "-" letter[i] " | " : "") (optional[i] ? "" : "--" name[i] " | ") \
		"--" name[i] "=) " does_it) (words[i] != "" ? " " words[i] : "") " ;;"
}

function zsh_values(values, words)
{
	if (values in does)
		return named(does[values]) (words != "" ? " " words : "")
	return words != "" ? "(" words ")" : ""
}

function put_zsh(i, line, equals)
{
	equals = argument[i] == "" ? "" : optional[i] ? "=-" : "="
	if (letter[i] == "")
		line = "'" (repeats[i] ? "*" : "") "--" name[i] equals
	else
		line = (repeats[i] ? "\\*" : "'(-" letter[i] " --" name[i] ")'") \
			"{-" letter[i] (argument[i] != "" ? "+" : "") ",--" name[i] equals "}'"
	line = line "[" description(help[i], "'\\''", "[]\\") "]"
	if (argument[i] != "")
		line = line (optional[i] ? "::" : ":") argument[i] ":" zsh_values(values[i], words[i])
	print "\t\t" line "' \\"
}

function put_operands(title)
{
	title = operand[1] == "report or file" ? "REPORT or FILE" : "FILE"
	print "\t\t'1:" title ":" zsh_values(operand[1], "") "' \\"
	print "\t\t'*:" title ":" zsh_values(operand[2], "") "'"
}

function put_fish(i, line, does_it)
{
	line = named("complete -c NAME") (letter[i] != "" ? " -s " letter[i] : "") " -l " name[i]
	if (argument[i] != "") {
		line = line (optional[i] ? " -f" : values[i] == "file" ? " -r -F" : " -x")
		does_it = values[i] in does ? named(does[values[i]]) : words[i]
		sub(/WORDS/, words[i], does_it)
		if (does_it != "")
			line = line " -a '" does_it "'"
	}
	print line " -d '" description(help[i], "\\'", "\\") "'"
}
