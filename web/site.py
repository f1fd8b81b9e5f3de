#!/usr/bin/python3
"""site.py OBJECTS SITE: writes what a browser opens.

OBJECTS holds headlight.js and headlight.wasm. SITE gets index.html and what it loads, for any server of files, and
headlight.html, which holds all of it in one file; bare.html is that without packs.
"""
import base64
import gzip
import hashlib
import json
import os
import re
import struct
import subprocess
import sys

from fontTools import subset

HERE = os.path.dirname(os.path.abspath(__file__))
ASSETS = os.path.join(os.path.dirname(HERE), 'assets')
FONTS = '/usr/share/fonts'
FONT_FILES = [f'opentype/inter/Inter-{weight}.otf' for weight in ('Regular', 'Medium', 'SemiBold', 'Bold', 'Italic')]
FONT_FILES += [f'truetype/jetbrains-mono/JetBrainsMono-{weight}.ttf' for weight in ('Regular', 'Bold')]
FONT_FILES += [f'truetype/dejavu/DejaVuSans{style}.ttf' for style in ('', '-Bold', 'Mono', 'Mono-Bold')]
# Latin, Greek, Cyrillic as far as Ukrainian, small letters above and below; punctuation, arrows, mathematics, signs.
LETTERS = [letter for first, end in ((0x20, 0x250), (0x370, 0x460), (0x1D2C, 0x1D6B), (0x2000, 0x2430), (0x25A0, 0x2700))
           for letter in range(first, end)]
FIRST_MODEL = 'translator'
ICON = os.path.join(os.path.dirname(HERE), 'packaging', 'icons', 'headlight.svg')
ICON_SIZES = (192, 512)
# Of a page on a server; one in a single file installs nothing.
SERVED = '<link rel="icon" href="icon-192.png">\n<link rel="manifest" href="headlight.webmanifest">'
ALONE = '<link rel="icon" href="data:,">'
# What an earlier run has left.
OURS = re.compile(r'(headlight(\.[0-9a-f]{12})?\.(js|wasm|wasm\.gz))|([\w-]+(\.[0-9a-f]{12})?\.pack)')


def read(*path):
    with open(os.path.join(*path), 'rb') as file:
        return file.read()


def write(data, *path):
    with open(os.path.join(*path), 'wb') as file:
        file.write(data)


def files_in(folder):
    return sorted(os.path.join(where, name) for where, _, names in os.walk(folder) for name in names)


def pack(files):
    """What page.js unpacks: `files` are pairs of a file here and its path there."""
    contents = [(there, read(here)) for here, there in files]
    table = json.dumps([[there, len(content)] for there, content in contents]).encode()
    whole = struct.pack('<I', len(table)) + table + b''.join(content for _, content in contents)
    return gzip.compress(whole, 9, mtime=0)


def font(name, folder):
    """A file in `folder` with the letters of a font that somebody may see. They look as in the whole font."""
    small = os.path.join(folder, os.path.basename(name))
    if not os.path.exists(small):
        options = subset.Options(legacy_cmap=False, name_IDs=[1, 2, 4, 6], drop_tables=['FFTM'])
        whole = subset.load_font(os.path.join(FONTS, name), options)
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=LETTERS)
        subsetter.subset(whole)
        os.makedirs(folder, exist_ok=True)
        subset.save_font(whole, small, options)
    return small


def packed_files(objects):
    """What the first screen needs, and for each other model what it computes with: files here and their paths there."""
    late = {}
    start = [(font(name, os.path.join(objects, 'fonts')), '/fonts/' + name) for name in FONT_FILES]
    for file in files_in(ASSETS):
        path = os.path.relpath(file, ASSETS)
        parts = path.split(os.sep)
        is_model = parts[0] == 'models' and len(parts) > 2
        pair = (file, '/assets/' + path)
        if parts[0] == 'pictures':
            continue  # of the README
        if is_model and parts[1] != FIRST_MODEL and path.endswith('.safetensors'):
            late.setdefault(parts[1], []).append(pair)
        elif not path.endswith('.md') or parts[0] in ('glossary.md', 'questions.md') or parts[0] == 'lessons':
            start.append(pair)
    return {'start.pack': start, **{name + '.pack': files for name, files in late.items()}}


def is_late(pair):
    return pair[1].startswith(f'/assets/models/{FIRST_MODEL}/') and pair[1].endswith('.safetensors')


def icons(site):
    for size in ICON_SIZES:
        subprocess.run(['rsvg-convert', f'--width={size}', f'--height={size}', '-o', os.path.join(site, f'icon-{size}.png'),
                        ICON], check=True)


def manifest():
    """What a browser needs to install the page, and which files are opened with it."""
    return json.dumps({
        'name': 'Headlight', 'short_name': 'Headlight', 'id': './', 'start_url': './', 'scope': './', 'display': 'standalone',
        'description': 'See how attention and Transformers work, in small models that run in this page.',
        'background_color': '#f7f6f3', 'theme_color': '#f7f6f3',
        'icons': [{'src': f'icon-{size}.png', 'sizes': f'{size}x{size}', 'type': 'image/png'} for size in ICON_SIZES],
        'file_handlers': [{'action': './', 'accept': {'application/x-headlight': ['.headlight'], 'text/markdown': ['.md']}}],
    }, indent=1).encode()


