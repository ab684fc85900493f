/* text.c: escapes words and numbers of a page, so that text from outside never becomes markup or acts on the
 * reader. */
#include "config.h"

#include "chart/text.h"

#include <math.h>
#include <stdio.h>

#include "cli/safe.h"
#include "port/ascii.h"

#define DECIMALS_MAX 9u

static void put_plain(struct out_buffer *b, const char *s, size_t n)
{
	for (; n-- > 0; s++)
		switch (*s) {
		case '&': out_str(b, "&amp;"); break;
		case '<': out_str(b, "&lt;"); break;
		case '>': out_str(b, "&gt;"); break;
		case '"': out_str(b, "&quot;"); break;
		case '\'': out_str(b, "&#39;"); break;
		default: out_char(b, *s);
		}
}

void text_put(struct out_buffer *b, const char *s)
{
	while (s && *s) {
		char one[OUT_SAFE_MAX];

		put_plain(b, one, (size_t)(out_put_harmless(one, &s) - one));
	}
}

void text_put_number(struct out_buffer *b, double v, unsigned decimals)
{
	char text[400];
	const char *p = text;

	if (!isfinite(v))
		return;
	snprintf(text, sizeof text, "%.*f", (int)(decimals < DECIMALS_MAX ? decimals : DECIMALS_MAX), v);
	/* A value that is rounded to zero has no sign. */
	if (*p == '-' && p[1 + strspn(p + 1, "0.")] == 0)
		p++;
	out_str(b, p);
}

void text_put_short(struct out_buffer *b, double v, unsigned decimals)
{
	static const char suffix[] = "kMGTPE";
	double size = v < 0 ? -v : v;
	size_t i;

	if (!isfinite(v) || size < 99999.5) {
		text_put_number(b, v, decimals);
		return;
	}
	for (i = 0; (size /= 1000) >= 999.95 && suffix[i + 1]; i++)
		;
	out_printf(b, "%s%.*f%c", v < 0 ? "-" : "", size < 9.9995 ? 3 : size < 99.995 ? 2 : 1, size, suffix[i]);
}

void text_put_id(struct out_buffer *b, const char *s)
{
	for (; s && *s; s++)
		out_char(b, mr_is_letter(*s) || mr_is_digit(*s) || *s == '-' ? *s : '_');
}

void text_put_halves(struct out_buffer *b, int halves)
{
	char *p = out_room(b, 32);

	if (halves < 0)
		*p++ = '-';
	halves = halves < 0 ? -halves : halves;
	p = out_put_u64(p, (unsigned)halves / 2);
	if (halves % 2) {
		*p++ = '.';
		*p++ = '5';
	}
	b->p = p;
}

/* White paper, unless the screen is dark. */
#define LIGHT                                                                                              \
	"--paper:#fff;--ink:#1b1f24;--soft:#57606a;--rule:#d8dde3;--grid:#e7eaee;--card:#f6f8fa;"          \
	"--link:#0b5cad;--alarm:#b42318;--band:#7f8894;"                                                   \
	"--c0:#1b6ca8;--c1:#d55e00;--c2:#009e73;--c3:#cc79a7;--c4:#a0522d;--c5:#332288;--c6:#004d40;"
#define DARK                                                                                               \
	"--paper:#15191f;--ink:#e6e9ed;--soft:#a5aeb8;--rule:#39414b;--grid:#2a3038;--card:#1d232b;"       \
	"--link:#79b8ff;--alarm:#ff8a7a;--band:#7c8691;"                                                   \
	"--c0:#1e88e5;--c1:#ff8a65;--c2:#5fd3bc;--c3:#aa4499;--c4:#7f7f00;--c5:#f5c542;--c6:#c2185b;"

