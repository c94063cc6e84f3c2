// Certificates made on the spot: an authority, and what it signs for a server.
#pragma once

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <memory>
#include <string>

namespace tare::proxy {

struct FreeKey {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
struct FreeCertificate {
  void operator()(X509* certificate) const { X509_free(certificate); }
};

struct Certificate {
  std::unique_ptr<EVP_PKEY, FreeKey> key{EVP_EC_gen("P-256")};
  std::unique_ptr<X509, FreeCertificate> certificate{X509_new()};

  std::string pem() const {
    BIO* out = BIO_new(BIO_s_mem());
    PEM_write_bio_X509(out, certificate.get());
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(out, &bytes);
    std::string text(bytes, static_cast<std::size_t>(size));
    BIO_free(out);
    return text;
  }
};

inline void add_extension(X509* to, X509* issuer, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, to, nullptr, nullptr, 0);
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
  X509_add_ext(to, extension, -1);
  X509_EXTENSION_free(extension);
}

// `names`: "DNS:localhost,IP:127.0.0.1". Valid from an hour ago until `until` seconds from now.
// Without `by` it signs itself and is an authority.
inline Certificate make_certificate(const std::string& common_name, const std::string& names,
                                    long until = 3600, const Certificate* by = nullptr) {
  static long serial = 1;
  Certificate out;
  X509* x509 = out.certificate.get();
  X509_set_version(x509, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(x509), ++serial);
  X509_gmtime_adj(X509_getm_notBefore(x509), -3600);
  X509_gmtime_adj(X509_getm_notAfter(x509), until);
  X509_set_pubkey(x509, out.key.get());
  X509_NAME_add_entry_by_txt(X509_get_subject_name(x509), "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(common_name.c_str()), -1, -1,
                             0);
  X509* issuer = by == nullptr ? x509 : by->certificate.get();
  X509_set_issuer_name(x509, X509_get_subject_name(issuer));
  if (by == nullptr) add_extension(x509, issuer, NID_basic_constraints, "critical,CA:TRUE");
  if (!names.empty()) add_extension(x509, issuer, NID_subject_alt_name, names);
  X509_sign(x509, by == nullptr ? out.key.get() : by->key.get(), EVP_sha256());
  return out;
}

}  // namespace tare::proxy
