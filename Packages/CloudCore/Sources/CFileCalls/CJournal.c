#define _GNU_SOURCE
#include "CFileCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int cfc_datagram_socket(void) {
#ifdef SOCK_CLOEXEC
    return socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
#else
    return socket(AF_UNIX, SOCK_DGRAM, 0);
#endif
}

#ifdef __linux__
static int sealed_memory(const void *entry, size_t length) {
    int file = memfd_create("journal-entry", MFD_ALLOW_SEALING | MFD_CLOEXEC);
    if (file < 0) return -1;
    for (size_t done = 0; done < length;) {
        ssize_t count = write(file, (const char *)entry + done, length - done);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) goto failed;
        done += (size_t)count;
    }
    if (fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) == 0) return file;
failed:
    close(file);
    return -1;
}

static int send_descriptor(int socket, const struct sockaddr_un *address, int file) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int))];
    } control;
    memset(&control, 0, sizeof control);
    struct msghdr message;
    memset(&message, 0, sizeof message);
    message.msg_name = (void *)address;
    message.msg_namelen = sizeof *address;
    message.msg_control = &control;
    message.msg_controllen = sizeof control.space;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &file, sizeof file);
    ssize_t result;
    do {
        result = sendmsg(socket, &message, MSG_NOSIGNAL);
    } while (result < 0 && errno == EINTR);
    return result < 0 ? -1 : 0;
}
#endif

int cfc_send_journal_entry(int socket, const char *path, const void *entry, size_t length) {
#ifdef __linux__
    struct sockaddr_un address;
    memset(&address, 0, sizeof address);
    address.sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address.sun_path, path);
    ssize_t result;
    do {
        result = sendto(socket, entry, length, MSG_NOSIGNAL, (const struct sockaddr *)&address, sizeof address);
    } while (result < 0 && errno == EINTR);
    if (result >= 0) return 0;
    if (errno != EMSGSIZE && errno != ENOBUFS) return -1;
    int file = sealed_memory(entry, length);
    if (file < 0) return -1;
    int sent = send_descriptor(socket, &address, file);
    int cause = errno;
    close(file);
    errno = cause;
    return sent;
#else
    (void)socket, (void)path, (void)entry, (void)length;
    errno = ENOTSUP;
    return -1;
#endif
}
