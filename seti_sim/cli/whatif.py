"""`seti-sim whatif`: questions that need games played on purpose, one command a question."""

import re

import click

from seti_sim.cli.options import study_options, variant_option
from seti_sim.cli.studies import carry_out, kind_of


@click.group()
def whatif():
    """Questions that need games played on purpose; each keeps what it played and goes on from there.

    \b
    seti-sim whatif cards --games 200000 --out runs/deal
    seti-sim whatif strategies explorer observer analyst --games 1000
    seti-sim report runs/a --with runs/deal
    """


@whatif.command()
@study_options("Most games that are played, all replays counted.  [default: 200000]", own=False)
@click.option("--precision", metavar="WIDTH", help="Stop as soon as the half-width of every card is below this: 1vp or 2pp.")
@click.option("--card", "cards", multiple=True, metavar="ID", help="Only this card, by id or title; several times for several.")
@click.option("--against", type=click.Path(), metavar="RUN", help="Run of the same players on another seed whose blind draws "
              "are set beside.")  # fmt: skip
@variant_option
def cards(**given):
    """What a card is worth that is dealt: the same games again with another card in its place.

    \b
    seti-sim whatif cards --players 4 --precision 2vp --against runs/a
    seti-sim whatif cards --card base-013 --card "Gravitational Slingshot" --precision 1vp
    """
    answer("cards", None, given)


@whatif.command()
@study_options("Games, one position looked for in each.  [default: 20000]", own=False)
@variant_option
def uses(**given):
    """Play a card, use its corner, or tuck it for income: all from the same positions, by round.

    \b
    seti-sim whatif uses --games 20000
    """
    answer("uses", None, given)


@whatif.command()
@study_options("Games that are played as they are dealt.  [default: 2000]")
@click.option("--seating", default="rotate", show_default=True, metavar="HOW", help="rotate or fixed.")
@variant_option
def facts(**given):
    """What a starting fact, a clue, a conference, a target or a unit of time is worth to the seat that alone is given it.

    \b
    seti-sim whatif facts --game planetx --players 2 --games 4000
    """
    answer("facts", None, given)


@whatif.command()
@study_options("Games that are played as they are dealt.  [default: 2000]")
@variant_option
def topics(**given):
    """What a kind of research topic or conference does to the game that it lies in, in place of another.

    \b
    seti-sim whatif topics --game planetx --mode expert
    """
    answer("topics", None, given)


@whatif.command()
@click.argument("weaker")
@click.argument("stronger")
@study_options("Games with each number of facts.  [default: 4000]", without=("policy",))
@variant_option
def handicap(weaker, stronger, **given):
    """How many starting facts make a WEAKER player equal to STRONGER ones, two policies; --players says of how many.

    \b
    seti-sim whatif handicap survey-first infogain --game planetx --players 2
    """
    answer("handicap", [weaker, stronger], given)


@whatif.command()
@click.argument("words", nargs=-1, metavar="[OPTION]...")
@click.option("--players", default="2,3,4", show_default=True, metavar="N[,N]", help="Numbers of players.")
@study_options("Games of each option and number of players.  [default: 4000]", without=("players",), own=False)
@variant_option
def options(words, players, **given):
    """What an option is worth: the win share lost by a player barred from it among players who are not.

    An OPTION is what `without=` of a policy takes: scan, telescope-1, signal-trace, mascamites, species, mission …; without any
    it is all of them.

    \b
    seti-sim whatif options scan research species --games 4000
    """
    from seti_sim.simulate.config import player_counts

    answer("options", words, given | {"players": player_counts(players, kind_of(given))})


@whatif.command()
@click.argument("ways", nargs=-1, required=True, metavar="POLICY POLICY...")
@click.option("--among", type=int, default=4, show_default=True, help="Players of the games in which each is alone.")
@study_options("Deals; every pair plays two games on each.  [default: 1000]", without=("players", "policy"))
@variant_option
def strategies(ways, **given):
    """Ways to play against each other: who beats whom, the mix of clever players, against which species.

    \b
    seti-sim whatif strategies explorer observer analyst engineer missionary
    """
    from seti_sim.studies import strategies as study

    carry_out(study, list(ways), given)


