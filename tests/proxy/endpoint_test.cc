// The paths that clients use, with and without what they hold to be the base URL's.
#include "proxy/endpoint.h"

#include <gtest/gtest.h>

namespace tare::proxy {
namespace {

using formats::Provider;

std::string served(std::string_view target) {
  const Target parts = split_target(target);
  const auto endpoint = endpoint_of(parts.path, parts.query);
  if (!endpoint) return parts.door + " -";
  std::string out = parts.door + " " + std::string(formats::provider_name(endpoint->provider));
  if (!endpoint->model.empty()) out += " " + endpoint->model;
  if (endpoint->stream_path) out += endpoint->sse ? " events" : " list";
  return out;
}

TEST(Endpoint, EachProvidersPathIsServedWithAndWithoutAVersion) {
  EXPECT_EQ(served("/d/v1/chat/completions"), "d openaiChat");
  EXPECT_EQ(served("/d/chat/completions"), "d openaiChat");
  EXPECT_EQ(served("/d/v1/responses"), "d openaiResponses");
  EXPECT_EQ(served("/d/v1/messages?beta=true"), "d anthropic");
  EXPECT_EQ(served("/d/v1/v1/messages"), "d anthropic");
  EXPECT_EQ(served("/d/api/chat"), "d ollama");
  EXPECT_EQ(served("/d/v1beta/models/gemini-2:generateContent"), "d gemini gemini-2");
  EXPECT_EQ(served("/d/models/m:streamGenerateContent?key=k&alt=sse"), "d gemini m events");
  EXPECT_EQ(served("/d/v1beta/models/m:streamGenerateContent"), "d gemini m list");
}

TEST(Endpoint, DoubledSlashesAndPercentEscapesArePassedOver) {
  EXPECT_EQ(served("/d//v1//chat/completions"), "d openaiChat");
  EXPECT_EQ(served("/d/v1beta/models/m%3AgenerateContent"), "d gemini m");
}

TEST(Endpoint, AnEscapedSlashPartsNoSegments) {
  EXPECT_EQ(served("/d/v1beta/models/a%2Fb%2fc:generateContent"), "d gemini a%2Fb%2fc");
  EXPECT_EQ(served("/d/v1%2fmessages"), "d -");
  EXPECT_EQ(split_target("/d%2Fv1/messages").door, "d/v1");  // which no door is named
  EXPECT_EQ(served("/d/v1beta/models/m:streamGenerateContent?%61lt=s%73e"), "d gemini m events");
}

TEST(Endpoint, WhatGoesOnIsThePathAsItCame) {
  EXPECT_EQ(split_target("/d/v1beta/models/a%2fb%3A:generateContent?x=%31").sent,
            "/v1beta/models/a%2fb%3A:generateContent");
  EXPECT_EQ(split_target("/%64//v1//messages?x").sent, "/v1//messages");
  EXPECT_EQ(split_target("/%64//v1//messages?x").door, "d");
  EXPECT_EQ(split_target("/d").sent, "");
}

TEST(Endpoint, AnythingElseIsNotServed) {
  for (const char* target :
       {"/d", "/d/", "/d/v1", "/d/v1/models", "/d/v1/chat/completions/x", "/d/x/v1/messages",
        "/d/v1/v1/v1/messages", "/d/v1beta/models/:generateContent", "/d/v1beta/models/m:embed",
        "/d/v1/Chat/Completions", "/d/%2e%2e/v1/messages"}) {
    EXPECT_EQ(served(target), "d -") << target;
  }
  EXPECT_EQ(served(""), " -");
  EXPECT_EQ(served("*"), " -");
  EXPECT_EQ(served("http://127.0.0.1/d/v1/messages"), " -");
}

}  // namespace
}  // namespace tare::proxy
