#include "schema/words.h"

#include "json/pointer.h"

namespace tare::schema {

Words::Words(json::Value schema, const Dialect& dialect) : dialect_(dialect) {
  for (const json::Member member : schema.members()) {
    const auto name = member.name.undecoded();
    const auto info = find_keyword(name ? std::string(*name) : member.name.decoded(), dialect);
    if (info) values_[static_cast<std::size_t>(info->keyword)] = member.value;
  }
}

void Notes::add(json::Value where, std::string reason) {
  if (out_.size() >= kMax) return;
  out_.push_back({.reason = std::move(reason), .where = json::pointer_to(where)});
}

void Notes::ignored(json::Value where, Keyword keyword, std::string_view why) {
  passed_over_ = true;
  add(where, std::string("`")
                 .append(keyword_name(keyword))
                 .append("` ")
                 .append(why)
                 .append(", so it is not checked"));
}

void Notes::unknown(json::Value where, Keyword keyword, std::string_view why) {
  add(where, std::string("`")
                 .append(keyword_name(keyword))
                 .append("` ")
                 .append(why)
                 .append(": what it says of a value is not known"));
}

}  // namespace tare::schema
