/* style.h: the style sheet of a page. */
#ifndef CHART_STYLE_H
#define CHART_STYLE_H

/* CSS without the enclosing element. */
extern const char chart_style[];

#endif
