"""style.py FILE...: report lines of C that break rules about lines, expressions and names.

Each line of the report is FILE:LINE: RULE. The program splits the sources into tokens and does not need a compiler."""
import re
import sys

COLUMNS = 100
TAB = 8
PARAMETERS = 6
MEMBERS = 24
TOKEN = re.compile(r"""
    (?P<comment>/\*.*?\*/|//[^\n]*)
  | (?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
  | (?P<directive>^[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)
  | (?P<word>[A-Za-z_0-9]+)
  | (?P<sign><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s])
""", re.X | re.S | re.M)
ASSIGN = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
# Words before the head of a statement.
HEADS = {"if", "while", "for", "switch"}
# Words before a parenthesis that is not the argument list of a call or the parameter list of a function.
NOT_A_CALL = {"if", "while", "for", "switch", "return", "sizeof", "_Alignof", "defined", "__attribute__"}


class Token:
    def __init__(self, kind, text, line):
        self.kind = kind
        self.text = text
        self.line = line


def tokens_of(text):
    """Return the tokens of TEXT without comments and preprocessor lines."""
    out = []
    line = 1
    at = 0
    for m in TOKEN.finditer(text):
        line += text.count("\n", at, m.start())
        at = m.start()
        if m.lastgroup not in ("comment", "directive"):
            out.append(Token(m.lastgroup, m.group(), line))
    return out


def match_pairs(tokens):
    """Return a dictionary: index of an opening bracket to the index of its closing bracket."""
    pairs = {}
    stack = []
    for i, t in enumerate(tokens):
        if t.text in ("(", "[", "{"):
            stack.append(i)
        elif t.text in (")", "]", "}") and stack:
            pairs[stack.pop()] = i
    return pairs


def split_at(tokens, pairs, begin, end, mark):
    """Return the ranges between the MARKs from BEGIN to END that are not inside brackets."""
    parts = []
    start = i = begin
    while i < end:
        if i in pairs:
            i = pairs[i]
        elif tokens[i].text == mark:
            parts.append((start, i))
            start = i + 1
        i += 1
    parts.append((start, end))
    return parts


