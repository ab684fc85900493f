/* svg.h: writes a scene as an SVG element of a page. */
#ifndef CHART_SVG_H
#define CHART_SVG_H

#include "chart/scene.h"
#include "cli/buffer.h"

/* CLASS: class of the element. ID: prefix of its identifiers. */
void svg_put(struct out_buffer *b, const struct scene *s, const char *class, const char *id);

/* Write a path of steps through VALUES, one per interval, or the area below it. */
void svg_put_path(struct out_buffer *b, const struct scene *s, const char *class, const double *values, int is_area);

/* Write a sample of the line of shown series K. */
void svg_put_sample(struct out_buffer *b, const struct choice *choice, size_t k);

#endif
