// Questions, answer keys and results of the Berkeley leaderboard, versions 1 and 4.
//
// Questions and keys are joined by id. Results of version 1 are joined by line, as the leaderboard
// itself does it: line n of a result file belongs to line n of the questions, whatever its id says.
#include <fmt/format.h>

#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/escape.h"
#include "import/bfcl_files.h"
#include "import/bfcl_predictions.h"
#include "import/bfcl_schema.h"
#include "import/import.h"
#include "import/source_items.h"
#include "import/suite_files.h"
#include "json/writer.h"

namespace tare {
namespace {

std::string id_of(json::Value item) {
  const json::Value id = item.is_object() ? item.find("id") : json::Value();
  if (!id.valid()) return {};
  return id.is_string() ? id.decoded() : std::string(id.text());
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> list) {
  for (const std::string_view one : list) {
    if (one == name) return true;
  }
  return false;
}

// The results of one category.
struct Results {
  SourceItems items;
  std::unordered_map<std::string, std::size_t> by_id;
};

class BfclImport {
 public:
  explicit BfclImport(const BfclOptions& options) : options_(options) {}

  Result<Imported> run(const std::string& source) {
    if (!options_.results.empty()) {
      decoder_ = formats::find_bfcl_decoder(options_.decoder);
      if (!decoder_) {
        return Error{ErrorKind::usage, "there is no decoder " + quote_json(options_.decoder), "",
                     fmt::format("known: {}; each with -unfenced behind it",
                                 fmt::join(formats::bfcl_decoder_names(), ", "))};
      }
      if (auto read = read_results(); !read) return read.error();
    }
    const auto paths = files_below(source);
    if (!paths) return paths.error();
    bool any = false;
    for (const std::string& path : *paths) {
      const std::optional<BfclFile> file = bfcl_question_file(path);
      if (!file) continue;
      any = true;
      if (auto taken = take_file(*file); !taken) return taken.error();
    }
    if (!any) {
      return Error{ErrorKind::input, "no questions of the leaderboard", escape_for_terminal(source),
                   "files are known by their names: BFCL_v4_<category>.json, "
                   "gorilla_openfunctions_v1_test_<category>.json"};
    }
    for (const auto& [category, results] : results_) {
      if (!used_.contains(category)) {
        files_.lose(results.items.name(), "", "results of a category without questions here");
      }
    }
    return std::move(files_).finish("bfcl");
  }

 private:
  Result<void> read_results() {
    const auto paths = files_below(options_.results);
    if (!paths) return paths.error();
    for (const std::string& path : *paths) {
      const std::optional<BfclFile> file = bfcl_result_file(path);
      if (!file) continue;
      if (!is_bfcl_category(file->category)) {
        files_.lose(escape_for_terminal(path), "", "results of a category that is not carried");
        continue;
      }
      Result<SourceItems> items = SourceItems::open(path, {});
      if (!items) return items.error();
      const std::string key = key_of(*file);
      if (results_.contains(key)) {
        return Error{ErrorKind::input, "a second file of results for " + file->category,
                     escape_for_terminal(path), "name one model's folder"};
      }
      Results results{std::move(*items), {}};
      for (std::size_t i = 0; i < results.items.size(); ++i) {
        results.by_id.emplace(id_of(results.items.at(i)), i);
      }
      results_.emplace(key, std::move(results));
    }
    if (!results_.empty()) return {};
    return Error{ErrorKind::input, "no results of the leaderboard",
                 escape_for_terminal(options_.results),
                 "files are known by their names: <name of the questions>_result.json"};
  }

  static std::string key_of(const BfclFile& file) {
    return (file.v1 ? "v1/" : "v4/") + file.category;
  }

  Result<void> take_file(const BfclFile& file) {
    const std::string shown = escape_for_terminal(file.path);
    if (!is_bfcl_category(file.category)) {
      files_.lose(shown, "", "a category with other rules than those of one turn in Python");
      return {};
    }
    const auto found = results_.find(key_of(file));
    if (decoder_ && found == results_.end()) {
      files_.lose(shown, "", "no results for this category: its cases are left out");
      return {};
    }
    const Result<SourceItems> questions = SourceItems::open(file.path, {});
    if (!questions) return questions.error();
    std::optional<SourceItems> answers;
    if (const std::string path = bfcl_answer_path(file); !path.empty()) {
      Result<SourceItems> read = SourceItems::open(path, {});
      if (!read) return read.error();
      answers = std::move(*read);
    }
    take_questions(file, *questions, answers ? &*answers : nullptr);
    if (decoder_) {
      used_.insert(key_of(file));
      return take_results(file, *questions, found->second);
    }
    return {};
  }

  void take_questions(const BfclFile& file, const SourceItems& questions,
                      const SourceItems* answers) {
    std::unordered_map<std::string, std::size_t> key_of_id;
    if (answers) {
      for (std::size_t i = 0; i < answers->size(); ++i) key_of_id.emplace(id_of(answers->at(i)), i);
    }
    ids_.clear();
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const json::Value question = questions.at(i);
      const auto key = key_of_id.find(id_of(question));
      json::Value answer;
      if (key != key_of_id.end()) {
        answer = answers->at(key->second);
        key_of_id.erase(key);
      }
      ids_.push_back(take_question(file, questions, i, answer));
    }
    for (std::size_t i = 0; answers && i < answers->size(); ++i) {
      const auto left = key_of_id.find(id_of(answers->at(i)));
      if (left == key_of_id.end() || left->second != i) continue;
      files_.lose(answers->place(i, answers->at(i)), "",
                  fmt::format("an answer key for {}, which is none of the questions",
                              quote_json(id_of(answers->at(i)))));
    }
  }

