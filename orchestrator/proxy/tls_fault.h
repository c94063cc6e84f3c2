// Why a TLS connection could not be made, in a sentence that says what to mend.
#pragma once

#include <string>

namespace tare::proxy {

// `verify_result` of the connection, and the error that the library gave (0 if none).
std::string tls_fault(long verify_result, unsigned long library_error);

}  // namespace tare::proxy
