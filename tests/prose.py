#!/usr/bin/env python3
"""prose.py [PATH...]: sentences that a reader has to solve like a riddle, in comments, messages and READMEs.

Without PATH it checks the rules against examples, and each path of LIMITS against its limits, and prints TAP. With
PATHs it prints each finding as FILE:LINE: RULE (ADVICE): SENTENCE. A finding is a hint, so limits are above zero.
"""
import os
import re
import sys

# Findings per 100 lines of text: comments (and READMEs), messages.
LIMITS = [
    ('src/base', 1, 0.5), ('src/chart', 1, 0.5), ('src/cli', 1, 0.5), ('src/decode', 1, 0.5), ('src/gen', 1, 0.5),
    ('src/input', 1, 0.5), ('src/layout', 1, 0.5),
    ('src/listing', 1, 0.5), ('src/monread.h', 1, 0.5), ('src/out', 1, 0.5), ('src/play', 1, 0.5),
    ('src/report', 1, 0.5), ('src/show', 1, 0.5), ('src/sql', 1, 0.5), ('src/stat', 1, 0.5), ('src/store', 1, 0.5), ('src/stream', 1, 0.5),
    ('src/table', 1, 0.5), ('src/tool', 1, 0.5), ('src/README', 1, 0.5),
    ('data/README', 1, 0.5),
    ('data/reports/README', 1, 0.5), ('data/packaging/README', 1, 0.5),
]
SKIPPED = {'src/layout/tables.c'}  # generated; its texts are descriptions of fields

BE = r'(?:is|are|was|were|be|been|being)'
RULES = [
    # name, pattern in a sentence, advice
    ('headless', r'\bwhat (?!to\b|if\b|happened\b|kind\b|else\b)[a-z]\w*(?!.*\?)', 'name the thing'),
    ('unsaid', BE + r' (?:said|told|spoken of|taken for|looked at|handed|heard)\b', 'report, read as, examine'),
    ('place', r'\b(?:behind|in front of|at the back of)\b', 'after, before'),
    ('condition', r'^Where\b(?!.*\?)|, where (?:there|it|that|they|none|nothing|nobody) ', 'if, when'),
    ('negated noun', r'(?<!there )' + BE + r' (?:no (?!longer|more|less|larger|need)|none\b|nothing\b)', 'is not a'),
    ('of first', r'^Of (?:an?|the|each|all|some|several|this|those|it|them|which) ', 'begin with the subject'),
    ('pronoun', r'\b(?:that|those) of (?:an?|the|it|one|others?|each|all)\b|\b(?:the|this|that) one (?:before|of)\b'
                r"|\banother one\b|\bone's\b|\bothers'", 'repeat the noun'),
    ('own', r'\b(?:of (?:its|their|our|his) own|by itself alone)\b', 'separate, or leave it out'),
    ('exception', r'\b(?:but for|all but|none but|nothing but|as far as .* goes)\b', 'except'),
    ('rate', r'\b(?:one|once|twice|times|lines?|rows?|bytes) an? (?:second|line|row|record|interval|page)\b', 'per'),
]
RULES = [(name, re.compile(pattern), advice) for name, pattern, advice in RULES]

EXAMPLES = [
    # the rule that finds the sentence, or None
    ('headless', 'The store has what it needs.'), (None, 'What is this?'), (None, 'The message says what to do.'),
    ('unsaid', 'An unknown name is told.'), (None, 'monread reports an unknown name.'),
    ('place', 'The record behind it is lost.'), (None, 'The record after it is lost.'),
    ('condition', 'Where a CPU has no value, the total has none.'),
    (None, 'If a CPU has no value, the total has no value.'),
    ('condition', 'Report it, where there is a reason.'), ('negated noun', 'A set that is larger is no data set.'),
    (None, 'A larger set is not a data set.'), (None, 'The part is no longer needed.'),
    ('of first', 'Of the records all are kept.'), (None, 'All records are kept.'), (None, 'Offsets are in bytes.'),
    ('pronoun', 'The clock is that of the set.'), ('pronoun', 'It is another one.'),
    (None, 'The clock of the set is used.'),
    ('own', 'It has a table of its own.'), ('exception', 'All are copied but for the last.'),
    ('rate', 'It prints one line a record.'), (None, 'It prints one line per record.'),
]


def findings(sentence):
    """The rule that finds the sentence, or None."""
    return next(((name, advice) for name, pattern, advice in RULES if pattern.search(sentence)), None)


def sentences(text, line):
    """(line, sentence) of a text whose first line has the number LINE."""
    for m in re.finditer(r'\S(?:(?![.;:?](?:\s|$)|\n[ \t*#]*\n)[\s\S])*[.;:?]?', text):
        s = ' '.join(re.sub(r'^[ \t]*\*', '', x).strip() for x in m.group().split('\n'))
        yield line + text.count('\n', 0, m.start()), s.strip(' */')


def of_c(text):
    """(kind, line, number of lines, text) of comments, and of string literals of three words or more."""
    for m in re.finditer(r"/\*[\s\S]*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", text):
        body, line = m.group(), text.count('\n', 0, m.start()) + 1
        if body[0] == '/':
            yield 'comments', line, body.count('\n') + 1, body[2:-2] if body[1] == '*' else body[2:]
        elif body[0] == '"' and body.count(' ') >= 2:
            yield 'messages', line, 1, body[1:-1].replace('\\n', ' ')


def read(path):
    """Texts of a file: C, or a README."""
    with open(path, encoding='utf-8', errors='replace') as f:
        text = f.read()
    if path.endswith(('.c', '.h')):
        yield from of_c(text)
    elif os.path.basename(path).startswith('README'):
        yield 'comments', 1, sum(len(x.split()) > 2 for x in text.split('\n')), text


def files(path):
    if not os.path.isdir(path):
        return [path]
    return sorted(os.path.join(d, x) for d, _, names in os.walk(path) for x in names)


def check(path, top, show=False):
    """Findings per 100 lines by kind; SHOW: print each."""
    lines, found = {}, {}
    for name in files(os.path.join(top, path)):
        if os.path.relpath(name, top) in SKIPPED:
            continue
        for kind, line, count, text in read(name):
            lines[kind] = lines.get(kind, 0) + count
            for at, sentence in sentences(text, line):
                rule = findings(sentence)
                if rule:
                    found[kind] = found.get(kind, 0) + 1
                    if show:
                        print('%s:%d: %s (%s): %s' % (os.path.relpath(name, top), at, *rule, sentence[:160]))
    return {k: 100 * found.get(k, 0) / n for k, n in lines.items()}


def main():
    top = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')
    if sys.argv[1:]:
        for path in sys.argv[1:]:
            print(path, {k: round(v, 2) for k, v in check(os.path.relpath(path, top), top, True).items()})
        return
    print('1..%d' % (1 + 2 * len(LIMITS)))
    wrong = [s for rule, s in EXAMPLES if (findings(s) or (None,))[0] != rule]
    print('%sok 1 - the rules find the examples' % ('not ' if wrong else ''), *wrong, sep='\n# ')
    n = 1
    for path, *limits in LIMITS:
        rates = check(path, top)
        for kind, limit in zip(('comments', 'messages'), limits):
            n, rate = n + 1, rates.get(kind, 0)
            verdict = 'ok' if rate <= limit else 'not ok'
            print('%s %d - %s: at most %g riddles per 100 lines of %s' % (verdict, n, path, limit, kind))
            if rate > limit:
                print('# %.2f; tests/prose.py %s lists them' % (rate, path))


main()
