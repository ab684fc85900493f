-- How many pages did each system read?
SELECT "system", sum(used) AS pages FROM (
	SELECT "system", "STOASP_CALVSER", max("STOASP_EXPCTPRD") - min("STOASP_EXPCTPRD") AS used
	FROM "MRSTOASP" GROUP BY "system", "STOASP_CALVSER") AS c
GROUP BY "system" ORDER BY "system"