@whatif.command()
@study_options("Games.  [default: 20000]", own=False)
@click.option("--seating", default="rotate", show_default=True, metavar="HOW", help="rotate or fixed.")
@variant_option
def course(**given):
    """How games go: who leads after each round, lead changes, comebacks, margins, length.

    \b
    seti-sim whatif course --players 4 --games 20000
    """
    answer("course", None, given)


@whatif.command()
@click.argument("players", nargs=-1, required=True, metavar="POLICY POLICY...")
@study_options("Games of all deals and orders together.  [default: 20000]", without=("players", "policy"))
@variant_option
def luck(players, **given):
    """How much of the result is due to the deal, the seat and skill: the same deals with these players in every order.

    \b
    seti-sim whatif luck lookahead greedy --games 2000
    """
    from seti_sim.studies import luck as study

    carry_out(study, list(players), given)


@whatif.command()
@click.argument("player", metavar="POLICY")
@study_options("Games of its own, in which it is made to do otherwise.  [default: 10000]", without=("policy",), own=False)
@click.option("--each", type=int, metavar="N", help="Times that each use of each card, tech, … is forced in each round, if there are "
              "as many chances.  [default: 200]")  # fmt: skip
@click.option("--confirm-seed", type=int, help="Seed of the fresh games.  [default: seed + 1]")
@variant_option
def blindspots(player, **given):
    """What a player fails to do: uses that it does not choose, forced one at a time, and the points that they gain.

    POLICY sits in all seats. At each decision every use that it does not choose (play this card, tuck it, launch, pass …) may be
    forced, by lot; then it goes on with the same luck. What gains clearly is confirmed on fresh games.

    \b
    seti-sim whatif blindspots greedy
    seti-sim whatif blindspots lookahead --games 500 --each 10 --out runs/blind
    """
    answer("blindspots", player, given)


@whatif.command()
@click.argument("metric")
@click.option("--change", "changes", multiple=True, required=True, metavar="ADDRESS=VALUE,VALUE",
              help="A change that is allowed, its values from the smallest on; several times for several.")  # fmt: skip
@click.option("--target", type=float, help="What the metric should be, in its units; none for seats.")
@click.option("--within", required=True, metavar="WIDTH", help="How near it shall be: 0.5pp, 2vp, or a number in its units.")
@click.option("--most", type=int, help="Most changes at once.  [default: 2, or as many as there are]")
@study_options("Games of every candidate.  [default: 10000]")
@click.option("--confirm-games", type=int, help="Fresh games of what is found and of the game as it is.  [default: twice]")
@click.option("--confirm-seed", type=int, help="Seed of the fresh games.  [default: seed + 1]")
@variant_option
def fix(metric, within, changes, most, **given):
    """The fewest and smallest of the allowed changes that bring a METRIC to its target, confirmed on fresh games.

    METRIC is seats (every seat's win share equal) or one that `seti-sim compare` takes: score, turns, times.scan, …

    \b
    seti-sim whatif fix seats --within 0.5pp --change "setup.start_vp=[1,2,3,5],[1,3,4,5]"
    seti-sim whatif fix score --target 140 --within 2vp --change actions.scan.cost.energy=3
    """
    from seti_sim.studies import cheapest_fix

    given |= {"changes": list(changes), "most": min(2, len(changes)) if most is None else most, "within": width(within)}
    carry_out(cheapest_fix, metric, given)


def answer(name: str, subject, given) -> None:
    """Answer the question of a command for the game that it is asked of."""
    carry_out(kind_of(given).question(f"whatif {name}"), subject, given)


def width(text: str) -> float:
    """A width in units of a metric: `0.5pp` → 0.005, `2vp` → 2.0, `0.1` → 0.1."""
    from seti_sim.studies import StudyError

    match = re.fullmatch(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(pp|vp|)\s*", text)
    if match:
        return float(match[1]) / (100 if match[2] == "pp" else 1)
    raise StudyError(f"within {text!r}: expected a width like 0.5pp, 2vp or 0.1")
