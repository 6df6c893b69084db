"use strict";
const MOST_SHOWN = 200, MOST_GROUPED = 4;
const groupForm = document.forms[1], grouped = document.getElementById("grouped"), row = document.getElementById("row");
const LARGE = {};  // points, orbit and the parameters by name, a typed array for each
let least;  // the number of the least class of each orbit, in increasing order

const READY = (async () => {
  const text = atob(document.getElementById("packed").textContent);
  const deflated = new Blob([Uint8Array.from(text, letter => letter.charCodeAt(0))]).stream();
  const data = await new Response(deflated.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
  least = new Uint32Array(data.slice(0, 4 * ROWS));
  for (let i = 1; i < ROWS; i++) least[i] += least[i - 1];
  LARGE.points = new Uint8Array(ROWS).fill(ROW_POINTS);
  LARGE.orbit = new Uint16Array(data, 4 * ROWS, ROWS);
  ROW_NAMES.forEach((name, k) => { LARGE[name] = new Int8Array(data, 6 * ROWS + k * ROWS, ROWS); });
  asked.push(group);
  group();
  showRow();
})();

const counted = n => n.toLocaleString("en-US");
const many = (n, thing) => `${counted(n)} ${thing}${n === 1 ? "" : thing === "class" ? "es" : "s"}`;

function keyColumns() {
  const names = groupForm.group.value.split(",").map(word => word.trim()).filter(word => word);
  if (names.length > MOST_GROUPED) throw new Error(`group by at most ${MOST_GROUPED} parameters`);
  return names.map(word => {
    const name = ["orbit", ...ROW_NAMES].find(name => name.toLowerCase() === word.toLowerCase());
    if (name === undefined) throw new Error(`${word} is no parameter of the table`);
    return name;
  });
}

// The rows that the filter leaves, by the values of the columns: how many, of how many classes, and the least of them

function groupsOf(columns) {
  const wanted = conditions(LARGE), groups = new Map(), size = LARGE.size;
  for (let i = 0; i < ROWS; i++) {
    if (!wanted.every(holds => holds(i))) continue;
    let key = 0;
    for (const values of columns) key = 4096 * key + values[i] + 1;
    const known = groups.get(key);
    if (known) {
      known.orbits += 1;
      known.classes += LARGE.orbit[i];
      if (size[i] < size[known.smallest]) known.smallest = i;
    } else groups.set(key, {orbits: 1, classes: LARGE.orbit[i], smallest: i});
  }
  return [...groups.entries()].sort(([a], [b]) => a - b).map(([, found]) => found);
}

function cell(kind, content) {
  const made = document.createElement(kind);
  made.append(content);
  return made;
}

function line(kind, cells) {
  const made = document.createElement("tr");
  made.append(...cells.map(content => cell(kind, content)));
  return made;
}

function link(i) {
  const id = `c${ROW_POINTS}-${least[i]}`, made = cell("a", words(id));
  made.href = `#${id}`;
  return made;
}

function group() {
  const [head, body] = document.getElementById("groups").children;
  head.replaceChildren();
  body.replaceChildren();
  try {
    const names = keyColumns(), columns = names.map(name => LARGE[name]), groups = groupsOf(columns);
    const total = key => groups.reduce((sum, found) => sum + found[key], 0);
    const cut = groups.length > MOST_SHOWN ? `, the first ${MOST_SHOWN} shown` : "";
    say(grouped, `${many(total("orbits"), "orbit")}, ${many(total("classes"), "class")}, ${many(groups.length, "group")}${cut}`);
    head.append(line("th", [...names, "orbits", "classes", "smallest class"]));
    body.append(...groups.slice(0, MOST_SHOWN).map(({orbits, classes, smallest}) =>
      line("td", [...columns.map(values => values[smallest]), counted(orbits), counted(classes), link(smallest)])));
  } catch (error) {
    say(grouped, error.message, true);
  }
}

// ---- The entry of one class, by the hash of the page's address

function placeOf(number) {
  let low = 0, high = ROWS;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (least[middle] < number) low = middle + 1;
    else high = middle;
  }
  return least[low] === number ? low : -1;
}

function showRow() {
  const [, points, number] = /^#c(\d)-(\d+)$/.exec(location.hash) || [];
  const i = Number(points) === ROW_POINTS ? placeOf(Number(number)) : -1;
  row.hidden = i < 0;
  if (i < 0) return;
  row.querySelector("h2").replaceChildren(link(i));
  row.querySelector("dl").replaceChildren(...["points", "orbit", ...ROW_NAMES].map(name => {
    const pair = cell("div", cell("dt", name));
    pair.append(cell("dd", LARGE[name][i]));
    return pair;
  }));
  row.scrollIntoView();
}

groupForm.group.addEventListener("input", () => READY.then(group));
groupForm.addEventListener("submit", event => event.preventDefault());
window.addEventListener("hashchange", () => READY.then(showRow));
