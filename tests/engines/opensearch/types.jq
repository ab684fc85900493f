# types.jq: monread --describe=NAME -f json, to a template of the index of this record: a server does not guess types.
{
	index_patterns: ["zvm-" + (.name | ascii_downcase)],
	template: {
		settings: {number_of_replicas: 0, "mapping.total_fields.limit": 3000},
		mappings: {
			dynamic_templates: [
				{texts: {match_mapping_type: "string", mapping: {type: "keyword"}}},
				{numbers: {match_mapping_type: "double", mapping: {type: "double"}}}
			],
			properties: {
				time: {type: "date_nanos"},
				fields: {
					properties: (.columns | map(select(.offset != null) | {
						key: .name,
						value: {type: (if .declared == "Bit" then "boolean" else
							{TEXT: "keyword", INTEGER: "long", REAL: "double", ANY: "unsigned_long"}[.type] end)}
					}) | from_entries)
				}
			}
		}
	}
}
