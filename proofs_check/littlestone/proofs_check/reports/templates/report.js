(() => {
  "use strict";
  const form = document.getElementById("filters");
  if (!form) return;
  const shown = document.getElementById("shown");
  const boxes = [...form.querySelectorAll("input[name=verdict]")];
  const entries = [...document.querySelectorAll("tr[data-claim]")].map((row) => {
    const section = document.getElementById(row.dataset.claim);
    return { row, section, text: row.dataset.text };
  });
  const folds = [...document.querySelectorAll("details.group, details.paper")].map((fold) => ({
    fold, open: fold.open, rows: [...fold.querySelectorAll("tr[data-claim], section.claim")],
  }));

  const state = () => ({
    q: form.q.value.trim(),
    paper: form.paper.value,
    kind: form.kind.value,
    verdict: boxes.filter((box) => box.checked).map((box) => box.value).join(","),
  });

  const apply = () => {
    const { q, paper, kind, verdict } = state();
    const words = q.toLowerCase().split(/\s+/).filter(Boolean);
    const verdicts = verdict ? verdict.split(",") : [];
    let n = 0;
    for (const { row, section, text } of entries) {
      const keep = (!paper || row.dataset.paper === paper) && (!kind || row.dataset.kind === kind) &&
        (!verdicts.length || verdicts.includes(row.dataset.verdict)) && words.every((word) => text.includes(word));
      row.hidden = section.hidden = !keep;
      n += keep;
    }
    const filtered = words.length || paper || kind || verdicts.length;
    for (const { fold, open, rows } of folds) {
      fold.hidden = !rows.some((row) => !row.hidden);
      fold.open = fold.classList.contains("group") && filtered ? true : open;
    }
    shown.value = !n ? "No claim matches. Clear a filter, or search for fewer words." : `${n.toLocaleString("en")} of ${entries.length.toLocaleString("en")} claims`;
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
    for (const name of ["q", "paper", "kind"]) form[name].value = wanted.get(name) || "";
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
