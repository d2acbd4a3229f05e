/*
 * Loaded into PostgreSQL by LD_PRELOAD. What the file named by SYNC_FAULT holds decides what a sync does: with `EIO`
 * or `ENOSPC` the next one fails and empties the file, with `lie` every one reports success without a sync. Without the
 * file, or with an empty one, a sync is a sync.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HONEST, LIE, FAIL };

static int fault(void) {
  const char *path = getenv("SYNC_FAULT");
  int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return HONEST;
  char text[16] = {0};
  ssize_t length = read(file, text, sizeof text - 1);
  int lies = strncmp(text, "lie", 3) == 0;
  int emptied = length <= 0 || lies ? 0 : ftruncate(file, 0);
  close(file);
  if (length <= 0 || emptied != 0) return HONEST;
  if (lies) return LIE;
  errno = strncmp(text, "ENOSPC", 6) == 0 ? ENOSPC : EIO;
  return FAIL;
}

static int sync_with(const char *name, int file) {
  int saved = errno;
  int kind = fault();
  if (kind == LIE) return 0;
  if (kind == FAIL) return -1;
  errno = saved;
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  return real(file);
}

int fsync(int file) { return sync_with("fsync", file); }
int fdatasync(int file) { return sync_with("fdatasync", file); }

int sync_file_range(int file, off_t offset, off_t bytes, unsigned int flags) {
  int (*real)(int, off_t, off_t, unsigned int) =
      (int (*)(int, off_t, off_t, unsigned int))dlsym(RTLD_NEXT, "sync_file_range");
  return fault() == LIE ? 0 : real(file, offset, bytes, flags);
}
