// What libcurl itself costs a load: no client built on it can be cheaper.
//
//   floor BASE IDS-FILE LOADS CONCURRENCY [--cacert FILE]
//
// One multi handle driven by epoll(7). CONCURRENCY easy handles are set up once and used again and
// again; each body is copied to where it could be read, and forgotten. HTTP/2 where the server
// offers it, all on one connection. Prints what `load-benchmark` prints.

#define _GNU_SOURCE
#include <curl/curl.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { BODY_CAPACITY = 64 << 10, URL_CAPACITY = 1 << 10, EVENTS = 256 };

typedef struct {
  CURL *easy;
  size_t length;
  char body[BODY_CAPACITY];
} Exchange;

typedef struct {
  const char *base, *authorities;
  char **ids;
  long id_count;
  long limit, started, finished, failed;
  CURLM *multi;
  int epoll;
  int64_t due; // when libcurl wants to be called, in ns; 0: at once, -1: never
  int64_t *latencies, began; // of loads one at a time, in ns; NULL when there are more at once
} Floor;

static void require(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "floor: %s failed\n", what);
  exit(70);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

// MARK: - What libcurl calls

static size_t receive_body(char *bytes, size_t size, size_t count, void *context) {
  Exchange *exchange = context;
  size_t length = size * count;
  if (length > BODY_CAPACITY - exchange->length) return 0;
  memcpy(exchange->body + exchange->length, bytes, length);
  exchange->length += length;
  return length;
}

static int watch(CURL *easy, curl_socket_t socket, int what, void *context, void *is_watched) {
  (void)easy;
  Floor *floor = context;
  struct epoll_event event = {.data.fd = socket};
  if (what == CURL_POLL_REMOVE) {
    epoll_ctl(floor->epoll, EPOLL_CTL_DEL, socket, &event);
    return 0;
  }
  if (what & CURL_POLL_IN) event.events |= EPOLLIN;
  if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
  int order = is_watched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  require(epoll_ctl(floor->epoll, order, socket, &event) == 0, "epoll_ctl");
  // Any pointer will do: libcurl hands it back with the socket until that is removed.
  if (!is_watched) curl_multi_assign(floor->multi, socket, floor);
  return 0;
}

static int set_timer(CURLM *multi, long milliseconds, void *context) {
  (void)multi;
  Floor *floor = context;
  floor->due = milliseconds > 0 ? now() + milliseconds * 1000000 : milliseconds;
  return 0;
}

// MARK: - Exchanges

static void start_next(Floor *floor, Exchange *exchange) {
  char url[URL_CAPACITY];
  const char *id = floor->ids[floor->started % floor->id_count];
  int length = snprintf(url, sizeof url, "%s/products/%s.json", floor->base, id);
  require(length < URL_CAPACITY, "a URL of this length");
  floor->started += 1;
  exchange->length = 0;
  if (floor->latencies) floor->began = now();
  curl_easy_setopt(exchange->easy, CURLOPT_URL, url);
  require(curl_multi_add_handle(floor->multi, exchange->easy) == CURLM_OK, "adding a handle");
}

static Exchange *make_exchange(const Floor *floor) {
  Exchange *exchange = malloc(sizeof *exchange);
  CURL *easy = curl_easy_init();
  require(exchange && easy, "making a handle");
  exchange->easy = easy;
  curl_easy_setopt(easy, CURLOPT_PRIVATE, exchange);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive_body);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, exchange);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  if (!floor->authorities) return exchange;
  curl_easy_setopt(easy, CURLOPT_CAINFO, floor->authorities);
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
  curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
  return exchange;
}

static void collect_finished(Floor *floor) {
  CURLMsg *message;
  int remaining;
  while ((message = curl_multi_info_read(floor->multi, &remaining))) {
    CURL *easy = message->easy_handle;
    CURLcode code = message->data.result;
    Exchange *exchange = NULL;
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&exchange);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    if (floor->latencies) floor->latencies[floor->finished] = now() - floor->began;
    if (code != CURLE_OK || status != 200) floor->failed += 1;
    floor->finished += 1;
    curl_multi_remove_handle(floor->multi, easy);
    if (floor->started < floor->limit) start_next(floor, exchange);
  }
}

// MARK: - Rounds

static int until_due(const Floor *floor) {
  if (floor->due <= 0) return (int)floor->due;
  int64_t left = floor->due - now();
  return left > 0 ? (int)((left + 999999) / 1000000) : 0;
}

static void fire_timer_if_due(Floor *floor) {
  if (floor->due < 0 || (floor->due > 0 && floor->due > now())) return;
  int running;
  floor->due = -1;
  curl_multi_socket_action(floor->multi, CURL_SOCKET_TIMEOUT, 0, &running);
}

static void act(Floor *floor, const struct epoll_event *event) {
  int bits = 0, running;
  if (event->events & (EPOLLIN | EPOLLHUP | EPOLLERR)) bits |= CURL_CSELECT_IN;
  if (event->events & EPOLLOUT) bits |= CURL_CSELECT_OUT;
  curl_multi_socket_action(floor->multi, event->data.fd, bits, &running);
}

