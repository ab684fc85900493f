/* played.h: the extended attribute of a device of monplay, a regular file from which programs read
 * monitor data as from /dev/monreader. */
#ifndef MR_PLAYED_H
#define MR_PLAYED_H

#define PLAY_DEVICE_NAME "user.monread.device"
#define PLAY_DEVICE_VALUE "monreader"

#endif
