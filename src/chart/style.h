/* style.h: how pages look. */
#ifndef CHART_STYLE_H
#define CHART_STYLE_H

/* CSS; the element around it is the caller's. */
extern const char chart_style[];

#endif
