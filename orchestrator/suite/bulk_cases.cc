// Two rounds over the pieces: reading them, each for itself, and then, when it is known how many
// cases there are, putting the cases in one row and their ids in one table.
#include "suite/bulk_cases.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <unordered_set>

#include "base/line_pieces.h"
#include "base/utf8.h"
#include "base/workers.h"
#include "json/reader.h"
#include "suite/bulk_state.h"
#include "suite/case_parser.h"
#include "suite/ordered_digest.h"
#include "suite/plain_line.h"

namespace tare {
namespace {

constexpr std::size_t kMaxCases = std::numeric_limits<std::int32_t>::max();

// The strings of an array that LineCursor::take_texts took: no escapes, none empty. One that stands
// twice is a fault of the case.
bool read_list(std::string_view text, SharedNames& names, std::vector<std::uint32_t>& members) {
  std::unordered_set<std::uint32_t> seen;
  for (std::size_t at = text.find('"'); at != std::string_view::npos;) {
    const std::size_t close = text.find('"', at + 1);
    const std::uint32_t name = names.add(text.substr(at + 1, close - at - 1));
    if (!seen.insert(name).second) return false;
    members.push_back(name);
    at = text.find('"', close + 1);
  }
  return true;
}

struct Piece {
  std::string_view text;
  const MappedFile* file = nullptr;
  std::vector<BulkCase> cases;  // id_data is an offset into id_text until they are put together
  std::vector<char> id_text;
};

// Buffers that go round: in use by a piece until the digest has gone over it.
class Compactions {
 public:
  std::shared_ptr<Compaction> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_shared<Compaction>();
    std::shared_ptr<Compaction> one = std::move(free_.back());
    free_.pop_back();
    return one;
  }
  void give_back(std::shared_ptr<Compaction> one) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(one));
  }

 private:
  std::mutex mutex_;
  std::vector<std::shared_ptr<Compaction>> free_;
};

// One thread's reading of pieces, with all that it uses again and again.
class PieceReader {
 public:
  PieceReader(BulkCases::State& state, bool has_manifest)
      : tools_(state.tools),
        tool_lists_(state.tool_lists),
        tag_lists_(state.tag_lists),
        lists_(state.tool_lists),
        has_manifest_(has_manifest) {}

  // False: the ordinary way is needed.
  bool read(Piece& piece, Compaction& compaction) {
    compaction.begin(piece.text);
    LineCursor cursor(piece.text, &compaction);
    const char* const end = piece.text.data() + piece.text.size();
    piece.cases.reserve(piece.text.size() / 128);
    piece.id_text.reserve(piece.text.size() / 8);
    while (true) {
      cursor.skip_space();
      if (cursor.at_end()) return true;
      const char* const line = cursor.at();
      if (*line == '\n') {
        compaction.leave_out(line, line + 1);
        cursor.go_to(line + 1);
        continue;
      }
      const Compaction::Mark mark = compaction.mark();
      PlainCase plain;
      if (read_plain(cursor, plain)) {
        const char* const line_end = cursor.at();
        cursor.skip_space();
        const bool alone = cursor.at_end() || cursor.peek() == '\n';
        if (alone && add(piece, line, line_end, plain)) {
          if (!cursor.at_end()) cursor.go_to(cursor.at() + 1);
          continue;
        }
      }
      compaction.back_to(mark);
      const char* const feed = std::find(line, end, '\n');
      if (!add_odd(piece, line, feed, compaction)) return false;
      cursor.go_to(feed == end ? end : feed + 1);
    }
  }

 private:
  void put(Piece& piece, BulkCase one, const char* line, const char* line_end,
           std::string_view id) {
    one.line = line;
    one.line_size = static_cast<std::uint32_t>(line_end - line);
    one.id_size = static_cast<std::uint32_t>(id.size());
    piece.id_text.insert(piece.id_text.end(), id.begin(), id.end());
    piece.cases.push_back(one);
  }

  // False: odd after all.
  bool add(Piece& piece, const char* line, const char* line_end, const PlainCase& plain) {
    BulkCase one{};
    one.risk = plain.risk;
    one.is_agent = plain.is_agent;
    if (plain.expected_tools.data() != nullptr) {
      one.acceptable = tool_lists_.add(plain.expected_tools);
      if (one.acceptable == 0) return false;
      const std::optional<std::uint32_t> first = first_of(one.acceptable);
      if (!first) return false;
      one.tool = *first;
    } else if (plain.expected_tool.data() != nullptr) {
      one.tool = tools_.add(plain.expected_tool);
    }
    if (plain.acceptable_tools.data() != nullptr) {
      const std::uint32_t list = tool_lists_.add(plain.acceptable_tools);
      if (list == 0) return false;
      if (one.tool != 0) one.acceptable = list;
    }
    if (plain.tags.data() != nullptr) {
      one.tags = tag_lists_.add(plain.tags);
      if (one.tags == 0) return false;
    }
    put(piece, one, line, line_end, plain.id);
    return true;
  }

