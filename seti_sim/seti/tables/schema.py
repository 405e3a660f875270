"""Every table of a run of SETI, column by column: type, unit, meaning and denominator.

Columns are data. The builder, the reader, the tests and docs/tables.md all go by what is written here;
`python -m seti_sim.tables.page > docs/tables.md` writes the page.

A type is written as Polars writes it (`Int64`, `Float32`, …) or as `enum NAME`, a Polars Enum whose
categories are fixed: those in `FIXED` below, or, for those in `RUN_ENUMS`,
those of the run (kept in its run.json), in the engine's order.
"""

from __future__ import annotations

from dataclasses import replace

from seti_sim.core import columns
from seti_sim.core.columns import GAME_ID, Column, Table
from seti_sim.seti.vocabulary_actions import FREE_WORDS, MAIN_WORDS
from seti_sim.seti.vocabulary_tables import ARRIVALS, POINTS
from seti_sim.seti.vocabulary_tables import FATES as LEAVING

SOURCES = ARRIVALS
FATES = (*LEAVING, "held")
BONUSES = ("vp", "energy", "publicity", "draw")
SIDES = ("a", "b")
SLOTS = ("left", "right")
TRACES = ("signal", "lander", "analysis")
TRACE_PLACES = ("discovery", "overflow", "board")
GOLD_SIDE = "{}, side {}"  # what a gold tile with its side is called, in run.json and on the page
CRAFTS = ("orbiter", "lander")
CHANCES = ("dealt", "deck", "refill", "stack", "revealed", "tile", "species", "turned-up")
MAIN_ACTIONS, FREE_ACTIONS = MAIN_WORDS, FREE_WORDS
FIXED = {
    "source": SOURCES,
    "fate": FATES,
    "bonus": BONUSES,
    "chance": CHANCES,
    "craft": CRAFTS,
    "side": SIDES,
    "slot": SLOTS,
    "action": MAIN_ACTIONS + FREE_ACTIONS,
}
RUN_ENUMS = ("card", "tech", "species", "body", "gold", "objective", "policy")

POINT_SOURCES = {source: meaning for source, (_, meaning) in POINTS.items()}
"""Sources of points and what falls under them, in the order of the columns `points_…`."""
SOURCE_WORDS = {source: words for source, (words, _) in POINTS.items()}
"""The same, as few words as charts have room for."""


SEAT = Column("seat", "UInt8", "", "seat, 1 to n in turn order of round 1")
OUTCOME = (
    Column("policy", "enum policy", "", "policy that played the seat"),
    Column("score", "Int16", "points", "final score of the seat", "rows of this table"),
    Column(
        "win_share",
        "Float32",
        "share",
        "win share of the seat in the game: 1 for a sole winner, 1/k for k tied, else 0",
        "rows of this table",
    ),
)


def _when(what: str) -> tuple[Column, Column]:
    return (
        Column("round", "UInt8", "round", f"round in which {what}: 0 setup, 1 to 5, 6 final scoring"),
        Column("turn", "UInt16", "turn", f"turn of the game in which {what}, counted over all seats; 0 setup"),
    )


GAMES = Table(
    "games",
    "one game",
    ("game_id",),
    (
        GAME_ID,
        Column("species_left", "enum species", "", "species in the left slot, discovered or not"),
        Column("species_right", "enum species", "", "species in the right slot"),
        Column(
            "gold_sides",
            "String",
            "",
            "sides of the gold tiles that lie up, drawn at random: a letter a tile, in the order of the categories of `gold`",
        ),
        Column("turns", "UInt16", "turns", "turns played by all seats together, passing included", "games"),
        Column(
            "decisions",
            "UInt32",
            "decisions",
            "decisions that had more than one legal action or are always asked",
            "games",
        ),
        Column(
            "discovered_left",
            "UInt8",
            "round",
            "round of the left discovery; null if never",
            "games with a left discovery",
        ),
        Column(
            "discovered_right",
            "UInt8",
            "round",
            "round of the right discovery; null if never",
            "games with a right discovery",
        ),
        Column("discoverer_left", "UInt8", "seat", "seat whose turn made the left discovery; null if never or nobody's"),
        Column("discoverer_right", "UInt8", "seat", "seat whose turn made the right discovery; null if never or nobody's"),
        Column("discovery_turn_left", "UInt16", "turn", "turn of the game of the left discovery; null if never"),
        Column("discovery_turn_right", "UInt16", "turn", "turn of the game of the right discovery; null if never"),
        Column("reshuffles", "UInt8", "times", "times the discard pile was shuffled into the deck", "games"),
        Column("best_score", "Int16", "points", "highest score of the game", "games"),
        Column("margin", "Int16", "points", "highest score minus second highest; 0 where the win is shared", "games"),
        Column("winners", "UInt8", "seats", "seats that share the win", "games"),
    ),
)

