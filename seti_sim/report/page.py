"""The page itself: the template filled with sections and with how the run was made."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from pathlib import Path

import jinja2

from seti_sim.charts import save
from seti_sim.core.amounts import number, rounded
from seti_sim.core.errors import RunError
from seti_sim.core.files import write_whole, writing
from seti_sim.core.language import language, marked, tr, trn
from seti_sim.core.node import shown
from seti_sim.core.places import check_no_url
from seti_sim.report import blocks
from seti_sim.report import studies as played
from seti_sim.report.cells import Table
from seti_sim.report.verdicts import Verdict, questions_of
from seti_sim.report.verdicts import sheet as of_sections
from seti_sim.simulate.again import options_of
from seti_sim.simulate.progress import words
from seti_sim.studies.store import telling
from seti_sim.tables import Run
from seti_sim.tables.folder import reading

_FEW = 1000
_CHANGES = 12
_POLICY = "default-src 'none'; style-src '{style}'; script-src '{script}'; base-uri 'none'; form-action 'none'"
"""Nothing is loaded, and of styles and scripts only the page's own count: whatever a name of a variant holds, it does nothing."""
COMMAND = marked("Command")
"""The row of how something was made that is to be typed."""


@dataclass
class Part:
    """What the page says about one run: a heading where there are several, anchors that begin with `mark`.

    repeatable: does the same command, or call in Python where there was none, give the same? identity: of the run, the study or
    the runs.
    """

    heading: str
    mark: str
    warnings: list[str]
    sections: list
    made: list[tuple[str, str]]
    repeatable: bool = True
    identity: str = ""
    sheet: Sheet | None = None


@dataclass
class Sheet:
    """The first sheet about a run: rows (what, text) of who played and how strong they are, the command, the verdicts."""

    who: list[tuple[str, str]]
    command: str
    verdicts: list[Verdict]


def render(runs, *, studies=(), precision=None, each=True, verdicts=None, form="") -> str:
    """The report of an opened run, or of several, as the text of one HTML page; the same text for the same runs.

    studies: what was played on purpose (`seti_sim.studies.Study`), after the runs. precision: a half-width and its unit
    that the section on numbers of games shall be about, as `analysis.precision.parse` gives them. each: without it only
    what sets the runs side by side, and no sections of each. verdicts: a TOML file with other limits for the verdicts.
    form: `short` leaves verdicts and answers alone, without charts and tables; `full` has every section open.
    """
    return _page(*_parts(runs, studies, precision, each, verdicts), studies, form)


def _parts(runs, studies, precision, each, verdicts=None) -> tuple[list[Run], list[Part]]:
    runs = [runs] if isinstance(runs, Run) else list(runs)
    rules = {run.kind: questions_of(run.kind, verdicts) for run in runs}
    several = len(runs) + len(studies) > 1
    parts = []
    with reading(runs):
        for kind in dict.fromkeys(run.kind for run in runs):
            mine = [run for run in runs if run.kind is kind]
            together = kind.together(mine) if len(mine) > 1 else []
            if together:
                of = "" if len(mine) == len(runs) else tr(" of {title}", title=kind.title)
                of_all = " ".join(run.config["identity"] for run in mine)
                parts.append(
                    Part(
                        tr("All runs{of} together", of=of),
                        "all-" if not of else f"{kind.name}-",
                        [],
                        together,
                        [],
                        identity=of_all,
                    )
                )
        for run, name in zip(runs, _names(runs), strict=True):
            mark = f"{run.config['identity']}-" if several else ""
            heading = name if several else ""
            found = run.kind.sections(run, precision) if each else []
            _set_beside(found, run, studies)
            sheet = _sheet(run, found, rules[run.kind]) if each else None
            parts.append(
                Part(heading, mark, list(_warnings(run)), found, list(_made(run)), identity=run.config["identity"], sheet=sheet)
            )
    for study in studies:
        with telling(study):
            found, name, warnings = played.sections(study), played.heading(study), played.warnings(study)
            rows = list(played.origin(study))
            for chart in (chart for section in found for chart in section.figures):
                _ = chart.svg, chart.narrow  # drawn here, where a file that fits no study is told
        parts.append(Part(name if several else "", f"{found[0].anchor}-", warnings, found, rows, not warnings, found[0].anchor))
    return runs, parts


def _sheet(run, sections, questions) -> Sheet | None:
    """The first sheet about a run; None where its sections answer no question."""
    found = of_sections(run, sections, questions)
    if not found:
        return None
    games = tr(
        "{n_games} games of {table}, by {rules}",
        n_games=rounded(run.n_games),
        table=", ".join(_table(run)),
        rules=_rules(run),
    )
    return Sheet(
        [(tr("Who played"), f"{blocks.who(run)}: {games}."), *run.kind.beside_people(run)], run.config["command"], found
    )


