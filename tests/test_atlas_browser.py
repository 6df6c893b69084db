"""The atlas in a real browser: filtered, a class pasted, a link followed, wide and narrow."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from helpers.chromium import Page, chromium, installed_chromium

from littlestone.proofs_check.atlas.atlas_page import page_text
from littlestone.proofs_check.atlas.entries import entries
from littlestone.proofs_check.orbits.orbit_table import orbit_table
from littlestone.proofs_check.orbits.symmetries import image, symmetries

PROGRAM = installed_chromium()
NAMES = ("size", "VC", "Ldim", "TD")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(PROGRAM is None, reason="no Chromium or Chrome is installed (apt install chromium)"),
]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    assert PROGRAM is not None
    with chromium(PROGRAM, tmp_path_factory.mktemp("profile")) as page:
        yield page


@pytest.fixture(scope="module")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("atlas") / "atlas.html"
    file.write_text(page_text(list(entries(NAMES)), NAMES), encoding="utf-8")
    return file.as_uri()


@pytest.fixture
def page(browser: Page, atlas: str) -> Page:
    browser.call("Emulation.clearDeviceMetricsOverride")
    browser.events.clear()
    browser.open("about:blank")
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
