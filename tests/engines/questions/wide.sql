-- Which guests have more than one virtual processor?
SELECT "system", "USEACT_VMDUSER" AS vm, count(DISTINCT "USEACT_VMDCPUAD") AS n FROM "MRUSEACT"
GROUP BY "system", "USEACT_VMDUSER" HAVING count(DISTINCT "USEACT_VMDCPUAD") > 1 ORDER BY "system", vm
