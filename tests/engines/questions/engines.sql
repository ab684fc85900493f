-- How many seconds of processors did the guests of each system use?
SELECT "system", sum(used) AS seconds FROM (
	SELECT "system", "SYTPRP_PFXCPUAD", max("SYTPRP_PFXUTIME") - min("SYTPRP_PFXUTIME") AS used
	FROM "MRSYTPRP" GROUP BY "system", "SYTPRP_PFXCPUAD") AS c
GROUP BY "system" ORDER BY "system"
