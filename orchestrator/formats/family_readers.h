// The readers of the JSON family, one shape a file. All take one stretch of text, append calls with
// spans in it, and what stands beside the calls as content.
#pragma once

#include <functional>

#include "formats/json_call.h"
#include "formats/readers.h"

namespace tare::formats {

void read_tags(const ReadTask& task, ModelText& out);
void read_deepseek(const ReadTask& task, ModelText& out);
void read_kimi(const ReadTask& task, ModelText& out);
void read_mistral(const ReadTask& task, ModelText& out);
void read_function_tag(const ReadTask& task, ModelText& out);
void read_recipient_lines(const ReadTask& task, ModelText& out);
void read_channels(const ReadTask& task, ModelText& out);
void read_frames(const ReadTask& task, ModelText& out);
void read_dots(const ReadTask& task, ModelText& out);
void read_arguments(const ReadTask& task, ModelText& out);

// JSON anywhere. `shape` is complete or complete_only.
void read_bare(std::string_view text, CallShape shape, ModelText& out);

// text[begin, end) as content, unless nothing but white space stands there.
void add_passage(std::string_view text, std::size_t begin, std::size_t end, ModelText& out,
                 Channel channel = Channel::content);

// The JSON that should begin at or after `at`, with white space and the opening of a code fence
// passed over; kNone where something else stands there. `fenced` says whether a fence was passed.
std::size_t json_start(std::string_view text, std::size_t at, bool& fenced);
// Past white space and a closing fence, where there was an opening one and this one stands there.
std::size_t skip_fence_end(std::string_view text, std::size_t at, bool fenced);

// The arguments that begin at `at`: whole JSON as far as it goes, else all before the limit, and
// the call is malformed. The limit is asked for with the end of what may be looked at: `limit`, or
// the end of the text where the JSON is cut off there, for then no tag in it ends it. Returns their
// end.
std::size_t take_arguments(std::string_view text, std::size_t at, std::size_t limit,
                           const std::function<std::size_t(std::size_t)>& limit_before,
                           JsonCalls& json, CallInText& call);

// Gives the calls from `first` on the markup around them: the first begins at `begin`, the last
// ends at `end`.
void widen_spans(ModelText& out, std::size_t first, std::size_t begin, std::size_t end);

}  // namespace tare::formats