def _set_beside(sections, run, studies) -> None:
    """Before the table of a section what studies say of it."""
    for study in studies:
        with telling(study):
            told = played.beside(study, run)
        for section in sections:
            if section.anchor in told:
                at = next((i for i, block in enumerate(section.blocks) if isinstance(block, Table)), len(section.blocks))
                section.blocks.insert(at, told[section.anchor])


def _page(runs, parts, studies, form="") -> str:
    templates = jinja2.Environment(
        loader=jinja2.PackageLoader("seti_sim.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    templates.tests["figure"] = lambda block: isinstance(block, blocks.Figure)
    templates.tests["checklist"] = lambda block: isinstance(block, blocks.Checks)
    templates.tests["story"] = lambda block: isinstance(block, blocks.Story)
    templates.tests["boards"] = lambda block: isinstance(block, blocks.Boards)
    templates.globals |= {"command": COMMAND, "tr": tr, "language": language()}
    templates.tests["text"] = lambda block: isinstance(block, str)
    facts = [[*_table(run), blocks.who(run), _rules(run), tr("seed {seed}", seed=run.config["seed"])] for run in runs]
    shared = [fact for fact in facts[0] if all(fact in others for others in facts)] if facts else []
    titles = tr(" and ").join(dict.fromkeys(tr(run.kind.title) for run in runs))
    title = (
        trn("{n} game of {titles}", "{n} games of {titles}", sum(run.n_games for run in runs), titles=titles)
        if runs
        else "; ".join(map(played.heading, studies))
    )
    changed = ""
    if runs and len({run.config["rules"]["fingerprint"] for run in runs}) == 1 and runs[0].config["rules"]["variant"]:
        title, changed = tr("{title} under {rules}", title=title, rules=_rules(runs[0])), _changed(runs[0])
    style, script = _inside(templates, "page.css"), templates.get_template("page.js").render().strip()
    return templates.get_template("page.html").render(
        title=title, subtitle=", ".join(shared), changed=changed, parts=parts, form=form, style=style, script=script,
        policy=_POLICY.format(style=_hash(style), script=_hash(script)),
    )  # fmt: skip


def _inside(templates, name: str) -> str:
    """A file of the templates as it stands in the page."""
    return templates.loader.get_source(templates, name)[0].strip()


def _hash(text: str) -> str:
    """What a Content-Security-Policy calls an inline style or script."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _names(runs) -> list[str]:
    """What tells runs apart: the number of players where that does, options and policies as well, else the folder."""
    players = [blocks.at_table(run) for run in runs]
    tables = [", ".join(_table(run)) for run in runs]
    policies = [f"{blocks.who(run)}, {table}" for run, table in zip(runs, tables)]
    for found in (players, tables, policies):
        if len(set(found)) == len(runs):
            return found
    return [run.path.name for run in runs]


def write(runs, out, *, studies=(), precision=None, charts=None, each=True, verdicts=None, form="") -> Path | None:
    """Write the report of a run, or of several, to a file, whole or not at all, and return its path.

    With None for the file only the charts are written.

    studies, precision, each, verdicts, form: as of `render`. charts: a folder for the figures of the page as PNG and SVG, too.
    RunError where it cannot be written.
    """
    check_places(out, charts)
    if out is not None and not Path(out).absolute().parent.is_dir():
        raise RunError(f"{out}: cannot be written (there is no folder {Path(out).parent})")
    runs, parts = _parts(runs, studies, precision, each, verdicts)
    if charts is not None:
        save_charts(runs, parts, charts)
    if out is None:
        return None
    out, text = Path(out), _page(runs, parts, studies, form)
    write_whole(out, text.encode("utf-8", "backslashreplace"))
    return out


def save_charts(runs, parts, folder) -> list[Path]:
    """Write every figure of the parts into a folder as PNG and SVG, and return the files.

    A picture stands alone, on a slide: over it are its question, the answer and what it shows, and its metadata say of which
    games it is.
    """
    found = []
    with writing(Path(folder)):
        for part in parts:
            made = part.made or [
                (run.config["identity"], _source(_made(run))) for run in runs if run.config["identity"] in part.identity
            ]
            for section, chart in ((asked, chart) for asked in part.sections for chart in asked.figures):
                told = {
                    "Title": section.question, "Description": f"{section.answer} {chart.alt}.",
                    "Identifier": part.identity, "Source": _source(made),
                }  # fmt: skip
                title = (section.question, section.answer, f"{chart.alt}.")
                found += save(chart.figure, folder, f"{part.mark}{chart.name}", title, told)
    return found


def _source(made) -> str:
    """The rows of how something was made, without where and when, in one line."""
    return "; ".join(f"{what}: {text}" for what, text in made if what not in ("Folder", "Machine", "Time", "Started"))


def check_places(out, charts) -> None:
    """RunError, before anything is made or written, where page or charts have nowhere to go."""
    for there in (out, charts):
        if there is not None:
            check_no_url(there)
    if out is not None and Path(out).exists() and not Path(out).is_file():
        raise RunError(f"{out}: is no file, expected the name of the page to write")
    if charts is not None and Path(charts).exists() and not Path(charts).is_dir():
        raise RunError(f"{charts}: is no folder, expected one for the charts")


def _table(run) -> list[str]:
    """Number of players, and what else tells games of this kind apart at a glance."""
    return [blocks.at_table(run), *run.kind.head_words(run.config)]


def _rules(run) -> str:
    rules = run.config["rules"]
    if not rules["variant"]:
        return tr("the printed rules")
    return tr(
        "the variant {name}", name=rules["variant"].get("variant", {}).get("name") or rules["file"] or tr("given in code")
    )


def _value(value) -> str:
    return "nothing" if value is None else shown(value)


def _changed(run) -> str:
    """What a variant says of itself, and what it changes."""
    content = run.config["rules"]["variant"]
    told = content.get("variant", {}).get("description", "")
    changes = run.kind.changes(content)
    if not changes:
        return told
    listed = "; ".join(f"{address} {_value(old)} → {_value(new)}" for address, old, new in changes[:_CHANGES])
    more = tr("; and {changes} more", changes=len(changes) - _CHANGES) if len(changes) > _CHANGES else ""
    return f"{told[:1].upper()}{told[1:]}{': ' if told else ''}{listed}{more}."


def _warnings(run):
    if not run.finished:
        there = tr("{n_games} of {games} games", n_games=rounded(run.n_games), games=rounded(run.config["games"]))
        yield tr("This run is unfinished: {there}. What is there is whole and shown as it is.", there=there)
    if run.n_games < _FEW:
        yield tr("{n_games} games are few. Intervals are honest, but wide.", n_games=rounded(run.n_games))
    if "tables" in run.config:
        kept = ", ".join(run.config["tables"])
        yield tr("Of this run only the tables {kept} were kept. Questions that need others are left out.", kept=kept)
    if run.n_games % run.config["block"]:
        uneven = tr("The games are no whole number of blocks of {block}", block=run.config["block"])
        yield tr("{uneven}, so policies sat in the seats almost, not exactly, equally often.", uneven=uneven)


def _made(run):
    """Rows (what, text) of "How this was made"."""
    config = run.config
    yield COMMAND, config["command"]
    yield (
        marked("Games"),
        tr(
            "{n}, numbers {first} to {last}",
            n=rounded(run.n_games),
            first=rounded(run.ranges[0][0]),
            last=rounded(sum(run.ranges[-1]) - 1),
        ),
    )
    yield marked("Seed"), str(config["seed"])
    yield (
        marked("Policies"),
        ", ".join(tr("{name} (weights {key})", name=policy["name"], key=policy["key"]) for policy in config["policies"]),
    )
    for name, value in options_of(config).items():
        yield name.capitalize(), run.kind.option_text(name, value)
    yield (
        marked("Seats"),
        tr(
            "{seats}; seating {seating}, blocks of {block}",
            seats=", ".join(config["seats"]),
            seating=config["seating"],
            block=config["block"],
        ),
    )
    yield (
        marked("Rules"),
        tr("{rules}, fingerprint {fingerprint}", rules=_rules(run), fingerprint=config["rules"]["fingerprint"]),
    )
    yield marked("Versions"), ", ".join(f"{name} {version}" for name, version in config["versions"].items())
    machine = config["machine"]
    yield (
        marked("Machine"),
        tr(
            "{system} on {processor}, {cores} cores, {jobs} used",
            system=machine["system"],
            processor=machine["processor"],
            cores=machine["cores"],
            jobs=config["jobs"],
        ),
    )
    yield (
        marked("Time"),
        tr(
            "{words}, {games_timed} games a second on one core",
            words=words(config["seconds"]),
            games_timed=number(config["games_timed"] / config["core_seconds"], 0),
        )
        if config["core_seconds"]
        else "unknown",
    )
    yield marked("Started"), config["started"]
