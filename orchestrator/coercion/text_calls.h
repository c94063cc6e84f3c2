// The calls in a model's text, as views of their own.
//
// An adapter that stands before a server's parser hands over the model's whole output. What the
// model called stands in it, once, twice or not at all, and only the reading of the text tells. So
// each call that the text holds becomes a view at `text`, right behind the view that holds the
// text; that one stays as it is, for it is the evidence, and says in `reading` that it was read.
// A text without a call is evidence that the model called nothing.
//
// Whoever looks at traces must look at the same views: read the texts first, then trace, score and
// show that one answer.
#pragma once

#include <string_view>

#include "model/answer.h"

namespace tare {

// A text whose calls nobody has taken out: it may hold one call, or several, or none.
bool is_unread_text(const View& view);

// Is there anything for read_texts to do?
bool has_unread_texts(const Answer& answer);

// Reads each text that comes without arguments. Texts without types are read with the schema of the
// tool in the manifest (null: none is known), or else with `input_schema`. Doing it again changes
// nothing.
//
// A view that bears a name says that a call of that name is there. Where no markup of one can be
// found, a text that is one JSON object, but for its reasoning, is taken for its arguments;
// else the view stays a call whose arguments are unread. Several views with one text and a name
// each, as many as the text holds calls, are one text that was handed over once a call.
void read_texts(Answer& answer, const Manifest* manifest, std::string_view input_schema = {});

}  // namespace tare
