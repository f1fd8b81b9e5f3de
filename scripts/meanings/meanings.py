#!/usr/bin/env python3
"""Writes assets/words/meanings.tsv from WordNet 3.0 (Debian's wordnet-base) and by_hand.txt.

Usage: scripts/meanings/meanings.py [FOLDER_OF_WORDNET]
"""
import collections
import math
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
WORDNET = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/wordnet")
OUT = HERE.parent.parent / "assets" / "words" / "meanings.tsv"

PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
CONCRETE = {5, 6, 8, 13, 17, 18, 19, 20, 27}  # animal artifact body food object person phenomenon plant substance
KIND_OF = {5, 6, 13, 20, 27}  # where "a hen is a kind of chicken" helps
ENTRY_USE = {True: 1, False: 3}  # times used in WordNet's texts, for concrete nouns and for the rest
NEAR_USE = 14  # what is offered has to be a word of everyday
MOST_NEAR = 7
MOST_SENSES = 4
LEAST_SHARE = 0.25  # of its uses that a word has in the sense it is offered for
SHARE_TO_SAY = 0.3  # from which it is said how the two belong together
LEAST_ALIKE = 0.5
LEAST_NEAR = (0.42, 0.55)  # without and with words by hand
LEAST_FEW = 0.33  # for the first three
TOO_BROAD = set("""entity object whole artifact thing unit matter substance organism being person individual abstraction
attribute group relation state event act action activity psychological feature instrumentality part causal agent way
be act move change have do make get take go give set system structure body work use case end point line term kind
form order number place position condition quality property man one two""".split())
# No answer to a class: neither asked for nor offered.
UNFIT = set("""sex sexual rape raped bastard bitch whore slut prostitute prostitution penis vagina breast breasts buttocks
ass arse shit fuck damn hell negro nigger coon chink queer homosexual homosexuality gay lesbian nude naked nigga fag faggot
erotic orgasm intercourse genital genitalia testis sperm anus piss crap cock prick screw bugger cunt tit tits
cripple moron idiot imbecile retard heroin cocaine suicide slave slavery genocide torture incest pornography
jap wop dago spic kike gook savage heathen bosom nipple womb uterus pubic mistress lover bang ball_busting""".split())


def synsets():
    """Every synset: its words, class, file and pointers."""
    found = {}
    for letter, name in PARTS.items():
        for line in open(WORDNET / f"data.{name}", encoding="ascii"):
            if line.startswith(" "):
                continue
            fields = line.split("|")[0].split()
            count = int(fields[3], 16)
            words = [re.sub(r"\(.*\)", "", w) for w in fields[4:4 + 2 * count:2]]
            at = 4 + 2 * count
            pointers = []
            for i in range(int(fields[at])):
                symbol, offset, kind, ends = fields[at + 1 + 4 * i:at + 5 + 4 * i]
                pointers.append((symbol, ("a" if kind == "s" else kind) + offset, ends))
            found[letter + fields[0]] = (words, letter, int(fields[1]), pointers)
    return found


def senses():
    """Of each word and class its synsets, the most used first."""
    found = {}
    for letter, name in PARTS.items():
        for line in open(WORDNET / f"index.{name}", encoding="ascii"):
            if line.startswith(" "):
                continue
            fields = line.split()
            found[fields[0], letter] = [letter + offset for offset in fields[-int(fields[2]):]]
    return found


def uses(of):
    """How often each sense was met in WordNet's texts."""
    number = collections.Counter()
    kinds = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
    for line in open(WORDNET / "cntlist.rev", encoding="ascii"):
        key, sense, count = line.split()
        word, rest = key.split("%")
        letter = kinds[rest[0]]
        at = int(sense) - 1
        if (word, letter) in of and at < len(of[word, letter]):
            number[word, of[word, letter][at]] += int(count)
    return number


