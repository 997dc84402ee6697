// Calls of libc and the kernel that Swift's Glibc module does not show.
#ifndef CFILECALLS_H
#define CFILECALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// `renameat2(2)` with `RENAME_NOREPLACE`: fails with EEXIST when something stands at the target.
int cfc_rename_noreplace(int from_dir, const char *from, int to_dir, const char *to);

/// `openat2(2)` with `RESOLVE_BENEATH`: resolution never leaves `dir`. Returns a descriptor, or -1 and errno.
int cfc_open_beneath(int dir, const char *path, int flags, mode_t mode, int follow_links);

/// `open(2)` with `O_TMPFILE | O_RDWR | O_CLOEXEC`: an unnamed file in `directory`.
int cfc_open_unnamed(const char *directory, mode_t mode);

/// `openat(2)` with `O_TMPFILE | O_RDWR | O_CLOEXEC` in the folder that `dir` refers to.
int cfc_openat_unnamed(int dir, mode_t mode);

/// Gives an unnamed file a name with `linkat(2)`; never overwrites (EEXIST).
int cfc_link_unnamed(int file, int to_dir, const char *to);

/// Whether `cfc_link_unnamed` can work: it goes through /proc, which a chroot may lack.
bool cfc_can_link_unnamed(int file);

/// `O_PATH`: a descriptor for calls on names in a folder that may not be listed.
extern const int cfc_path_only;

/// `UTIME_NOW`, a nanosecond count that means the current time.
extern const long cfc_time_now;

/// Takes or releases an open file description lock (`F_OFD_SETLK`) on `length` bytes at `start`.
/// `kind` is F_RDLCK, F_WRLCK or F_UNLCK; with `wait` it is `F_OFD_SETLKW`.
int cfc_ofd_lock(int file, short kind, int64_t start, int64_t length, int wait);

/// `open(2)` with a fixed argument list, since the variadic one is not imported.
int cfc_open(const char *path, int flags, mode_t mode);

/// `openat(2)` with a fixed argument list.
int cfc_openat(int dir, const char *path, int flags, mode_t mode);

/// A Unix datagram socket that is closed on exec.
int cfc_datagram_socket(void);

/// Sends an entry to the systemd journal listening at `path`, in a sealed memory file if it is too large for a
/// datagram. Returns 0, or -1 and errno.
int cfc_send_journal_entry(int socket, const char *path, const void *entry, size_t length);

/// Overwrites memory in a way the compiler does not remove.
void cfc_wipe(void *memory, size_t count);

/// `copy_file_range(2)` between two offsets: the kernel copies, or shares blocks where the file system can.
/// Returns the number of bytes copied, 0 at the end, or -1 and errno.
ssize_t cfc_copy_range(int from, int64_t from_offset, int to, int64_t to_offset, size_t count);

/// `f_type` of `statfs(2)`, or -1 and errno.
int64_t cfc_file_system_type(int file);

/// Whether a folder, opened for reading, compares names without case (`FS_CASEFOLD_FL`).
bool cfc_folds_case(int folder);

#ifdef __cplusplus
}
#endif
#endif
