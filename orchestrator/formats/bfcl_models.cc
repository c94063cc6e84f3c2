// Names of decoders, and which of the recorded models each of them reads.
#include <algorithm>
#include <array>
#include <utility>

#include "formats/bfcl_decoders.h"

namespace tare::formats {
namespace {

constexpr std::string_view kUnfenced = "-unfenced";

constexpr std::array<std::pair<std::string_view, BfclFamily>, 24> kDecoders = {{
    {"gpt-fc", BfclFamily::function_calls},
    {"claude-fc", BfclFamily::function_calls},
    {"mistral-fc", BfclFamily::function_calls},
    {"gpt-oss", BfclFamily::function_calls},
    {"command-r-fc", BfclFamily::function_objects},
    {"gemini-fc", BfclFamily::function_parts},
    {"hermes", BfclFamily::hermes},
    {"xlam", BfclFamily::xlam},
    {"glm", BfclFamily::glm},
    {"granite", BfclFamily::granite},
    {"prompt", BfclFamily::python},
    {"gpt-prompt", BfclFamily::python},
    {"prompt-brackets", BfclFamily::python_brackets},
    {"claude-prompt", BfclFamily::python_brackets},
    {"command-r-prompt", BfclFamily::python_cohere},
    {"llama3-prompt", BfclFamily::python_llama3},
    {"mistral-prompt", BfclFamily::python_mistral},
    {"gorilla", BfclFamily::python_gorilla},
    {"nexus-raven", BfclFamily::python_nexus},
    {"gemma", BfclFamily::python_gemma},
    {"deepseek-coder", BfclFamily::python_deepseek},
    {"dbrx", BfclFamily::python_databricks},
    {"nemotron", BfclFamily::python_nemotron},
    {"prompt-v4", BfclFamily::python_v4},
}};

constexpr std::array<BfclModel, 71> kModels = {{
    {"Nexusflow-Raven-v2", "nexus-raven", false},
    {"NousResearch_Hermes-2-Pro-Llama-3-70B", "hermes", true},
    {"NousResearch_Hermes-2-Pro-Llama-3-8B", "hermes", true},
    {"NousResearch_Hermes-2-Pro-Mistral-7B", "hermes", true},
    {"NousResearch_Hermes-2-Theta-Llama-3-70B", "hermes", true},
    {"NousResearch_Hermes-2-Theta-Llama-3-8B", "hermes", true},
    {"Salesforce_xLAM-1b-fc-r", "xlam", false},
    {"Salesforce_xLAM-7b-fc-r", "xlam", false},
    {"THUDM_glm-4-9b-chat", "glm", true},
    {"claude-2.1", "claude-prompt", false},
    {"claude-3-5-sonnet-20240620", "claude-prompt", false},
    {"claude-3-5-sonnet-20240620-FC", "claude-fc", true},
    {"claude-3-haiku-20240307", "claude-prompt", false},
    {"claude-3-haiku-20240307-FC", "claude-fc", true},
    {"claude-3-opus-20240229", "claude-prompt", false},
    {"claude-3-opus-20240229-FC", "claude-fc", true},
    {"claude-3-sonnet-20240229", "claude-prompt", false},
    {"claude-3-sonnet-20240229-FC", "claude-fc", true},
    {"claude-instant-1.2", "claude-prompt", false},
    {"command-r-plus", "command-r-prompt", false},
    {"command-r-plus-FC", "command-r-fc", true},
    {"databricks-dbrx-instruct", "dbrx", false},
    {"deepseek-ai_deepseek-coder-6.7b-instruct", "deepseek-coder", false},
    {"firefunction-v1-FC", "gpt-fc", false},
    {"firefunction-v2-FC", "gpt-fc", false},
    {"gemini-1.0-pro", "gemini-fc", true},
    {"gemini-1.5-flash-preview-0514", "gemini-fc", true},
    {"gemini-1.5-pro-preview-0409", "gemini-fc", true},
    {"gemini-1.5-pro-preview-0514", "gemini-fc", true},
    {"google_gemma-7b-it", "gemma", false},
    {"gorilla-openfunctions-v2", "gorilla", false},
    {"gpt-3.5-turbo-0125", "gpt-prompt", false},
    {"gpt-3.5-turbo-0125-FC", "gpt-fc", true},
    {"gpt-4-0125-preview", "gpt-prompt", false},
    {"gpt-4-0125-preview-FC", "gpt-fc", true},
    {"gpt-4-0613", "gpt-prompt", false},
    {"gpt-4-0613-FC", "gpt-fc", true},
    {"gpt-4-1106-preview", "gpt-prompt", false},
    {"gpt-4-1106-preview-FC", "gpt-fc", true},
    {"gpt-4-turbo-2024-04-09", "gpt-prompt", false},
    {"gpt-4-turbo-2024-04-09-FC", "gpt-fc", true},
    {"gpt-4o-2024-05-13", "gpt-prompt", false},
    {"gpt-4o-2024-05-13-FC", "gpt-fc", true},
    {"gpt-4o-2024-08-06", "gpt-prompt", false},
    {"gpt-4o-2024-08-06-FC", "gpt-fc", true},
    {"gpt-4o-mini-2024-07-18", "gpt-prompt", false},
    {"gpt-4o-mini-2024-07-18-FC", "gpt-fc", true},
    {"ibm-granite_granite-20b-functioncalling", "granite", true},
    {"meetkai_functionary-medium-v3.1-FC", "gpt-fc", true},
    {"meetkai_functionary-small-v3.1-FC", "gpt-fc", true},
    {"meetkai_functionary-small-v3.2-FC", "gpt-fc", true},
    {"meta-llama_Meta-Llama-3-70B-Instruct", "llama3-prompt", false},
    {"meta-llama_Meta-Llama-3-8B-Instruct", "llama3-prompt", false},
    {"mistral-large-2407", "mistral-prompt", false},
    {"mistral-large-2407-FC-Any", "mistral-fc", true},
    {"mistral-large-2407-FC-Auto", "mistral-fc", true},
    {"mistral-medium-2312", "mistral-prompt", false},
    {"mistral-small-2402", "mistral-prompt", false},
    {"mistral-small-2402-FC-Any", "mistral-fc", true},
    {"mistral-small-2402-FC-Auto", "mistral-fc", true},
    {"mistral-tiny-2312", "mistral-prompt", false},
    {"nvidia_nemotron-4-340b-instruct", "nemotron", false},
    {"open-mistral-nemo-2407", "mistral-prompt", false},
    {"open-mistral-nemo-2407-FC-Any", "mistral-fc", true},
    {"open-mistral-nemo-2407-FC-Auto", "mistral-fc", true},
    {"open-mixtral-8x22b", "mistral-prompt", false},
    {"open-mixtral-8x22b-FC-Any", "mistral-fc", true},
    {"open-mixtral-8x22b-FC-Auto", "mistral-fc", true},
    {"open-mixtral-8x7b", "mistral-prompt", false},
    {"snowflake_arctic", "nemotron", false},
    {"yi-large-fc", "gpt-fc", true},
}};

}  // namespace

BfclForm form_of(BfclFamily family) {
  switch (family) {
    case BfclFamily::function_calls:
    case BfclFamily::function_objects:
    case BfclFamily::function_parts:
      return BfclForm::list;
    case BfclFamily::hermes:
    case BfclFamily::xlam:
    case BfclFamily::glm:
    case BfclFamily::granite:
      return BfclForm::markup;
    case BfclFamily::python:
    case BfclFamily::python_brackets:
    case BfclFamily::python_cohere:
    case BfclFamily::python_llama3:
    case BfclFamily::python_mistral:
    case BfclFamily::python_gorilla:
    case BfclFamily::python_nexus:
    case BfclFamily::python_gemma:
    case BfclFamily::python_deepseek:
    case BfclFamily::python_databricks:
    case BfclFamily::python_nemotron:
    case BfclFamily::python_v4:
      break;
  }
  return BfclForm::python;
}

std::optional<BfclDecoder> find_bfcl_decoder(std::string_view name) {
  std::string_view plain = name;
  const bool unfenced = name.ends_with(kUnfenced);
  if (unfenced) plain.remove_suffix(kUnfenced.size());
  const auto found = std::ranges::find(kDecoders, plain, [](const auto& one) { return one.first; });
  if (found == kDecoders.end()) return std::nullopt;
  return BfclDecoder{std::string(name), found->second, unfenced};
}

std::vector<std::string_view> bfcl_decoder_names() {
  std::vector<std::string_view> out;
  out.reserve(kDecoders.size());
  for (const auto& one : kDecoders) out.push_back(one.first);
  return out;
}

const BfclModel* find_bfcl_model(std::string_view name) {
  std::string plain(name);
  std::replace(plain.begin(), plain.end(), '/', '_');
  const auto found = std::ranges::find(kModels, plain, &BfclModel::name);
  return found == kModels.end() ? nullptr : &*found;
}

}  // namespace tare::formats
