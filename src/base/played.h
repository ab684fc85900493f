/* played.h: the extended attribute that identifies a device of monplay, which is a regular file. */
#ifndef MR_PLAYED_H
#define MR_PLAYED_H

#define PLAY_DEVICE_NAME "user.monread.device"
#define PLAY_DEVICE_VALUE "monreader"

#endif
