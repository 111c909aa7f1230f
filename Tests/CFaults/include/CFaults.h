// Makes functions that the engine calls fail, once, on purpose. For tests only.
//
// A test product is one executable, and the dynamic linker looks for a function there first. So
// what faults.c defines takes the place of libcurl's and the C library's functions of the same
// names, for the whole process. Each passes its calls on, but for the one that was chosen to fail.
//
// Calls are counted to find the one that is to fail, and only those of this executable's own code:
// the libraries that it is linked with have lives of their own, and libdispatch starts threads
// whenever it likes. Of libcurl's functions the engine is the only caller in the executable. Of the
// system's it is not: the fixture server polls, too. So what is done with a poller counts only on a
// thread that made a multi handle; and as no other test may run meanwhile, this is for tests that
// run in a process of their own.

#pragma once

#include <stdbool.h>
#include <stddef.h>

// How many functions can be made to fail, numbered from 0. None but on Linux with 64 bits.
int faults_count(void);

// The name of a function, as C knows it.
const char *faults_name(int function);

// Lets the nth call of the function from now on fail, as if there were no memory, descriptor or
// thread left. With an nth of 0 none fails.
void faults_arm(int function, int nth);

// From now on no call fails. What is known of the one that did stays.
void faults_disarm(void);

// From now on libcurl does not know this option of easy handles, as if it were older.
void faults_forget_option(long option);

// From now on libcurl trusts the authorities in this folder, unless it is told otherwise, as if it
// had been built with the folder's path. It is one that openssl-rehash(1) was run on.
void faults_trust_folder(const char *folder);

// Whether the chosen call came, and failed.
bool faults_struck(void);

// The second and the third argument of the call that failed, where it has some: an option and its
// value, or an operation and its descriptor.
long faults_option(void);
long faults_value(void);

// How many bytes of the heap are in use, by whomever in this process: what was allocated and not
// freed, whatever the allocator keeps in reserve. 0 where nobody counts them.
size_t heap_bytes_in_use(void);

// From now on Swift Testing does not remember where each error was thrown, which it does for as long
// as a test runs: 200 bytes an error, whether the test fails or not.
void heap_remember_no_errors(void);

// From now on one lookup of the name, by whomever in this process, gives these addresses, with
// commas between them, and asks nobody. Called again for a name, it says what the lookup after that
// gives; the last answer stays. Without effect where no function can be made to fail.
void names_answer(const char *name, const char *addresses);
