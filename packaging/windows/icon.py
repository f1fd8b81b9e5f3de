#!/usr/bin/python3
"""icon.py SMALL.svg LARGE.svg OUT.ico: an icon for Windows, in the sizes that it asks for.

SMALL is drawn up to 24 pixels, LARGE above. Each size is a PNG inside the file.
"""
import struct
import subprocess
import sys

SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)


def drawn(svg, size):
    return subprocess.run(['rsvg-convert', f'--width={size}', f'--height={size}', svg], check=True,
                          stdout=subprocess.PIPE).stdout


def main(small, large, out):
    pictures = [drawn(small if size <= 24 else large, size) for size in SIZES]
    head = struct.pack('<HHH', 0, 1, len(SIZES))
    at = len(head) + 16 * len(SIZES)
    for size, picture in zip(SIZES, pictures):
        head += struct.pack('<BBBBHHII', size % 256, size % 256, 0, 0, 1, 32, len(picture), at)
        at += len(picture)
    with open(out, 'wb') as file:
        file.write(head + b''.join(pictures))


main(*sys.argv[1:])
