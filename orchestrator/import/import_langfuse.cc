// Langfuse dataset items: {id, input, expectedOutput, metadata{kind, expectedTools, …}, status}.
//
// What a team keeps in `metadata` has the names of a case already; what fits there becomes a member
// of the case, all else stays metadata.
#include <fmt/format.h>

#include <array>
#include <set>
#include <string>

#include "import/chat_calls.h"
#include "import/import.h"
#include "import/request_text.h"
#include "import/source_items.h"
#include "import/suite_files.h"
#include "json/writer.h"

namespace tare {
namespace {

constexpr std::array<std::string_view, 4> kKinds = {"tool-call", "agent", "invoke", "observe"};
constexpr std::array<std::string_view, 3> kOutcomes = {"held", "rejected", "executed"};

class LangfuseImport {
 public:
  explicit LangfuseImport(const SourceItems& items) : items_(items) {}

  Result<Imported> run() && {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      item_ = items_.at(i);
      index_ = i;
      take();
    }
    note_further_pages();
    return std::move(files_).finish("langfuse");
  }

 private:
  json::Value of(json::Value object, std::string_view name) const {
    if (!object.valid() || !object.is_object()) return {};
    const json::Value v = object.find(name);
    return v.valid() && v.is_null() && name != "expectedTool" ? json::Value() : v;
  }
  void lose(json::Value at, std::string_view member, const std::string& why) {
    files_.lose(items_.place(index_, at), member, why);
  }

  // A page of the API says how many there are.
  void note_further_pages() {
    if (!items_.whole().valid()) return;
    const json::Value meta = of(items_.whole(), "meta");
    const json::Value pages = of(meta, "totalPages");
    if (pages.valid() && pages.as_integer().value_or(1) > 1) {
      files_.lose(items_.place(pages), "meta",
                  fmt::format("a page of {}: the items of the others are not in this file",
                              *pages.as_integer()));
    }
  }

  void take() {
    if (!item_.is_object()) return lose(item_, "", "an item that is no object");
    const json::Value status = of(item_, "status");
    if (status.valid() && status.is_string() && status.decoded_equals("ARCHIVED")) {
      return lose(status, "status", "an archived item is left out");
    }
    CaseText text;
    const json::Value id = of(item_, "id");
    const bool named = id.valid() && id.is_string() && !id.decoded_equals("");
    text.add_string("id", files_.new_id(named ? id.decoded() : fmt::format("item-{}", index_ + 1),
                                        items_.place(index_, item_)));
    metadata_ = of(item_, "metadata");
    kind_ = kind();
    take_input(text);
    if (!take_expectation(text) && (kind_.empty() || kind_ == "tool-call")) {
      kind_ = text.has("expectedOutput") ? "agent" : "observe";
      lose(item_, "metadata", fmt::format("no expected tools: a case of kind {}", kind_));
    }
    if (!kind_.empty()) text.add_string("kind", kind_);
    take_others(text);
    keep_rest(text);
    files_.add("langfuse", text);
  }

  std::string kind() {
    const json::Value v = of(metadata_, "kind");
    if (!v.valid() || !v.is_string()) return {};
    const std::string word = v.decoded();
    for (const std::string_view known : kKinds) {
      if (word != known) continue;
      if (word == "invoke" && !of(metadata_, "invoke").valid()) {
        lose(v, "kind", "kind invoke without the call to make");
        return {};
      }
      taken_.insert("kind");
      return word;
    }
    lose(v, "kind", "a kind that suites do not have; it stays in metadata");
    return {};
  }

  void take_input(CaseText& text) {
    const json::Value input = item_.find("input");
    if (kind_ == "invoke") {
      text.add("invoke", metadata_.find("invoke"));
      taken_.insert("invoke");
      if (input.valid()) text.add("input", input);
      return;
    }
    if (add_request(text, input)) return;
    text.add_string("request", input.valid() ? json::as_strict_json(input) : "");
    lose(input.valid() ? input : item_, "input",
         "no text and no messages in it: its JSON is the request");
  }

  bool stands_free() const { return kind_ != "observe" && kind_ != "invoke"; }

