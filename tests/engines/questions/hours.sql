-- How many records of these tables came in each hour?
SELECT h, count(*) AS n FROM (
	SELECT floor("unix_time" / 3600) AS h FROM "MRSYTPRP"
	UNION ALL SELECT floor("unix_time" / 3600) AS h FROM "MRUSEACT"
	UNION ALL SELECT floor("unix_time" / 3600) AS h FROM "MRIODDEV"
	UNION ALL SELECT floor("unix_time" / 3600) AS h FROM "MRSTOASP") AS c
GROUP BY h ORDER BY h
