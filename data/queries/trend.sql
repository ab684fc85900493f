-- trend.sql: CPU, paging and I/O of each day and shift, and their growth, over any number of captures.
--
--     monread --sql=@trend.sql FILE...
--
-- average     by time: a long interval counts more than a short one
-- p95         95 % of the intervals were at or below this value
-- peak_time   the interval with the highest value, from its start to its end
-- growth      in 30 days, by linear regression over the averages of the days; empty if there are fewer than seven days.
--             A first or last day of which only some hours were captured counts as much as a whole day.
--
-- An interval belongs to the shift in which its middle lies, and to the day on which this shift begins.  The CPU is that
-- of report system: 100 % is one engine.  To change the shifts or the clock, copy this file and edit the next lines.
-- A shift has days (0 is Sunday), and ends before its last time: ('work', '12345', '09:00', '17:00'), or on the next day:
-- ('night', '0123456', '22:00', '06:00').
WITH shifts(shift, days, begins, ends) AS (
  VALUES ('all', '0123456', '00:00', '24:00'), ('night', '0123456', '00:00', '08:00'), ('day', '0123456', '08:00', '16:00'),
         ('evening', '0123456', '16:00', '24:00')),
clock(zone) AS (VALUES ('+0 hours')), -- UTC, as monstat; 'localtime' is the local time
s AS MATERIALIZED (SELECT system, interval, type, "%busy", "pgrd/s", "pgwr/s", "ssch/s" FROM system),
e AS MATERIALIZED (
  SELECT coalesce(system, '') AS system, interval, max(elapsed) AS seconds,
         CASE WHEN max(elapsed) < 59.5 THEN '%H:%M:%S' ELSE '%H:%M' END AS digits
    FROM MRSYTPRP_delta GROUP BY 1, 2),
v AS (
  SELECT system, interval, 'CPU ' || coalesce(type || ' ', '') || '%' AS measure, "%busy" AS value FROM s
  UNION ALL SELECT system, interval, 'pages read and written/s', "pgrd/s" + "pgwr/s" FROM s
  UNION ALL SELECT system, interval, 'I/O starts/s', "ssch/s" FROM s),
t AS MATERIALIZED (
  SELECT v.system, measure, value, seconds, strftime('%Y-%m-%d ' || digits, v.interval, zone, -seconds || ' seconds')
         || strftime('-' || digits, v.interval, zone) AS time,
         julianday(v.interval, zone) - seconds / 172800 AS middle
    FROM v JOIN e ON e.system = v.system AND e.interval = v.interval, clock
   WHERE value IS NOT NULL AND seconds > 0),
p AS MATERIALIZED (
  SELECT *
    FROM (SELECT m.*, shift, days, begins, date(middle, CASE WHEN begins > at AND begins >= ends THEN '-1 day' ELSE '+0 days' END) AS day
            FROM (SELECT *, strftime('%H:%M', middle) AS at FROM t) AS m
                 JOIN shifts ON CASE WHEN begins < ends THEN at >= begins AND at < ends ELSE at >= begins OR at < ends END)
   WHERE instr(days, strftime('%w', day)) > 0),
d AS MATERIALIZED (
  SELECT system, measure, day, shift, begins, count(*) AS intervals, sum(value * seconds) / sum(seconds) AS average,
         percentile(value, 95) AS p95, max(value) AS peak, time AS peak_time
    FROM p GROUP BY system, measure, day, shift),
g AS MATERIALIZED (
  SELECT system, measure, shift, 30 * regr_slope(average, julianday(day)) AS growth
    FROM d GROUP BY system, measure, shift HAVING count(*) >= 7),
r AS (
  SELECT *, NULL AS growth FROM d
  UNION ALL
  SELECT a.*, growth
    FROM (SELECT system, measure, 'all days' AS day, shift, begins, count(*), sum(value * seconds) / sum(seconds),
                 percentile(value, 95), max(value), time
            FROM p GROUP BY system, measure, shift) AS a
         LEFT JOIN g ON g.system = a.system AND g.measure = a.measure AND g.shift = a.shift)
SELECT system, measure, day, shift, intervals, round(average, 1) AS average, round(p95, 1) AS p95, round(peak, 1) AS peak,
       peak_time, round(growth, 1) AS growth
  FROM r
 ORDER BY system, measure, day, shift <> 'all', begins
