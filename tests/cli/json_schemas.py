"""`from json_schemas import jsonschema`, wherever the interpreter has it; else the test is skipped."""
import sys
import warnings

try:
    import jsonschema
except ImportError:
    # Debian's interpreter has the module even where another python3 stands first on the PATH.
    sys.path.append("/usr/lib/python3/dist-packages")
    try:
        import jsonschema
    except ImportError:
        print("python3-jsonschema is not installed: skipped")
        sys.exit(77)

# Of the resolver that Debian 12's version has: newer ones say that another came after it.
warnings.filterwarnings("ignore", category=DeprecationWarning)
