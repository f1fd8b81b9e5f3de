#!/bin/bash
# Links the tests with LLVM's linker, which takes seconds where GNU's takes many minutes. GCC runs this in the place of its own
# linker (-wrapper), which comes first.
shift
exec ld.lld "$@"
