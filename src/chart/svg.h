/* svg.h: a scene as an element of a page. */
#ifndef CHART_SVG_H
#define CHART_SVG_H

#include "chart/scene.h"
#include "cli/buffer.h"

/* CLASS: of the element.  ID: what its own identifiers begin with. */
void svg_put(struct out_buffer *b, const struct scene *s, const char *class, const char *id);

/* A sample of the line of shown series K. */
void svg_put_sample(struct out_buffer *b, const struct choice *choice, size_t k);

/* What all of them refer to; once a page. */
void svg_put_patterns(struct out_buffer *b);

#endif
