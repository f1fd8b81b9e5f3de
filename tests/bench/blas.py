#!/usr/bin/env python3
"""Which library multiplies PyTorch's matrices, and whether it is one that is made for this machine.

blas.py MAPS PROCESSOR [CORE]: says it for two files such as /proc/self/maps and /proc/cpuinfo, as JSON.
"""
import ctypes
import json
import re
import sys

ADVICE = "install Debian's libopenblas0-pthread"
# The cores of OpenBLAS whose kernels do not use AVX2 or AVX-512.
SLOW = {"prescott", "core2", "penryn", "dunnington", "atom", "nehalem", "sandybridge", "bobcat", "barcelona", "generic"}


def libraries(maps):
    """The files that a process has mapped, each once."""
    return sorted({line.split(None, 5)[5].strip() for line in maps.splitlines() if len(line.split(None, 5)) == 6})


def core_of(path):
    """The processor whose kernels OpenBLAS has chosen."""
    try:
        name = ctypes.CDLL(path).openblas_get_corename
        name.restype = ctypes.c_char_p
        return name().decode()
    except (OSError, AttributeError):
        return ""


def judge(maps, processor, core=None):
    """{"blas": what it is, "handicap": why it is not at its best, or ""}"""
    found = libraries(maps)
    for path in found:
        if re.search(r"/libmkl_(rt|core|intel)", path):
            return {"blas": "MKL", "handicap": ""}
    for path in found:
        if "openblas" in path and ".so" in path:
            core = core_of(path) if core is None else core
            blas = "OpenBLAS" + (f" for {core}" if core else "")
            wide = "avx512f" in processor or "avx2" in processor
            if wide and core.lower() in SLOW:
                better = "SKYLAKEX" if "avx512f" in processor else "HASWELL"
                return {"blas": blas, "handicap": f"PyTorch runs on {blas}; set OPENBLAS_CORETYPE={better}"}
            return {"blas": blas, "handicap": ""}
    for path in found:
        if re.search(r"/(lib)?(blis|atlas|f77blas|tatlas|satlas)", path):
            return {"blas": path, "handicap": f"PyTorch runs on {path}; {ADVICE}"}
    for path in found:
        if re.search(r"/libblas\.so", path):
            return {"blas": "reference BLAS", "handicap": f"PyTorch runs on the reference BLAS ({path}); {ADVICE}"}
    # Some builds have theirs inside.
    if any("libtorch" in path for path in found):
        return {"blas": "PyTorch's own", "handicap": ""}
    return {"blas": "unknown", "handicap": "which BLAS PyTorch runs on is unknown"}


def main():
    maps, processor = (open(name, encoding="utf-8").read() for name in sys.argv[1:3])
    print(json.dumps(judge(maps, processor, sys.argv[3] if len(sys.argv) > 3 else None)))


if __name__ == "__main__":
    main()