class Source:
    def __init__(self, name):
        self.name = name
        with open(name, encoding="utf-8") as f:
            self.text = f.read()
        self.tokens = tokens_of(self.text)
        self.pairs = match_pairs(self.tokens)
        self.found = []
        self.statics = []
        self.structs = []

    def report(self, line, rule):
        self.found.append((line, rule))

    # ---- Lines ----

    def check_lines(self):
        for number, line in enumerate(self.text.split("\n"), 1):
            if len(line.expandtabs(TAB)) <= COLUMNS:
                continue
            # A message is not split, so that it can be searched for.
            if not re.fullmatch(r'\s*(?:[A-Za-z_]+ )?"(?:\\.|[^"\\])*"[,;)]*', line):
                self.report(number, "more than %d columns" % COLUMNS)

    # ---- Expressions ----

    def is_for(self, i):
        return i > 0 and self.tokens[i - 1].text == "for"

    def check_conditionals(self):
        """Report a conditional operator inside another one of the same statement."""
        depth = 0
        open_marks = []
        for i, t in enumerate(self.tokens):
            if t.text in ("(", "["):
                depth += 1
            elif t.text in (")", "]"):
                depth -= 1
                open_marks = [d for d in open_marks if d <= depth]
            elif t.text in (";", "{", "}"):
                open_marks = []
            elif t.text == ",":
                open_marks = [d for d in open_marks if d < depth]
            elif t.text == "?":
                if open_marks:
                    self.report(t.line, "nested conditional operator")
                open_marks.append(depth)

    def check_assignments(self):
        """Report an assignment in brackets, except in the head of a for statement, or in a conditional operator."""
        for i, t in enumerate(self.tokens):
            if t.text != "(" or i not in self.pairs:
                continue
            end = self.pairs[i]
            if self.is_for(i):
                parts = split_at(self.tokens, self.pairs, i + 1, end, ";")
                if len(parts) == 3:
                    self.report_assignment(*parts[1])
                continue
            if i > 0 and self.tokens[i - 1].text == ")" and i + 1 < end and self.tokens[i + 1].text == "{":
                continue
            self.report_assignment(i + 1, end)
        self.check_conditional_values()

    def check_conditional_values(self):
        depth = 0
        marks = []
        for t in self.tokens:
            if t.text in ("(", "["):
                depth += 1
            elif t.text in (")", "]"):
                depth -= 1
                marks = [d for d in marks if d <= depth]
            elif t.text in (";", "{", "}", ","):
                marks = []
            elif t.text == "?":
                marks.append(depth)
            elif marks and t.text in ASSIGN:
                self.report(t.line, "assignment inside a conditional operator")

    def report_assignment(self, begin, end):
        i = begin
        while i < end:
            if self.tokens[i].text in ("{", "("):
                i = self.pairs.get(i, i)
            elif self.tokens[i].text in ASSIGN:
                self.report(self.tokens[i].line, "assignment inside a condition or an argument")
            i += 1

    def check_commas(self):
        """Report a comma operator: a comma in an expression statement or in a pair of plain brackets."""
        begin = braces = 0
        heads = set()
        for i, t in enumerate(self.tokens):
            before = self.tokens[i - 1].text if i else ""
            braces += (t.text == "{") - (t.text == "}")
            if t.text == "(" and i in self.pairs and braces:
                if before in HEADS:
                    heads.add(self.pairs[i])
                if before != "for" and self.is_plain(i) and self.has_comma(i + 1, self.pairs[i]):
                    self.report(t.line, "comma operator")
            elif t.text in (";", "{", "}", "else", "do") or i in heads:
                if t.text == ";" and self.is_statement(begin) and self.has_comma(begin, i):
                    self.report(self.tokens[begin].line, "comma operator")
                begin = i + 1

    def has_comma(self, begin, end):
        return len(split_at(self.tokens, self.pairs, begin, end, ",")) > 1

    def is_plain(self, i):
        """Return whether the bracket I is around an expression: not arguments, parameters or attributes."""
        before = self.tokens[i - 1]
        if before.text == "(" and self.tokens[i - 2].text == "__attribute__":
            return False
        if before.text in HEADS or before.text == "return":
            return True
        return before.kind != "word" and before.text not in (")", "]", "*") and not self.is_parameters(i)

    def is_parameters(self, i):
        """Return whether the bracket I is a list of parameters, as behind a pointer to a function or an attribute."""
        return self.tokens[i + 1].text in ("void", "const", "struct", "unsigned", "int", "char")

    def is_statement(self, begin):
        """Return whether the statement that begins at BEGIN is an expression: it begins with a name that is called,
        assigned or incremented."""
        t = self.tokens
        if t[begin].text in ("++", "--"):
            return True
        if t[begin].kind != "word" or begin + 1 >= len(t):
            return t[begin].text == "*" and begin > 0
        return t[begin + 1].text in ("(", "[", "->", ".", "++", "--") or t[begin + 1].text in ASSIGN

    # ---- Functions, structs ----

    def check_definitions(self):
        depth = 0
        for i, t in enumerate(self.tokens):
            if t.text == "{":
                depth += 1
            elif t.text == "}":
                depth -= 1
            elif t.text == "(" and depth == 0 and i in self.pairs:
                self.check_function(i)
            if t.text in ("struct", "union") and i + 2 < len(self.tokens):
                self.check_struct(i)

    def check_function(self, i):
        before = self.tokens[i - 1]
        end = self.pairs[i]
        if before.kind != "word" or before.text in NOT_A_CALL or end + 1 >= len(self.tokens):
            return
        if self.tokens[end + 1].text not in ("{", ";", "__attribute__"):
            return
        n = len(split_at(self.tokens, self.pairs, i + 1, end, ","))
        # Functions of the library keep the parameters that monread.h declares.
        if n > PARAMETERS and not before.text.startswith("monread_"):
            self.report(before.line, "%s has %d parameters" % (before.text, n))
        begin = i
        while begin > 0 and self.tokens[begin - 1].text not in (";", "}", "{"):
            begin -= 1
        head = [t.text for t in self.tokens[begin:i]]
        if self.tokens[end + 1].text == "{" and "static" in head and "inline" not in head:
            self.statics.append((before.text, before.line))

    def check_struct(self, i):
        at = i + 1
        name = self.tokens[at].text if self.tokens[at].kind == "word" else ""
        at += bool(name)
        if at >= len(self.tokens) or self.tokens[at].text != "{" or at not in self.pairs:
            return
        if name:
            self.structs.append((name, self.tokens[i].line))
        n = 0
        for begin, end in split_at(self.tokens, self.pairs, at + 1, self.pairs[at], ";"):
            n += len(split_at(self.tokens, self.pairs, begin, end, ",")) if end > begin else 0
        if n > MEMBERS:
            self.report(self.tokens[i].line, "struct %s has %d members" % (name, n))

    def check(self):
        self.check_lines()
        self.check_conditionals()
        self.check_assignments()
        self.check_commas()
        self.check_definitions()


def twice(sources, what, names_of):
    """Report each name that several files define."""
    places = {}
    for s in sources:
        for name, line in names_of(s):
            places.setdefault(name, []).append((s, line))
    for name, list_of in sorted(places.items()):
        # One file may define a name once for each branch of an #if.
        count = len({s.name for s, _ in list_of})
        for s, line in list_of if count > 1 else []:
            s.report(line, "%s %s is defined in %d files" % (what, name, count))


def main():
    sources = [Source(name) for name in sys.argv[1:]]
    for s in sources:
        s.check()
    ours = [s for s in sources if "/src/" in "/" + s.name]
    twice(ours, "static function", lambda s: s.statics)
    twice(ours, "struct", lambda s: s.structs)
    twice(ours, "file name", lambda s: [(s.name.rsplit("/", 1)[1], 1)] if s.name.endswith(".c") else [])
    # The library's own header must not change for its users.
    found = ["%s:%d: %s" % (s.name, line, rule) for s in sources if not s.name.endswith("/monread.h")
             for line, rule in sorted(set(s.found))]
    print("\n".join(found))
    return 1 if found else 0


sys.exit(main())
