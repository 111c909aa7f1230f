// What Swift cannot call by itself: libcurl's variadic functions, once per argument type;
// a union member; constants behind casts; and options whose name changed between versions.
// Nothing here decides anything.

#pragma once

#include <curl/curl.h>

#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif

// curl_easy_setopt is variadic, which Swift does not import.
// https://curl.se/libcurl/c/curl_easy_setopt.html
static inline CURLcode pc_easy_setopt_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode pc_easy_setopt_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode pc_easy_setopt_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode pc_easy_setopt_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode pc_easy_setopt_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

// WRITEFUNCTION and HEADERFUNCTION share this type.
// https://curl.se/libcurl/c/CURLOPT_WRITEFUNCTION.html
typedef size_t (*pc_receive_callback)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode pc_easy_setopt_receive(CURL *easy, CURLoption option, pc_receive_callback value) {
  return curl_easy_setopt(easy, option, value);
}

// The protocol list became a string in 7.85; the bit mask before it is deprecated after it.
// https://curl.se/libcurl/c/CURLOPT_PROTOCOLS_STR.html
static inline CURLcode pc_easy_allow_http_only(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// Without it, removing a transfer waits for its name lookup to end. Known to libcurl from 7.87 on;
// by number, since the library may be newer than the headers.
// https://curl.se/libcurl/c/CURLOPT_QUICK_EXIT.html
static const CURLoption pc_option_quick_exit = (CURLoption)(CURLOPTTYPE_LONG + 322);

// How old a connection may be. Known to libcurl from 7.80 on; by number, as above.
// https://curl.se/libcurl/c/CURLOPT_MAXLIFETIME_CONN.html
static const CURLoption pc_option_max_lifetime = (CURLoption)(CURLOPTTYPE_LONG + 314);

// The name of an option, for messages. Known to libcurl from 7.73 on.
// https://curl.se/libcurl/c/curl_easy_option_by_id.html
static inline const char *pc_option_name(CURLoption option) {
#if LIBCURL_VERSION_NUM >= 0x074900
  const struct curl_easyoption *known = curl_easy_option_by_id(option);
  return known ? known->name : NULL;
#else
  return NULL;
#endif
}

// https://curl.se/libcurl/c/CURLOPT_SOCKOPTFUNCTION.html
typedef int (*pc_socket_option_callback)(void *context, curl_socket_t socket, curlsocktype purpose);
static inline CURLcode pc_easy_setopt_socket(CURL *easy, pc_socket_option_callback value) {
  return curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, value);
}

// https://curl.se/libcurl/c/CURLOPT_OPENSOCKETFUNCTION.html
typedef curl_socket_t (*pc_open_socket_callback)(
    void *context, curlsocktype purpose, struct curl_sockaddr *address);
static inline CURLcode pc_easy_setopt_open_socket(CURL *easy, pc_open_socket_callback value) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}
static inline const void *pc_address_bytes(const struct curl_sockaddr *address) {
  return &address->addr;
}

// Known to libcurl from 7.80 on; by number, since the library may be newer than the headers.
// https://curl.se/libcurl/c/CURLOPT_PREREQFUNCTION.html
typedef int (*pc_before_request_callback)(
    void *context, char *remote_address, char *local_address, int remote_port, int local_port);
static inline CURLcode pc_easy_setopt_before_request(
    CURL *easy, pc_before_request_callback value, void *context) {
  CURLcode code = curl_easy_setopt(easy, (CURLoption)(CURLOPTTYPE_FUNCTIONPOINT + 312), value);
  if (code != CURLE_OK) return code;
  return curl_easy_setopt(easy, (CURLoption)(CURLOPTTYPE_OBJECTPOINT + 313), context);
}

// https://curl.se/libcurl/c/curl_easy_getinfo.html
static inline CURLcode pc_easy_getinfo_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode pc_easy_getinfo_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode pc_easy_getinfo_string(CURL *easy, CURLINFO info, const char **value) {
  return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode pc_easy_getinfo_pointer(CURL *easy, CURLINFO info, void **value) {
  return curl_easy_getinfo(easy, info, value);
}

// https://curl.se/libcurl/c/curl_multi_setopt.html
typedef int (*pc_socket_callback)(
    CURL *easy, curl_socket_t socket, int what, void *context, void *socket_context);
typedef int (*pc_timer_callback)(CURLM *multi, long milliseconds, void *context);
static inline CURLMcode pc_multi_setopt_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode pc_multi_setopt_pointer(CURLM *multi, CURLMoption option, void *value) {
  return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode pc_multi_setopt_socket(CURLM *multi, pc_socket_callback value) {
  return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, value);
}
static inline CURLMcode pc_multi_setopt_timer(CURLM *multi, pc_timer_callback value) {
  return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, value);
}

// https://curl.se/libcurl/c/curl_share_setopt.html
static inline CURLSHcode pc_share_tls_sessions(CURLSH *share) {
  return curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
}

// Message results sit in a union.
// https://curl.se/libcurl/c/curl_multi_info_read.html
static inline CURLcode pc_message_result(const CURLMsg *message) { return message->data.result; }

// CURLVERSION_NOW is a macro over an enum constant, which Swift does not import.
// https://curl.se/libcurl/c/curl_version_info.html
static inline const curl_version_info_data *pc_version_info(void) {
  return curl_version_info(CURLVERSION_NOW);
}