SEATS = Table(
    "seats",
    "one seat of one game",
    ("game_id", "seat"),
    (
        GAME_ID,
        SEAT,
        Column("policy", "enum policy", "", "policy that played the seat"),
        Column("score", "Int16", "points", "final score", "seats"),
        Column(
            "win_share",
            "Float32",
            "share",
            "1 for a sole winner, 1/k for k tied, else 0; sums to 1 in every game",
            "seats",
        ),
        *(
            Column(f"points_{s}", "Int16", "points", f"of the score: {meaning}", "seats")
            for s, meaning in POINT_SOURCES.items()
        ),
        Column("credits", "Int16", "credits", "credits left at the end", "seats"),
        Column("energy", "Int16", "energy", "energy left at the end", "seats"),
        Column("publicity", "Int16", "publicity", "publicity at the end", "seats"),
        Column("data", "Int16", "data", "data left in the pool at the end", "seats"),
        Column("hand", "Int16", "cards", "cards in hand at the end", "seats"),
        Column("techs_probe", "UInt8", "techs", "probe techs taken", "seats"),
        Column("techs_telescope", "UInt8", "techs", "telescope techs taken", "seats"),
        Column("techs_computer", "UInt8", "techs", "computer techs taken", "seats"),
        Column("traces_signal", "UInt8", "traces", "signal traces marked", "seats"),
        Column("traces_lander", "UInt8", "traces", "lander traces marked", "seats"),
        Column("traces_analysis", "UInt8", "traces", "analysis traces marked", "seats"),
        Column("wins", "UInt8", "sectors", "sectors won", "seats"),
        Column("orbiters", "UInt8", "orbiters", "orbiters at the end", "seats"),
        Column("landers", "UInt8", "landers", "landers at the end, those on moons included", "seats"),
        Column("missions", "UInt8", "missions", "missions completed", "seats"),
        Column("endgame_cards", "UInt8", "cards", "end-of-game cards played", "seats"),
        Column("income_credits", "UInt8", "cards", "cards tucked for credits", "seats"),
        Column("income_energy", "UInt8", "cards", "cards tucked for energy", "seats"),
        Column("income_card", "UInt8", "cards", "cards tucked for a card", "seats"),
        Column("income_data", "UInt8", "cards", "cards tucked for a data, which are species' cards", "seats"),
        Column("income_publicity", "UInt8", "cards", "cards tucked for publicity, which are species' cards", "seats"),
    ),
)

CARDS = Table(
    "cards",
    "one arrival of a card at a seat's hand",
    ("game_id", "seat", "card_id", "arrival"),
    (
        GAME_ID,
        SEAT,
        Column("card_id", "enum card", "", "printed number of the card"),
        Column(
            "arrival",
            "UInt8",
            "",
            "which arrival of this card at this seat in this game, from 1; above 1 if it left and came back",
        ),
        Column(
            "source",
            "enum source",
            "",
            "where it came from: dealt (the five of setup), deck (blind), row, stack (end of round), returned (to "
            "the hand after play), species (that deck or its face-up card)",
        ),
        Column("deck_size", "UInt8", "cards", "cards in the deck before a dealt or blind draw; null for other sources"),
        *_when("it came"),
        Column(
            "fate",
            "enum fate",
            "",
            "how it left: played, tucked (income), corner, signal (discarded for its signal), exchanged, discarded "
            "(on passing), held (still in hand at the end)",
            "arrivals",
        ),
        Column("round_left", "UInt8", "round", "round in which it left; null if held"),
        Column("turn_left", "UInt16", "turn", "turn in which it left; null if held"),
        Column("opening", "Boolean", "", "one of the five dealt at setup, before the choice of a card to tuck"),
        *OUTCOME,
    ),
    "Score, win share and policy are repeated here so that questions about cards need no join. "
    "Only `opening` is random: which cards are drawn later, kept or played is also a sign of how well a seat is doing.",
)

