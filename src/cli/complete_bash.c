/* complete_bash.c: writes completions for bash. */
#include "config.h"

#include <stdio.h>

#include "cli/complete.h"

static const char begin[] =
	"# Completion of NAME for bash, made from its table of options.\n"
	"\n"
	"# The arguments that begin with the current word, in any case. LC_ALL, because in tr_TR the small letter of I is not i.\n"
	"_NAME_pick()\n"
	"{\n"
	"	local one LC_ALL=C\n"
	"\n"
	"	for one; do\n"
	"		[[ ${one,,} != \"${cur,,}\"* ]] || COMPREPLY+=(\"$one\")\n"
	"	done\n"
	"}\n"
	"\n"
	"# The same after the last comma.\n"
	"_NAME_list()\n"
	"{\n"
	"	local before=\n"
	"\n"
	"	[[ $cur != *,* ]] || before=${cur%,*},\n"
	"	cur=${cur##*,}\n"
	"	lead+=$before\n"
	"	_NAME_pick \"$@\"\n"
	"	compopt -o nospace\n"
	"}\n";

static const char records[] =
	"\n"
	"# Numbers and names of records; and of tables, which application data has, too.\n"
	"_NAME_records()\n"
	"{\n"
	"	\"$command\" --tables 2>/dev/null | awk 'NR > 1 && $1 != \"-\" && !seen[$2]++ { print $1; print $2 }'\n"
	"}\n"
	"_NAME_tables()\n"
	"{\n"
	"	\"$command\" --tables 2>/dev/null | awk 'NR > 1 && !seen[$2]++ { if ($1 != \"-\") print $1; print $2 }'\n"
	"}\n"
	"\n"
	"# Fields of the records that --name and --record name; without these options, first the prefixes of names, then the\n"
	"# fields with the prefix.\n"
	"_NAME_fields()\n"
	"{\n"
	"	local i name last=${cur##*,}\n"
	"	local -a more names=()\n"
	"\n"
	"	for ((i = 1; i < COMP_CWORD; i++)); do\n"
	"		case ${COMP_WORDS[i]} in\n"
	"		-n | --name | -r | --record)\n"
	"			[[ ${COMP_WORDS[++i]} != = ]] || ((++i))\n"
	"			IFS=, read -ra more <<<\"${COMP_WORDS[i]}\"\n"
	"			names+=(\"${more[@]}\")\n"
	"			;;\n"
	"		esac\n"
	"	done\n"
	"	if ((${#names[@]} == 0)); then\n"
	"		if [[ $last != *_* ]]; then\n"
	"			_NAME_records | sed -n 's/^MR\\(.*\\)/\\1_/p'\n"
	"			return\n"
	"		fi\n"
	"		names=(\"${last%%_*}\")\n"
	"	fi\n"
	"	for name in \"${names[@]}\"; do\n"
	"		\"$command\" --xref=\"$name\" 2>/dev/null | awk 'NR > 4 && $1 ~ /^[A-Za-z][A-Za-z0-9_]*$/ { print $1 }'\n"
	"	done\n"
	"}\n";

static const char reports[] =
	"\n"
	"_NAME_reports()\n"
	"{\n"
	"	\"$command\" --list 2>/dev/null | awk '/^[a-z]/ { print $1 }'\n"
	"}\n";

static const char word[] =
	"\n"
	"_NAME()\n"
	"{\n"
	"	local command=$1 line=${COMP_LINE:0:COMP_POINT} word= cur lead broken option i\n"
	"\n"
	"	COMPREPLY=()\n"
	"	# Readline reads \"=\", \":\" and \"@\" as separate words.\n"
	"	for ((i = COMP_CWORD; i > 0; i--)); do\n"
	"		[[ $line == *\"${COMP_WORDS[i]}$word\" ]] || break\n"
	"		word=${COMP_WORDS[i]}$word\n"
	"	done\n"
	"	option=${COMP_WORDS[i]} cur=$word\n"
	"	for ((; i > 0; i--)); do\n"
	"		[[ ${COMP_WORDS[i]} != -- ]] || word= option=--\n"
	"	done\n"
	"	if [[ $word == --*=* ]]; then\n"
	"		option=${word%%=*}= cur=${word#*=}\n"
	"	elif [[ $word == -* ]]; then\n"
	"		option=-\n"
	"	fi\n"
	"	lead=${word%\"$cur\"}\n"
	"	case $option in\n";

