(() => {
  "use strict";
  const form = document.getElementById("filters");
  if (!form) return;
  const shown = document.getElementById("shown");
  const boxes = [...form.querySelectorAll("input[name=verdict]")];
  const lists = ["paper", "kind", "grade"].filter((name) => form[name]);
  const entries = [...document.querySelectorAll("[data-claim]")];
  const ids = new Set(entries.map((entry) => entry.dataset.claim));
  const folds = [...document.querySelectorAll("details.group")].map((fold) => ({
    fold, open: fold.open, entries: [...fold.querySelectorAll("[data-claim]")],
  }));
  const leading = document.querySelector(".leading");

  const state = () => ({
    q: form.q.value.trim(),
    ...Object.fromEntries(lists.map((name) => [name, form[name].value])),
    verdict: boxes.filter((box) => box.checked).map((box) => box.value).join(","),
  });

  // A number is meant whole: "4.1" is not in "4.11"
  const pattern = (word) => {
    const plain = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    return new RegExp((/^\d/.test(word) ? "(?<![\\d.])" : "") + plain + (/\d$/.test(word) ? "(?!\\d)" : ""), "i");
  };
  const text = (entry) => entry.words ??= `${entry.dataset.claim} ${entry.dataset.paper} ${entry.textContent} ${entry.dataset.text || ""}`;

  const apply = () => {
    const { q, verdict, ...chosen } = state();
    const words = q.split(/\s+/).filter(Boolean).map(pattern);
    const verdicts = verdict ? verdict.split(",") : [];
    const kept = new Set();
    for (const entry of entries) {
      const keep = lists.every((name) => !chosen[name] || entry.dataset[name] === chosen[name]) &&
        (!verdicts.length || verdicts.includes(entry.dataset.verdict)) && words.every((word) => word.test(text(entry)));
      entry.hidden = !keep;
      if (keep) kept.add(entry.dataset.claim);
    }
    const filtered = words.length || verdicts.length || lists.some((name) => chosen[name]);
    for (const { fold, open, entries } of folds) {
      fold.hidden = entries.length > 0 && entries.every((entry) => entry.hidden);
      fold.open = entries.length && filtered ? true : open;
    }
    if (leading) leading.hidden = Boolean(filtered);
    shown.value = !kept.size ? "No claim matches. Clear a filter, or search for fewer words." : `${kept.size.toLocaleString("en")} of ${ids.size.toLocaleString("en")} claims`;
  };

  const store = () => {
    const kept = Object.entries(state()).filter(([, value]) => value);
    const hash = new URLSearchParams(kept).toString();
    history.replaceState(null, "", hash ? "#" + hash : location.pathname + location.search);
  };

  const restore = () => {
    const hash = location.hash.slice(1);
    if (hash && !hash.includes("=")) {
      const target = document.getElementById(hash);
      if (target) {
        const fold = target.closest("details");
        if (fold) { fold.hidden = false; fold.open = true; }
        target.hidden = false;
        target.scrollIntoView();
      }
      return;
    }
    const wanted = new URLSearchParams(hash);
    for (const name of ["q", ...lists]) form[name].value = wanted.get(name) || "";
    const verdicts = (wanted.get("verdict") || "").split(",");
    for (const box of boxes) box.checked = verdicts.includes(box.value);
    apply();
  };

  const copyButton = (command) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "copy";
    button.setAttribute("aria-label", "Copy the command");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(command.textContent);
        button.textContent = "copied";
      } catch {
        getSelection().selectAllChildren(command);
        button.textContent = "selected";
      }
      setTimeout(() => { button.textContent = "copy"; }, 1500);
    });
    command.after(button);
  };

  form.hidden = false;
  form.addEventListener("input", () => { apply(); store(); });
  form.addEventListener("reset", () => setTimeout(() => { apply(); store(); }));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", restore);
  addEventListener("beforeprint", () => { for (const fold of document.querySelectorAll("details")) fold.open = true; });
  if (navigator.clipboard) document.querySelectorAll(".command").forEach(copyButton);
  apply();
  restore();
})();