DRAWS = Table(
    "draws",
    "one chance event whose probability is known",
    ("game_id", "event"),
    (
        GAME_ID,
        Column("event", "UInt16", "", "number of the chance event in its game, in order of happening, from 0"),
        Column(
            "chance",
            "enum chance",
            "",
            "dealt (one of a seat's five), deck (blind draw into a hand), refill (a card comes to the row, the row "
            "of setup included), stack (a card laid into an end-of-round stack), revealed (the top card of the deck, "
            "turned up and discarded for its signal), tile (the next bonus of a tech stack comes to light), species (a "
            "card of a species' deck comes unseen to a hand, or to the secret cards of a seat), turned-up (a species' "
            "next card comes to lie face up)",
        ),
        Column(
            "seat",
            "UInt8",
            "",
            "seat that the card came to, or that revealed it; null for the row, the stacks, the tiles and what is "
            "turned up beside a species",
        ),
        *_when("it happened"),
        Column("card_id", "enum card", "", "card drawn; null for a tile"),
        Column("tech_id", "enum tech", "", "tech whose tile came to light; null for a card"),
        Column("bonus", "enum bonus", "", "bonus of that tile; null for a card"),
        Column("stack", "UInt8", "", "end-of-round stack of the card, 1 to 4 for the rounds; null otherwise"),
        Column(
            "pool",
            "UInt8",
            "cards or tiles",
            "how many it could have been: cards in the deck, or tiles left in the stack, before the draw. Given "
            "everything before it, each had probability 1/pool",
        ),
    ),
)

ACTIONS = Table(
    "actions",
    "one kind of action of one seat in one round, where it was done at least once",
    ("game_id", "seat", "round", "kind"),
    (
        GAME_ID,
        SEAT,
        Column("round", "UInt8", "round", "1 to 5"),
        Column(
            "kind",
            "enum action",
            "",
            "main actions: "
            + ", ".join(MAIN_ACTIONS)
            + "; free actions: "
            + ", ".join(FREE_ACTIONS)
            + " (effects of cards that do the same are not counted, but the energy or the card that pays for what "
            "an effect's step lacks is)",
        ),
        Column("n", "UInt16", "times", "times done in the round", "seats of all games, since rows of 0 are left out"),
        Column("policy", "enum policy", "", "policy that played the seat"),
    ),
    "Rows of zero are left out. A mean number of actions divides by the seats of all games, not by the rows found.",
)

TECHS = Table(
    "techs",
    "one tech taken by a seat",
    ("game_id", "seat", "tech_id"),
    (
        GAME_ID,
        SEAT,
        Column("tech_id", "enum tech", "", "tech"),
        *_when("it was taken"),
        Column("number", "UInt8", "", "which tech of the seat it was, from 1"),
        Column("bonus", "enum bonus", "", "bonus printed on the tile taken"),
        Column(
            "two_points",
            "Boolean",
            "",
            "whether the 2-point tile of the stack came with it, so whether the seat was its first taker",
            "takings",
        ),
        *OUTCOME,
    ),
)

CRAFT = Table(
    "craft",
    "one probe that a seat put into orbit or landed",
    ("game_id", "seat", "number"),
    (
        GAME_ID,
        SEAT,
        Column("number", "UInt8", "", "which one of the seat it was, from 1"),
        Column("craft", "enum craft", "", "what it became: orbiter or lander"),
        Column("body", "enum body", "", "planet or moon"),
        *_when("it did"),
        Column(
            "first",
            "Boolean",
            "",
            "whether it was the first orbiter of the planet, or covered a space for its first landers",
            "rows",
        ),
        *OUTCOME,
    ),
    "What an effect takes off its planet again keeps its row.",
)