static const char files[] =
	"	*) compopt -o default ;;\n";

static const char reports_or_files[] =
	"	*)\n"
	"		_NAME_pick $(_NAME_reports)\n"
	"		compopt -o filenames\n"
	"		mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$cur\")\n"
	"		;;\n";

static const char end[] =
	"	esac\n"
	"	# It replaces the text after the last of these.\n"
	"	broken=${word%\"${word##*[\"$COMP_WORDBREAKS\"]}\"}\n"
	"	for i in \"${!COMPREPLY[@]}\"; do\n"
	"		word=$lead${COMPREPLY[i]}\n"
	"		COMPREPLY[i]=${word#\"$broken\"}\n"
	"	done\n"
	"	[[ ${#COMPREPLY[@]} != 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace\n"
	"} && complete -F _NAME NAME\n";

/* Complete words that begin with a dash: all options. */
static void put_options(const struct options_program *p)
{
	size_t i;

	complete_text(p, "	-)\n		_NAME_pick");
	for (i = 0; i < p->n; i++) {
		const struct options_row *row = &p->rows[i];

		if (!row->name)
			continue;
		if (!row->argument || row->optional)
			printf(" --%s", row->name);
		if (row->argument)
			printf(" --%s=", row->name);
	}
	printf("\n		;;\n");
}

static void put_values(const struct options_program *p, const struct options_row *row)
{
	switch (row->values) {
	case VALUES_UNKNOWN:
		complete_text(p, row->words ? "_NAME_pick" : ":");
		break;
	case VALUES_BEGINNINGS:
		complete_text(p, "_NAME_pick");
		break;
	case VALUES_LIST:
		complete_text(p, "_NAME_list");
		break;
	case VALUES_FILE:
		printf("compopt -o default");
		break;
	case VALUES_DIRECTORY:
		printf("compopt -o dirnames");
		break;
	case VALUES_RECORD:
		complete_text(p, "_NAME_pick $(_NAME_records)");
		break;
	case VALUES_RECORDS:
		complete_text(p, "_NAME_list $(_NAME_records)");
		break;
	case VALUES_TABLES:
		complete_text(p, "_NAME_list $(_NAME_tables)");
		break;
	case VALUES_DESCRIBED:
		complete_text(p, "_NAME_pick $(_NAME_records) $(_NAME_fields)");
		break;
	case VALUES_FIELDS:
		complete_text(p, "_NAME_list $(_NAME_fields)");
		break;
	case VALUES_REPORT:
	case VALUES_REPORT_OR_FILE:
		complete_text(p, "_NAME_pick $(_NAME_reports)");
		break;
	}
	if (row->words) {
		putchar(' ');
		complete_words(row->words);
	}
}

static void put_row(const struct options_program *p, const struct options_row *row)
{
	printf("	");
	if (row->letter && !row->optional)
		printf("-%c | ", row->letter);
	if (!row->optional)
		printf("--%s | ", row->name);
	printf("--%s=) ", row->name);
	put_values(p, row);
	printf(" ;;\n");
}

void complete_bash(const struct options_program *p)
{
	size_t i;

	complete_text(p, begin);
	if (complete_has_records(p))
		complete_text(p, records);
	if (complete_has_reports(p))
		complete_text(p, reports);
	complete_text(p, word);
	put_options(p);
	for (i = 0; i < p->n; i++)
		if (p->rows[i].name && p->rows[i].argument)
			put_row(p, &p->rows[i]);
	complete_text(p, p->operands[0] == VALUES_REPORT_OR_FILE ? reports_or_files : files);
	complete_text(p, end);
}
