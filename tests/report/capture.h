// What a reporter writes to a descriptor, as text.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <string>

namespace tare::sample {

class Capture {
 public:
  Capture() : file_(std::tmpfile()) {}
  ~Capture() { std::fclose(file_); }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  int fd() const { return ::fileno(file_); }
  std::string text() const {
    std::string out;
    char block[4096];
    off_t at = 0;
    for (ssize_t got; (got = ::pread(fd(), block, sizeof block, at)) > 0; at += got)
      out.append(block, static_cast<std::size_t>(got));
    return out;
  }

 private:
  std::FILE* file_;
};

}  // namespace tare::sample
