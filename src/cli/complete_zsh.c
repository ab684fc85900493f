/* complete_zsh.c: writes completions for zsh. */
#include "config.h"

#include <stdio.h>

#include "cli/complete.h"

static const char begin[] =
	"#compdef NAME\n"
	"# Completion of NAME for zsh, made from its table of options.\n";

static const char records[] =
	"\n"
	"# Numbers and names of records; and of tables, which application data has, too.\n"
	"_NAME_records()\n"
	"{\n"
	"	$command --tables 2>/dev/null | awk 'NR > 1 && $1 != \"-\" && !seen[$2]++ { print $1; print $2 }'\n"
	"}\n"
	"_NAME_tables()\n"
	"{\n"
	"	$command --tables 2>/dev/null | awk 'NR > 1 && !seen[$2]++ { if ($1 != \"-\") print $1; print $2 }'\n"
	"}\n"
	"\n"
	"# First the prefixes of field names, then the fields with the prefix.\n"
	"_NAME_fields()\n"
	"{\n"
	"	local last=${${PREFIX##*=}##*,}\n"
	"\n"
	"	if [[ $last == *_* ]]; then\n"
	"		$command --xref=${last%%_*} 2>/dev/null | awk 'NR > 4 && $1 ~ /^[A-Za-z][A-Za-z0-9_]*$/ { print $1 }'\n"
	"	else\n"
	"		_NAME_records | sed -n 's/^MR\\(.*\\)/\\1_/p'\n"
	"	fi\n"
	"}\n";

static const char reports[] =
	"\n"
	"_NAME_reports()\n"
	"{\n"
	"	$command --list 2>/dev/null | awk '/^[a-z]/ { print $1 }'\n"
	"}\n";

static const char some[] =
	"\n"
	"_NAME_some()\n"
	"{\n"
	"	local -a found\n"
	"\n"
	"	found=(${(f)\"$(_NAME_$1)\"})\n"
	"	shift\n"
	"	compadd \"$@\" -M 'm:{a-z}={A-Z}' -a found\n"
	"}\n";

static const char word[] =
	"\n"
	"_NAME()\n"
	"{\n"
	"	local command=$words[1]\n"
	"\n"
	"	_arguments -s -S";

static const char end[] =
	"\n"
	"}\n"
	"\n"
	"_NAME \"$@\"\n";

/* Write the part that creates the values, after the name of the argument. */
static void put_values(const struct options_program *p, const struct word *words, enum options_values values)
{
	switch (values) {
	case VALUES_UNKNOWN:
		if (words) {
			printf("(");
			complete_words(words);
			printf(")");
		}
		break;
	case VALUES_BEGINNINGS:
		printf("compadd -S \"\" - ");
		complete_words(words);
		break;
	case VALUES_LIST:
		printf("_sequence compadd - ");
		complete_words(words);
		break;
	case VALUES_FILE:
		printf("_files");
		break;
	case VALUES_DIRECTORY:
		printf("_files -/");
		break;
	case VALUES_RECORD:
		complete_text(p, "_NAME_some records");
		break;
	case VALUES_RECORDS:
		complete_text(p, "_sequence _NAME_some records");
		break;
	case VALUES_TABLES:
		complete_text(p, "_sequence _NAME_some tables");
		break;
	case VALUES_DESCRIBED:
		complete_text(p, "{ _NAME_some records; _NAME_some fields }");
		break;
	case VALUES_FIELDS:
		complete_text(p, "_sequence _NAME_some fields");
		break;
	case VALUES_REPORT:
		complete_text(p, "_NAME_some reports");
		break;
	case VALUES_REPORT_OR_FILE:
		complete_text(p, "{ _NAME_some reports; _files }");
		break;
	}
}

static void put_row(const struct options_program *p, const struct options_row *row)
{
	const char *behind = !row->argument ? "" : row->optional ? "=-" : "=";

	printf(" \\\n		");
	if (row->letter && row->repeats)
		printf("\\*");
	else if (row->letter)
		printf("'(-%c --%s)'", row->letter, row->name);
	if (row->letter)
		printf("{-%c%s,--%s%s}'", row->letter, row->argument ? "+" : "", row->name, behind);
	else
		printf("'%s--%s%s", row->repeats ? "*" : "", row->name, behind);
	printf("[");
	complete_description(row, "'\\''", "[]\\");
	printf("]");
	if (row->argument) {
		printf(row->optional ? "::%s:" : ":%s:", row->argument);
		put_values(p, row->words, row->values);
	}
	printf("'");
}

static void put_operands(const struct options_program *p)
{
	const char *name = p->operands[0] == VALUES_REPORT_OR_FILE ? "REPORT or FILE" : "FILE";

	printf(" \\\n		'1:%s:", name);
	put_values(p, NULL, p->operands[0]);
	printf("' \\\n		'*:%s:", name);
	put_values(p, NULL, p->operands[1]);
	printf("'");
}

void complete_zsh(const struct options_program *p)
{
	size_t i;

	complete_text(p, begin);
	if (complete_has_records(p))
		complete_text(p, records);
	if (complete_has_reports(p))
		complete_text(p, reports);
	if (complete_has_records(p) || complete_has_reports(p))
		complete_text(p, some);
	complete_text(p, word);
	for (i = 0; i < p->n; i++)
		if (p->rows[i].name)
			put_row(p, &p->rows[i]);
	put_operands(p);
	complete_text(p, end);
}
