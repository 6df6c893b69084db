"""The atlas in a real browser: filtered, a class pasted, a link followed, wide and narrow."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from helpers.chromium import Page

from littlestone.proofs_check.atlas.atlas_page import page_text
from littlestone.proofs_check.atlas.entries import entries
from littlestone.proofs_check.atlas.orbit_rows import OrbitRows, orbit_rows
from littlestone.proofs_check.explore.listings import members_of
from littlestone.proofs_check.orbits.orbit_table import orbit_table
from littlestone.proofs_check.orbits.symmetries import image, symmetries
from littlestone.proofs_check.questions.universes import set_text

NAMES = ("size", "VC", "Ldim", "TD")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("atlas") / "atlas.html"
    file.write_text(page_text(list(entries(NAMES)), NAMES), encoding="utf-8")
    return file.as_uri()


@pytest.fixture
def page(browser: Page, atlas: str) -> Page:
    browser.open(atlas)
    return browser


def type_into(page: Page, field: str, text: str) -> None:
    page.run(
        f"(() => {{ const e = document.forms[0].{field}; e.value = {text!r};"
        " e.dispatchEvent(new Event('input', {bubbles: true})); })()"
    )


def shown(page: Page) -> list[str]:
    ids: list[str] = page.run("[...document.querySelectorAll('section')].filter(s => s.offsetParent).map(s => s.id)")
    return ids


def said(page: Page, output: str) -> str:
    return str(page.run(f"document.getElementById('{output}').value"))


def test_a_filter_shows_what_it_says(page: Page) -> None:
    assert len(shown(page)) == 429
    for text, holds in [
        ("points = 4, Ldim > VC", lambda e: e.points == 4 and int(e.values["Ldim"]) > int(e.values["VC"])),
        ("td <= 1 and size != 2", lambda e: int(e.values["TD"]) <= 1 and len(e.members) != 2),
        ("orbit >= 192", lambda e: e.orbit >= 192),
        ("VC = 9", lambda e: False),
    ]:
        type_into(page, "filter", text)
        expected = [e.id for e in entries(NAMES) if holds(e)]
        assert shown(page) == expected and said(page, "shown") == f"{len(expected)} of 429 classes"
    page.run("document.querySelector('button[type=reset]').click()")
    page.run("new Promise(done => setTimeout(done, 50))")
    assert len(shown(page)) == 429 and said(page, "shown") == "429 classes"


@pytest.mark.parametrize(("text", "words"), [("VCC = 2", "VCC is no parameter"), ("VC 2", "is no comparison")])
def test_a_filter_that_cannot_be_read_is_said(page: Page, text: str, words: str) -> None:
    type_into(page, "filter", text)
    assert words in said(page, "shown") and len(shown(page)) == 429


def test_a_class_that_is_pasted_leads_to_its_entry(page: Page) -> None:
    type_into(page, "filter", "VC = 2")
    type_into(page, "pasted", "{111, 110, 100, 011}")
    assert page.run("location.hash") == "#c3-27" and "{000, 001, 011, 100}" in said(page, "found")
    assert page.run("document.getElementById('c3-27').offsetParent !== null")
    page.run("new Promise(done => setTimeout(done, 50))")
    top = page.run("document.getElementById('c3-27').getBoundingClientRect().top")
    assert 0 <= top < page.run("innerHeight")


@pytest.mark.parametrize(
    ("text", "words"), [("{00000}", "at most 4 points"), ("{00, 1}", "as many labels"), ("{02}", "write a class as")]
)
def test_what_is_no_class_of_the_atlas_is_said(page: Page, text: str, words: str) -> None:
    type_into(page, "pasted", text)
    assert words in said(page, "found")


def test_the_page_finds_the_least_class_of_every_orbit(page: Page) -> None:
    draw = random.Random(0)
    for points in (1, 2, 3, 4):
        group, table = list(symmetries(points)), orbit_table(points).least.tolist()
        for number in draw.sample(table[1:], min(12, len(table) - 1)):
            moved = image(draw.choice(group), number)
            rows = [[i >> (points - 1 - x) & 1 for x in range(points)] for i in range(2**points) if moved >> i & 1]
            assert page.run(f"canonical({points}, {rows})") == f"c{points}-{number}"


def test_nothing_is_fetched_and_nothing_errs(page: Page, atlas: str) -> None:
    type_into(page, "filter", "VC = 1")
    type_into(page, "pasted", "{01, 10}")
    urls = {event["request"]["url"].split("#")[0] for event in page.of("Network.requestWillBeSent")}
    assert urls <= {atlas, "about:blank"} and atlas in urls
    assert page.of("Runtime.exceptionThrown") == [] and page.of("Runtime.consoleAPICalled") == []
    assert [e["entry"] for e in page.of("Log.entryAdded") if e["entry"]["level"] in ("error", "warning")] == []


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_no_width_overflows(page: Page, width: int) -> None:
    page.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False)
    assert page.run("document.documentElement.scrollWidth") <= width


def test_every_class_has_its_pictures(page: Page) -> None:
    assert page.run("document.querySelectorAll('section svg.graph').length") == 429
    assert page.run("document.querySelectorAll('section svg.tree').length") == 425


# ---- Five points


@pytest.fixture(scope="module")
def rows() -> OrbitRows:
    return orbit_rows(3)


@pytest.fixture
def large(browser: Page, rows: OrbitRows, tmp_path: Path) -> Page:
    """The atlas of the classes to 2 points, those on 3 as a table, as those on 5 are."""
    file = tmp_path / "atlas.html"
    file.write_text(page_text(list(entries(NAMES, 2)), NAMES, rows), encoding="utf-8")
    browser.open(file.as_uri())
    browser.run("READY")
    return browser


def groups(page: Page) -> list[list[str]]:
    found: list[list[str]] = page.run(
        "[...document.querySelectorAll('#groups tbody tr')].map(r => [...r.children].map(c => c.innerText))"
    )
    return found


def group_by(page: Page, text: str) -> None:
    page.run(
        f"(() => {{ const e = document.forms[1].group; e.value = {text!r};"
        " e.dispatchEvent(new Event('input', {bubbles: true})); return READY; })()"
    )


def test_a_table_counts_the_orbits_that_the_filter_leaves(large: Page, rows: OrbitRows) -> None:
    type_into(large, "filter", "Ldim >= 1, size <= 6")
    group_by(large, "vc, TD")
    kept = (rows.columns["Ldim"] >= 1) & (rows.columns["size"] <= 6)
    expected = []
    for vc, td in sorted(set(zip(rows.columns["VC"][kept].tolist(), rows.columns["TD"][kept].tolist(), strict=True))):
        here = kept & (rows.columns["VC"] == vc) & (rows.columns["TD"] == td)
        smallest = min(rows.numbers[here].tolist(), key=lambda n: (n.bit_count(), n))
        counts = [f"{here.sum():,}", f"{rows.orbits[here].sum():,}"]
        expected.append([str(vc), str(td), *counts, set_text(members_of(smallest, 3))])
    assert len(expected) > 3 and groups(large) == expected
    assert said(large, "grouped").startswith(f"{kept.sum()} orbits, {rows.orbits[kept].sum():,} classes")
    type_into(large, "filter", "VC = 9")
    assert groups(large) == [] and said(large, "grouped") == "0 orbits, 0 classes, 0 groups"


@pytest.mark.parametrize(("text", "words"), [("VCC", "VCC is no parameter"), ("a, b, c, d, e", "at most 4 parameters")])
def test_a_group_that_cannot_be_read_is_said(large: Page, text: str, words: str) -> None:
    group_by(large, text)
    assert words in said(large, "grouped") and groups(large) == []


def test_a_class_of_the_table_has_an_entry(large: Page, rows: OrbitRows) -> None:
    type_into(large, "pasted", "{111, 110, 011, 000}")
    large.run("new Promise(done => setTimeout(done, 50))")
    number = int(str(large.run("location.hash")).removeprefix("#c3-"))
    at = rows.numbers.tolist().index(number)
    shown_values = large.run("[...document.querySelectorAll('#row dd')].map(d => Number(d.innerText))")
    assert shown_values == [3, int(rows.orbits[at]), *(int(column[at]) for column in rows.columns.values())]
    assert large.run("document.querySelector('#row h2').innerText") == set_text(members_of(number, 3))
    assert large.run("document.getElementById('row').offsetParent !== null")
    type_into(large, "pasted", "{00, 01}")
    large.run("new Promise(done => setTimeout(done, 50))")
    assert large.run("document.getElementById('row').hidden") and large.run("location.hash") == "#c2-3"


@pytest.mark.parametrize("width", [360, 1280])
def test_the_table_does_not_overflow_and_nothing_errs(large: Page, width: int) -> None:
    large.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False)
    group_by(large, "VC, Ldim, TD, star")
    assert large.run("document.documentElement.scrollWidth") <= width
    assert large.of("Runtime.exceptionThrown") == []
    assert [e["entry"] for e in large.of("Log.entryAdded") if e["entry"]["level"] in ("error", "warning")] == []
    urls = {event["request"]["url"].partition(":")[0] for event in large.of("Network.requestWillBeSent")}
    assert urls <= {"file", "about", "blob"}


@pytest.mark.nightly
def test_five_points_are_unpacked_and_counted(browser: Page, tmp_path: Path) -> None:
    file = tmp_path / "atlas.html"
    file.write_text(page_text(list(entries(NAMES, 1)), NAMES, orbit_rows()), encoding="utf-8")
    browser.open(file.as_uri())
    browser.run("READY")
    assert said(browser, "grouped").startswith("1,228,157 orbits, 4,294,967,295 classes, ")
    type_into(browser, "filter", "Ldim = 4, VC = 2")
    assert "7,680 classes" in said(browser, "grouped")