def mark(*contents):
    return hashlib.sha256(b''.join(hashlib.sha256(content).digest() for content in contents)).hexdigest()[:12]


def marked(name, content):
    """The name of a file that never changes: what is in it changes its name."""
    first, rest = name.split('.', 1)
    return f'{first}.{mark(content)}.{rest}'


def worker(version, names):
    """worker.js, which keeps the files of these names."""
    kept = ', '.join(f"'{name}'" for name in names)
    return read(HERE, 'worker.js').decode().replace('/*version*/', version).replace('/*files*/', kept).encode()


def policy(text, served):
    """What the page may do: run its own scripts and no others, load what lies beside it, and nothing else. Packs are data,
    which no browser runs; so another page that `headlight export` makes of this one keeps the policy."""
    own = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
           for script in re.findall(r'<script>(.*?)</script>', text, re.DOTALL)]
    return '; '.join(["default-src 'none'",
                      "script-src 'self' 'wasm-unsafe-eval' " + ' '.join(f"'sha256-{each}'" for each in own),
                      "style-src 'unsafe-inline'", "img-src data: blob:" + (" 'self'" if served else ''), "connect-src 'self'", "base-uri 'none'",
                      "form-action 'none'"] + (["manifest-src 'self'", "worker-src 'self'"] if served else []))


def page(scripts, data, program, served=False):
    text = read(HERE, 'page.html').decode()
    for mark, content in (('<!--head-->', SERVED if served else ALONE), ('/*page*/', scripts), ('<!--data-->', data), ('<!--program-->', program)):
        text = text.replace(mark, content)
    return text.replace('<!--policy-->', policy(text, served)).encode()


def listed(packs):
    """In place of the packs: their files, for a program that has them (app/lessons/handout.h, whole_page)."""
    paths = {name: [there for _, there in files] for name, files in packs.items()}
    return f'<script type="application/json" id="packs">{json.dumps(paths)}</script>\n'


def inside(name, content):
    return f'<script type="text/plain" id="data-{name}">{base64.b64encode(content).decode()}</script>\n'


def main(objects, site):
    os.makedirs(site, exist_ok=True)
    program = read(objects, 'headlight.js')
    wasm = read(objects, 'headlight.wasm')
    packed = gzip.compress(wasm, 9, mtime=0)
    packs = packed_files(objects)
    contents = {'headlight.wasm.gz': packed, **{name: pack(files) for name, files in packs.items()}}
    # From a server the first screen comes before its numbers.
    served = {**contents, 'start.pack': pack([each for each in packs['start.pack'] if not is_late(each)]),
              FIRST_MODEL + '.pack': pack([each for each in packs['start.pack'] if is_late(each)])}
    names = ', '.join(f"'{name[:-len('.pack')]}'" for name in served if name.endswith('.pack') and name != 'start.pack')
    scripts = read(HERE, 'page.js').decode().replace('/*packs*/', names)
    for name in os.listdir(site):
        if OURS.fullmatch(name):
            os.remove(os.path.join(site, name))
    beside = {name: marked(name, content) for name, content in {**served, 'headlight.wasm': wasm, 'headlight.js': program}.items()}
    for name, content in {**served, 'headlight.wasm': wasm, 'headlight.js': program}.items():
        write(content, site, beside[name])
    icons(site)
    write(manifest(), site, 'headlight.webmanifest')
    short_lived = ['headlight.webmanifest'] + [f'icon-{size}.png' for size in ICON_SIZES]
    kept = [beside[name] for name in served] + [beside['headlight.js']]
    files = ', '.join(f"'{name}': '{there}'" for name, there in beside.items())
    version = mark(scripts.encode(), read(HERE, 'page.html'), read(HERE, 'worker.js'), ' '.join(kept).encode(), *(read(site, name) for name in short_lived))
    here = scripts.replace('/*files*/', files).replace('/*version*/', version)
    write(page(here, '', f'<script src="{beside["headlight.js"]}"></script>', True), site, 'index.html')
    write(worker(version, ['./'] + kept + short_lived), site, 'worker.js')
    scripts = scripts.replace('/*files*/', '').replace('/*version*/', '')
    data = ''.join(inside(name, content) for name, content in contents.items())
    own = '<script>\n' + program.decode().replace('</script', '<\\/script') + '\n</script>'
    write(page(scripts, data, own), site, 'headlight.html')
    write(page(scripts, inside('headlight.wasm.gz', packed) + listed(packs), own), site, 'bare.html')
    for name in sorted(os.listdir(site)):
        print(f'{os.path.getsize(os.path.join(site, name)):>10}  {name}')


main(*sys.argv[1:])
