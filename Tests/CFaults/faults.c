#define _GNU_SOURCE
#include "CFaults.h"

#if defined(__linux__) && defined(__LP64__)

#include <curl/curl.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

enum function {
  EVENTFD,
  PTHREAD_CREATE,
  EPOLL_CREATE1,
  EPOLL_CTL,
  GLOBAL_INIT,
  MULTI_INIT,
  MULTI_SETOPT,
  MULTI_ADD_HANDLE,
  MULTI_SOCKET_ACTION,
  SHARE_INIT,
  SHARE_SETOPT,
  EASY_INIT,
  EASY_SETOPT,
  SLIST_APPEND,
  COUNT
};

// The sanitizers replace functions in the same way, and weakly, so that ours come before theirs.
// Passing them by would hide threads and descriptors from them: theirs are called where there are
// any (three underscores: https://github.com/llvm/llvm-project, interception/interception.h).
#define SANITIZERS_OWN(name) extern __typeof__(name) ___interceptor_##name __attribute__((weak))
SANITIZERS_OWN(eventfd);
SANITIZERS_OWN(pthread_create);
SANITIZERS_OWN(epoll_create1);
SANITIZERS_OWN(epoll_ctl);

static struct {
  const char *name;
  _Atomic(void *) original;
} functions[COUNT] = {
    [EVENTFD] = {"eventfd", (void *)___interceptor_eventfd},
    [PTHREAD_CREATE] = {"pthread_create", (void *)___interceptor_pthread_create},
    [EPOLL_CREATE1] = {"epoll_create1", (void *)___interceptor_epoll_create1},
    [EPOLL_CTL] = {"epoll_ctl", (void *)___interceptor_epoll_ctl},
    [GLOBAL_INIT] = {"curl_global_init"},
    [MULTI_INIT] = {"curl_multi_init"},
    [MULTI_SETOPT] = {"curl_multi_setopt"},
    [MULTI_ADD_HANDLE] = {"curl_multi_add_handle"},
    [MULTI_SOCKET_ACTION] = {"curl_multi_socket_action"},
    [SHARE_INIT] = {"curl_share_init"},
    [SHARE_SETOPT] = {"curl_share_setopt"},
    [EASY_INIT] = {"curl_easy_init"},
    [EASY_SETOPT] = {"curl_easy_setopt"},
    [SLIST_APPEND] = {"curl_slist_append"},
};

static atomic_bool armed;
static atomic_int chosen_function;
static atomic_int calls_to_go;
static atomic_long unknown_option;
static _Atomic(const char *) trusted_folder;
static atomic_bool struck;
static atomic_long struck_option;
static atomic_long struck_value;

// Whether the thread made a multi handle: an engine's thread does so before all else but a poller.
static _Thread_local bool is_engine;

// The function that ours stands before. Looked up with its first call: code of libraries, which
// runs before any constructor of ours, may be the caller.
static void *original(enum function function) {
  void *known = atomic_load(&functions[function].original);
  if (known == NULL) {
    known = dlsym(RTLD_NEXT, functions[function].name);
    atomic_store(&functions[function].original, known);
  }
  return known;
}
#define ORIGINAL(function, name) ((__typeof__(&name))original(function))

// Whether the code at the address belongs to the executable that this is part of.
static bool is_own_code(const void *address) {
  Dl_info its, ours;
  return dladdr(address, &its) && dladdr((const void *)&functions, &ours) &&
         its.dli_fbase == ours.dli_fbase;
}

// Counts a call; returns whether it is the one to fail.
static bool fails(enum function function, const void *caller, long option, long value) {
  if (!atomic_load(&armed) || (int)function != atomic_load(&chosen_function)) return false;
  if (!is_own_code(caller) || atomic_fetch_sub(&calls_to_go, 1) != 1) return false;
  atomic_store(&struck_option, option);
  atomic_store(&struck_value, value);
  atomic_store(&struck, true);
  return true;
}
#define FAILS(function, option, value) \
  fails(function, __builtin_return_address(0), (long)(option), (long)(value))

// MARK: What the system gives

int eventfd(unsigned int count, int flags) {
  if (FAILS(EVENTFD, 0, 0)) {
    errno = EMFILE;
    return -1;
  }
  return ORIGINAL(EVENTFD, eventfd)(count, flags);
}

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  if (FAILS(PTHREAD_CREATE, 0, 0)) return EAGAIN;
  return ORIGINAL(PTHREAD_CREATE, pthread_create)(thread, attributes, start, argument);
}

int epoll_create1(int flags) {
  if (FAILS(EPOLL_CREATE1, 0, 0)) {
    errno = EMFILE;
    return -1;
  }
  return ORIGINAL(EPOLL_CREATE1, epoll_create1)(flags);
}

int epoll_ctl(int poller, int operation, int descriptor, struct epoll_event *event) {
  if (is_engine && FAILS(EPOLL_CTL, operation, descriptor)) {
    errno = ENOMEM;
    return -1;
  }
  return ORIGINAL(EPOLL_CTL, epoll_ctl)(poller, operation, descriptor, event);
}

