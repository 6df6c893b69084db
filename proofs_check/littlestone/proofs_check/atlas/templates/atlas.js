"use strict";
const form = document.forms[0], shown = document.getElementById("shown"), found = document.getElementById("found");
const COLUMNS = ["points", "orbit", ...NAMES];
const RELATIONS = {
  "<=": (a, b) => a <= b, "<": (a, b) => a < b, ">=": (a, b) => a >= b, ">": (a, b) => a > b,
  "=": (a, b) => Math.abs(a - b) < 1e-9, "!=": (a, b) => Math.abs(a - b) >= 1e-9,
};
const number = text => {
  const [, value, divisor] = /^(-?[\d.]+)(?:\/(\d+))?$/.exec(text) || [];
  return value === undefined ? parseFloat(text.split("= ").pop()) : Number(value) / Number(divisor || 1);
};
const ENTRIES = [...document.querySelectorAll("section")].map(section => {
  const values = section.dataset.values.split(";");
  const all = [section.dataset.points, section.dataset.orbit, ...values];
  return {section, values: Object.fromEntries(COLUMNS.map((name, i) => [name.toLowerCase(), number(all[i])]))};
});

// ---- Filters: comparisons of parameters and numbers, joined by commas or "and"

function side(text) {
  const word = text.trim(), name = word.toLowerCase();
  if (COLUMNS.some(column => column.toLowerCase() === name)) return values => values[name];
  if (/^-?\d+(\.\d+)?(\/\d+)?$/.test(word)) return () => number(word);
  throw new Error(`${word || "nothing"} is no parameter and no number`);
}

function condition(text) {
  const parts = /^([^<>=!]*)(<=|>=|!=|<|>|==?)([^<>=!]*)$/.exec(text);
  if (!parts) throw new Error(`${text.trim()} is no comparison: write VC = 2`);
  const [left, right, holds] = [side(parts[1]), side(parts[3]), RELATIONS[parts[2].replace("==", "=")]];
  return values => holds(left(values), right(values));
}

function say(output, text, wrong) {
  output.value = text;
  output.classList.toggle("wrong", Boolean(wrong));
}

function filter() {
  let conditions;
  try {
    conditions = form.filter.value.split(/,|\band\b/).filter(part => part.trim()).map(condition);
  } catch (error) {
    say(shown, error.message, true);
    return;
  }
  let count = 0;
  for (const {section, values} of ENTRIES) {
    section.hidden = !conditions.every(holds => holds(values));
    count += !section.hidden;
  }
  say(shown, count === ENTRIES.length ? `${count} classes` : `${count} of ${ENTRIES.length} classes`);
}

// ---- A class that is pasted: the least number of its orbit is that of its entry

function* orders(items) {
  if (!items.length) yield [];
  for (const item of items) for (const rest of orders(items.filter(other => other !== item))) yield [item, ...rest];
}

function functionsOf(text) {
  const words = text.split(/[^01]+/).filter(word => word);
  const points = words.length ? words[0].length : 0;
  if (!words.length || /[^01{}\s,;/]/.test(text)) throw new Error("write a class as {000, 011, 101}");
  if (words.some(word => word.length !== points)) throw new Error("all functions must have as many labels");
  if (points > 4) throw new Error("the atlas has classes on at most 4 points");
  return [points, words.map(word => [...word].map(Number))];
}

function canonical(points, functions) {
  let least = Infinity;
  for (const order of orders([...Array(points).keys()])) {
    for (let flipped = 0; flipped < 1 << points; flipped++) {
      const numbers = new Set(functions.map(f => order.reduce((n, x, j) => 2 * n + (f[x] ^ (flipped >> j & 1)), 0)));
      least = Math.min(least, [...numbers].reduce((sum, n) => sum + 2 ** n, 0));
    }
  }
  return `c${points}-${least}`;
}

function paste() {
  if (!form.pasted.value.trim()) return say(found, "");
  try {
    const id = canonical(...functionsOf(form.pasted.value));
    say(found, `The pasted class is ${document.getElementById(id).querySelector("h2").innerText} up to isomorphism`);
    show(id);
  } catch (error) {
    say(found, error.message, true);
  }
}

function show(id) {
  const section = document.getElementById(id);
  if (section.hidden) {
    form.filter.value = "";
    filter();
  }
  location.hash = id;
  section.scrollIntoView();
}

form.filter.addEventListener("input", filter);
form.pasted.addEventListener("input", paste);
form.addEventListener("submit", event => event.preventDefault());
form.addEventListener("reset", () => setTimeout(() => { filter(); paste(); }));
window.addEventListener("hashchange", () => {
  const section = document.getElementById(location.hash.slice(1));
  if (section && section.hidden) show(section.id);
});
