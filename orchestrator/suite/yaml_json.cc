// The events of yaml-cpp, written out as JSON.
//
// yaml-cpp bounds nesting by itself (500 levels), tells plain scalars from quoted ones by the tag
// "?", and keeps scalar text. Its columns count bytes; ours count code points. It ends a file at a
// control character without a word, and takes a repeated key silently: both are caught here.
#include "suite/yaml_json.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <unordered_map>

#include "base/escape.h"
#include "base/utf8.h"
#include "suite/yaml_scalar.h"

namespace tare {
namespace {

// What all aliases together may add.
constexpr std::size_t kMaxJsonBytes = std::size_t{128} << 20;
constexpr std::string_view kCorePrefix = "tag:yaml.org,2002:";

// Stops yaml-cpp from within an event; caught in this file.
struct Stop {};

class Writer final : public YAML::EventHandler {
 public:
  Writer(std::string_view yaml, std::uint32_t file, YamlJson& out, FaultList& faults)
      : yaml_(yaml), file_(file), out_(out), faults_(faults) {
    line_starts_.push_back(0);
    for (std::size_t i = 0; i < yaml.size(); ++i) {
      if (yaml[i] == '\n') line_starts_.push_back(i + 1);
    }
  }

  SourcePosition place(const YAML::Mark& mark) {
    if (mark.is_null()) return {file_, 1, 1};
    const auto line = std::min(static_cast<std::size_t>(mark.line), line_starts_.size() - 1);
    const std::string_view rest = yaml_.substr(line_starts_[line]);
    const std::size_t bytes = std::min(static_cast<std::size_t>(mark.column), rest.size());
    // Going on from the last answer keeps one long line from costing its length a token.
    if (line != last_.line || bytes < last_.bytes) last_ = {line, 0, 0};
    last_.code_points += count_code_points(rest.substr(last_.bytes, bytes - last_.bytes));
    last_.bytes = bytes;
    return {file_, static_cast<std::uint32_t>(line + 1),
            static_cast<std::uint32_t>(last_.code_points + 1)};
  }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ == 0) return;
    faults_.add(place(mark), "a second YAML document in the file", "one file holds one document");
    throw Stop();
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (expects_key()) {
      faults_.add(place(mark), "a key is null", "write the key in quotes");
      write_key(mark, "null");
      return;
    }
    const std::size_t begin = begin_value(mark);
    out_.json += "null";
    end_value(anchor, begin);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    if (tag != "?") refuse_open_quote(mark);
    if (expects_key()) {
      if (value == "<<" && tag == "?") {
        faults_.add(place(mark), "merge key \"<<\"",
                    "write the members out: YAML 1.2 has no merge keys");
      }
      if (anchor != YAML::NullAnchor) {
        faults_.add(place(mark), "an anchor on a key", "put anchors on values only");
      }
      write_key(mark, value);
      return;
    }
    const std::size_t begin = begin_value(mark);
    write_scalar(mark, tag, value);
    end_value(anchor, begin);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (expects_key()) {
      faults_.add(place(mark), "an alias as a key", "write the key out");
      write_key(mark, "*");
      return;
    }
    const std::size_t begin = begin_value(mark);
    if (found == anchors_.end()) {
      faults_.add(place(mark), "an alias inside the value that it names", "remove the alias");
      out_.json += "null";
    } else {
      copy_range(mark, found->second.first, found->second.second);
    }
    end_value(YAML::NullAnchor, begin);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, false);
  }
  void OnSequenceEnd() override { close(']'); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, tag, anchor, true);
  }
  void OnMapEnd() override { close('}'); }

  int documents() const { return documents_; }

 private:
  struct Frame {
    bool map;
    bool key_next;
    bool first = true;
    YAML::anchor_t anchor;
    std::size_t begin;
    std::unordered_map<std::string, SourcePosition> keys = {};
  };

  bool expects_key() const {
    return !frames_.empty() && frames_.back().map && frames_.back().key_next;
  }

  void note(const YAML::Mark& mark) {
    if (out_.json.size() > kMaxJsonBytes) too_large(mark);
    const SourcePosition at = place(mark);
    out_.map.push_back({static_cast<std::uint32_t>(out_.json.size()), at.line, at.column});
  }

  [[noreturn]] void too_large(const YAML::Mark& mark) {
    faults_.add(place(mark),
                fmt::format("the aliases up to here make more than {} MiB", kMaxJsonBytes >> 20),
                "write the values out, or name fewer of them");
    throw Stop();
  }

  void separate() {
    if (frames_.empty()) return;
    if (!frames_.back().first) out_.json += ',';
    frames_.back().first = false;
  }

  void write_key(const YAML::Mark& mark, const std::string& key) {
    separate();
    note(mark);
    append_json_quoted(out_.json, key);
    out_.json += ':';
    Frame& frame = frames_.back();
    frame.key_next = false;
    const auto [first, fresh] = frame.keys.emplace(key, place(mark));
    if (!fresh) {
      faults_.add(
          place(mark),
          fmt::format("key {} stands twice, first in line {}",
                      shorten(quote_json(escape_for_terminal(key)), 60), first->second.line),
          "keep one of them");
    }
  }

  // yaml-cpp takes the end of the file for a closing quote, and so swallows all that follows it.
  void refuse_open_quote(const YAML::Mark& mark) {
    const auto line = std::min(static_cast<std::size_t>(mark.line), line_starts_.size() - 1);
    std::size_t i = line_starts_[line] + static_cast<std::size_t>(mark.column);
    const auto skip = [&](std::string_view set, bool in_set) {
      const std::size_t next =
          in_set ? yaml_.find_first_not_of(set, i) : yaml_.find_first_of(set, i);
      i = std::min(next, yaml_.size());
    };
    // Anchor and tag stand before the quote.
    for (skip(" \t\r\n", true); i < yaml_.size() && (yaml_[i] == '&' || yaml_[i] == '!');) {
      skip(" \t\r\n", false);
      skip(" \t\r\n", true);
    }
    if (i >= yaml_.size() || (yaml_[i] != '"' && yaml_[i] != '\'')) return;
    const char quote = yaml_[i++];
    while (i < yaml_.size()) {
      if (quote == '"' && yaml_[i] == '\\') {
        i += 2;
      } else if (yaml_[i] != quote) {
        ++i;
      } else if (quote == '\'' && yaml_.substr(i).starts_with("''")) {
        i += 2;
      } else {
        return;
      }
    }
    faults_.add(place(mark), "a quote that is not closed", "close it on the same line");
  }

  std::size_t begin_value(const YAML::Mark& mark) {
    if (!frames_.empty() && !frames_.back().map) separate();
    note(mark);
    return out_.json.size();
  }

  void end_value(YAML::anchor_t anchor, std::size_t begin) {
    if (anchor != YAML::NullAnchor) anchors_[anchor] = {begin, out_.json.size()};
    if (!frames_.empty() && frames_.back().map) frames_.back().key_next = true;
  }

  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, bool map) {
    if (expects_key()) {
      faults_.add(place(mark), "a key that is a list or a map", "keys are scalars");
      throw Stop();
    }
    const std::string own = std::string(kCorePrefix) + (map ? "map" : "seq");
    if (tag != "?" && tag != "!" && !tag.empty() && tag != own) unknown_tag(mark, tag);
    const std::size_t begin = begin_value(mark);
    out_.json += map ? '{' : '[';
    frames_.push_back({map, map, true, anchor, begin});
  }

  void close(char bracket) {
    const Frame frame = std::move(frames_.back());
    frames_.pop_back();
    out_.json += bracket;
    end_value(frame.anchor, frame.begin);
  }

  void unknown_tag(const YAML::Mark& mark, const std::string& tag) {
    faults_.add(place(mark), fmt::format("tag \"{}\"", escape_for_terminal(shorten(tag, 60))),
                "only !!str, !!int, !!float, !!bool, !!null, !!seq and !!map are known");
  }

  void write_scalar(const YAML::Mark& mark, const std::string& tag, const std::string& value) {
    using Kind = PlainScalar::Kind;
    const bool core = tag.starts_with(kCorePrefix);
    const std::string_view type =
        core ? std::string_view(tag).substr(kCorePrefix.size()) : std::string_view();
    if (tag == "!" || type == "str") {
      append_json_quoted(out_.json, value);
      return;
    }
    if (tag != "?" && type != "int" && type != "float" && type != "bool" && type != "null") {
      unknown_tag(mark, tag);
      out_.json += "null";
      return;
    }
    const PlainScalar plain = read_plain_scalar(value);
    if (plain.kind == Kind::unsayable) {
      faults_.add(place(mark),
                  fmt::format("{} {}", escape_for_terminal(shorten(value, 60)), plain.json),
                  "put it in quotes to make it a string");
      out_.json += "null";
      return;
    }
    const bool fits = tag == "?" || (type == "null" && plain.kind == Kind::null) ||
                      (type == "bool" && plain.kind == Kind::boolean) ||
                      ((type == "int" || type == "float") && plain.kind == Kind::number);
    if (!fits) {
      faults_.add(place(mark),
                  fmt::format("{} is no !!{}", escape_for_terminal(shorten(value, 60)), type),
                  "change the value or its tag");
    }
    out_.json += plain.json;
  }

  void copy_range(const YAML::Mark& mark, std::size_t begin, std::size_t end) {
    if (out_.json.size() + (end - begin) > kMaxJsonBytes) too_large(mark);
    const std::size_t shift = out_.json.size() - begin;
    auto token =
        std::lower_bound(out_.map.begin(), out_.map.end(), begin,
                         [](const MappedToken& t, std::size_t o) { return t.json_offset < o; });
    // The tokens of the copy point to where the value was written out.
    const auto first = static_cast<std::size_t>(token - out_.map.begin());
    const std::size_t count = out_.map.size();
    for (std::size_t i = first; i < count && out_.map[i].json_offset < end; ++i) {
      MappedToken copy = out_.map[i];
      copy.json_offset = static_cast<std::uint32_t>(copy.json_offset + shift);
      if (copy.json_offset == out_.map.back().json_offset) continue;
      out_.map.push_back(copy);
    }
    out_.json.append(out_.json.substr(begin, end - begin));
  }

  std::string_view yaml_;
  std::uint32_t file_;
  YamlJson& out_;
  FaultList& faults_;
  std::vector<std::size_t> line_starts_;
  struct Last {
    std::size_t line, bytes, code_points;
  };
  Last last_ = {0, 0, 0};
  std::vector<Frame> frames_;
  std::map<YAML::anchor_t, std::pair<std::size_t, std::size_t>> anchors_;
  int documents_ = 0;
};

