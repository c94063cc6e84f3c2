// An index first, then records by offset: a run's journal is never in memory as a whole.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "record/journal.h"
#include "record/journal_scanner.h"

namespace tare {

namespace {

constexpr std::size_t kFirstRead = std::size_t{8} << 10;

}  // namespace

struct JournalReader::Impl {
  std::string path;
  UniqueFd fd;
  JournalHeader header;
  bool torn_tail = false;
  std::string chain_sha256;
  std::optional<JournalFooter> footer;
};

JournalReader::JournalReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
JournalReader::JournalReader(JournalReader&&) noexcept = default;
JournalReader& JournalReader::operator=(JournalReader&&) noexcept = default;
JournalReader::~JournalReader() = default;

const JournalHeader& JournalReader::header() const { return impl_->header; }
bool JournalReader::has_footer() const { return impl_->footer.has_value(); }
const std::optional<JournalFooter>& JournalReader::footer() const { return impl_->footer; }
const std::string& JournalReader::chain_sha256() const { return impl_->chain_sha256; }
bool JournalReader::torn_tail() const { return impl_->torn_tail; }

Result<JournalReader> JournalReader::open(const std::string& path) {
  auto scanner = JournalScanner::open(path);
  if (!scanner) return scanner.error();
  auto line = scanner->next();
  if (!line) return line.error();
  if (!line->has_value()) return scanner->broken(1, "the journal holds no whole header");
  auto header = header_from_json((*line)->text);
  if (!header) {
    Error error = scanner->broken(1, header.error().reason);
    if (!header.error().mend.empty()) error.mend = header.error().mend;
    return error;
  }
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  impl->header = std::move(*header);
  impl->fd.reset(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!impl->fd) return system_error("cannot open \"" + path + "\"", errno);
  return JournalReader(std::move(impl));
}

Result<void> JournalReader::for_each_entry(const std::function<bool(const Entry&)>& visit) {
  impl_->torn_tail = false;
  impl_->footer.reset();
  auto scanner = JournalScanner::open(impl_->path);
  if (!scanner) return scanner.error();
  while (true) {
    auto line = scanner->next();
    if (!line) return line.error();
    if (!line->has_value()) break;
    impl_->chain_sha256 = (*line)->sha256;
    switch ((*line)->type) {
      case JournalLineType::header:
        continue;
      case JournalLineType::footer: {
        auto footer = footer_from_json((*line)->text);
        if (!footer) return scanner->broken((*line)->number, footer.error().reason);
        impl_->footer = std::move(*footer);
        continue;
      }
      case JournalLineType::attempt:
      case JournalLineType::judgement:
        break;
    }
    auto entry = read_envelope((*line)->text);
    if (!entry) return scanner->broken((*line)->number, entry.error().reason);
    entry->offset = (*line)->offset;
    if (!visit(*entry)) return {};
  }
  impl_->torn_tail = scanner->torn();
  return {};
}

Error JournalReader::unreadable(std::uint64_t offset, const std::string& why) const {
  return Error{.reason = "no attempt can be read at byte " + std::to_string(offset) + ": " + why,
               .where = impl_->path,
               .mend = "restore the journal from a copy, or resume the run"};
}

Result<std::string> JournalReader::line_at(std::uint64_t offset) const {
  std::string line;
  std::size_t have = 0;
  while (true) {
    if (have > kMaxJournalLine) return unreadable(offset, "its line is too long");
    line.resize(std::max(kFirstRead, have * 2));
    const ssize_t got = ::pread(impl_->fd.get(), line.data() + have, line.size() - have,
                                static_cast<off_t>(offset + have));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error("cannot read \"" + impl_->path + "\"", errno);
    if (got == 0) return unreadable(offset, "the file ends there");
    const char* from = line.data() + have;
    const void* newline = std::memchr(from, '\n', static_cast<std::size_t>(got));
    have += static_cast<std::size_t>(got);
    if (newline != nullptr) {
      line.resize(static_cast<std::size_t>(static_cast<const char*>(newline) - line.data()));
      break;
    }
  }
  return line;
}

Result<AttemptRecord> JournalReader::read_at(std::uint64_t offset) const {
  const auto line = line_at(offset);
  if (!line) return line.error();
  auto record = attempt_from_json(*line);
  if (!record) return unreadable(offset, record.error().reason);
  return record;
}

Result<Judgement> JournalReader::read_judgement_at(std::uint64_t offset) const {
  const auto line = line_at(offset);
  if (!line) return line.error();
  auto judgement = judgement_from_json(*line);
  if (!judgement) return unreadable(offset, judgement.error().reason);
  return judgement;
}

}  // namespace tare
