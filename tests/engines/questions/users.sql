-- Which ten guests used the most processor time?  Rows without a row before them have no differences.
SELECT "system", "USEACT_VMDUSER" AS vm, sum("USEACT_VMDTTIME") AS seconds
FROM "MRUSEACT_delta" GROUP BY "system", "USEACT_VMDUSER"
HAVING sum("USEACT_VMDTTIME") IS NOT NULL ORDER BY seconds DESC, "system", vm LIMIT 10
