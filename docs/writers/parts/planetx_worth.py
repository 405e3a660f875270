"""What a starting fact, a topic and a handicap are worth in The Search for Planet X, played on the same skies."""

from parts.stories import of_studies

PLACE = 82
TITLE = "The Search for Planet X: what facts, topics and handicaps are worth"
PLAYED = {
    "facts": ("facts --players 2", 2_000),
    "topics": ("topics --players 2", 2_000),
    "facts-expert": ("facts --mode expert --players 2", 300),
    "topics-expert": ("topics --mode expert --players 2", 300),
    "handicap-2": ("handicap survey-first infogain --players 2", 2_000),
    "handicap-3": ("handicap survey-first infogain --players 3", 2_000),
    "handicap-4": ("handicap survey-first infogain --players 4", 2_000),
}
COMMANDS = tuple(
    f"seti-sim whatif {asked} --game planetx --seed 31 --games {games} --out RUNS/planetx-worth/{name}"
    for name, (asked, games) in PLAYED.items()
)


def told(runs):
    return of_studies(*(runs / "planetx-worth" / name for name in PLAYED))
