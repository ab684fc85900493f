/* fs.h: a file system with one file, the device. */
#ifndef PLAY_FS_H
#define PLAY_FS_H

#include "play/play_device.h"

struct fuse_session;
struct fs;

/* Mount a file system with the device D on opt->mountpoint. Return NULL after an error message. */
struct fs *fs_mount(struct device *d, const struct play_options *opt);

/* Answer all waiting reads, unmount the file system, and free FS. */
void fs_unmount(struct fs *fs);

struct fuse_session *fs_session(const struct fs *fs);

/* Answer the reads for which data has arrived, and wake up poll(2) of programs. Return how many
 * reads were answered. */
unsigned fs_wake(struct fs *fs);

#endif
