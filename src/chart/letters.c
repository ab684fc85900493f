/* letters.c: estimates the width of text, which cannot be measured here. Because the font is unknown, it assumes
 * the widest font of the style sheet: DejaVu Sans, of 13 units. */
#include "config.h"

#include <string.h>

#include "chart/scene.h"
#include "cli/safe.h"
#include "port/ascii.h"

#define LOWER 8.2
#define UPPER 9.4
#define DIGIT 8.4
#define NARROW 5.4
#define WIDE 13.2

/* A character printed as \x1b or \U000e0001. */
#define ESCAPED (10 * DIGIT)

static double width_of_character(uint32_t c)
{
	char letter = c < 0x80 ? (char)c : 0;

	if (out_is_unsafe(c))
		return ESCAPED;
	/* East Asian letters, and pictures. */
	if (c >= 0x1100)
		return WIDE;
	if (!letter)
		return UPPER;
	if (strchr("mwMW%@", letter))
		return WIDE;
	if (strchr("iljftrI.,:;'!|()[] -", letter))
		return NARROW;
	if (mr_is_digit(letter))
		return DIGIT;
	return letter >= 'a' && letter <= 'z' ? LOWER : mr_is_letter(letter) ? UPPER : 11;
}

/* Return the width of the character at *S, and move *S after it. */
static double next_width(const char **s)
{
	uint32_t c;
	unsigned n = out_code_point(*s, &c);

	*s += n ? n : 1;
	return n ? width_of_character(c) : ESCAPED;
}

double scene_text_width(const char *text, size_t length)
{
	const char *end = text + length;
	double width = 0;

	while (text < end)
		width += next_width(&text);
	return width;
}

size_t scene_text_fit(const char *text, double room)
{
	const char *s = text, *fits = text;
	double width = 0;

	while (*s) {
		width += next_width(&s);
		if (width > room)
			return (size_t)(fits - text);
		/* Leave room for the mark of the cut. */
		if (width + WIDE <= room)
			fits = s;
	}
	return (size_t)(s - text);
}
