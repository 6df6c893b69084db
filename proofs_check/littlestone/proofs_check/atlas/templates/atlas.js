"use strict";
const form = document.forms[0], shown = document.getElementById("shown"), found = document.getElementById("found");
const RELATIONS = {
  "<=": (a, b) => a <= b, "<": (a, b) => a < b, ">=": (a, b) => a >= b, ">": (a, b) => a > b,
  "=": (a, b) => Math.abs(a - b) < 1e-9, "!=": (a, b) => Math.abs(a - b) >= 1e-9,
};
const number = text => {
  const [, value, divisor] = /^(-?[\d.]+)(?:\/(\d+))?$/.exec(text) || [];
  return value === undefined ? parseFloat(text.split("= ").pop()) : Number(value) / Number(divisor || 1);
};
const SECTIONS = [...document.querySelectorAll("section")];
const TABLE = {points: SECTIONS.map(s => Number(s.dataset.points)), orbit: SECTIONS.map(s => Number(s.dataset.orbit))};
const LISTED = SECTIONS.map(section => section.dataset.values.split(";").map(number));
NAMES.forEach((name, i) => { TABLE[name] = LISTED.map(values => values[i]); });
const asked = [];  // what else is to be done when the filter changes

// ---- Filters: comparisons of parameters and numbers, joined by commas or "and"

function column(table, word) {
  const name = Object.keys(table).find(name => name.toLowerCase() === word.toLowerCase());
  return name === undefined ? undefined : table[name];
}

function side(table, text) {
  const word = text.trim(), values = column(table, word);
  if (values) return i => values[i];
  const value = number(word);
  if (/^-?\d+(\.\d+)?(\/\d+)?$/.test(word)) return () => value;
  throw new Error(`${word || "nothing"} is no parameter and no number`);
}

function condition(table, text) {
  const parts = /^([^<>=!]*)(<=|>=|!=|<|>|==?)([^<>=!]*)$/.exec(text);
  if (!parts) throw new Error(`${text.trim()} is no comparison: write VC = 2`);
  const left = side(table, parts[1]), right = side(table, parts[3]), holds = RELATIONS[parts[2].replace("==", "=")];
  return i => holds(left(i), right(i));
}

function conditions(table) {
  return form.filter.value.split(/,|\band\b/).filter(part => part.trim()).map(part => condition(table, part));
}

function say(output, text, wrong) {
  output.value = text;
  output.classList.toggle("wrong", Boolean(wrong));
}

function filter() {
  let wanted;
  try {
    wanted = conditions(TABLE);
  } catch (error) {
    say(shown, error.message, true);
    asked.forEach(answer => answer());
    return;
  }
  let count = 0;
  SECTIONS.forEach((section, i) => {
    section.hidden = !wanted.every(holds => holds(i));
    count += !section.hidden;
  });
  const all = SECTIONS.length;
  say(shown, count === all ? `${count} classes` : `${count} of ${all} classes`);
  asked.forEach(answer => answer());
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
  if (points > MOST_POINTS) throw new Error(`the atlas has classes on at most ${MOST_POINTS} points`);
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
    say(found, `The pasted class is ${words(id)} up to isomorphism`);
    show(id);
  } catch (error) {
    say(found, error.message, true);
  }
}

function words(id) {
  const [, points, least] = /^c(\d)-(\d+)$/.exec(id);
  const all = [...Array(2 ** points).keys()].filter(i => Math.floor(least / 2 ** i) % 2);
  return `{${all.map(i => i.toString(2).padStart(points, "0")).join(", ")}}`;
}

function show(id) {
  const section = document.getElementById(id);
  location.hash = id;
  if (!section) return;
  if (section.hidden) {
    form.filter.value = "";
    filter();
  }
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