def by_hand():
    near, verbs, also, never = collections.defaultdict(list), [], set(), set()
    back = collections.defaultdict(list)
    for line in open(HERE / "by_hand.txt", encoding="utf-8"):
        if line.startswith("#") or not line.strip():
            continue
        head, words = line.split(":")
        words = words.split()
        if head == "verb":
            verbs.append(words)
            continue
        first, letter = head.split()
        if first == "never":
            never.add((words[0], letter, words[1]))
        elif first == "also":
            also |= {(word, letter) for word in words}
        elif first == "each":
            for at, word in enumerate(words):
                others = sorted((other for other in words if other != word),
                                key=lambda other: abs(words.index(other) - at))
                near[word, letter] += [other for other in others if other not in near[word, letter]]
        else:
            near[first, letter] += [word for word in words if word not in near[first, letter]]
            for word in words:
                back[word, letter].append(first)
    return near, back, verbs, also, never


SYNSETS = synsets()
SENSES = senses()
USES = uses(SENSES)
NEAR, BACK, VERBS, ALSO, NEVER = by_hand()

UP = {"@", "@i"}
above = {s: [p for symbol, p, _ in SYNSETS[s][3] if symbol in UP] for s in SYNSETS}
below_count = collections.Counter()


def ancestors(synset, known={}):
    """Of a synset, itself included, with the number of steps up."""
    if synset not in known:
        steps = {synset: 0}
        for parent in above[synset]:
            for each, up in ancestors(parent).items():
                steps[each] = min(steps.get(each, 99), up + 1)
        known[synset] = steps
    return known[synset]


for synset in SYNSETS:
    for each in ancestors(synset):
        below_count[each] += 1
TOTAL = {letter: sum(1 for s in SYNSETS if s[0] == letter) for letter in PARTS}


def content(synset):
    """How much it says: 0 of everything, 1 of what has nothing beneath it."""
    return 1 - math.log(below_count[synset]) / math.log(TOTAL[synset[0]])


def weights(word, letter):
    """Its senses with their shares of its uses."""
    of = SENSES.get((word, letter), [])[:MOST_SENSES]
    counts = [USES[word, s] + (1.5 if i == 0 else 0.3) for i, s in enumerate(of)]
    whole = sum(counts)
    return [(s, c / whole) for s, c in zip(of, counts)]


def total(word, letter=None):
    return sum(USES[word, s] for l in ([letter] if letter else PARTS) for s in SENSES.get((word, l), []))


def is_word(word):
    return re.fullmatch(r"[a-z]{2,}(-[a-z]+)*", word) is not None and word not in UNFIT


FORMS = {line.split()[0] for name in PARTS.values() if name in ("noun", "adj") for line in open(WORDNET / f"{name}.exc", encoding="ascii")}
KIN = {(w, l) for (w, l) in SENSES
       if is_word(w) and w not in FORMS and (total(w, l) >= NEAR_USE or (w, l) in NEAR or (w, l) in BACK) and w not in TOO_BROAD}
kin_below = collections.defaultdict(list)
kin_of = collections.defaultdict(list)
for word, letter in KIN:
    for synset, share in weights(word, letter):
        if share < LEAST_SHARE:
            continue
        kin_of[synset].append((word, share))
        for each, steps in ancestors(synset).items():
            kin_below[each].append((word, synset, share))

# Adverbs by the adjective they are made from.
adverbs_of = collections.defaultdict(list)
for word, letter in KIN:
    if letter == "r":
        for synset, _ in weights(word, "r"):
            for symbol, to, _ in SYNSETS[synset][3]:
                if symbol == "\\":
                    adverbs_of[to].append(word)


def alike_by_tree(synset, letter):
    """Nouns and verbs: how much two senses share of what both say (Lin's measure)."""
    for common, up in ancestors(synset).items():
        shared = content(common)
        if shared < 0.2 or (letter == "n" and len(kin_below[common]) > 400):
            continue
        for word, other, share in kin_below[common]:
            alike = 2 * shared / (content(synset) + content(other))
            mark = ""
            if SYNSETS[synset][2] in KIND_OF:
                mark = "<" if other == common and up else ">" if synset == common and other != synset else ""
            yield word, alike * (1.0 if other == synset else 0.95), "=" if other == synset else mark, share


