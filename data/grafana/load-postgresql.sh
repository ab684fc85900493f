#!/bin/sh
# load-postgresql.sh CAPTURE...: load captures into the tables of PostgreSQL that the dashboards read: see
# monread-grafana(7).  Exit status: 1 if a capture cannot be read, 2 if the database cannot be filled.
PGOPTIONS="${PGOPTIONS-} -c client_min_messages=warning -c timezone=UTC"
export PGOPTIONS
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
trap 'exit 2' HUP INT TERM

# database ARGUMENT...: run psql, in one transaction.
database()
{
	psql -XAtq1 -v ON_ERROR_STOP=1 "$@" || exit 2
}

database -c "SELECT 1 FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'MRSYTPRP'
	AND column_name = 'interval' AND data_type = 'text'" >"$dir/old"
if [ -s "$dir/old" ]; then
	echo "$0: the tables in this database are those of monread 1.1; load the captures into a new database" >&2
	exit 2
fi
monstat --views=postgresql >"$dir/views.sql" || exit 2
database -f "$dir/views.sql"
# One line per table: its name, and the names of its columns after system.
sed -n 's/^CREATE TABLE IF NOT EXISTS public\."\([^"]*\)" ("system" TEXT NOT NULL, \(.*\),$/\1 \2/p' "$dir/views.sql" |
	sed 's/"\([^"]*\)" [A-Z ]*/\1/g' >"$dir/tables"
while read -r table _; do
	cat <<END
CREATE TEMP TABLE new (LIKE "$table");
\copy new FROM '$dir/$table.csv' WITH (FORMAT csv, HEADER)
END
	# The row may have been loaded without the capture before it.
	[ "$table" = "${table%_delta}" ] || cat <<END
DELETE FROM "$table" AS old USING new WHERE old.elapsed IS NULL AND new.elapsed IS NOT NULL AND
	(old.system, old.time, old.record_hash, old.copy) = (new.system, new.time, new.record_hash, new.copy);
END
	echo "INSERT INTO \"$table\" SELECT * FROM new ON CONFLICT DO NOTHING;"
	# Times of the first sample, and of the first one after this capture.
	[ "$table" != MRSYTPRP ] || cat <<END
CREATE TEMP TABLE loaded AS SELECT system, min(interval) AS first, coalesce((SELECT min(interval) FROM "MRSYTPRP" AS s
	WHERE s.system = new.system AND s.interval > max(new.interval)), 'infinity') AS next FROM new GROUP BY system;
ANALYZE loaded;
END
	echo 'DROP TABLE new;'
done <"$dir/tables" >"$dir/load.sql"
# The sample that ends the interval of an event may be in another capture than the event.
while read -r table _; do
	for wrong in 'IS NULL' '> t.time AND t.interval BETWEEN loaded.first AND loaded.next'; do
		cat <<END
UPDATE "$table" AS t SET interval = (SELECT min(s.interval) FROM "MRSYTPRP" AS s WHERE s.system = t.system AND s.interval >= t.time)
	FROM loaded WHERE t.system = loaded.system AND t.interval $wrong AND EXISTS (SELECT FROM "MRSYTPRP" AS s
	WHERE s.system = t.system AND s.interval >= t.time AND s.interval < coalesce(t.interval, 'infinity'));
END
	done
done <"$dir/tables" >>"$dir/load.sql"
status=0 before=
for capture; do
	# Report damage once, not once per table.
	monread -q "$capture" || [ $? -eq 1 ] || { status=1 && continue; }
	file=$(printf '%s' "$capture" | sed "s/'/''/g")
	while read -r table columns; do
		# The capture before this one gives the first interval its differences.
		monread -f csv --merge --sql="SELECT coalesce(system, ''), $columns FROM $table WHERE file = '$file'" \
			${before:+"$before"} "$capture" >"$dir/$table.csv" 2>"$dir/messages" </dev/null ||
			[ $? -eq 1 ] || { cat "$dir/messages" >&2 && exit 2; }
	done <"$dir/tables"
	database -f "$dir/load.sql"
	before=$capture
done
database -c ANALYZE
exit $status
