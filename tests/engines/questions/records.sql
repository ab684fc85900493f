-- How many records of each kind has each system?
SELECT t, "system", n FROM (
	SELECT 'MRIODDEV' AS t, "system", count(*) AS n FROM "MRIODDEV" GROUP BY "system"
	UNION ALL SELECT 'MRSTOASP' AS t, "system", count(*) AS n FROM "MRSTOASP" GROUP BY "system"
	UNION ALL SELECT 'MRSYTPRP' AS t, "system", count(*) AS n FROM "MRSYTPRP" GROUP BY "system"
	UNION ALL SELECT 'MRUSEACT' AS t, "system", count(*) AS n FROM "MRUSEACT" GROUP BY "system") AS c
ORDER BY t, "system"
