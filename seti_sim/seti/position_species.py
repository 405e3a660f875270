"""Species in positions: boards, decks, tokens and secret cards of the slots, written as and read from plain values.

Only what a discovered species has on the table is written; keys left out stand for what its setup would lay out from
the game's luck (docs/protocol.md).
"""

from __future__ import annotations

import numpy as np

from seti_sim.seti.rules import opcodes as oc

NONE = 255
SPACES, DECK, MESSAGES = 9, 16, 16
SLOT_KEYS = ("board", "deck", "face_up", "samples", "tokens", "anomalies", "rewards", "messages", "milestones")
SEAT_KEYS = ("capsules", "message_tile", "secrets", "secrets_played", "secret_milestones")
# Fields of the state that are said in words here.
STATE_WORDS = (
    "secret_score",
    "message_score",
    "gone",
    "alien_deck",
    "alien_n",
    "alien_up",
    "board_mark",
    "board_open",
    "board_latest",
    "sample_space",
    "samples_at",
    "capsule_owner",
    "capsule_space",
    "anomaly_at",
    "n_messages",
    "message_card",
    "message_seat",
    "reward_by",
)
PLACED = ("alien_deck", "alien_n", "alien_up", "samples_at", "sample_space", "anomaly_at", "disc_index")


def has(ids, s, slot: int, mechanism: str) -> bool:
    """Is the slot's species discovered and does it bring the mechanism (sample, anomaly, tile, message, secret)?"""
    return bool(s["discovered"][slot]) and int(s["species"][slot]) == ids.tables[f"{mechanism}_species"]


def tile_in_play(ids, s) -> bool:
    return any(has(ids, s, slot, "tile") for slot in (0, 1))