  // The first of a list of tools; nullopt: it is empty.
  std::optional<std::uint32_t> first_of(std::uint32_t list) {
    if (list >= firsts_.size()) firsts_.resize(list + 1, kNotLooked);
    if (firsts_[list] == kNotLooked) firsts_[list] = lists_.first_member(list);
    if (firsts_[list] == 0) return std::nullopt;
    return firsts_[list];
  }

  bool add_odd(Piece& piece, const char* line, const char* feed, Compaction& compaction) {
    const std::string_view text(line, static_cast<std::size_t>(feed - line));
    if (!is_valid_utf8(text) || json::read_strict(text, document_)) return false;
    FaultList faults;
    const SourceText source(0, text);
    ValueReader reader(source, faults);
    const std::optional<TestCase> test_case = CaseParser(reader).parse(document_.root());
    if (!test_case || faults.any()) return false;
    // What the ordinary way would hold against the tools that are offered.
    const Expectation& expected = test_case->expected;
    if (!test_case->input.tools_json.empty()) return false;
    if (has_manifest_ && expected.has_trajectory()) return false;
    if (expected.tool == Expectation::Tool::named) {
      tools_.add(expected.expected_tool);
      for (const std::string& tool : expected.acceptable_tools) tools_.add(tool);
    }
    BulkCase one{};
    one.is_odd = true;
    put(piece, one, line, feed, test_case->id());
    compaction.replace(line, feed, json_text(document_.root()));
    return true;
  }

  static constexpr std::uint32_t kNotLooked = ~std::uint32_t{0};
  NameCache tools_, tool_lists_, tag_lists_;
  SharedNames& lists_;
  std::vector<std::uint32_t> firsts_;  // by list
  bool has_manifest_;
  json::Document document_;
};

std::vector<Piece> cut(const std::vector<MappedFile>& files, std::size_t piece_bytes) {
  std::vector<Piece> pieces;
  for (const MappedFile& file : files) {
    std::string_view text = file.bytes();
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    for (const std::string_view part : pieces_of_lines(text, piece_bytes)) {
      pieces.push_back({.text = part, .file = &file, .cases = {}, .id_text = {}});
    }
  }
  return pieces;
}

// False: the ordinary way is needed for one of them, and the others were perhaps not read.
bool read_pieces(std::vector<Piece>& pieces, BulkCases::State& state, bool has_manifest,
                 unsigned workers) {
  OrderedDigest digest(pieces.size());
  Compactions compactions;
  std::vector<std::unique_ptr<PieceReader>> readers(workers);
  std::atomic<bool> fits = true;
  const auto read_piece = [&](std::size_t index, unsigned worker) {
    digest.wait_for_turn(index);
    if (!fits) return;
    if (!readers[worker]) readers[worker] = std::make_unique<PieceReader>(state, has_manifest);
    Piece& piece = pieces[index];
    const std::shared_ptr<Compaction> kept = compactions.take();
    if (!readers[worker]->read(piece, *kept)) {
      fits = false;
      digest.give_up();
      return;
    }
    digest.bring(index, [&, kept](Sha256& whole) {
      const std::string_view text = kept->end();
      whole.update(text);
      if (!text.empty() && text.back() != '\n') whole.update("\n");
      piece.file->let_go(piece.text);
      compactions.give_back(kept);
    });
  };
  share_work(pieces.size(), workers, [&](std::size_t index, unsigned worker) {
    try {
      read_piece(index, worker);
    } catch (...) {
      digest.give_up();
      throw;
    }
  });
  if (fits) state.dataset_sha256 = digest.hex();
  return fits;
}

// Every file has a case, and all of them together are not too many.
bool count_cases(const std::vector<Piece>& pieces, BulkCases::State& state) {
  std::size_t count = 0;
  std::unordered_set<const MappedFile*> with_cases;
  for (const Piece& piece : pieces) {
    count += piece.cases.size();
    if (!piece.cases.empty()) with_cases.insert(piece.file);
  }
  if (count == 0 || count > kMaxCases || with_cases.size() != state.files.size()) return false;
  state.count = static_cast<std::uint32_t>(count);
  return true;
}

