#define _GNU_SOURCE
#include "CFaults.h"

#include <stdatomic.h>
#include <stdlib.h>

// The sanitizers have allocators of their own, of which the C library knows nothing.
extern size_t __sanitizer_get_current_allocated_bytes(void) __attribute__((weak));

#if defined(__GLIBC__)
#include <malloc.h>

static size_t c_library_bytes(void) {
#if __GLIBC_PREREQ(2, 33)
  struct mallinfo2 all = mallinfo2();
  return all.uordblks + all.hblkhd;
#else
  // Of 32 bits; what is in use twice differs rightly all the same.
  struct mallinfo all = mallinfo();
  return (unsigned)all.uordblks + (unsigned)all.hblkhd;
#endif
}
#else
static size_t c_library_bytes(void) { return 0; }
#endif

// Of the Swift runtime: who is told of each error that is thrown, and of each of a known type.
extern void _swift_setWillThrowHandler(void (*handler)(void *)) __attribute__((weak));
extern void *_Atomic _swift_willThrowTypedImpl __attribute__((weak));

void heap_remember_no_errors(void) {
  if (_swift_setWillThrowHandler != NULL) _swift_setWillThrowHandler(NULL);
  if (&_swift_willThrowTypedImpl != NULL) atomic_store(&_swift_willThrowTypedImpl, NULL);
}

size_t heap_bytes_in_use(void) {
  if (__sanitizer_get_current_allocated_bytes != NULL) {
    return __sanitizer_get_current_allocated_bytes();
  }
  return c_library_bytes();
}