// MARK: libcurl. In parentheses, since some of the names are macros, too.

CURLcode(curl_global_init)(long flags) {
  if (FAILS(GLOBAL_INIT, 0, 0)) return CURLE_OUT_OF_MEMORY;
  return ORIGINAL(GLOBAL_INIT, curl_global_init)(flags);
}

CURLM *(curl_multi_init)(void) {
  is_engine = true;
  if (FAILS(MULTI_INIT, 0, 0)) return NULL;
  return ORIGINAL(MULTI_INIT, curl_multi_init)();
}

CURLMcode(curl_multi_add_handle)(CURLM *multi, CURL *easy) {
  if (FAILS(MULTI_ADD_HANDLE, 0, 0)) return CURLM_OUT_OF_MEMORY;
  return ORIGINAL(MULTI_ADD_HANDLE, curl_multi_add_handle)(multi, easy);
}

CURLMcode(curl_multi_socket_action)(CURLM *multi, curl_socket_t socket, int bits, int *running) {
  if (FAILS(MULTI_SOCKET_ACTION, socket, bits)) return CURLM_OUT_OF_MEMORY;
  return ORIGINAL(MULTI_SOCKET_ACTION, curl_multi_socket_action)(multi, socket, bits, running);
}

CURLSH *(curl_share_init)(void) {
  if (FAILS(SHARE_INIT, 0, 0)) return NULL;
  return ORIGINAL(SHARE_INIT, curl_share_init)();
}

CURL *(curl_easy_init)(void) {
  if (FAILS(EASY_INIT, 0, 0)) return NULL;
  CURL *easy = ORIGINAL(EASY_INIT, curl_easy_init)();
  const char *folder = atomic_load(&trusted_folder);
  if (easy != NULL && folder != NULL) {
    ORIGINAL(EASY_SETOPT, curl_easy_setopt)(easy, CURLOPT_CAPATH, folder);
  }
  return easy;
}

struct curl_slist *(curl_slist_append)(struct curl_slist *list, const char *text) {
  if (FAILS(SLIST_APPEND, 0, 0)) return NULL;
  return ORIGINAL(SLIST_APPEND, curl_slist_append)(list, text);
}

// The variadic ones. Whatever the third argument is (a pointer, a long, a curl_off_t), where all of
// them have 64 bits it travels as a pointer does.
#define WITH_ARGUMENT(after, value)         \
  va_list arguments;                        \
  va_start(arguments, after);               \
  void *value = va_arg(arguments, void *);  \
  va_end(arguments)

CURLMcode(curl_multi_setopt)(CURLM *multi, CURLMoption option, ...) {
  WITH_ARGUMENT(option, value);
  if (FAILS(MULTI_SETOPT, option, value)) return CURLM_OUT_OF_MEMORY;
  return ORIGINAL(MULTI_SETOPT, curl_multi_setopt)(multi, option, value);
}

CURLSHcode(curl_share_setopt)(CURLSH *share, CURLSHoption option, ...) {
  WITH_ARGUMENT(option, value);
  if (FAILS(SHARE_SETOPT, option, value)) return CURLSHE_NOMEM;
  return ORIGINAL(SHARE_SETOPT, curl_share_setopt)(share, option, value);
}

CURLcode(curl_easy_setopt)(CURL *easy, CURLoption option, ...) {
  WITH_ARGUMENT(option, value);
  if (option == atomic_load(&unknown_option)) return CURLE_UNKNOWN_OPTION;
  if (FAILS(EASY_SETOPT, option, value)) return CURLE_OUT_OF_MEMORY;
  return ORIGINAL(EASY_SETOPT, curl_easy_setopt)(easy, option, value);
}

// MARK: What tests call

int faults_count(void) { return COUNT; }

const char *faults_name(int function) { return functions[function].name; }

void faults_arm(int function, int nth) {
  atomic_store(&armed, false);
  atomic_store(&chosen_function, function);
  atomic_store(&calls_to_go, nth);
  atomic_store(&struck, false);
  atomic_store(&armed, true);
}

void faults_disarm(void) { atomic_store(&armed, false); }

void faults_forget_option(long option) { atomic_store(&unknown_option, option); }

void faults_trust_folder(const char *folder) { atomic_store(&trusted_folder, strdup(folder)); }

bool faults_struck(void) { return atomic_load(&struck); }

long faults_option(void) { return atomic_load(&struck_option); }

long faults_value(void) { return atomic_load(&struck_value); }

#else

int faults_count(void) { return 0; }
const char *faults_name(int function) { return ""; }
void faults_arm(int function, int nth) {}
void faults_disarm(void) {}
void faults_forget_option(long option) {}
void faults_trust_folder(const char *folder) {}
bool faults_struck(void) { return false; }
long faults_option(void) { return 0; }
long faults_value(void) { return 0; }

#endif
