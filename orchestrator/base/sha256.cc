// The digest itself is OpenSSL's; here it gets a shape that cannot be misused.
#include "base/sha256.h"

#include <openssl/evp.h>

#include <cstdlib>

namespace tare {

namespace {

std::string to_hex(const unsigned char* bytes, std::size_t size) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out(2 * size, '\0');
  for (std::size_t i = 0; i < size; ++i) {
    out[2 * i] = kDigits[bytes[i] >> 4];
    out[2 * i + 1] = kDigits[bytes[i] & 15];
  }
  return out;
}

// OpenSSL fails here only without memory or with a broken installation. A wrong digest would be
// worse than no run at all.
void require(int openssl_result) {
  if (openssl_result != 1) std::abort();
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  require(EVP_Digest(bytes.data(), bytes.size(), digest, &size, EVP_sha256(), nullptr));
  return to_hex(digest, size);
}

struct Sha256::State {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  State() { require(EVP_DigestInit_ex(context, EVP_sha256(), nullptr)); }
  ~State() { EVP_MD_CTX_free(context); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
};

Sha256::Sha256() : state_(std::make_unique<State>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::update(std::string_view bytes) {
  require(EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()));
}

std::string Sha256::hex() {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  require(EVP_DigestFinal_ex(state_->context, digest, &size));
  return to_hex(digest, size);
}

}  // namespace tare
