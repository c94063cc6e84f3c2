#include "formats/readers.h"

namespace tare::formats {

void read_call_syntax(const ReadTask&, ModelText&) {}

}  // namespace tare::formats
