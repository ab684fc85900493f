-- Which ten guests used most?
SELECT "system", vm, sum(used) AS seconds FROM (
	SELECT "system", "USEACT_VMDUSER" AS vm, "USEACT_VMDCPUAD", max("USEACT_VMDTTIME") - min("USEACT_VMDTTIME") AS used
	FROM "MRUSEACT" GROUP BY "system", "USEACT_VMDUSER", "USEACT_VMDCPUAD") AS c
GROUP BY "system", vm ORDER BY seconds DESC, "system", vm LIMIT 10
