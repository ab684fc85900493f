# bulk.awk: objects of monread -f json, to what _bulk takes: before each a line that says its index and its key.
{
	match($0, /^[{]"file":"([^"\\]|\\.)*"/)
	id = substr($0, 10, RLENGTH - 10)
	match($0, /"offset":[0-9]+/)
	id = id ":" substr($0, RSTART + 9, RLENGTH - 9)
	name = match($0, /"name":"[^"]*"/) ? tolower(substr($0, RSTART + 8, RLENGTH - 9)) : "unknown"
	print "{\"index\":{\"_index\":\"zvm-" name "\",\"_id\":\"" id "\"}}"
	print
}
