/* complete_fish.c: writes completions for fish. */
#include "config.h"

#include <stdio.h>

#include "cli/complete.h"

static const char begin[] =
	"# Completion of NAME for fish, made from its table of options.\n"
	"\n"
	"# The arguments after the last comma of the current word.\n"
	"function __NAME_list\n"
	"	set -l before (commandline -ct | string replace -r '^--[^=]*=' '' | string match -r '^.*,')\n"
	"	test -n \"$before\"; or set before ''\n"
	"	printf '%s\\n' \"$before\"$argv\n"
	"end\n";

static const char records[] =
	"\n"
	"# Numbers and names of records; and of tables, which application data has, too.\n"
	"function __NAME_records\n"
	"	NAME --tables 2>/dev/null | awk 'NR > 1 && $1 != \"-\" && !seen[$2]++ { print $1; print $2 }'\n"
	"end\n"
	"function __NAME_tables\n"
	"	NAME --tables 2>/dev/null | awk 'NR > 1 && !seen[$2]++ { if ($1 != \"-\") print $1; print $2 }'\n"
	"end\n"
	"\n"
	"# First the prefixes of field names, then the fields with the prefix.\n"
	"function __NAME_fields\n"
	"	set -l last (commandline -ct | string replace -r '^--[^=]*=' '' | string replace -r '^.*,' '')\n"
	"	if string match -q '*_*' -- $last\n"
	"		NAME --xref=(string replace -r '_.*' '' -- $last) 2>/dev/null |\n"
	"			awk 'NR > 4 && $1 ~ /^[A-Za-z][A-Za-z0-9_]*$/ { print $1 }'\n"
	"	else\n"
	"		__NAME_records | string replace -rf '^MR(.*)' '${1}_'\n"
	"	end\n"
	"end\n";

static const char reports[] =
	"\n"
	"function __NAME_reports\n"
	"	NAME --list 2>/dev/null | awk '/^[a-z]/ { print $1 }'\n"
	"end\n";

static void put_values(const struct options_program *p, const struct options_row *row)
{
	switch (row->values) {
	case VALUES_UNKNOWN:
	case VALUES_BEGINNINGS:
		if (row->words) {
			printf(" -a '");
			complete_words(row->words);
			printf("'");
		}
		break;
	case VALUES_LIST:
		complete_text(p, " -a '(__NAME_list ");
		complete_words(row->words);
		printf(")'");
		break;
	case VALUES_FILE:
		break;
	case VALUES_DIRECTORY:
		printf(" -a '(__fish_complete_directories)'");
		break;
	case VALUES_RECORD:
		complete_text(p, " -a '(__NAME_records)'");
		break;
	case VALUES_RECORDS:
		complete_text(p, " -a '(__NAME_list (__NAME_records))'");
		break;
	case VALUES_TABLES:
		complete_text(p, " -a '(__NAME_list (__NAME_tables))'");
		break;
	case VALUES_DESCRIBED:
		complete_text(p, " -a '(__NAME_records; __NAME_fields)'");
		break;
	case VALUES_FIELDS:
		complete_text(p, " -a '(__NAME_list (__NAME_fields))'");
		break;
	case VALUES_REPORT:
	case VALUES_REPORT_OR_FILE:
		complete_text(p, " -a '(__NAME_reports)'");
		break;
	}
}

static void put_row(const struct options_program *p, const struct options_row *row)
{
	complete_text(p, "complete -c NAME");
	if (row->letter)
		printf(" -s %c", row->letter);
	printf(" -l %s", row->name);
	if (row->argument) {
		printf(row->optional ? " -f" : row->values == VALUES_FILE ? " -r -F" : " -x");
		put_values(p, row);
	}
	printf(" -d '");
	complete_description(row, "\\'", "\\");
	printf("'\n");
}

void complete_fish(const struct options_program *p)
{
	size_t i;

	complete_text(p, begin);
	if (complete_has_records(p))
		complete_text(p, records);
	if (complete_has_reports(p))
		complete_text(p, reports);
	printf("\n");
	/* fish completes files itself. */
	if (p->operands[0] == VALUES_REPORT_OR_FILE)
		complete_text(p, "complete -c NAME -a '(__NAME_reports)'\n");
	for (i = 0; i < p->n; i++)
		if (p->rows[i].name)
			put_row(p, &p->rows[i]);
}
