// SHA-256 by OpenSSL, as lower-case hexadecimal.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace tare {

std::string sha256_hex(std::string_view bytes);

// For what arrives in pieces.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  void update(std::string_view bytes);
  std::string hex();  // ends the digest; call once

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tare
