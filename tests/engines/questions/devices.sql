-- Which ten devices had the most I/O?
SELECT "system", "IODDEV_RDEVDEV" AS device, max("IODDEV_SCGSSCH") - min("IODDEV_SCGSSCH") AS n
FROM "MRIODDEV" GROUP BY "system", "IODDEV_RDEVDEV" ORDER BY n DESC, "system", device LIMIT 10
