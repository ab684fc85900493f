/* played.h: a device of monplay is a regular file from which programs read monitor data as from
 * /dev/monreader. This is the extended attribute that marks such a file. */
#ifndef MR_PLAYED_H
#define MR_PLAYED_H

#define PLAY_DEVICE_NAME "user.monread.device"
#define PLAY_DEVICE_VALUE "monreader"

#endif
