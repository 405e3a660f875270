"""Small words of the English in `wording`: what a key is called, numbers with their nouns, lists."""

UNCOUNTED = {"energy", "publicity", "data", "movement"}
GAINED = {
    "credits": "credit",
    "energy": "energy",
    "publicity": "publicity",
    "data": "data",
    "vp": "point",
    "exofossil": "exofossil",
}
PAID = {"credits": "credit", "energy": "energy", "publicity": "publicity"}
CORNERS = {"move": "movement", "publicity": "publicity", "data": "data", "vp": "point"}
INCOMES = {"credits": "credit", "energy": "energy", "card": "card", "data": "data", "publicity": "publicity"}
SPOTS = {"asteroids": "asteroids", "comet": "a comet"}


def amount(n, one, many=None):
    """ "1 point", "2 points", "no energy"; what cannot be counted has no plural."""
    if n == 0:
        return f"no {one if one in UNCOUNTED else many or one + 's'}"
    return f"{n} {one if n == 1 or one in UNCOUNTED else many or one + 's'}"


def amounts(node):
    """What a table names of the resources, listed: "3 points and 1 data"."""
    return listed([amount(node.int(key, 1, 9999), GAINED[key]) for key in node.keys() if key in GAINED])


def article(text):
    return f"{'an' if text[0] in 'aeiou' else 'a'} {text}"


def is_gain(text):
    """Whether an effect is worded as a plain gain, which can be listed with others behind one verb."""
    return text.startswith("gain ") and " for " not in text and " corner" not in text


def of_kind(kind, thing):
    return article(thing if kind == "any" else f"{kind} {thing}")


def kind_of(node, key):
    kind = node.str(key, default="any")
    return "" if kind == "any" else kind + " "


def color_of(node):
    return f"{node.str('color')} " if node.has("color") else ""


def word(node, key, words):
    return words[node.str(key, tuple(words))]


def listed(parts, last="and"):
    """ "a", "a and b", "a, b and c"; with `last` = "then": "a, then b"."""
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + (f", {last} " if last == "then" else f" {last} ") + parts[-1]


def upper_first(text):
    return text[:1].upper() + text[1:]
