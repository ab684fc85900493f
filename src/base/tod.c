#include "config.h"

#include "base/tod.h"
#include "monread.h"

/* A TOD value whose top bit is 0 would be older than 1971-05-11, and so than any monitor data: it
 * is a value of the next epoch, which begins in 2042. */
int64_t monread_tod_to_unix_us(uint64_t tod)
{
	return (int64_t)((tod >> 12) + (tod >> 63 ? 0 : UINT64_C(1) << 52) -
	                 (MR_TOD_UNIX_EPOCH >> 12));
}

/* Convert days since 1970-01-01 to a date of the Gregorian calendar. */
static void civil(int64_t days, int64_t *year, unsigned *month, unsigned *day)
{
	int64_t z = days + 719468, era = (z >= 0 ? z : z - 146096) / 146097;
	unsigned doe = (unsigned)(z - era * 146097);
	unsigned yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	unsigned doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	unsigned mp = (5 * doy + 2) / 153;

	*day = doy - (153 * mp + 2) / 5 + 1;
	*month = mp < 10 ? mp + 3 : mp - 9;
	*year = (int64_t)yoe + era * 400 + (*month <= 2);
}

static char *tod_put_pair(char *p, unsigned v, char behind)
{
	*p++ = (char)('0' + v / 10 % 10);
	*p++ = (char)('0' + v % 10);
	*p++ = behind;
	return p;
}

void monread_time_text(int64_t us, char *text)
{
	int64_t second = mr_floor(us, 1000000), days, year;
	unsigned micros = (unsigned)((us % 1000000 + 1000000) % 1000000), rest, month, day;

	days = (second >= 0 ? second : second - 86399) / 86400;
	rest = (unsigned)(second - days * 86400);
	civil(days, &year, &month, &day);
	year = year < 0 ? -year : year;
	text = tod_put_pair(text, (unsigned)(year / 100), 0) - 1;
	text = tod_put_pair(text, (unsigned)(year % 100), '-');
	text = tod_put_pair(tod_put_pair(text, month, '-'), day, 'T');
	text = tod_put_pair(text, rest / 3600, ':');
	text = tod_put_pair(text, rest / 60 % 60, ':');
	text = tod_put_pair(text, rest % 60, '.');
	text = tod_put_pair(text, micros / 10000, 0) - 1;
	text = tod_put_pair(text, micros / 100, 0) - 1;
	text = tod_put_pair(text, micros, 'Z');
	*text = '\0';
}
