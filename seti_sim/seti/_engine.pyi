# What Python sees of the compiled engine of SETI (ext/seti); tests/test_stubs.py compares the two.
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from numpy.typing import NDArray

from seti_sim.core.errors import EngineFault as EngineFault
from seti_sim.core.structs import Layouts

CERTAIN: int
COURSE_COLUMNS: tuple[str, ...]
DECISIONS: tuple[str, ...]
ENDLESS: str
FAULTS: dict[int, str]
FINGERPRINT: str
FIRST_USE: int
FRAME_KINDS: tuple[str, ...]
FRAME_MOVE: int
GAME_COLUMNS: tuple[str, ...]
HIDDEN_UNITS: int
IS_CHECKED: bool
MAX_DECISIONS: int
NET_SIZES: dict[str, int]
N_OBJECTS: int
N_USES: int
POLICY_NUMBERS: int
TABLE_NAMES: tuple[str, ...]
UNIT: int
USES: tuple[str, ...]
USE_ROUNDS: int
VALUE_NAMES: tuple[str, ...]
WEIGHT_NAMES: tuple[str, ...]

class Rules:
    def __init__(self, tables: dict[str, int | list[int]], fields: dict[str, list[Any]]) -> None: ...
    @property
    def n_cards(self) -> int: ...
    def shown(self, position: int) -> list[int]: ...
    def layers(self, position: int) -> list[int]: ...
    def publicity(self, position: int) -> list[int]: ...
    def fare(self, position: int, disc: int, space: int) -> tuple[int, int, str]: ...

class Core:
    def __init__(self, rules: Rules) -> None: ...
    @property
    def rules(self) -> Rules: ...
    def start(
        self, players: int, seed: int, game: int, pair: int = -1, level: int = 0, swap: tuple[int, int] = (0, 0)
    ) -> None: ...
    def listen(self) -> None: ...
    def heard(self) -> bytes: ...
    def see(self) -> None: ...
    def seen(self) -> bytes: ...
    def legal(self) -> list[int]: ...
    def apply(self, act: int) -> None: ...
    def check(self) -> None: ...
    def verify(self) -> None: ...
    def miss_cards(self) -> None: ...
    def proceed(self) -> None: ...
    def fresh_turn(self, seat: int, after: bool) -> None: ...
    def fresh_setup(self, seat: int) -> None: ...
    def place_species(self, slot: int) -> None: ...
    def shuffled(self, cards: Sequence[int], purpose: int, index: int) -> list[int]: ...
    def set_key(self, seed: int, game: int) -> None: ...
    def score_now(self, seat: int) -> tuple[int, dict[int, int], list[tuple[int, int, int]]]: ...
    def player_luck(self) -> int: ...
    def copy(self) -> Core: ...
    def to_bytes(self) -> bytes: ...
    def from_bytes(self, data: bytes) -> None: ...
    @property
    def to_move(self) -> int | None: ...
    @property
    def decision(self) -> str: ...
    @property
    def turn(self) -> int: ...
    @property
    def round(self) -> int: ...
    @property
    def players(self) -> int: ...
    @property
    def rival(self) -> int | None: ...
    @property
    def over(self) -> bool: ...

def struct_layouts() -> Layouts: ...
def play_batch(
    rules: Rules,
    players: int,
    seed: int,
    first: int,
    weights: NDArray[Any],
    assign: NDArray[Any],
    games: NDArray[Any],
    seats: NDArray[Any],
    acts: NDArray[Any],
    pairs: NDArray[Any],
    log: bool = True,
    callers: Iterable[Callable[[Core, int], int] | None] | None = None,
    level: int = 0,
    numbers: NDArray[Any] | None = None,
    swaps: NDArray[Any] | None = None,
    course: NDArray[Any] | None = None,
) -> tuple[bytes, None] | tuple[None, tuple[int, str, list[int]]]: ...
def choose_action(core: Core, weights: NDArray[Any]) -> int: ...
def play_to_end(core: Core, weights: NDArray[Any], seating: NDArray[Any]) -> list[int]: ...
def sample_choices(
    rules: Rules,
    players: int,
    seed: int,
    first: int,
    weights: NDArray[Any],
    assign: NDArray[Any],
    pairs: NDArray[Any],
    level: int,
    teacher: int,
    heat: float,
    keep: int,
    explore: int,
    x: NDArray[Any],
    cards: NDArray[Any],
    about: NDArray[Any],
    rows: NDArray[Any],
    worths: NDArray[Any],
    value: NDArray[Any],
) -> tuple[int, int]: ...
def sample_values(
    rules: Rules,
    players: int,
    seed: int,
    first: int,
    weights: NDArray[Any],
    assign: NDArray[Any],
    pairs: NDArray[Any],
    x: NDArray[Any],
    about: NDArray[Any],
    explore: int = 0,
) -> int: ...
def play_deviations(
    rules: Rules,
    players: int,
    seed: int,
    first: int,
    weights: NDArray[Any],
    assign: NDArray[Any],
    pairs: NDArray[Any],
    rates: NDArray[Any],
    chances: NDArray[Any],
    done: NDArray[Any],
    callers: Iterable[Callable[[Core, int], int] | None] | None = None,
    fork: Callable[[], list[Callable[[Core, int], int] | None]] | None = None,
) -> tuple[bytes, None] | tuple[None, tuple[int, str, list[int]]]: ...
def use_of_action(core: Core, act: int) -> tuple[int, int]: ...
def worths(core: Core, weights: NDArray[Any]) -> tuple[list[int], list[int], list[int]]: ...