// One row, one table. False: an id stands twice.
bool put_together(std::vector<Piece>& pieces, BulkCases::State& state, unsigned workers) {
  state.cases = std::make_unique_for_overwrite<BulkCase[]>(state.count);
  state.ids = std::make_unique<SharedIds>(state.count);
  std::vector<std::uint32_t> first;
  for (std::uint32_t next = 0; const Piece& piece : pieces) {
    first.push_back(next);
    next += static_cast<std::uint32_t>(piece.cases.size());
  }
  state.id_texts.resize(pieces.size());
  std::atomic<bool> unique = true;
  const auto id_of = [&state](std::uint32_t index) { return state.id_of(index); };
  share_work(pieces.size(), workers, [&](std::size_t index, unsigned) {
    Piece& piece = pieces[index];
    piece.id_text.shrink_to_fit();
    state.id_texts[index] = std::move(piece.id_text);
    const char* id = state.id_texts[index].data();
    std::vector<std::uint64_t> hashes;
    hashes.reserve(piece.cases.size());
    std::uint32_t at = first[index];
    for (BulkCase& one : piece.cases) {
      one.id_data = id;
      id += one.id_size;
      state.cases[at++] = one;
      hashes.push_back(state.ids->hash(one.id()));
      state.ids->prefetch(hashes.back());
    }
    at = first[index];
    for (const std::uint64_t hash : hashes) {
      if (!state.ids->add(at, hash, state.id_of(at), id_of)) unique = false;
      ++at;
    }
    piece.cases = {};
  });
  return unique;
}

bool has_all_tools(const Manifest& manifest, const NameTable& tools) {
  std::unordered_set<std::string_view> offered;
  for (const ToolSpec& tool : manifest.tools) offered.insert(tool.name);
  for (std::uint32_t id = 1; id <= tools.size(); ++id) {
    if (!offered.contains(tools.name(id))) return false;
  }
  return true;
}

}  // namespace

BulkCases::State::State()
    : tool_lists([this](std::string_view text, std::vector<std::uint32_t>& members) {
        return read_list(text, tools, members);
      }),
      tag_lists([this](std::string_view text, std::vector<std::uint32_t>& members) {
        return read_list(text, tags, members);
      }) {}

BulkCases::BulkCases() : state_(std::make_unique<State>()) {}
BulkCases::~BulkCases() = default;
BulkCases::BulkCases(BulkCases&&) noexcept = default;
BulkCases& BulkCases::operator=(BulkCases&&) noexcept = default;

bool BulkCases::read(const std::vector<CaseFile>& files, const Manifest* manifest,
                     const Options& options) {
  auto state = std::make_unique<State>();
  for (const CaseFile& file : files) {
    Result<MappedFile> mapped = MappedFile::open(file.path);
    if (!mapped) return false;
    state->files.push_back(std::move(*mapped));
  }
  std::vector<Piece> pieces = cut(state->files, options.piece_bytes);
  if (!read_pieces(pieces, *state, manifest != nullptr, options.workers) ||
      !count_cases(pieces, *state)) {
    return false;
  }
  const auto few = [](const SharedNames& names) { return names.table().size() <= kMaxBulkNames; };
  if (!few(state->tools) || !few(state->tags) || !few(state->tool_lists) ||
      !few(state->tag_lists)) {
    return false;
  }
  if (manifest != nullptr && !has_all_tools(*manifest, state->tools.table())) return false;
  if (!put_together(pieces, *state, options.workers)) return false;
  state_ = std::move(state);
  return true;
}

TestCase BulkCases::whole(const BulkCase& one) const {
  json::Document document;
  const std::string_view text(one.line, one.line_size);
  const SourceText source(0, text);
  FaultList faults;
  ValueReader reader(source, faults);
  // It was read without a fault before.
  if (json::read_strict(text, document)) return {};
  return CaseParser(reader).parse(document.root()).value_or(TestCase());
}

std::span<BulkCase> BulkCases::all() { return {state_->cases.get(), state_->count}; }
std::span<const BulkCase> BulkCases::all() const { return {state_->cases.get(), state_->count}; }
const std::string& BulkCases::dataset_sha256() const { return state_->dataset_sha256; }
const NameTable& BulkCases::tools() const { return state_->tools.table(); }
const NameTable& BulkCases::tags() const { return state_->tags.table(); }
const std::vector<std::uint32_t>& BulkCases::tool_list(std::uint32_t list) const {
  return state_->tool_lists.members(list);
}
const std::vector<std::uint32_t>& BulkCases::tag_list(std::uint32_t list) const {
  return state_->tag_lists.members(list);
}

}  // namespace tare
