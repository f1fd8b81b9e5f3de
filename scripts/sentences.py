#!/usr/bin/env python3
"""Collects the sentences on screen for translators, and checks them.

    scripts/sentences.py OUT.pot

GNU gettext's xgettext writes the template: every literal that say(), several(), told(), of_units() and to_be_said()
are given (core/text/say.h). Wrong, with its file and line: a place "{word}" that a call gives no value, a value
without a place, and a plural whose places are not those of its singular but for the count.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
KEYWORDS = ["say:1", "several:2,3", "told:1", "of_units:2", "to_be_said:1"]
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
CALL = re.compile(r"\b(say|told)\(")


def sources():
    found = [file for folder in ("core", "app") for file in (ROOT / folder).rglob("*") if file.suffix in (".cpp", ".h")]
    return sorted(file.relative_to(ROOT) for file in found if file.stem != "say")


def until(text, start, ends):
    """The place of the first of `ends` outside of brackets and literals."""
    depth = 0
    at = start
    while at < len(text):
        if depth == 0 and text[at] in ends:
            return at
        literal = LITERAL.match(text, at)
        if literal:
            at = literal.end()
            continue
        depth += (text[at] in "({[") - (text[at] in ")}]")
        at += 1
    raise SystemExit("a call without an end")


def places_of(code):
    return set(re.findall(r"\{(\w+)\}", "".join(LITERAL.findall(code))))


def names_of(values, before):
    """The names in {{"name", ...}, other}, not those of a call within; `before` has NamedValue other{"name", ...}."""
    at = values.index("{") + 1
    while (end := until(values, at, ",}")) > at:
        item = values[at:end].strip()
        name = re.match(r'\{\s*"(\w+)"\s*,', item)
        if name:
            yield name.group(1)
        elif re.fullmatch(r"\w+", item):
            yield (re.findall(rf'\b{item}\{{"(\w+)",', before) or [item])[-1]
        if values[end] == "}":
            return
        at = end + 1


def wrong_in(text):
    """Line and what is wrong, of each call that has both its sentence and its values in it."""
    for call in CALL.finditer(text):
        first = until(text, call.end(), ",)")
        sentence, rest = text[call.end() : first], text[first : until(text, first + (text[first] == ","), ")")]
        values = rest[1:].lstrip()
        if not LITERAL.search(sentence) or not (values == "" or values.startswith("{")):
            continue
        given = set(names_of(values, text[: call.start()])) if values else set()
        line = text.count("\n", 0, call.start()) + 1
        for place in sorted(places_of(sentence) - given):
            yield line, f"{{{place}}} is given no value"
        for name in sorted(given - places_of(sentence)):
            yield line, f"there is no place {{{name}}}"


def wrong_plurals(template):
    for one, many in re.findall(r'^msgid ((?:".*"\n)+)msgid_plural ((?:".*"\n)+)', template, re.MULTILINE):
        if places_of(one) | {"n"} != places_of(many) | {"n"}:
            yield f"not the same places: {one.strip()} and {many.strip()}"


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    files = sources()
    out = pathlib.Path(sys.argv[1]).resolve()
    subprocess.run(
        ["xgettext", "--language=C++", "--from-code=UTF-8", "--keyword", *(f"--keyword={each}" for each in KEYWORDS),
         "--package-name=headlight", "--force-po", f"--output={out}", "--files-from=-"],
        cwd=ROOT, input="\n".join(map(str, files)), text=True, check=True, stderr=subprocess.DEVNULL)
    template = out.read_text(encoding="utf-8")
    wrong = [f"{file}:{line}: {what}" for file in files for line, what in wrong_in((ROOT / file).read_text(encoding="utf-8"))]
    wrong += wrong_plurals(template)
    sentences = template.count("\nmsgid ") - 1
    print(f"{sentences} sentences, {template.count(chr(10) + 'msgid_plural ')} of them with a plural")
    if sentences < 400:
        wrong.append("fewer sentences than there were: are they still said?")
    raise SystemExit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
