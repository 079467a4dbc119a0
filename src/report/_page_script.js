/**
 * The page's script in the browser: search, folding, keys and printing. It is
 * embedded as text, so it must be self-contained; without it the page still
 * shows everything.
 */
export function pageScript() {
  const MOST_OPENED = 25;
  const MOST_MARKS = 2000;
  const MOST_PRINTED = 300;
  const WAIT_MS = 120;

  const find = (selector, within = document) => [
    ...within.querySelectorAll(selector),
  ];
  const items = find("[data-item]");
  const groups = find("[data-group]");
  const box = document.getElementById("search");
  const found = document.getElementById("found");
  const folder = document.getElementById("fold");

  /** Each item's words, folded at the first search. */
  let words;
  /** What was open before the search, to be restored afterwards. */
  let before;
  let shown = [];
  /** The current hit, and the last query. */
  let at = -1;
  let last = "";

  const fold = (text) => text.normalize("NFKC").toLowerCase();

  function search() {
    const asked = fold(box.value).split(/\s+/).filter((word) => word !== "");
    if (asked.join(" ") === last) return;
    last = asked.join(" ");
    shown[at]?.classList.remove("current");
    at = -1;
    if (asked.length === 0) return showAll();
    words ??= items.map((item) => fold(item.textContent));
    before ??= find("details").filter((one) => one.open);
    const isHit = (_, i) => asked.every((word) => words[i].includes(word));
    shown = items.filter(isHit);
    const kept = new Set(shown);
    const around = new Set();
    for (const item of shown) {
      for (let up = item.parentElement; up; up = up.parentElement) {
        if (around.has(up)) break;
        around.add(up);
      }
    }
    for (const item of items) item.hidden = !kept.has(item);
    for (const group of groups) {
      group.hidden = !around.has(group);
      if (group.localName === "details") group.open = true;
    }
    shown.forEach((item, i) => {
      if (item.localName === "details") item.open = i < MOST_OPENED;
    });
    mark(shown.slice(0, MOST_OPENED), asked);
    found.textContent = shown.length === 0
      ? "Nothing found"
      : `${shown.length} of ${items.length}`;
  }

  function showAll() {
    for (const one of [...items, ...groups]) one.hidden = false;
    if (before) {
      const open = new Set(before);
      for (const one of find("details")) one.open = open.has(one);
    }
    before = undefined;
    shown = [];
    found.textContent = "";
    mark([], []);
  }

  /** Highlight the words; the page's elements are not changed. */
  function mark(within, asked) {
    if (!globalThis.CSS?.highlights) return;
    const ranges = [];
    for (const item of within) {
      const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
      while (walker.nextNode() && ranges.length < MOST_MARKS) {
        const node = walker.currentNode;
        const lower = node.data.toLowerCase();
        // A letter that gets longer when folded would shift the positions.
        if (lower.length !== node.data.length) continue;
        for (const word of asked) {
          let from = lower.indexOf(word);
          while (from >= 0) {
            const range = new Range();
            range.setStart(node, from);
            range.setEnd(node, from + word.length);
            ranges.push(range);
            from = lower.indexOf(word, from + word.length);
          }
        }
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  }

  /** Show the next hit; the box keeps the focus, so that Enter continues. */
  function step(by) {
    if (shown.length === 0) return;
    shown[at]?.classList.remove("current");
    at = at < 0 && by < 0 ? shown.length - 1 : (at + by + shown.length) %
      shown.length;
    const item = shown[at];
    item.classList.add("current");
    if (at >= MOST_OPENED) mark([item], last.split(" "));
    if (item.localName === "details") item.open = true;
    item.scrollIntoView({ block: "center" });
    found.textContent = `${at + 1} of ${shown.length}`;
  }

  /** Move the focus from the box to the current hit. */
  function enter() {
    if (at < 0) step(1);
    const item = shown[at];
    const target = item?.querySelector("summary, a") ?? item;
    if (target === item) item.tabIndex = -1;
    target?.focus({ preventScroll: true });
  }

  /** A link inside the page opens what it leads to. */
  function openAround(hash) {
    const target = hash && document.getElementById(decodeURIComponent(hash));
    if (!target) return;
    if (target.closest("[hidden]")) {
      box.value = "";
      search();
    }
    for (let up = target; up; up = up.parentElement) {
      if (up.localName === "details") up.open = true;
    }
    target.scrollIntoView({ block: "center" });
  }

  const foldable = () => find("details").filter((one) => !one.hidden);

  function toggleAll() {
    const all = foldable();
    const isOpening = all.some((one) => !one.open);
    for (const one of all) {
      if (isOpening || !one.classList.contains("month")) one.open = isOpening;
    }
    folder.textContent = isOpening ? "Close all" : "Open all";
  }

  function onKey(event) {
    const isTyping = event.target === box;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && !isTyping) {
      event.preventDefault();
      box.focus();
      box.select();
    } else if (event.key === "Escape" && box.value !== "") {
      box.value = "";
      search();
      box.focus();
    } else if (event.key === "Enter" && isTyping) {
      event.preventDefault();
      search();
      step(event.shiftKey ? -1 : 1);
    } else if (event.key === "ArrowDown" && isTyping && shown.length > 0) {
      event.preventDefault();
      enter();
    }
  }

  let timer;
  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, WAIT_MS);
  });
  folder.addEventListener("click", toggleAll);
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", () => openAround(location.hash.slice(1)));
  document.addEventListener("click", ({ target }) => {
    // Clicking the same link again does not change the hash.
    const hash = target.closest?.("a[href^='#']")?.getAttribute("href");
    if (hash === location.hash) openAround(hash.slice(1));
  });
  openAround(location.hash.slice(1));

  let closed = [];
  addEventListener("beforeprint", () => {
    closed = foldable().filter((one) => !one.open);
    if (closed.length > MOST_PRINTED) closed = [];
    for (const one of closed) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of closed) one.open = false;
  });

  for (const one of find(".scripted")) one.hidden = false;
}