const char chart_style[] =
	":root{color-scheme:light dark;" LIGHT "}\n"
	"@media screen and (prefers-color-scheme:dark){:root{" DARK "}}\n"
	"*{box-sizing:border-box}\n"
	"body{margin:0 auto;padding:1rem;max-width:82rem;background:var(--paper);color:var(--ink);"
	"font:1rem/1.45 system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;overflow-wrap:break-word}\n"
	"h1{font-size:1.6rem;line-height:1.2;margin:.3rem 0 .6rem}\n"
	"h2{font-size:1.35rem;margin:2.2rem 0 .6rem;padding-top:.8rem;border-top:2px solid var(--ink)}\n"
	"h3{font-size:1.15rem;margin:2rem 0 .3rem}h4{font-size:1rem;margin:0}\n"
	"p{margin:.3rem 0;max-width:48rem}a{color:var(--link)}\n"
	"nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;list-style:none;margin:.6rem 0;padding:0}\n"
	".q{color:var(--soft);font-size:.9rem}\n"
	".m,figcaption p{color:var(--soft);font-size:.875rem;max-width:60rem}\n"
	".d{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:0 2rem;align-items:start}\n"
	".d h3{margin-top:.8rem}.d ul{margin:.3rem 0;padding-left:1.2rem}.d li{margin:.15rem 0}\n"
	".w1{color:var(--alarm);font-weight:600}\n"
	"figure{margin:1rem 0 1.6rem}\n"
	".f{display:grid;overflow-x:auto;grid-template-columns:minmax(0,1fr);gap:.4rem 1.5rem;align-items:center}\n"
	".c{width:100%;height:auto;display:block}.wide{display:none}.narrow{max-width:30rem}\n"
	"@media (min-width:40rem){.wide{display:block}.narrow{display:none}}\n"
	"@media (min-width:72rem){.f{grid-template-columns:minmax(0,1fr) 27rem}}\n"
	"@media print{.wide{display:block}.narrow{display:none}.f{grid-template-columns:minmax(0,1fr)}}\n"
	".p{position:absolute}.p path{stroke:var(--soft);stroke-width:1.6;opacity:.55}\n"
	".c text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;fill:var(--ink)}\n"
	".c .y text,.c .u{fill:var(--soft)}.y text{font-variant-numeric:tabular-nums}\n"
	".g{stroke:var(--grid);fill:none}.x{stroke:var(--soft);fill:none}.n rect{fill:url(#none)}\n"
	".l{fill:none;stroke-width:1.8;stroke-linejoin:round}.a{stroke-width:.8}.r{fill-opacity:.28;stroke:none}\n"
	".t{fill:none;stroke:var(--ink);stroke-width:.8;stroke-opacity:.7}\n"
	".w{stroke-width:9;fill:none;stroke-dasharray:none!important}.sr .w{stroke-opacity:.5}\n"
	".s0{stroke:var(--c0);fill:var(--c0)}.s1{stroke:var(--c1);fill:var(--c1)}.s2{stroke:var(--c2);fill:var(--c2)}\n"
	".s3{stroke:var(--c3);fill:var(--c3)}.s4{stroke:var(--c4);fill:var(--c4)}.s5{stroke:var(--c5);fill:var(--c5)}\n"
	".s6{stroke:var(--c6);fill:var(--c6)}.sr{stroke:var(--band);fill:var(--band)}\n"
	".s1 .l{stroke-dasharray:8 3}.s2 .l{stroke-dasharray:2.5 2.5}.s3 .l{stroke-dasharray:9 3 2 3}\n"
	".s4 .l{stroke-dasharray:5 2}.s5 .l{stroke-dasharray:12 3 2 3 2 3}.s6 .l{stroke-dasharray:1.5 1.5}\n"
	".b{width:18px;height:10px;margin-right:.4rem}\n"
	"table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}\n"
	"caption{text-align:left;color:var(--soft);padding:.1rem 0}\n"
	"th,td{text-align:right;padding:.12rem .5rem;border-bottom:1px solid var(--grid);white-space:nowrap}\n"
	"th{font-weight:600;color:var(--soft)}th[scope=row],.z{text-align:left;color:var(--ink);font-weight:400}\n"
	"th[scope=row]{max-width:16rem;overflow:hidden;text-overflow:ellipsis}\n"
	"abbr{text-decoration:none}.n td{text-align:left;color:var(--soft)}\n"
	".h th{text-align:left;vertical-align:top;white-space:normal}.h td{text-align:left;white-space:normal}\n"
	".h th:first-child{padding-left:0}.s{font-size:.8125rem}.s th,.s td{padding:.12rem .35rem}.s th:first-child{padding-left:0}.s th[scope=row]{max-width:10rem}\n"
	"details{margin:.35rem 0}summary{cursor:pointer;color:var(--link);font-size:.875rem}\n"
	".o{overflow:auto;max-height:26rem;margin:.3rem 0}.o thead th{position:sticky;top:0;background:var(--paper)}\n"
	"footer{margin-top:2.5rem;padding-top:.5rem;border-top:1px solid var(--rule);color:var(--soft);font-size:.8125rem}\n"
	"@media (max-width:40rem){th,td{padding:.12rem .25rem}.s{width:100%;font-size:.75rem}.b{margin-right:.25rem}.s th,.s td{padding:.12rem .2rem}}\n"
	"@media (max-width:26rem){.s th:last-child:not([scope=row]),.s td:last-child{display:none}.s th[scope=row]{max-width:6.4rem}}\n"
	"@media print{body{max-width:none;padding:0;font-size:10pt}figure{break-inside:avoid}h2,h3,h4{break-after:avoid}"
	"h2{break-before:page}h2:first-of-type{break-before:auto}nav,details:not([open]){display:none}"
	".o{max-height:none;overflow:visible}a{color:inherit;text-decoration:none}"
	"*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}\n";