static void run(Floor *floor) {
  struct epoll_event events[EVENTS];
  while (floor->finished < floor->limit) {
    int count = epoll_wait(floor->epoll, events, EVENTS, until_due(floor));
    require(count >= 0 || errno == EINTR, "epoll_wait");
    fire_timer_if_due(floor);
    for (int index = 0; index < count; index++) act(floor, &events[index]);
    collect_finished(floor);
  }
}

// MARK: - What it starts with

static void set_up(Floor *floor, long concurrency) {
  require(curl_global_init(CURL_GLOBAL_ALL) == CURLE_OK, "starting libcurl");
  floor->epoll = epoll_create1(EPOLL_CLOEXEC);
  floor->multi = curl_multi_init();
  floor->due = -1;
  require(floor->epoll >= 0 && floor->multi, "making a multi handle");
  curl_multi_setopt(floor->multi, CURLMOPT_SOCKETFUNCTION, watch);
  curl_multi_setopt(floor->multi, CURLMOPT_SOCKETDATA, floor);
  curl_multi_setopt(floor->multi, CURLMOPT_TIMERFUNCTION, set_timer);
  curl_multi_setopt(floor->multi, CURLMOPT_TIMERDATA, floor);
  curl_multi_setopt(floor->multi, CURLMOPT_MAXCONNECTS, concurrency);
}

static void read_ids(Floor *floor, const char *path) {
  FILE *file = fopen(path, "r");
  require(file != NULL, "opening the list of ids");
  char *line = NULL;
  size_t capacity = 0, room = 0;
  while (getline(&line, &capacity, file) > 0) {
    line[strcspn(line, "\n")] = '\0';
    if ((size_t)floor->id_count == room) {
      room = room ? room * 2 : 1024;
      floor->ids = realloc(floor->ids, room * sizeof *floor->ids);
      require(floor->ids != NULL, "keeping the ids");
    }
    floor->ids[floor->id_count++] = strdup(line);
  }
  require(floor->id_count > 0, "finding an id in the list");
  free(line);
  fclose(file);
}

// MARK: - The numbers

static long resident_kib(void) {
  FILE *file = fopen("/proc/self/statm", "r");
  long pages = 0;
  require(file && fscanf(file, "%*d %ld", &pages) == 1, "reading what is resident");
  fclose(file);
  return pages * sysconf(_SC_PAGESIZE) / 1024;
}

static int shorter_first(const void *one, const void *other) {
  int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
  return (a > b) - (a < b);
}

static void print_numbers(const Floor *floor, double seconds, long resident_before) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  double microseconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e6 +
                        (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  long count = floor->finished;
  double loads = (double)count;
  printf("loads=%ld failed=%ld seconds=%.3f loads/s=%.0f cpu-us/load=%.2f peak-KiB=%ld "
         "rise-KiB=%ld",
         count, floor->failed, seconds, loads / seconds, microseconds / loads, usage.ru_maxrss,
         usage.ru_maxrss - resident_before);
  if (floor->latencies) {
    qsort(floor->latencies, (size_t)count, sizeof *floor->latencies, shorter_first);
    printf(" median-us=%.1f p99-us=%.1f", (double)floor->latencies[count / 2] / 1e3,
           (double)floor->latencies[count * 99 / 100] / 1e3);
  }
  printf("\n");
}

// MARK: - From start to end

int main(int count, char **arguments) {
  if (count == 2 && strcmp(arguments[1], "--version") == 0) {
    const curl_version_info_data *version = curl_version_info(CURLVERSION_NOW);
    printf("%s, %s\n", version->version, version->ssl_version);
    return 0;
  }
  int is_secure = count == 7 && strcmp(arguments[5], "--cacert") == 0;
  long loads = count == 5 || is_secure ? atol(arguments[3]) : 0;
  long concurrency = count == 5 || is_secure ? atol(arguments[4]) : 0;
  if (loads < 1 || concurrency < 1) {
    fprintf(stderr, "usage: floor BASE IDS-FILE LOADS CONCURRENCY [--cacert FILE]\n");
    return 64;
  }
  Floor floor = {.base = arguments[1], .limit = loads};
  if (is_secure) floor.authorities = arguments[6];
  if (concurrency == 1) {
    floor.latencies = malloc((size_t)loads * sizeof *floor.latencies);
    require(floor.latencies != NULL, "keeping the latencies");
  }
  read_ids(&floor, arguments[2]);
  set_up(&floor, concurrency);
  long resident = resident_kib();
  int64_t start = now();
  while (floor.started < floor.limit && floor.started < concurrency) {
    start_next(&floor, make_exchange(&floor));
  }
  run(&floor);
  print_numbers(&floor, (double)(now() - start) / 1e9, resident);
  return floor.failed > 0;
}