GOLD = Table(
    "gold",
    "one mark of a seat on a gold tile",
    ("game_id", "seat", "tile"),
    (
        GAME_ID,
        SEAT,
        Column("tile", "enum gold", "", "gold scoring tile"),
        Column("side", "enum side", "", "side of the tile that lies up in this game"),
        Column("milestone", "UInt8", "points", "milestone at which it was marked"),
        Column("place", "UInt8", "", "1 if the first mark on the tile, 2 if the second, 3 if a later one"),
        *_when("it was marked"),
        Column("count", "UInt8", "", "what the tile counts, for this seat at the end of the game", "marks"),
        Column("points", "Int16", "points", "points of this mark at the end of the game", "marks"),
        *OUTCOME,
    ),
)

SPECIES = Table(
    "species",
    "one seat of one game and one of its two species",
    ("game_id", "slot", "seat"),
    (
        GAME_ID,
        Column("slot", "enum slot", "", "slot of the species"),
        Column("species", "enum species", "", "species in that slot, discovered or not"),
        SEAT,
        Column("discovered", "UInt8", "round", "round of its discovery; null if never"),
        Column("discoverer", "Boolean", "", "whether it was discovered in the seat's turn", "discovered species"),
        *(
            Column(f"traces_{kind}", "UInt8", "traces", f"{kind} traces of the seat for this species, anywhere", "rows")
            for kind in TRACES
        ),
        Column("traces_discovery", "UInt8", "traces", "of these, on discovery spaces", "rows"),
        Column("traces_overflow", "UInt8", "traces", "of these, in overflow areas", "rows"),
        Column("traces_board", "UInt8", "traces", "of these, on the board of the species", "rows"),
        Column("traces", "UInt8", "traces", "all of them", "rows"),
        Column(
            "most_traces",
            "Boolean",
            "",
            "whether no seat has more traces for the species, and this one has any; several can be equal",
            "rows",
        ),
        Column(
            "cards_gained",
            "UInt8",
            "cards",
            "its cards that came to the seat: to the hand, or to its secret cards",
            "rows of discovered species",
        ),
        Column("cards_played", "UInt8", "cards", "its cards played, secret ones included", "rows of discovered species"),
        Column(
            "points_during",
            "Int16",
            "points",
            "points from the species during play: rewards of its board and tokens, effects and missions of its cards",
            "rows of discovered species",
        ),
        Column(
            "points_end",
            "Int16",
            "points",
            "points from it at the end: end-of-game and secret cards, less `danger_loss`",
            "rows of discovered species",
        ),
        Column("danger_loss", "Int16", "points", "points lost for the most danger", "rows of discovered species"),
        *OUTCOME,
    ),
)

TABLES = {table.name: table for table in (GAMES, SEATS, CARDS, DRAWS, ACTIONS, TECHS, CRAFT, GOLD, SPECIES)}


def tables_for(solo: bool) -> dict[str, Table]:
    """The tables of a run: those of solo games have some more, and a column of `seats`."""
    if not solo:
        return TABLES
    from seti_sim.seti.tables.schema_solo import IS_RIVAL, OBJECTIVES, RIVAL

    seats = replace(SEATS, columns=(*SEATS.columns, IS_RIVAL))
    return TABLES | {"seats": seats, "rival": RIVAL, "objectives": OBJECTIVES}


def enum_names(categories: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """Categories of every Enum: the fixed ones and those of the run (`RUN_ENUMS`)."""
    return FIXED | {name: tuple(categories[name]) for name in RUN_ENUMS}


def polars_schema(table: Table, categories: dict[str, list[str]]):
    """`pl.Schema` of a table, given the categories of the run's Enums."""
    return columns.polars_schema(table, enum_names(categories))
