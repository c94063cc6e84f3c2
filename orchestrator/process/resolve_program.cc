// Finds the program of a command and says, before anything is launched, why it could not start.
//
// The kernel's own answer is one errno for many causes: "No such file or directory" may mean the
// script, its interpreter, or a missing loader of a binary. Here each cause has its own sentence.
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "base/escape.h"
#include "base/file.h"
#include "process/launch_spec.h"

namespace tare {

namespace {

// As much of a file as its "#!" line or its ELF headers ordinarily take.
constexpr std::size_t kHeadBytes = 4096;

std::string quoted(std::string_view text) {
  std::string out(1, '"');
  out += escape_for_terminal(shorten(text, 300));
  out += '"';
  return out;
}

Error refuse(std::string reason, std::string mend) {
  return Error{.kind = ErrorKind::input, .reason = std::move(reason), .mend = std::move(mend)};
}

std::string join(const std::string& folder, const std::string& path) {
  if (path.empty() || path[0] == '/' || folder.empty()) return path;
  return folder.back() == '/' ? folder + path : folder + "/" + path;
}

bool is_file(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

bool may_execute(const std::string& path) {
  return ::faccessat(AT_FDCWD, path.c_str(), X_OK, AT_EACCESS) == 0;
}

// The next folder of a search path; an empty one is the current folder, as execvp has it.
std::string next_folder(std::string_view& rest) {
  const std::size_t colon = rest.find(':');
  std::string folder(rest.substr(0, colon));
  rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
  return folder.empty() ? "." : folder;
}

struct Search {
  std::string found;      // executable file
  std::string forbidden;  // first file of that name that may not be executed
};

Search search(const std::string& name, const std::string& cwd, const std::string& path_variable) {
  Search out;
  std::string_view rest = path_variable;
  while (!rest.empty()) {
    const std::string candidate = join(join(cwd, next_folder(rest)), name);
    if (!is_file(candidate)) continue;
    if (may_execute(candidate)) {
      out.found = candidate;
      return out;
    }
    if (out.forbidden.empty()) out.forbidden = candidate;
  }
  return out;
}

Result<std::string> locate(const std::string& argv0, const std::string& cwd,
                           const std::string& path_variable) {
  if (argv0.find('/') == std::string::npos) {
    Search result = search(argv0, cwd, path_variable);
    if (!result.found.empty()) return result.found;
    if (!result.forbidden.empty()) {
      return refuse(quoted(result.forbidden) + " is not executable",
                    "make it executable (chmod +x), or name its interpreter in the command");
    }
    std::string mend = "install it, or write its path";
    if (is_file(join(cwd, argv0)))
      mend = "it lies in the working folder: write \"./" + argv0 + "\"";
    return refuse("there is no program " + quoted(argv0) + " in PATH (" +
                      escape_for_terminal(shorten(path_variable, 300)) + ")",
                  mend);
  }
  const std::string path = join(cwd, argv0);
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) {
    const int error_number = errno;
    if (error_number == ENOENT) {
      return refuse("there is no file " + quoted(path),
                    argv0[0] == '/' ? "check the path" : "paths are relative to " + quoted(cwd));
    }
    return refuse("cannot look at " + quoted(path) + ": " + std::strerror(error_number),
                  "check the path and the permissions of its folders");
  }
  if (S_ISDIR(info.st_mode)) {
    return refuse(quoted(path) + " is a folder, not a program", "name the program inside it");
  }
  if (!S_ISREG(info.st_mode)) {
    return refuse(quoted(path) + " is no regular file", "name a program");
  }
  if (!may_execute(path)) {
    return refuse(quoted(path) + " is not executable",
                  "make it executable (chmod +x), or name its interpreter in the command");
  }
  return path;
}

std::string read_head(const std::string& path) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  std::string head(kHeadBytes, '\0');
  if (!fd) return {};
  const ssize_t n = ::pread(fd.get(), head.data(), head.size(), 0);
  head.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
  return head;
}

std::string_view next_word(std::string_view& rest) {
  const std::size_t begin = std::min(rest.find_first_not_of(" \t"), rest.size());
  const std::size_t end = std::min(rest.find_first_of(" \t", begin), rest.size());
  const std::string_view word = rest.substr(begin, end - begin);
  rest.remove_prefix(end);
  return word;
}

// "#!/usr/bin/env [-S] [NAME=value…] program": the program that env will look for.
std::string_view program_of_env(std::string_view arguments) {
  for (;;) {
    const std::string_view word = next_word(arguments);
    if (word.empty() || (word[0] != '-' && word.find('=') == std::string_view::npos)) return word;
  }
}

std::optional<Error> check_script(const std::string& path, std::string_view head,
                                  const std::string& cwd, const std::string& path_variable) {
  std::string_view line = head.substr(2, head.find('\n') - 2);
  const bool carriage_return = !line.empty() && line.back() == '\r';
  const std::string interpreter(next_word(line));
  if (carriage_return) {
    return refuse("the first line of " + quoted(path) +
                      " ends in a carriage return, so that its "
                      "interpreter is not found",
                  "save the file with Unix line ends");
  }
  if (interpreter.empty()) {
    return refuse("the first line of " + quoted(path) + " names no interpreter",
                  "write one, such as \"#!/bin/sh\"");
  }
  const std::string found = join(cwd, interpreter);
  if (!is_file(found)) {
    return refuse(
        "the interpreter " + quoted(interpreter) + " of " + quoted(path) + " does not exist",
        "install it, or correct the first line of the script");
  }
  if (!may_execute(found)) {
    return refuse(
        "the interpreter " + quoted(interpreter) + " of " + quoted(path) + " is not executable",
        "correct the first line of the script");
  }
  const std::size_t slash = interpreter.rfind('/');
  if (interpreter.substr(slash == std::string::npos ? 0 : slash + 1) != "env") return {};
  const std::string program(program_of_env(line));
  if (program.empty() || program.find('/') != std::string::npos) return {};
  if (!search(program, cwd, path_variable).found.empty()) return {};
  return refuse("the interpreter " + quoted(program) + " of " + quoted(path) + " is not in PATH",
                "install it, or add its folder to PATH");
}

// A binary that names a loader which is missing fails with the same errno as a missing binary.
std::optional<Error> check_elf(const std::string& path, std::string_view head) {
  Elf64_Ehdr header;
  if (head.size() < sizeof header) return {};
  std::memcpy(&header, head.data(), sizeof header);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phentsize != sizeof(Elf64_Phdr)) return {};
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr part;
    if (header.e_phoff > head.size()) return {};
    const std::uint64_t offset = header.e_phoff + i * sizeof part;
    if (offset + sizeof part > head.size()) return {};
    std::memcpy(&part, head.data() + offset, sizeof part);
    if (part.p_type != PT_INTERP) continue;
    if (part.p_offset >= head.size()) return {};
    const std::string_view rest = head.substr(static_cast<std::size_t>(part.p_offset));
    const std::string loader(rest.substr(0, std::min(rest.find('\0'), rest.size())));
    if (loader.empty() || loader.size() >= rest.size() || is_file(loader)) return {};
    return refuse("the loader " + quoted(loader) + " of " + quoted(path) + " does not exist",
                  "it was built for another system; build or install it for this one");
  }
  return {};
}

bool looks_like_text(std::string_view head) {
  return std::none_of(head.begin(), head.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f';
  });
}

}  // namespace

Result<std::string> resolve_program(const std::string& argv0, const std::string& cwd,
                                    const std::string& path_variable) {
  if (argv0.empty()) return refuse("the command is empty", "name the program to start");
  if (argv0.find('\0') != std::string::npos) {
    return refuse("the command holds a NUL character", "name a program");
  }
  Result<std::string> located = locate(argv0, cwd, path_variable);
  if (!located.ok()) return located;
  const std::string& path = located.value();
  const std::string head = read_head(path);
  std::optional<Error> error;
  if (head.starts_with("#!")) {
    error = check_script(path, head, cwd, path_variable);
  } else if (head.starts_with(ELFMAG)) {
    error = check_elf(path, head);
  } else if (!head.empty() && looks_like_text(head)) {
    error = refuse(quoted(path) + " is a text without a first line that names its interpreter",
                   "begin it with a line such as \"#!/bin/sh\"");
  } else if (struct stat info{}; ::stat(path.c_str(), &info) == 0 && info.st_size == 0) {
    error = refuse(quoted(path) + " is empty", "write the program");
  }
  if (error) return *error;
  return located;
}

}  // namespace tare
