#include "report/call_view.h"

#include <algorithm>
#include <set>

#include "base/escape.h"
#include "report/changed_bytes.h"
#include "report/display_text.h"
#include "report/figure_text.h"
#include "report/finding_text.h"

namespace tare {
namespace {

constexpr std::size_t kIndent = 4;
constexpr std::size_t kGap = 3;
constexpr std::size_t kMaxFindings = 8;
constexpr std::size_t kMaxFullText = 64 * 1024;  // a view in `tare show`; more is said, not shown

struct Side {
  std::string_view label;
  std::string_view text;     // evidence, unescaped
  std::string_view instead;  // said where there is no evidence
  std::vector<ByteRange> changed;
};

std::vector<const View*> views_of(const CallTrace& trace, const Answer& answer) {
  std::vector<const View*> views;
  for (std::uint32_t index : trace.views)
    if (index < answer.views.size()) views.push_back(&answer.views[index]);
  return views;
}

std::string_view body_of(const View& view) {
  if (view.arguments) return *view.arguments;
  if (view.text) return *view.text;
  return {};
}

std::string name_text(const View* view) {
  if (view == nullptr) return "";
  return view->name ? shown_text(*view->name, 80) : "(no name)";
}

void add_line(std::string& out, std::size_t indent, std::string_view text) {
  if (!text.empty()) out.append(indent, ' ').append(text);
  out += '\n';
}

Excerpt side_excerpt(const Side& side, std::size_t columns, bool color, Ink ink) {
  if (side.text.empty() && !side.instead.empty()) {
    std::string said = fit(side.instead, columns);
    return {paint(color, Ink::dim, said), "", text_columns(said)};
  }
  return excerpt(side.text, side.changed, columns, color, ink);
}

std::string padded(const Excerpt& shown, std::size_t columns) {
  return shown.text + std::string(columns - std::min(columns, shown.columns), ' ');
}

bool fits(const Side& side, std::size_t columns) {
  if (side.text.size() > columns * 4) return false;
  return text_columns(escape_for_terminal(side.text)) <= columns &&
         text_columns(side.instead) <= columns;
}

std::string beside(const Side& raw, const Side& normalized, std::size_t columns, bool color) {
  Excerpt left = side_excerpt(raw, columns, color, Ink::raw_change);
  Excerpt right = side_excerpt(normalized, columns, color, Ink::normalized_change);
  std::size_t second = columns + kGap;
  std::string out;
  add_line(out, kIndent,
           paint(color, Ink::dim, pad_right(std::string(raw.label), second)) +
               paint(color, Ink::dim, normalized.label));
  add_line(out, kIndent, padded(left, second) + right.text);
  if (!color && !(left.markers.empty() && right.markers.empty())) {
    std::string markers = left.markers;
    if (!right.markers.empty()) markers = pad_right(std::move(markers), second) + right.markers;
    add_line(out, kIndent, markers);
  }
  return out;
}

std::string stacked(const Side& raw, const Side& normalized, std::size_t columns, bool color) {
  std::size_t label = std::max(raw.label.size(), normalized.label.size()) + 2;
  std::string out;
  for (const Side* side : {&raw, &normalized}) {
    Ink ink = side == &raw ? Ink::raw_change : Ink::normalized_change;
    Excerpt shown = side_excerpt(*side, columns - std::min(columns, label), color, ink);
    add_line(out, kIndent,
             paint(color, Ink::dim, pad_right(std::string(side->label), label)) + shown.text);
    if (!color && !shown.markers.empty()) add_line(out, kIndent + label, shown.markers);
  }
  return out;
}

std::string findings_text(const CallTrace& trace, const TerminalStyle& style) {
  std::string out;
  std::set<std::string_view> explained;  // a remedy is told once a kind
  std::size_t shown = style.verbose ? trace.findings.size() : kMaxFindings;
  bool several_hops =
      std::any_of(trace.findings.begin(), trace.findings.end(), [&](const Finding& finding) {
        return finding.hop && trace.findings.front().hop &&
               hop_name(*finding.hop) != hop_name(*trace.findings.front().hop);
      });
  for (std::size_t i = 0; i < trace.findings.size() && i < shown; ++i) {
    const Finding& finding = trace.findings[i];
    std::string sentence = finding_sentence(finding);
    if (several_hops && finding.hop) sentence = hop_name(*finding.hop) + "  " + sentence;
    bool first = true;
    for (const std::string& line : wrap(sentence, style.width - kIndent - 2)) {
      add_line(out, first ? kIndent : kIndent + 2, line);
      first = false;
    }
    if (style.verbose && explained.insert(finding.kind).second)
      for (const std::string& line :
           wrap("remedy: " + finding_remedy(finding), style.width - kIndent - 2))
        add_line(out, kIndent + 2, line);
  }
  if (trace.findings.size() > shown)
    add_line(out, kIndent,
             "and " + counted(trace.findings.size() - shown, "more finding") + " in this call");
  return out;
}

struct Ends {
  const View* raw = nullptr;
  const View* normalized = nullptr;
};

Ends ends_of(const CallTrace& trace, const std::vector<const View*>& views) {
  Ends ends;
  if (views.empty()) return ends;
  if (trace.raw_known && !trace.invented) ends.raw = views.front();
  if (!trace.dropped && trace.normalized_known) ends.normalized = views.back();
  return ends;
}

std::string heading(const Ends& ends, const std::vector<const View*>& views, bool color) {
  const View* first = ends.raw != nullptr ? ends.raw : (views.empty() ? nullptr : views.front());
  const View* last = ends.normalized != nullptr ? ends.normalized : first;
  std::string name = name_text(first);
  if (last != first && name_text(last) != name) name += " -> " + name_text(last);
  std::string way;
  for (const View* view : views) {
    if (!way.empty()) way += " > ";
    way += at_name(view->at);
  }
  if (last != nullptr && last->status) way += ", " + std::string(status_name(*last->status));
  return paint(color, Ink::strong, name) + "  " + paint(color, Ink::dim, way);
}

// Both sides, marked where they differ.
std::string sides_text(Side raw, Side normalized, const TerminalStyle& style) {
  if (!raw.text.empty() && !normalized.text.empty()) {
    ChangedBytes changed = changed_bytes(raw.text, normalized.text);
    raw.changed = std::move(changed.raw);
    normalized.changed = std::move(changed.normalized);
  }
  std::size_t room = std::max<std::size_t>(style.width, 40) - kIndent;
  std::size_t half = (room - kGap) / 2;
  bool side_by_side =
      style.width >= 100 || (style.width >= 72 && fits(raw, half) && fits(normalized, half));
  return side_by_side ? beside(raw, normalized, half, style.color)
                      : stacked(raw, normalized, room, style.color);
}

}  // namespace

bool call_changed(const CallTrace& trace) {
  return !trace.findings.empty() || trace.dropped || trace.invented;
}

std::string render_changed_call(const CallTrace& trace, const Answer& answer,
                                const TerminalStyle& style) {
  std::vector<const View*> views = views_of(trace, answer);
  Ends ends = ends_of(trace, views);
  Side raw{"model wrote", "", "", {}}, normalized{"tool received", "", "", {}};
  if (ends.raw != nullptr) raw.text = body_of(*ends.raw);
  if (ends.normalized != nullptr) normalized.text = body_of(*ends.normalized);
  raw.instead = ends.raw != nullptr ? "(no arguments)"
                : trace.invented    ? "(no such call)"
                                    : "(not on record)";
  normalized.instead = ends.normalized != nullptr ? "(no arguments)"
                       : trace.normalized_known   ? "(nothing)"
                                                  : "(not on record)";
  std::string out;
  add_line(out, 2, heading(ends, views, style.color));
  return out + sides_text(raw, normalized, style) + findings_text(trace, style);
}

std::string render_compared_texts(const CallTrace& trace, const Answer& answer,
                                  const TerminalStyle& style) {
  std::vector<const View*> views = views_of(trace, answer);
  if (views.size() != 2) return "";
  std::string_view raw = body_of(*views[0]), normalized = body_of(*views[1]);
  if (trace.findings.empty())
    return raw == normalized ? "nothing changed, not a byte\n"
                             : "nothing changed but white space or the spelling of characters\n";
  return sides_text({"model wrote", raw, "(no arguments)", {}},
                    {"tool received", normalized, "(no arguments)", {}}, style) +
         findings_text(trace, style);
}

std::string render_unchanged_call(const CallTrace& trace, const Answer& answer,
                                  const TerminalStyle& style) {
  std::vector<const View*> views = views_of(trace, answer);
  if (views.empty()) return "";
  const View& last = *views.back();
  std::string name = name_text(&last);
  std::string note = !trace.raw_known || !trace.normalized_known ? "not audited"
                     : views.size() < 2                          ? "seen once"
                                                                 : "unchanged";
  std::size_t used = 2 + text_columns(name) + 2 + 2 + note.size();
  std::size_t room = style.width > used + 8 ? style.width - used : 8;
  std::string out;
  add_line(out, 2,
           paint(style.color, Ink::strong, name) + "  " +
               excerpt(body_of(last), {}, room, style.color, Ink::plain).text + "  " +
               paint(style.color, Ink::dim, note));
  return out;
}

std::string render_all_views(const CallTrace& trace, const Answer& answer,
                             const TerminalStyle& style) {
  std::vector<const View*> views = views_of(trace, answer);
  std::size_t room = std::max<std::size_t>(style.width, 40) - kIndent - 2;
  std::string out;
  for (std::size_t i = 0; i < views.size(); ++i) {
    const View& view = *views[i];
    std::string label =
        std::string(at_name(view.at)) + ", " + std::string(evidence_name(view.evidence));
    if (view.id) label += ", id " + shown_text(*view.id, 60);
    if (view.turn) label += ", turn " + std::to_string(*view.turn);
    if (view.server) label += ", server " + shown_text(*view.server, 60);
    if (view.builtin) label += ", built in";
    if (view.status) label += ", " + std::string(status_name(*view.status));
    if (view.format) label += ", format " + shown_text(*view.format, 40);
    add_line(out, kIndent,
             paint(style.color, Ink::strong, name_text(&view)) + "  " +
                 paint(style.color, Ink::dim, label));
    std::string_view body = body_of(view);
    if (body.empty())
      add_line(out, kIndent + 2, view.arguments ? "(empty text)" : "(no arguments)");
    std::vector<ByteRange> changed;
    bool is_first = i == 0;
    if (is_first && views.size() > 1) changed = changed_bytes(body, body_of(*views[1])).raw;
    if (!is_first) changed = changed_bytes(body_of(*views[i - 1]), body).normalized;
    std::string_view shown = body.substr(0, kMaxFullText);
    Ink ink = is_first ? Ink::raw_change : Ink::normalized_change;
    if (!shown.empty())
      for (const Excerpt& line : marked_lines(shown, changed, room, style.color, ink)) {
        add_line(out, kIndent + 2, line.text);
        if (!style.color && !line.markers.empty()) add_line(out, kIndent + 2, line.markers);
      }
    if (shown.size() < body.size())
      add_line(out, kIndent + 2,
               "… " + counted(body.size() - shown.size(), "more byte") +
                   "; the whole text is in results.json");
  }
  return out;
}

}  // namespace tare
