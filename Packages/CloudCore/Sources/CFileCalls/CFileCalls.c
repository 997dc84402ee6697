#define _GNU_SOURCE
#include "CFileCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/openat2.h>
#include <sys/syscall.h>
#endif

int cfc_rename_noreplace(int from_dir, const char *from, int to_dir, const char *to) {
#ifdef __linux__
    return renameat2(from_dir, from, to_dir, to, RENAME_NOREPLACE);
#else
    return renameatx_np(from_dir, from, to_dir, to, RENAME_EXCL);
#endif
}

int cfc_open_beneath(int dir, const char *path, int flags, mode_t mode, int follow_links) {
#ifdef __linux__
    struct open_how how;
    memset(&how, 0, sizeof how);
    how.flags = (uint64_t)(flags | O_CLOEXEC);
    how.mode = (flags & (O_CREAT | O_TMPFILE)) ? mode : 0;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    if (!follow_links) how.resolve |= RESOLVE_NO_SYMLINKS;
    long result;
    do {
        result = syscall(SYS_openat2, dir, path, &how, sizeof how);
    } while (result < 0 && (errno == EAGAIN || errno == EINTR));
    return (int)result;
#else
    (void)follow_links;
    return openat(dir, path, flags | O_CLOEXEC | O_NOFOLLOW_ANY, mode);
#endif
}

int cfc_open_unnamed(const char *directory, mode_t mode) {
#ifdef O_TMPFILE
    return open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
#else
    errno = EOPNOTSUPP;
    return -1;
#endif
}

int cfc_openat_unnamed(int dir, mode_t mode) {
#ifdef O_TMPFILE
    return openat(dir, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
#else
    errno = EOPNOTSUPP;
    return -1;
#endif
}

int cfc_link_unnamed(int file, int to_dir, const char *to) {
#ifdef O_TMPFILE
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return linkat(AT_FDCWD, path, to_dir, to, AT_SYMLINK_FOLLOW);
#else
    errno = EOPNOTSUPP;
    return -1;
#endif
}

bool cfc_can_link_unnamed(int file) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    return access(path, F_OK) == 0;
}

#ifdef O_PATH
const int cfc_path_only = O_PATH;
#else
const int cfc_path_only = O_RDONLY;
#endif

const long cfc_time_now = UTIME_NOW;

int cfc_ofd_lock(int file, short kind, int64_t start, int64_t length, int wait) {
    struct flock lock;
    memset(&lock, 0, sizeof lock);
    lock.l_type = kind;
    lock.l_whence = SEEK_SET;
    lock.l_start = start;
    lock.l_len = length;
#ifdef F_OFD_SETLK
    return fcntl(file, wait ? F_OFD_SETLKW : F_OFD_SETLK, &lock);
#else
    return fcntl(file, wait ? F_SETLKW : F_SETLK, &lock);
#endif
}

int cfc_open(const char *path, int flags, mode_t mode) {
    return open(path, flags | O_CLOEXEC, mode);
}

int cfc_openat(int dir, const char *path, int flags, mode_t mode) {
    return openat(dir, path, flags | O_CLOEXEC, mode);
}

void cfc_wipe(void *memory, size_t count) {
#ifdef __linux__
    explicit_bzero(memory, count);
#else
    memset_s(memory, count, 0, count);
#endif
}
