// A text is at most 100 bytes, so a reader that simply tries one shape after the other is cheap:
// a date in numbers, a date with the month's name, or none; then a time; then a zone; and then the
// text must be at its end.
#include "diff/date_reader.h"

#include <algorithm>
#include <chrono>

#include "base/ascii.h"

namespace tare {
namespace {

constexpr std::size_t kMaxLength = 100;

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

// Lower case, and each kind of space a plain one; printers put U+202F before "PM".
std::string simplified(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("\xc2\xa0") || rest.starts_with("\xe2\x80\xaf")) {
      i += rest[0] == '\xc2' ? 1 : 2;
      out += ' ';
    } else {
      out += text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
    }
  }
  return out;
}

struct Number {
  int value = 0;
  std::size_t digits = 0;
};

class DateReader {
 public:
  explicit DateReader(std::string text) : text_(std::move(text)) {}

  std::optional<DateText> read() {
    const bool dated = read_numeric_date() || read_named_date();
    if (dated) {
      if (done()) return out_;
      if (!take('t') && !take_space_or_comma()) return std::nullopt;
      take_word("at ");
    }
    if (!read_time(dated) || !read_zone()) return std::nullopt;
    // "Tue Mar  4 10:15:00 2031": asctime has the year at the end.
    if (needs_year_) {
      skip_spaces();
      const Number year = number(4);
      if (year.digits != 4 || !set_day(year.value, month_, day_)) return std::nullopt;
    }
    if (!done()) return std::nullopt;
    out_.has_time = true;
    out_.like_number = false;
    return out_;
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool done() const { return at_ == text_.size() && !needs_year_; }
  bool take(char c) {
    if (peek() != c || c == '\0') return false;
    ++at_;
    return true;
  }
  bool take_word(std::string_view word) {
    if (!std::string_view(text_).substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  void skip_spaces() {
    while (take(' ')) {
    }
  }
  bool take_space_or_comma() {
    const bool comma = take(',');
    const bool space = peek() == ' ';
    skip_spaces();
    return comma || space;
  }

  // Up to `most` digits.
  Number number(std::size_t most) {
    Number out;
    while (out.digits < most && is_digit(peek())) {
      out.value = out.value * 10 + (text_[at_++] - '0');
      ++out.digits;
    }
    return out;
  }

  static std::optional<std::int64_t> day_number(int year, int month, int day) {
    using namespace std::chrono;
    const year_month_day date{std::chrono::year(year),
                              std::chrono::month(static_cast<unsigned>(month)),
                              std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok()) return std::nullopt;
    return sys_days(date).time_since_epoch().count();
  }
  bool set_day(int year, int month, int day) {
    const auto days = day_number(year, month, day);
    if (!days) return false;
    out_.days[0] = *days;
    out_.readings = 1;
    needs_year_ = false;
    return true;
  }

  void add_reading(int year, int month, int day) {
    const auto days = day_number(year, month, day);
    if (!days || (out_.readings == 1 && out_.days[0] == *days)) return;
    out_.days[static_cast<std::size_t>(out_.readings++)] = *days;
  }

  bool read_numeric_date() {
    const std::size_t start = at_;
    return read_year_first() || rewind(start) || read_year_last() || rewind(start);
  }
  // Nothing of the kind stood there: false.
  bool rewind(std::size_t to) {
    at_ = to;
    out_ = {};
    needs_year_ = false;
    return false;
  }

  // 2031-03-04, 2031/3/4, 20310304, 2031-03
  bool read_year_first() {
    const Number year = number(4);
    if (year.digits != 4) return false;
    if (is_digit(peek())) {
      const Number month = number(2);
      const Number day = number(2);
      out_.like_number = true;
      return day.digits == 2 && !is_digit(peek()) && set_day(year.value, month.value, day.value);
    }
    const char separator = peek();
    if (!take('-') && !take('/')) return false;
    const Number month = number(2);
    if (month.digits == 0) return false;
    if (!take(separator)) {
      out_.like_number = true;
      return month.digits == 2 && separator == '-' && at_ == text_.size() &&
             set_day(year.value, month.value, 1);
    }
    const Number day = number(2);
    return day.digits > 0 && !is_digit(peek()) && set_day(year.value, month.value, day.value);
  }

  // 03/04/2031 and 03-04-2031 either way round, 04.03.2031 with the day first.
  bool read_year_last() {
    const Number first = number(2);
    const char separator = peek();
    if (first.digits == 0 || (!take('/') && !take('-') && !take('.'))) return false;
    const Number second = number(2);
    if (second.digits == 0 || !take(separator)) return false;
    const Number year = number(4);
    if (year.digits != 4 || is_digit(peek())) return false;
    out_.readings = 0;
    if (separator != '.') add_reading(year.value, first.value, second.value);
    add_reading(year.value, second.value, first.value);
    return out_.readings > 0;
  }

  // "tue, 04 mar 2031", "tue mar 04 2031", "march 4, 2031", "4-mar-2031", "tue mar 4 10:15 2031"
  bool read_named_date() {
    const std::size_t start = at_;
    if (read_weekday()) take_space_or_comma();
    Number day = number(2);
    if (day.digits > 0 && !take('-') && !take_space_or_comma()) return rewind(start);
    const int month = read_month();
    if (month == 0) return rewind(start);
    take('.');
    if (!take('-')) skip_spaces();
    if (day.digits == 0) {
      day = number(2);
      if (day.digits == 0) return rewind(start);
      if (!take_space_or_comma()) return rewind(start);
    }
    const std::size_t before_year = at_;
    const Number year = number(4);
    if (year.digits == 4 && !is_digit(peek()) && set_day(year.value, month, day.value)) return true;
    if (peek() == ':') {
      at_ = before_year - 1;  // the space again, which parts date and time
      month_ = month;
      day_ = day.value;
      needs_year_ = true;
      return true;
    }
    return rewind(start);
  }

  // A whole word that `full` begins with, of three letters or more.
  bool read_name(std::string_view full) {
    std::size_t end = at_;
    while (end < text_.size() && is_letter(text_[end])) ++end;
    const std::string_view word = std::string_view(text_).substr(at_, end - at_);
    if (word.size() < 3 || !full.starts_with(word)) return false;
    at_ = end;
    return true;
  }
  bool read_weekday() {
    constexpr std::array<std::string_view, 7> kDays = {
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};
    return std::ranges::any_of(kDays, [this](std::string_view name) { return read_name(name); });
  }
  int read_month() {
    constexpr std::array<std::string_view, 12> kMonths = {
        "january", "february", "march",     "april",   "may",      "june",
        "july",    "august",   "september", "october", "november", "december"};
    for (std::size_t i = 0; i < kMonths.size(); ++i) {
      if (read_name(kMonths[i])) return static_cast<int>(i) + 1;
    }
    return 0;
  }

  // 10:15, 10:15:30.5, 10:15 pm; 101530 behind a date
  bool read_time(bool dated) {
    Number hour = number(2);
    const bool colons = peek() == ':';
    if (hour.digits == 0 || (!colons && !dated)) return false;
    take(':');
    const Number minute = number(2);
    if (minute.digits != 2) return false;
    Number second;
    const bool seconds = colons ? take(':') : is_digit(peek());
    if (seconds) {
      second = number(2);
      if (second.digits != 2) return false;
      if (peek() == '.' || peek() == ',') read_fraction();
    }
    // "9:30" alone may be a score or a verse.
    if (!read_half_of_day(hour) && hour.digits != 2 && !dated) return false;
    const bool midnight = hour.value == 24 && minute.value == 0 && second.value == 0;
    if ((hour.value > 23 && !midnight) || minute.value > 59 || second.value > 60) return false;
    out_.seconds = (hour.value * 60 + minute.value) * 60 + second.value;
    return true;
  }
  void read_fraction() {
    ++at_;
    while (is_digit(peek())) out_.fraction += text_[at_++];
    while (out_.fraction.ends_with('0')) out_.fraction.pop_back();
  }
  bool read_half_of_day(Number& hour) {
    const std::size_t start = at_;
    skip_spaces();
    const bool am = take_word("am") || take_word("a.m.");
    const bool pm = !am && (take_word("pm") || take_word("p.m."));
    if ((!am && !pm) || hour.value < 1 || hour.value > 12) {
      at_ = start;
      return false;
    }
    hour.value = hour.value % 12 + (pm ? 12 : 0);
    return true;
  }

  // z, utc, gmt+0100 (central european time), +01:00[europe/paris], est
  bool read_zone() {
    skip_spaces();
    if (!take('z') && !take_word("utc") && !take_word("gmt") && !take_word("ut")) {
      read_american_zone();
    }
    if (peek() == '+' || peek() == '-') {
      const int sign = text_[at_++] == '+' ? 1 : -1;
      const Number hours = number(2);
      take(':');
      const Number minutes = number(2);
      if (hours.digits != 2 || minutes.digits == 1 || hours.value > 23 || minutes.value > 59) {
        return false;
      }
      out_.seconds -= sign * (hours.value * 60 + minutes.value) * 60;
    }
    const std::size_t before = at_;
    skip_spaces();
    // A comment or a zone's name beside the offset says nothing new.
    if (take('(')) return close_with(')');
    if (take('[')) return close_with(']');
    at_ = before;
    return true;
  }
  bool close_with(char bracket) {
    const std::size_t end = text_.find(bracket, at_);
    at_ = end == text_.npos ? at_ : end + 1;
    return end != text_.npos;
  }
  void read_american_zone() {
    constexpr std::array<std::string_view, 4> kZones = {"e", "c", "m", "p"};
    for (std::size_t i = 0; i < kZones.size(); ++i) {
      for (const bool summer : {false, true}) {
        if (!take_word(std::string(kZones[i]) + (summer ? "dt" : "st"))) continue;
        out_.seconds += (static_cast<std::int64_t>(i) + 5 - (summer ? 1 : 0)) * 3600;
        return;
      }
    }
  }

  std::string text_;
  std::size_t at_ = 0;
  DateText out_;
  bool needs_year_ = false;
  int month_ = 0, day_ = 0;
};

}  // namespace

std::optional<DateText> read_date(std::string_view text) {
  // Every shape begins with a digit or a name, and holds a digit.
  if (text.size() > kMaxLength || text.size() < 5 ||
      text.find_first_of("0123456789") == text.npos) {
    return std::nullopt;
  }
  return DateReader(simplified(text)).read();
}

}  // namespace tare
