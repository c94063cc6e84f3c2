// Predictions are mostly in the order of the cases, so the case behind the last one found is tried
// before the table is asked.
#include <algorithm>
#include <array>
#include <atomic>

#include "base/line_pieces.h"
#include "base/utf8.h"
#include "base/workers.h"
#include "json/reader.h"
#include "suite/bulk_state.h"
#include "suite/plain_line.h"
#include "suite/reserved_tools.h"
#include "suite/value_reader.h"

namespace tare {
namespace {

constexpr std::uint32_t kNotMatched = ~std::uint32_t{0};
constexpr std::array<std::string_view, 2> kMembers = {"caseId", "selectedTool"};

// One thread's matching of pieces.
class PieceMatcher {
 public:
  explicit PieceMatcher(BulkCases::State& state) : state_(state), tools_(state.tools) {}

  // False: the ordinary way is needed.
  bool match(std::string_view text) {
    LineCursor cursor(text, nullptr);
    const char* const end = text.data() + text.size();
    while (true) {
      cursor.skip_space();
      if (cursor.at_end()) return true;
      const char* const line = cursor.at();
      if (*line == '\n') {
        cursor.go_to(line + 1);
        continue;
      }
      PlainPrediction plain;
      if (read_plain(cursor, plain)) {
        cursor.skip_space();
        if (cursor.at_end() || cursor.peek() == '\n') {
          if (!note(plain)) return false;
          continue;
        }
      }
      const char* const feed = std::find(line, end, '\n');
      if (!note_odd({line, static_cast<std::size_t>(feed - line)})) return false;
      cursor.go_to(feed);
    }
  }

  std::uint64_t matched() const { return matched_; }

 private:
  bool note(const PlainPrediction& plain) {
    const std::optional<std::uint32_t> index = find(plain.case_id);
    if (!index) return false;
    next_ = *index + 1;
    ++matched_;
    const std::uint32_t tool =
        plain.selected_tool.data() == nullptr ? 0 : tools_.add(plain.selected_tool);
    const std::atomic_ref<std::uint32_t> selected(state_.cases[*index].selected);
    return selected.exchange(tool, std::memory_order_relaxed) == kNotMatched;
  }

  std::optional<std::uint32_t> find(std::string_view id) const {
    if (next_ < state_.count && state_.id_of(next_) == id) return next_;
    return state_.ids->find(state_.ids->hash(id), id,
                            [this](std::uint32_t index) { return state_.id_of(index); });
  }

  // Escapes, or something wrong.
  bool note_odd(std::string_view line) {
    if (!is_valid_utf8(line) || json::read_strict(line, document_)) return false;
    if (!document_.root().is_object()) return false;
    FaultList faults;
    const SourceText source(0, line);
    ValueReader reader(source, faults);
    MemberSet members(reader, "a prediction", kMembers);
    members.read(document_.root());
    const json::Value selected = members["selectedTool"];
    const std::optional<std::string> id = reader.word(members["caseId"], "caseId");
    if (faults.any() || !id || !selected.valid()) return false;
    if (selected.is_null()) return note({*id, {}});
    if (!selected.is_string()) return false;
    const std::string tool = selected.decoded();
    return note({*id, std::string_view(tool.data(), tool.size())});
  }

  BulkCases::State& state_;
  NameCache tools_;
  json::Document document_;
  std::uint32_t next_ = 0;
  std::uint64_t matched_ = 0;
};

}  // namespace

bool BulkCases::match(const std::string& predictions, const Options& options) {
  const Result<MappedFile> mapped = MappedFile::open(predictions);
  if (!mapped) return false;
  std::string_view text = mapped->bytes();
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || text[first] == '[') return false;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::vector<std::string_view> pieces = pieces_of_lines(text, options.piece_bytes);

  for (BulkCase& one : all()) one.selected = kNotMatched;
  std::vector<std::unique_ptr<PieceMatcher>> matchers(options.workers);
  std::atomic<bool> fits = true;
  share_work(pieces.size(), options.workers, [&](std::size_t index, unsigned worker) {
    if (!fits) return;
    if (!matchers[worker]) matchers[worker] = std::make_unique<PieceMatcher>(*state_);
    if (!matchers[worker]->match(pieces[index])) fits = false;
    mapped->let_go(pieces[index]);
  });
  std::uint64_t matched = 0;
  for (const auto& matcher : matchers) matched += matcher ? matcher->matched() : 0;
  // What no tool may be called is told by those who read one by one.
  const bool reserved = tools().find(kNoTool) || tools().find(kClientRefused);
  return fits && !reserved && matched == state_->count && tools().size() <= kMaxBulkNames;
}

}  // namespace tare
