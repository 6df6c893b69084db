// A claim whose id or item is asked for comes first; else guides before claims, and claims before the reference.
const asked = (new URLSearchParams(location.search).get("q") || "").trim().toLowerCase();
const has = (title, word) => {
  const plain = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp("(?<![\\w.])" + plain + "(?!\\w|\\.\\d)").test(title);
};

var Scorer = {
  score: ([docname, title, , , score]) => {
    if (docname.startsWith("api/")) return score - 40;
    if (!docname.startsWith("claims/")) return score;
    const id = docname.slice("claims/".length).toLowerCase();
    if (id === asked) return 1000;
    // "Lemma 4.1 LYU25": of the claims of that item the one with the shortest id, the item itself
    const words = asked.split(/\s+/).map((word) => word.replace(/[,:;]$/, ""));
    const named = `${id.split(".")[0]} ${title.toLowerCase()}`;
    return asked && words.every((word) => has(named, word)) ? 500 - id.length : score - 20;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
