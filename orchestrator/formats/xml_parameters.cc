#include "formats/readers.h"

namespace tare::formats {

void read_xml_parameters(const ReadTask&, ModelText&) {}

}  // namespace tare::formats
