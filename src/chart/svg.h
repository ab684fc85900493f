/* svg.h: writes a scene as an SVG element of a page. */
#ifndef CHART_SVG_H
#define CHART_SVG_H

#include "chart/scene.h"
#include "cli/buffer.h"

/* CLASS: class of the element. ID: prefix of its identifiers. */
void svg_put(struct out_buffer *b, const struct scene *s, const char *class, const char *id);

/* Write a sample of the line of shown series K. */
void svg_put_sample(struct out_buffer *b, const struct choice *choice, size_t k);

/* Write the patterns that all pictures use; call it once per page. */
void svg_put_patterns(struct out_buffer *b);

#endif
