-- How many guests were seen on each system?
SELECT "system", count(DISTINCT "USEACT_VMDUSER") AS n FROM "MRUSEACT" GROUP BY "system" ORDER BY "system"
