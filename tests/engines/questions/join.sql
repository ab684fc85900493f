-- Each guest's virtual processor beside the real one with its number in the same interval: how many pairs, and a sum
-- of 64 bits over them.
SELECT u."system", count(*) AS pairs, sum(p."SYTPRP_PFXRUNCP") AS runs
FROM "MRUSEACT" AS u JOIN "MRSYTPRP" AS p
	ON p."system" = u."system" AND p."interval" = u."interval" AND p."SYTPRP_PFXCPUAD" = u."USEACT_VMDCPUAD"
GROUP BY u."system" ORDER BY u."system"
