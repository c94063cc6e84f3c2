# Every library comes from a Debian package; ci/packages names them with a word on why.
find_package(Threads REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto SSL)
find_package(fmt REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(CLI11 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(RE2 REQUIRED IMPORTED_TARGET re2)
pkg_check_modules(UTF8PROC REQUIRED IMPORTED_TARGET libutf8proc)
find_path(TARE_BOOST_INCLUDE boost/process/v2/process.hpp REQUIRED)

# Boost is used by its headers alone: Asio, and Process v2 as the handle of a child.
# With BOOST_PROCESS_USE_STD_FS nothing of Boost is linked.
add_library(tare_boost INTERFACE)
target_include_directories(tare_boost SYSTEM INTERFACE ${TARE_BOOST_INCLUDE})
target_compile_definitions(tare_boost INTERFACE BOOST_PROCESS_USE_STD_FS=1
  BOOST_ASIO_NO_DEPRECATED)
target_link_libraries(tare_boost INTERFACE Threads::Threads tare_coroutine_flags)
