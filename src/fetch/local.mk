# A script, which configure fills in.
bin_SCRIPTS += src/fetch/monread-fetch-layouts
dist_man_MANS += man/monread-fetch-layouts.1
