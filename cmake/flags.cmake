# Warnings are errors. Each exception stands here with its reason.
add_library(tare_flags INTERFACE)
target_compile_options(tare_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -Werror=switch)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 at -O3 reports a false overlap in std::string's own operator+ (GCC bug 105651).
  target_compile_options(tare_flags INTERFACE -Wno-restrict)
endif()
# A whole-program pointer to the sources, so that #include "json/value.h" names the folder.
target_include_directories(tare_flags INTERFACE ${CMAKE_SOURCE_DIR}/orchestrator)

if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # clang counts sign changes under -Wconversion, g++ does not; g++ is the reference.
  target_compile_options(tare_flags INTERFACE -Wno-sign-conversion)
endif()

# Folders with Asio coroutines: g++ 12 reports a false mismatch of new and delete for their frames.
add_library(tare_coroutine_flags INTERFACE)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(tare_coroutine_flags INTERFACE -Wno-mismatched-new-delete)
endif()

if(TARE_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=undefined
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()
if(TARE_TSAN)
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Asio uses atomic_thread_fence, which TSan cannot follow; g++ warns about each one.
    target_compile_options(tare_coroutine_flags INTERFACE -Wno-tsan)
  endif()
endif()
if(TARE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

if((TARE_SANITIZE OR TARE_TSAN) AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # With instrumentation g++ 12 loses track of what is initialised, in the library's own headers too;
  # the release build keeps the warning, and the sanitizers see the real thing.
  target_compile_options(tare_flags INTERFACE -Wno-maybe-uninitialized)
endif()

find_program(TARE_CCACHE ccache)
if(TARE_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${TARE_CCACHE})
endif()
