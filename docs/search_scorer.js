// Guides before claims, claims before the reference: most people look for how to do a thing.
var Scorer = {
  score: ([docname, , , , score]) => {
    if (docname.startsWith("api/")) return score - 40;
    if (docname.startsWith("claims/")) return score - 20;
    return score;
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