def alike_by_cluster(synset):
    """Adjectives and adverbs stand in clusters."""
    yield from ((word, 1.0, "=", share) for word, share in kin_of[synset])
    for symbol, to, _ in SYNSETS[synset][3]:
        alike = {"&": 0.85, "^": 0.6, "!": 0.5}.get(symbol)
        if alike is None:
            if symbol == "\\" and synset[0] == "r":
                for symbol2, to2, _ in SYNSETS[to][3]:
                    if symbol2 == "&":
                        yield from ((word, 0.6, "", 1.0) for word in adverbs_of[to2])
            continue
        yield from ((word, alike, "!" if symbol == "!" else "", share) for word, share in kin_of[to])
        if symbol == "&":
            for symbol2, to2, _ in SYNSETS[to][3]:
                if symbol2 == "&":
                    yield from ((word, 0.65, "", share) for word, share in kin_of[to2])


def near_words(word, letter):
    """Nearest first, each with the mark of what it is to the word."""
    best = {}
    for synset, share in weights(word, letter):
        found = alike_by_tree(synset, letter) if letter in "nv" else alike_by_cluster(synset)
        for other, alike, mark, other_share in found:
            if other == word or alike < LEAST_ALIKE or (word, letter, other) in NEVER:
                continue
            used = min(1.0, math.log(2 + total(other, letter)) / math.log(60))
            score = alike * (0.45 + 0.55 * math.sqrt(share)) * (0.5 + 0.5 * math.sqrt(other_share)) * (0.75 + 0.25 * used)
            if min(share, other_share) < SHARE_TO_SAY:
                mark = ""
            if score > best.get(other, (0, ""))[0]:
                best[other] = (score, mark)
    marks = {other: mark for other, (_, mark) in best.items()}
    hand = NEAR.get((word, letter), [])
    ranked = sorted(best, key=lambda other: (-best[other][0], other))
    order = hand + \
        [w for i, w in enumerate(ranked) if best[w][0] > (LEAST_FEW if len(hand) + i < 3 else LEAST_NEAR[bool(hand)])] + BACK.get((word, letter), [])
    order = [w for i, w in enumerate(order) if w not in order[:i] and w != word][:max(MOST_NEAR, len(hand))]
    return [marks.get(w, "") + w for w in order]


def exceptions(name):
    for line in open(WORDNET / f"{name}.exc", encoding="ascii"):
        form, *lemmas = line.split()
        yield form, lemmas[0]


def main():
    rows = []
    words = {(w, l) for (w, l) in SENSES if is_word(w)}
    chosen = set()
    for word, letter in words:
        concrete = letter == "n" and any(SYNSETS[s][2] in CONCRETE for s, _ in weights(word, letter)[:1])
        whole = total(word)
        if (word, letter) in ALSO:
            chosen.add((word, letter))
        elif total(word, letter) >= ENTRY_USE[concrete] and total(word, letter) > 0.08 * whole:
            chosen.add((word, letter))
    small = {word for word, letter in NEAR if letter == "f"}
    chosen = {(w, l) for w, l in chosen if w not in small and not (w in FORMS and l in "na")} | set(NEAR) | set(BACK)
    for word, letter in sorted(chosen, key=lambda key: (key[0], -total(*key), key[1])):
        near = near_words(word, letter)
        if near or (word, letter) in SENSES:
            rows.append((word, letter, " ".join(near)))
    lemmas = {(w, l) for w, l, _ in rows}
    for base, past, participle in VERBS:
        if (base, "v") not in lemmas and (base, "f") not in lemmas:
            continue
        if past != base + "ed":
            rows.append((past, "v.past", base))
        rows.append((participle, "v.participle", base))
    for form, lemma in exceptions("noun"):
        regular = re.sub("y$", "ie", lemma) + "s"
        if (lemma, "n") in lemmas and is_word(form) and form not in (regular, lemma + "es"):
            rows.append((form, "n.plural", lemma))
    for form, lemma in exceptions("adj"):
        if (lemma, "a") in lemmas and form in "better best worse worst farther farthest further furthest".split():
            rows.append((form, "a.most" if form.endswith("st") else "a.more", lemma))
    OUT.parent.mkdir(parents=True, exist_ok=True)
    with open(OUT, "w", encoding="utf-8") as out:
        for row in rows:
            out.write("\t".join(row) + "\n")
    print(len(rows), "lines,", len({w for w, *_ in rows}), "words,", OUT.stat().st_size, "bytes")


main()
