// One check a format; format.h says which is which.
#pragma once

#include <string_view>

namespace tare::schema {

bool is_date(std::string_view text);
bool is_time(std::string_view text);
bool is_date_time(std::string_view text);
bool is_duration(std::string_view text);

bool is_email(std::string_view text, bool international);
bool is_hostname(std::string_view text);
bool is_ipv4(std::string_view text);
bool is_ipv6(std::string_view text);

enum class UriForm { absolute, reference };
bool is_uri(std::string_view text, UriForm form, bool international);
bool is_uri_template(std::string_view text);

}  // namespace tare::schema