  // Its id among the cases, "" where it is none.
  std::string take_question(const BfclFile& file, const SourceItems& questions, std::size_t index,
                            json::Value answer) {
    const json::Value question = questions.at(index);
    const auto lose = [&](std::string_view member, const std::string& why) {
      files_.lose(questions.place(index, question), member, why);
      return std::string();
    };
    if (!question.is_object()) return lose("", "a question is no object");
    const json::Value asked = question.find("question"), functions = question.find("function");
    if (!asked.valid() || !functions.valid()) return lose("", "no question or no function");
    std::vector<json::Value> tools;
    if (functions.is_object()) tools.push_back(functions);
    if (functions.is_array()) {
      for (const json::Value one : functions.elements()) tools.push_back(one);
    }
    CaseText text;
    const std::string given = id_of(question);
    std::string id =
        files_.new_id(given.empty() ? fmt::format("{}_{}", file.category, index) : given,
                      questions.place(index, question));
    text.add_string("id", id);
    if (asked.is_string()) {
      text.add("request", asked);
    } else if (asked.is_array() && asked.size() == 1 && (*asked.elements().begin()).is_array()) {
      text.add("messages", *asked.elements().begin());
    } else {
      return lose("question", "a question of several turns");
    }
    const json::Value truth = answer.valid() ? answer.find("ground_truth") : json::Value();
    if (!truth.valid() && file.category.find("relevance") == std::string::npos) {
      return lose("", "no answer key for it");
    }
    text.add_strings("tags", {fmt::format("bfcl-{}", file.v1 ? "v1" : "v4"), file.category});
    text.add("tools", bfcl_tools_json(tools));
    text.add("bfcl", expectation(file, tools, truth));
    text.keep("line", std::to_string(index + 1));
    keep_others(text, question, {"id", "question", "function"}, "question");
    if (answer.valid()) keep_others(text, answer, {"id", "ground_truth"}, "answer");
    files_.add(file.category, text);
    return id;
  }

  static std::string expectation(const BfclFile& file, const std::vector<json::Value>& functions,
                                 json::Value truth) {
    std::string out = fmt::format("{{\"version\":\"{}\",\"category\":{},\"functions\":[",
                                  file.v1 ? "v1" : "v4", json_string(file.category));
    for (std::size_t i = 0; i < functions.size(); ++i) {
      if (i > 0) out.push_back(',');
      out += json::as_strict_json(functions[i]);
    }
    out.push_back(']');
    if (truth.valid()) out += ",\"groundTruth\":" + json::as_strict_json(truth);
    return out + "}";
  }

  static void keep_others(CaseText& text, json::Value from,
                          std::initializer_list<std::string_view> known, std::string_view group) {
    std::string others;
    for (const json::Member member : from.members()) {
      if (is_one_of(member.name.decoded(), known)) continue;
      others += (others.empty() ? "" : ",") + std::string(member.name.text()) + ":" +
                json::as_strict_json(member.value);
    }
    if (!others.empty()) text.keep(group, "{" + others + "}");
  }

  Result<void> take_results(const BfclFile& file, const SourceItems& questions,
                            const Results& results) {
    std::vector<bool> used(results.items.size());
    for (std::size_t i = 0; i < questions.size(); ++i) {
      if (ids_[i].empty()) continue;
      std::size_t line = i;
      if (!file.v1) {
        const auto found = results.by_id.find(id_of(questions.at(i)));
        line = found == results.by_id.end() ? results.items.size() : found->second;
      }
      if (line >= results.items.size()) {
        return Error{ErrorKind::input,
                     fmt::format("no result for {}", quote_json(id_of(questions.at(i)))),
                     results.items.name(), "every question of a category needs one"};
      }
      used[line] = true;
      take_result(file, questions.at(i), results.items, line, ids_[i]);
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (used[i]) continue;
      const auto first = results.by_id.find(id_of(results.items.at(i)));
      const bool again = !file.v1 && first != results.by_id.end() && used[first->second];
      files_.lose(results.items.place(i, results.items.at(i)), "",
                  again ? "a second result for a question: the first is taken"
                        : "a result that belongs to no question");
    }
    return {};
  }

  void take_result(const BfclFile& file, json::Value question, const SourceItems& items,
                   std::size_t line, const std::string& case_id) {
    const json::Value item = items.at(line);
    const json::Value result = item.is_object() ? item.find("result") : json::Value();
    if (file.v1 && item.is_object() && item.find("id").valid() && id_of(item) != id_of(question)) {
      files_.lose(items.place(line, item), "id",
                  "an id that is not that of the question on its line");
    }
    if (!result.valid()) files_.lose(items.place(line, item), "result", "no result stands there");
    const BfclPrediction made =
        result.valid()
            ? bfcl_prediction(case_id, result, !file.v1, *decoder_, options_.underscore_names)
            : missing_prediction(case_id);
    files_.add_prediction(made.line, made.refused);
    if (!item.is_object()) return;
    for (const json::Member member : item.members()) {
      const std::string name = member.name.decoded();
      if (is_one_of(name, {"id", "result"})) continue;
      files_.lose(items.place(line, member.value), name, "predictions have no place for it");
    }
  }

  const BfclOptions& options_;
  std::optional<formats::BfclDecoder> decoder_;
  std::map<std::string, Results> results_;  // by version and category
  std::unordered_set<std::string> used_;
  std::vector<std::string> ids_;  // of the cases of one file, by line
  SuiteFiles files_;
};

}  // namespace

Result<Imported> import_bfcl(const std::string& source, const BfclOptions& options) {
  return BfclImport(options).run(source);
}

}  // namespace tare
