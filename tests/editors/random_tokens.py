#!/usr/bin/env python3
"""Prints tokens of the language at random: random_tokens.py TABLE SEED LINES. The scanner takes each of them; TABLE
is generator/front/words.c."""
import random
import re
import sys


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        codes = re.findall(r'X\(n, "([a-z]+)"', file.read()) + ["past-size", "x-"]
    words = sorted({*codes[:-2]} - {"allow", "use"})
    draw = random.Random(int(sys.argv[2]))

    def text(characters, least, most):
        return "".join(draw.choice(characters) for _ in range(draw.randint(least, most)))

    def number():
        return draw.choice((text("0123456789", 1, 6), "0x" + text("0123456789abcdefABCDEF", 1, 8)))

    def version():
        parts = [text("0123456789", 1, 5) for _ in range(draw.randint(1, 4))]
        end = draw.choice(("", "", text("HhNn", 1, 1) + text("0129abX", 0, 2)))
        return ".".join(parts) + end + "".join("-" + text("spxrtm0129", 1, 4) for _ in range(draw.choice((0, 0, 1, 2))))

    def span():
        return draw.choice((version() + "..", ".." + version(), version() + ".." + version()))

    def name():
        return text("ABab_xin", 1, 1) + text("ABab_xin019", 0, 6)

    def quoted():
        return '"%s"' % "".join(draw.choice(("a", " ", "//", "/*", "\\\"", "\\\\", "\\n", "`", "é", "5.0..", "in "))
                                for _ in range(draw.randint(0, 6)))

    def comment():
        inside = "".join(draw.choice((" ", "*", "/ ", "in", '"', "`", "é", "0x1", "use <a>")) for _ in range(5))
        return draw.choice(("/*%s*/" % inside.replace("*/", "* "), "//%s\n" % inside, "///%s\n" % inside, "/*\n*/"))

    makers = (lambda: draw.choice(words), number, version, span, name, lambda: "`%s`" % name(), quoted, comment,
              lambda: "= allow %s %s" % (draw.choice(codes), quoted()),
              lambda: "= allow\n%sgap-in \"\"" % comment(),
              lambda: "; use <%s>" % draw.choice(("a.strata", "a/b c.strata", "//", "in 5.0.. \"")),
              lambda: "; use " + comment() + "<x>", lambda: draw.choice("; : , | = * + . < > ? - ( ) [ ] { }".split()),
              lambda: draw.choice(("==", "!=", "<=", ">=", "&&", "||", "...")))
    for _ in range(int(sys.argv[3])):
        line = ""
        for _ in range(draw.randint(1, 12)):
            token = draw.choice(makers)()
            close = line[-1:] in tuple(";,()[]{}|") or token in tuple(";,()[]{}|")
            line += ("" if close and draw.random() < 0.5 else draw.choice((" ", " ", "  ", "\t", "\n"))) + token
        print(line)


main()
