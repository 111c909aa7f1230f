#define _GNU_SOURCE
#include "CFaults.h"

#if defined(__linux__) && defined(__LP64__)

#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// As in faults.c: the sanitizers' own comes first, where there is one.
extern __typeof__(getaddrinfo) ___interceptor_getaddrinfo __attribute__((weak));

struct answer {
  char *name;
  char *addresses;
  bool is_given;
  struct answer *next;
};

static struct answer *answers;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void names_answer(const char *name, const char *addresses) {
  struct answer *answer = calloc(1, sizeof(*answer));
  answer->name = strdup(name);
  answer->addresses = strdup(addresses);
  pthread_mutex_lock(&lock);
  struct answer **end = &answers;
  while (*end != NULL) end = &(*end)->next;
  *end = answer;
  pthread_mutex_unlock(&lock);
}

// The next answer for the name, to be freed; NULL when it has none. The last one is given again.
static char *next_answer(const char *name) {
  pthread_mutex_lock(&lock);
  struct answer *chosen = NULL;
  for (struct answer *answer = answers; answer != NULL; answer = answer->next) {
    if (strcasecmp(answer->name, name) != 0) continue;
    chosen = answer;
    if (!answer->is_given) break;
  }
  char *addresses = NULL;
  if (chosen != NULL) {
    chosen->is_given = true;
    addresses = strdup(chosen->addresses);
  }
  pthread_mutex_unlock(&lock);
  return addresses;
}

int getaddrinfo(
    const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
  __typeof__(getaddrinfo) *original = ___interceptor_getaddrinfo;
  if (original == NULL) original = (__typeof__(original))dlsym(RTLD_NEXT, "getaddrinfo");
  char *addresses = node == NULL ? NULL : next_answer(node);
  if (addresses == NULL) return original(node, service, hints, result);

  // One list of all the addresses' lists: freeaddrinfo(3) of this C library frees link by link.
  struct addrinfo **end = result;
  *result = NULL;
  char *rest = addresses, *address;
  while ((address = strsep(&rest, ",")) != NULL) {
    struct addrinfo *list = NULL;
    if (original(address, service, hints, &list) != 0) continue;
    *end = list;
    while (*end != NULL) end = &(*end)->ai_next;
  }
  free(addresses);
  return *result == NULL ? EAI_NONAME : 0;
}

#else

void names_answer(const char *name, const char *addresses) {}

#endif