  // True where the case says which tool is right.
  bool take_expectation(CaseText& text) {
    const bool contract = take_output(text);
    if (!stands_free()) return true;
    const json::Value tools = of(metadata_, "expectedTools");
    const json::Value tool = of(metadata_, "expectedTool");
    const json::Value calls = of(metadata_, "expectedCalls");
    bool named = false;
    if (const auto list = string_list(tools)) {
      taken_.insert("expectedTools");
      named = !list->empty();
      if (named) {
        text.add_strings("expectedTools", *list);
      } else {
        text.add("expectedTool", std::string_view("null"));
        lose(tools, "expectedTools", "an empty list is taken for \"no tool call is correct\"");
      }
    } else if (tool.valid() && (tool.is_null() || (tool.is_string() && !tool.decoded_equals("")))) {
      taken_.insert("expectedTool");
      text.add("expectedTool", tool);
      named = tool.is_string();
    } else if (calls.valid() && calls.is_array() && calls.size() > 0) {
      taken_.insert("expectedCalls");
      text.add("expectedCalls", calls);
      const json::Value order = of(metadata_, "order");
      if (order.valid()) text.add("order", order);
      if (order.valid()) taken_.insert("order");
    } else {
      if (tools.valid()) lose(tools, "expectedTools", "no list of names; it stays in metadata");
      return contract && kind_ == "agent";
    }
    take_arguments(text, named);
    return true;
  }

  void take_arguments(CaseText& text, bool named) {
    const json::Value args = of(metadata_, "expectedArgs");
    if (!args.valid()) return;
    if (named && args.is_object()) {
      taken_.insert("expectedArgs");
      text.add("expectedArgs", args);
    } else {
      lose(args, "expectedArgs",
           named ? "no object; it stays in metadata"
                 : "no tool that it is of; it stays in metadata");
    }
  }

  // A text is a judge's contract.
  bool take_output(CaseText& text) {
    const json::Value output = of(item_, "expectedOutput");
    if (!output.valid()) return false;
    const bool contract = output.is_string() && !output.decoded_equals("") && kind_ != "observe";
    if (contract) {
      text.add("expectedOutput", output);
    } else {
      text.keep("expectedOutput", output);
      lose(output, "expectedOutput",
           output.is_string() ? "it has no effect here; it stays in metadata"
                              : "a judge's contract is a text; it stays in metadata");
    }
    return contract;
  }

  void take_others(CaseText& text) {
    const json::Value only = of(metadata_, "mcpToolsOnly");
    if (only.valid() && only.is_boolean() && kind_ != "invoke") carry(text, "mcpToolsOnly", only);
    for (const char* name : {"expectedErrors", "acceptableTools", "forbid", "tags"}) {
      const json::Value v = of(metadata_, name);
      const bool fits = std::string_view(name) != "acceptableTools" || text.has("expectedTool");
      if (v.valid() && fits && string_list(v) && !string_list(v)->empty()) carry(text, name, v);
    }
    const json::Value risk = of(metadata_, "risk");
    const auto grade = risk.valid() ? risk.as_integer() : std::nullopt;
    if (grade && *grade >= 1 && *grade <= 5) carry(text, "risk", risk);
    const json::Value status = of(metadata_, "expectedStatus");
    for (const std::string_view word : kOutcomes) {
      const bool named = text.has("expectedTool") || text.has("expectedTools");
      if (status.valid() && status.is_string() && status.decoded_equals(word) && named) {
        carry(text, "expectedStatus", status);
      }
    }
  }

  void carry(CaseText& text, std::string_view name, json::Value v) {
    taken_.insert(std::string(name));
    text.add(name, v);
  }

  void keep_rest(CaseText& text) {
    if (metadata_.valid() && metadata_.is_object()) {
      for (const json::Member member : metadata_.members()) {
        const std::string name = member.name.decoded();
        if (!taken_.contains(name)) text.keep(name, member.value);
      }
    } else if (metadata_.valid()) {
      text.keep("metadata", metadata_);
    }
    std::string others;
    for (const json::Member member : item_.members()) {
      const std::string name = member.name.decoded();
      if (name == "id" || name == "input" || name == "expectedOutput" || name == "metadata")
        continue;
      others += (others.empty() ? "" : ",") + std::string(member.name.text()) + ":" +
                json::as_strict_json(member.value);
    }
    if (!others.empty()) text.keep("langfuse", "{" + others + "}");
    taken_.clear();
  }

  const SourceItems& items_;
  SuiteFiles files_;
  std::size_t index_ = 0;
  json::Value item_, metadata_;
  std::string kind_;
  std::set<std::string> taken_;  // members of metadata that became members of the case
};

}  // namespace

Result<Imported> import_langfuse(const std::string& source) {
  const Result<SourceItems> items = SourceItems::open(source, {"data", "items"});
  if (!items) return items.error();
  return LangfuseImport(*items).run();
}

}  // namespace tare
