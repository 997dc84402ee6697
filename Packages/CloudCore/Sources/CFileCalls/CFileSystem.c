#define _GNU_SOURCE
#include "CFileCalls.h"

#include <errno.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>
#else
#include <sys/mount.h>
#include <sys/param.h>
#endif

ssize_t cfc_copy_range(int from, int64_t from_offset, int to, int64_t to_offset, size_t count) {
#ifdef __linux__
    off64_t in = from_offset, out = to_offset;
    return copy_file_range(from, &in, to, &out, count, 0);
#else
    errno = ENOSYS;
    return -1;
#endif
}

int64_t cfc_file_system_type(int file) {
    struct statfs status;
    return fstatfs(file, &status) == 0 ? (int64_t)status.f_type : -1;
}

bool cfc_folds_case(int folder) {
#ifdef __linux__
    int flags = 0;
    return ioctl(folder, FS_IOC_GETFLAGS, &flags) == 0 && (flags & FS_CASEFOLD_FL) != 0;
#else
    return fpathconf(folder, _PC_CASE_SENSITIVE) == 0;
#endif
}