def _space(value: int) -> list[int]:
    return [value // 8 + 1, value % 8]


# ---------------------------------------------------------------------- writing
def write_slot(ids, s, slot: int, seats) -> dict:
    """What lies on and beside the board of a discovered species."""
    out: dict = {"board": {}}
    species = int(s["species"][slot])
    for kind, word in enumerate(oc.TRACE_KINDS):
        column = []
        for i in range(ids.tables["board_n"][3 * species + kind]):
            if ids.tables["board_any"][(3 * species + kind) * SPACES + i]:
                marks = [seats[p] for p in range(len(seats)) for _ in range(s["board_open"][(3 * slot + kind) * 4 + p])]
                if marks:
                    latest = seats[s["board_latest"][3 * slot + kind] - 1]
                    marks.remove(latest)
                    marks.append(latest)
                column.append(marks)
            else:
                holder = int(s["board_mark"][(3 * slot + kind) * SPACES + i])
                column.append(seats[holder - 1] if holder else None)
        out["board"][word] = column
    out["deck"] = [ids.card_ids[c] for c in s["alien_deck"][DECK * slot : DECK * slot + s["alien_n"][slot]][::-1].tolist()]
    up = int(s["alien_up"][slot])
    out["face_up"] = ids.card_ids[up - 1] if up else None
    if has(ids, s, slot, "sample"):
        names = ids.tokens["samples"]
        out["samples"] = {
            ids.planet_ids[i]: [name for k, name in enumerate(names) if (int(s["samples_at"][i]) >> k) & 1]
            for i in range(8)
            if ids.tables["sample_count"][i]
        }
        lying = s["sample_space"].reshape(3, SPACES)
        out["tokens"] = {
            word: [names[t - 1] if t else None for t in lying[kind][: ids.tables["board_n"][3 * species + kind]].tolist()]
            for kind, word in enumerate(oc.TRACE_KINDS)
            if lying[kind].any()
        }
    if has(ids, s, slot, "anomaly"):
        names = ids.tokens["anomalies"]
        out["anomalies"] = {
            str(sector): f"{names[(t - 1) // 2]}/{(t - 1) % 2 + 1}" for sector, t in enumerate(s["anomaly_at"].tolist()) if t
        }
    if has(ids, s, slot, "message"):
        names = ids.tokens["message_rewards"]
        out["rewards"] = {name: seats[s["reward_by"][i] - 1] for i, name in enumerate(names) if s["reward_by"][i]}
        out["messages"] = [
            [ids.card_ids[s["message_card"][i]], seats[s["message_seat"][i]], int(s["message_score"][i])]
            for i in range(int(s["n_messages"]))
        ]
    if has(ids, s, slot, "secret") and s["secret_score"].any():  # a position need not have put them on the track
        out["milestones"] = s["secret_score"][: ids.tables["n_secret_milestones"]].tolist()
    return out


def write_seat(ids, s, i: int) -> dict:
    """Capsules, message tile and secret cards of a seat, what it has none of left out."""
    seat = s["seat"][i]
    out: dict = {}
    capsules = {
        name: _space(int(s["capsule_space"][k]))
        for k, name in enumerate(ids.tokens["samples"])
        if s["capsule_owner"][k] == i + 1
    }
    if capsules:
        out["capsules"] = capsules
    if seat["message_tile"]:
        out["message_tile"] = int(seat["message_tile"]) - 1
    cards = secret_cards(ids)
    for key, field in (("secrets", "secret_hand"), ("secrets_played", "secret_played")):
        held = [ids.card_ids[c] for k, c in enumerate(cards) if (int(seat[field]) >> k) & 1]
        if held:
            out[key] = held
    done = [name for k, name in enumerate(ids.tokens["milestones"]) if (int(seat["secret_done"]) >> k) & 1]
    if done:
        out["secret_milestones"] = done
    return out


def secret_cards(ids) -> list[int]:
    """Numbers of the cards that are played face down, in the order of their bits."""
    species = ids.tables["secret_species"]
    if species == NONE:
        return []
    return ids.tables["species_card"][DECK * species : DECK * species + ids.tables["species_n_cards"][species]]


# ---------------------------------------------------------------------- reading
def read_seat(r, row: dict, path: str, s, i: int) -> None:
    """Capsules join the probes of the seat (MAS-08)."""
    ids, seat = r.ids, s["seat"][i]
    spaces = seat["probes"][: seat["n_probes"]].tolist()
    for key, mechanism in (("capsules", "sample"), ("message_tile", "message"), ("secret_milestones", "secret")):
        if row.get(key) and not any(has(ids, s, slot, mechanism) for slot in (0, 1)):
            r.fail(f"{path}.{key}", row[key], "nothing of a species that is not discovered")
    for name, space in r.table(row.get("capsules", {}), f"{path}.capsules", ids.tokens["samples"]).items():
        k = ids.tokens["samples"].index(name)
        if s["capsule_owner"][k]:
            r.fail(f"{path}.capsules.{name}", space, "a sample that is no other seat's capsule")
        s["capsule_owner"][k] = i + 1
        s["capsule_space"][k] = r.space(space, f"{path}.capsules.{name}")
        spaces.append(int(s["capsule_space"][k]))
        seat["n_capsules"] += 1
    seat["probes"][: len(spaces)] = sorted(spaces)
    seat["n_probes"] = len(spaces)
    if row.get("message_tile") is not None:
        seat["message_tile"] = 1 + r.int(row["message_tile"], f"{path}.message_tile", 0, 30000)
    cards = secret_cards(ids)
    for key, field in (("secrets", "secret_hand"), ("secrets_played", "secret_played")):
        for k, card in enumerate(r.cards(row.get(key, []), f"{path}.{key}")):
            if card not in cards:
                r.fail(f"{path}.{key}[{k}]", ids.card_ids[card], "a card that is played face down")
            seat[field] |= 1 << cards.index(card)
    for k, name in enumerate(r.list(row.get("secret_milestones", []), f"{path}.secret_milestones")):
        seat["secret_done"] |= 1 << r.choice(name, f"{path}.secret_milestones[{k}]", ids.tokens["milestones"])


def read_board(r, row: dict, path: str, s, slot: int, n: int) -> None:
    """Markers on the board of a discovered species."""
    ids = r.ids
    species = int(s["species"][slot])
    for word, column in r.table(row.get("board", {}), f"{path}.board", oc.TRACE_KINDS).items():
        kind = oc.TRACE_KINDS.index(word)
        where = f"{path}.board.{word}"
        size = ids.tables["board_n"][3 * species + kind]
        if len(r.list(column, where)) > size:
            r.fail(where, column, f"at most {size} spaces")
        for i, holder in enumerate(column):
            if ids.tables["board_any"][(3 * species + kind) * SPACES + i]:
                for k, name in enumerate(r.list(holder or [], f"{where}[{i}]", 60)):
                    p = r.seat(name, f"{where}[{i}][{k}]", n)
                    s["board_open"][(3 * slot + kind) * 4 + p] += 1
                    s["board_latest"][3 * slot + kind] = p + 1
                    s["seat"][p]["board"][3 * slot + kind] += 1
            elif holder is not None:
                p = r.seat(holder, f"{where}[{i}]", n)
                s["board_mark"][(3 * slot + kind) * SPACES + i] = p + 1
                s["seat"][p]["board"][3 * slot + kind] += 1


def read_tokens(r, s, placed, slot: int, n: int) -> None:
    """Deck and tokens of a discovered slot: as `placed` by the engine, with what the position says laid over it."""
    ids = r.ids
    path = f"species.{('left', 'right')[slot]}"
    row = r.data.get("species", {}).get(path[8:], {})
    deck = placed["alien_deck"][DECK * slot : DECK * slot + placed["alien_n"][slot]].tolist()
    if placed["alien_up"][slot]:
        deck.append(int(placed["alien_up"][slot]) - 1)
    own = [c for c, species in enumerate(ids.tables["card_species"]) if species == s["species"][slot]]

    def card(name, where):
        found = r.card(name, where)
        if found not in own:
            r.fail(where, name, "a card of this species")
        return found

    messages = []
    for k, entry in enumerate(r.list(row.get("messages", []), f"{path}.messages")):
        where = f"{path}.messages[{k}]"
        if len(r.list(entry, where)) != 3:
            r.fail(where, entry, "[card, seat, score]")
        messages.append((card(entry[0], where), r.seat(entry[1], where, n), r.int(entry[2], where, 0, 30000)))
        if oc.CARD_CLASSES[ids.tables["card_class"][messages[-1][0]]] != "message":
            r.fail(where, entry[0], "a card with a message")
    if len(messages) > MESSAGES or (messages and not has(ids, s, slot, "message")):
        r.fail(f"{path}.messages", row["messages"], f"at most {MESSAGES}, of a species that sends them")
    for k, (number, seat, score) in enumerate(messages):
        s["message_card"][k], s["message_seat"][k], s["message_score"][k] = number, seat, score
    s["n_messages"] += len(messages)
    up = card(row["face_up"], f"{path}.face_up") if row.get("face_up") is not None else None
    if "deck" in row:
        deck = [card(name, f"{path}.deck[{k}]") for k, name in enumerate(r.list(row["deck"], f"{path}.deck"))][::-1]
    else:
        deck = [c for c in deck if c not in r.where]
        if up is None and "face_up" not in row and ids.tables["species_face_up"][int(s["species"][slot])] and deck:
            up = deck.pop()
        # What was not dealt has left the game (EXE-02), but where a rival draws from it (SOL-130).
        if has(ids, s, slot, "secret") and not s["solo"]["rival"]:
            for c in deck:
                s["gone"][c >> 6] |= np.uint64(1 << (c & 63))
            deck = []
    s["alien_deck"][DECK * slot : DECK * slot + DECK] = 0
    s["alien_deck"][DECK * slot : DECK * slot + len(deck)] = deck
    s["alien_n"][slot], s["alien_up"][slot] = len(deck), 0 if up is None else up + 1
    if has(ids, s, slot, "sample"):
        _read_samples(r, row, path, s, slot)
    if has(ids, s, slot, "anomaly") and "anomalies" in row:
        _read_anomalies(r, row["anomalies"], f"{path}.anomalies", s)
    if has(ids, s, slot, "message"):
        for name, holder in r.table(row.get("rewards", {}), f"{path}.rewards", ids.tokens["message_rewards"]).items():
            s["reward_by"][ids.tokens["message_rewards"].index(name)] = 1 + r.seat(holder, f"{path}.rewards.{name}", n)
    if "milestones" in row:
        scores = r.list(row["milestones"], f"{path}.milestones")
        if not has(ids, s, slot, "secret") or len(scores) != ids.tables["n_secret_milestones"]:
            r.fail(f"{path}.milestones", scores, "a score for each milestone of the species")
        for k, score in enumerate(scores):
            s["secret_score"][k] = r.int(score, f"{path}.milestones[{k}]", 0, 30000)


def _read_samples(r, row: dict, path: str, s, slot: int) -> None:
    ids = r.ids
    names = ids.tokens["samples"]
    taken = {k for k in range(len(names)) if s["capsule_owner"][k]}

    def sample(name, where):
        k = r.choice(name, where, names)
        if k in taken:
            r.fail(where, name, "a sample that lies nowhere else")
        taken.add(k)
        return k

    planets = [p for i, p in enumerate(ids.planet_ids[:8]) if ids.tables["sample_count"][i]]
    for planet, lying in r.table(row.get("samples", {}), f"{path}.samples", planets).items():
        where = f"{path}.samples.{planet}"
        i = ids.planet_ids.index(planet)
        s["samples_at"][i] = sum(1 << sample(name, f"{where}[{k}]") for k, name in enumerate(r.list(lying, where)))
    for word, column in r.table(row.get("tokens", {}), f"{path}.tokens", oc.TRACE_KINDS).items():
        kind = oc.TRACE_KINDS.index(word)
        s["sample_space"][SPACES * kind : SPACES * kind + SPACES] = 0
        for i, name in enumerate(r.list(column, f"{path}.tokens.{word}")):
            at = (3 * int(s["species"][slot]) + kind) * SPACES + i
            if name is not None:
                if i >= SPACES or not ids.tables["board_token"][at]:
                    r.fail(f"{path}.tokens.{word}[{i}]", name, "null: no space for a sample")
                s["sample_space"][SPACES * kind + i] = 1 + sample(name, f"{path}.tokens.{word}[{i}]")
    # What the position has put elsewhere does not lie where the setup laid it.
    for i, planet in enumerate(ids.planet_ids[:8]):
        if planet not in row.get("samples", {}):
            s["samples_at"][i] &= ~np.uint8(sum(1 << k for k in taken))
    for at, lying in enumerate(s["sample_space"].tolist()):
        if lying and oc.TRACE_KINDS[at // SPACES] not in row.get("tokens", {}) and lying - 1 in taken:
            s["sample_space"][at] = 0
    for at, lying in enumerate(s["sample_space"].tolist()):
        if s["board_mark"][27 * slot + at] and not lying and ids.tables["board_token"][27 * int(s["species"][slot]) + at]:
            word, i = oc.TRACE_KINDS[at // SPACES], at % SPACES
            r.fail(f"{path}.board.{word}[{i}]", row["board"][word][i], "null: a space whose sample has not come")
    frames = (r.data.get("pending") or {}).get("frames", [])
    waiting = {frame["d"] - 1 for frame in frames if type(frame.get("d")) is int}
    everywhere = taken | waiting | {k - 1 for k in s["sample_space"].tolist() if k}
    everywhere |= {k for k in range(len(names)) for at in s["samples_at"].tolist() if (at >> k) & 1}
    missing = [name for k, name in enumerate(names) if k not in everywhere]
    if missing:
        r.fail(
            f"{path}.samples",
            row.get("samples", {}),
            f"a place for {missing[0]} (samples, tokens or a seat's capsules)",
        )


def _read_anomalies(r, table, path: str, s) -> None:
    names = r.ids.tokens["anomalies"]
    s["anomaly_at"] = 0
    seen = set()
    for sector, text in r.table(table, path, [str(i) for i in range(8)]).items():
        name, _, side = str(text).partition("/")
        k = r.choice(name, f"{path}.{sector}", names)
        if side not in ("1", "2") or k in seen:
            r.fail(f"{path}.{sector}", text, f"{name}/1 or {name}/2, each anomaly once")
        seen.add(k)
        s["anomaly_at"][int(sector)] = 2 * k + int(side)
    if len(seen) != len(names):
        r.fail(path, table, "a sector for each of " + ", ".join(names))