std::size_t find_control_character(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7f) return i;
  }
  return std::string_view::npos;
}

}  // namespace

bool yaml_to_json(std::string_view yaml, std::uint32_t file, YamlJson& out, FaultList& faults) {
  const std::size_t before = faults.count();
  if (yaml.size() > kMaxYamlBytes) {
    faults.add({file, 0, 0},
               fmt::format("{} MiB of YAML; at most {} MiB are read", yaml.size() >> 20,
                           kMaxYamlBytes >> 20),
               "write large sets of cases as JSON Lines");
    return false;
  }
  if (yaml.starts_with("\xEF\xBB\xBF")) yaml.remove_prefix(3);
  if (const std::size_t bad = find_invalid_utf8(yaml); bad != std::string_view::npos) {
    faults.add(SourceText(file, yaml).position(bad), "a byte that is not UTF-8",
               "save the file as UTF-8");
    return false;
  }
  if (const std::size_t bad = find_control_character(yaml); bad != std::string_view::npos) {
    faults.add(SourceText(file, yaml).position(bad), "a control character",
               "write it as an escape in double quotes, such as \"\\x1b\"");
    return false;
  }
  Writer writer(yaml, file, out, faults);
  try {
    std::istringstream stream{std::string(yaml)};
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(writer)) {
    }
    if (writer.documents() == 0) {
      faults.add({file, 1, 1}, "the file is empty", "");
    }
  } catch (const Stop&) {
    return false;
  } catch (const YAML::Exception& e) {
    faults.add(writer.place(e.mark), fmt::format("not valid YAML: {}", e.msg), "");
  } catch (const std::exception& e) {
    faults.add({file, 0, 0}, fmt::format("not valid YAML: {}", e.what()), "");
  }
  return faults.count() == before;
}

}  // namespace tare
