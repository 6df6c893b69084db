"""The report in a real browser: filtered, opened at a counterexample, in light and dark, wide and narrow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from helpers.chromium import Page
from helpers.sample_ledger import bit_by_bit, claim, ledger

from littlestone.proofs_check.command_line.main import main
from littlestone.proofs_check.reports.pages.report_page import write_report
from littlestone.spec.proofs import ARROW

CLAIMS = ["DIM.vc", "BGS21.T7.1", "BGS21.C5.10", "BGS21.T3.6"]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("report")
    result = CliRunner().invoke(main, ["verify", *CLAIMS, "--jobs", "1", "--report", str(folder)])
    assert result.exit_code == 0, result.output
    return (folder / "index.html").as_uri()


@pytest.fixture
def page(browser: Page, report: str) -> Page:
    browser.open(report)
    return browser


def shown_rows(page: Page) -> list[str]:
    return page.run(
        "[...document.querySelectorAll('tr[data-claim]')].filter(r => r.offsetParent).map(r => r.dataset.claim)"
    )


def sections(page: Page) -> list[str]:
    return page.run("[...document.querySelectorAll('section.claim')].filter(s => s.offsetParent).map(s => s.id)")


def choose(page: Page, selector: str, action: str) -> None:
    """Use a control of the form as a person does, and let the page react."""
    page.run(f"(() => {{ const e = document.querySelector({selector!r}); {action}; }})()")
    page.run("new Promise(done => setTimeout(done, 20))")


def test_the_table_is_filtered(page: Page) -> None:
    assert sorted(shown_rows(page)) == sorted(CLAIMS)
    choose(page, "input[value=refuted]", "e.click()")
    assert shown_rows(page) == sections(page) == ["BGS21.T7.1"]
    assert page.run("document.getElementById('shown').value") == "1 of 4 claims"
    assert page.run("location.hash") == "#verdict=refuted"
    choose(page, "button[type=reset]", "e.click()")
    assert len(shown_rows(page)) == 4
    choose(
        page, "select[name=grade]", "e.value = 'wrong constant'; e.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    assert shown_rows(page) == ["BGS21.T7.1"]
    choose(page, "button[type=reset]", "e.click()")
    choose(page, "select[name=paper]", "e.value = 'DIM'; e.dispatchEvent(new Event('input', {bubbles: true}))")
    assert shown_rows(page) == ["DIM.vc"]
    choose(page, "button[type=reset]", "e.click()")
    choose(page, "input[name=q]", "e.value = 'Fibonacci'; e.dispatchEvent(new Event('input', {bubbles: true}))")
    assert shown_rows(page) == []
    assert page.run("document.getElementById('shown').value").startswith("No claim matches.")


def test_typed_words_filter(page: Page) -> None:
    page.run("document.querySelector('input[name=q]').focus()")
    page.call("Input.insertText", text="max_i Ldim")
    assert shown_rows(page) == ["BGS21.T7.1"]


def test_a_claim_is_opened_with_its_counterexample_and_its_tree(page: Page) -> None:
    choose(page, "a[href='#BGS21.T7.1']", "e.click()")
    assert page.run("location.hash") == "#BGS21.T7.1"
    top = page.run("document.getElementById('BGS21.T7.1').getBoundingClientRect().top")
    assert 0 <= top < page.run("innerHeight")
    cells = "[...document.querySelectorAll('section[id=\"BGS21.T7.1\"] table.class td')].map(c => c.innerText).join('')"
    assert page.run(cells) == "00021011"
    tree = page.run(
        """(() => {
            const tree = document.querySelector("section[id='BGS21.T7.1'] svg.tree");
            const box = tree.getBoundingClientRect();
            return {width: box.width, height: box.height, nodes: tree.querySelectorAll("rect.node").length};
        })()"""
    )
    assert tree["nodes"] == 3 and tree["width"] > 60 and tree["height"] > 100
    names = "[...document.querySelectorAll('section[id=\"BGS21.T7.1\"] svg.tree text.leaf')].map(t => t.textContent)"
    assert len(page.run(names)) == 4, "leaves are named"
    choose(page, "section[id='BGS21.T7.1'] .counterexample summary", "e.click()")
    assert '"functions"' in page.run("document.querySelector('section[id=\"BGS21.T7.1\"] details pre').innerText")


def test_formulas_are_drawn_as_formulas(page: Page) -> None:
    raised = page.run(
        """(() => {
            const script = document.querySelector("section[id='BGS21.C5.10'] .statement msup");
            const [base, above] = [...script.children].map(part => part.getBoundingClientRect());
            return above.bottom < base.bottom && above.left >= base.left && above.height > 3;
        })()"""
    )
    assert raised is True


def test_a_row_of_the_index_leads_to_the_page_of_its_paper(browser: Page, tmp_path: Path) -> None:
    many = [bit_by_bit() | {"id": f"BGS21.T{i}"} for i in range(41)]
    use = claim("BGS21.T1.from.T2", "refuted", kind=ARROW)
    index = write_report(ledger() | {"claims": many, "uses": [use]}, tmp_path).as_uri()
    browser.open(index)
    choose(browser, "input[name=q]", "e.value = 't7'; e.dispatchEvent(new Event('input', {bubbles: true}))")
    assert shown_rows(browser) == ["BGS21.T7"]
    top = browser.run("document.querySelector('input[name=q]').getBoundingClientRect().bottom")
    assert top < browser.run("innerHeight"), "the search is in view"
    browser.open(browser.run("document.querySelector('tr[data-claim=\"BGS21.T7\"] a.id').href"))
    choose(browser, "section[id='BGS21.T7'] a[rel=prev]", "e.click()")
    assert browser.run("location.hash") == "#BGS21.T6"
    seen = "document.getElementById('BGS21.T1.from.T2').checkVisibility()"
    assert browser.run(seen) is False
    browser.run("location.hash = '#BGS21.T1.from.T2'")
    browser.run("new Promise(done => setTimeout(done, 50))")
    assert browser.run(seen) is True


def test_a_link_to_a_claim_that_the_filter_hides_shows_it(page: Page) -> None:
    choose(page, "input[value=refuted]", "e.click()")
    page.run("location.hash = '#DIM.vc'")
    page.run("new Promise(done => setTimeout(done, 50))")
    assert page.run("document.getElementById('DIM.vc').offsetParent !== null")


def test_nothing_is_fetched_and_nothing_errs(page: Page, report: str) -> None:
    choose(page, "input[value=refuted]", "e.click()")
    choose(page, "a[href='#BGS21.T7.1']", "e.click()")
    urls = {event["request"]["url"] for event in page.of("Network.requestWillBeSent")}
    assert urls <= {report, "about:blank"} and report in urls
    assert page.of("Runtime.exceptionThrown") == []
    assert [e["entry"] for e in page.of("Log.entryAdded") if e["entry"]["level"] in ("error", "warning")] == []
    assert page.of("Runtime.consoleAPICalled") == []


def test_the_watch_sees_requests_and_errors(page: Page, tmp_path: Path) -> None:
    bad = tmp_path / "bad.html"
    bad.write_text("<img src='missing.png'><script>console.error('x'); missing()</script>", encoding="utf-8")
    page.open(bad.as_uri())
    assert any(e["request"]["url"].endswith("missing.png") for e in page.of("Network.requestWillBeSent"))
    assert page.of("Runtime.exceptionThrown") and page.of("Runtime.consoleAPICalled")


OVERFLOW = """[...document.querySelectorAll('body *')].filter(e => {
    const b = e.getBoundingClientRect();
    return b.width && b.right > innerWidth + 1 && !e.closest('.pictures, pre, .sheet, .unseen, thead, math') &&
        !e.closest('.wide, .formula, .steps, .statement, .card dd, .ledger td, .detail');
}).map(e => e.tagName + '.' + e.className).slice(0, 5)"""


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_no_width_overflows(page: Page, width: int) -> None:
    page.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False)
    assert page.run("document.documentElement.scrollWidth") <= width
    assert page.run(OVERFLOW) == []


CONTRAST = """(() => {
  const channel = c => { c /= 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const numbers = text => text.match(/[0-9.]+/g).map(Number);
  const behind = e => {
    for (; e; e = e.parentElement) {
      const c = numbers(getComputedStyle(e).backgroundColor);
      if (c.length < 4 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  const words = [...document.querySelectorAll('body *')].filter(e => e.offsetParent && e.tagName !== 'OPTION' &&
    [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()));
  return words.map(e => {
    const a = light(numbers(getComputedStyle(e).color)), b = light(behind(e));
    return {what: e.tagName + '.' + e.className + ': ' + e.textContent.slice(0, 30),
            ratio: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)};
  }).sort((a, b) => a.ratio - b.ratio);
})()"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_words_are_readable(page: Page, scheme: str) -> None:
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    found: list[dict[str, Any]] = page.run(CONTRAST)
    assert len(found) > 100
    assert [e for e in found if e["ratio"] < 4.5] == []
    background = page.run("getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(21, 23, 26)") == (scheme == "dark")
