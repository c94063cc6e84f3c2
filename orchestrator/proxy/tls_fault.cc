#include "proxy/tls_fault.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#include <string_view>

namespace tare::proxy {
namespace {

std::string_view mend_of(long verify_result) {
  switch (verify_result) {
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      return "it is made out to another name: look at the host in the URL";
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return "it has expired: it has to be renewed there, or the clock here is wrong";
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return "it is not valid yet: look at the clock here";
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      return "no authority that this machine trusts has signed it: name the file of the one that "
             "did in SSL_CERT_FILE, or its folder in SSL_CERT_DIR";
    default:
      return "it has to be mended there";
  }
}

}  // namespace

std::string tls_fault(long verify_result, unsigned long library_error) {
  if (verify_result != X509_V_OK) {
    return fmt::format("its certificate is refused ({}): {}",
                       X509_verify_cert_error_string(verify_result), mend_of(verify_result));
  }
  switch (ERR_GET_REASON(library_error)) {
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_HTTP_REQUEST:
    case SSL_R_PACKET_LENGTH_TOO_LONG:
      return "what answers there is no TLS: it may be plain HTTP, then the URL begins with http://";
    case SSL_R_UNSUPPORTED_PROTOCOL:
    case SSL_R_TLSV1_ALERT_PROTOCOL_VERSION:
      return "it speaks no TLS of version 1.2 or newer: it has to be mended there";
    default:
      break;
  }
  const char* reason = ERR_reason_error_string(library_error);
  return fmt::format("no TLS with it: {}", reason == nullptr ? "it ended the connection" : reason);
}

}  // namespace tare::proxy
