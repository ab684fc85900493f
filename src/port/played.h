/* played.h: the extended attribute by which a device of monplay, a regular file, is known. */
#ifndef PORT_PLAYED_H
#define PORT_PLAYED_H

#define PLAY_DEVICE_NAME "user.monread.device"
#define PLAY_DEVICE_VALUE "monreader"

#endif
