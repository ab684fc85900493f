-- From when to when has each system records of these tables?
SELECT "system", min(least) AS least, max(most) AS most FROM (
	SELECT "system", min("unix_time") AS least, max("unix_time") AS most FROM "MRSYTPRP" GROUP BY "system"
	UNION ALL SELECT "system", min("unix_time") AS least, max("unix_time") AS most FROM "MRUSEACT" GROUP BY "system"
	UNION ALL SELECT "system", min("unix_time") AS least, max("unix_time") AS most FROM "MRIODDEV" GROUP BY "system"
	UNION ALL SELECT "system", min("unix_time") AS least, max("unix_time") AS most FROM "MRSTOASP" GROUP BY "system") AS c
GROUP BY "system" ORDER BY "system"
