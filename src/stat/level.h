/* level.h: which level of CP a system has, as the record that names the system says. */
#ifndef STAT_LEVEL_H
#define STAT_LEVEL_H

#include "monread.h"

#define LEVEL_SIZE 17u

/* To LEVEL what EV, which has the layout L, says; "": nothing that can be shown.  Records without such a field change
 * nothing. */
void level_take(char level[LEVEL_SIZE], const struct monread_codepage *codepage, const struct monread_layout *l,
                const struct monread_ev *ev);

#endif
