(() => {
"use strict";
const data = JSON.parse(document.getElementById("memeval-data").textContent);
const S = data.s, T = data.t;
// A page holds several tables: rows come on demand, so that one can scroll past them.
const FIRST = 25, MORE = 200, PAPER = 100;
const SEVERITY = ["failed", "miss", "invalid", "not measured", "hit"];
const collator = new Intl.Collator(undefined, { numeric: true });
let lower = null;

// Text only ever becomes a text node: nothing of a report is read as markup.
function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props || {})) {
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value);
  }
  for (const child of children.flat()) if (child !== null) element.append(child);
  return element;
}
const slug = (text) => text.replaceAll(" ", "_");
const number = (n) => n.toLocaleString("en");

// What scrolls can be scrolled by keyboard, too, and is no stop on the way otherwise.
function reach(element) {
  const scrolls = element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;
  if (scrolls) element.tabIndex = 0; else element.removeAttribute("tabindex");
}
const resized = new ResizeObserver((entries) => entries.forEach(({ target }) => reach(target)));
document.querySelectorAll(".scroll").forEach((element) => resized.observe(element));

// --- what opens below a row

const titled = (title, ...body) => h("section", {}, T[title] ? h("h4", {}, T[title]) : null, ...body);
const facts = (pairs) => h("dl", { class: "facts" },
  pairs.flatMap(([name, text]) => [h("dt", {}, T[name]), h("dd", { dir: "auto" }, S[text])]));
const block = {
  k: ([, title, pairs]) => titled(title, facts(pairs)),
  x: ([, title, text]) => titled(title, h("div", { class: "t mono", dir: "auto" }, S[text])),
  m: ([, title, why]) => titled(title, h("p", { class: "missing" }, T[why])),
  w: ([, title, turns]) => titled(title, h("div", { class: "turns" }, turns.map(([who, text]) =>
    h("div", {}, h("span", { class: T[who] === "user" ? "who user" : "who" }, T[who]),
      h("div", { class: "t", dir: "auto" }, S[text]))))),
  r: ([, title, items]) => titled(title, h("ul", { class: "items" }, items.map(([name, about, text, mark, gone]) =>
    h("li", {}, h("span", { class: "who" }, S[name]),
      h("span", { class: "t2", dir: "auto" }, h(gone ? "del" : "span", {}, S[text]), S[about] ? h("span", { class: "about2" }, S[about]) : null),
      T[mark] ? h("span", { class: gone ? "tag bad" : "tag plain" }, T[mark]) : null)))),
  p: ([, title, panels]) => titled(title, h("div", { class: "sides" }, panels.map(([head, tone, verdict, text, pairs]) =>
    h("div", { class: "panel " + tone }, h("header", {}, T[head], h("span", { class: "tag " + tone }, T[verdict])),
      h("div", { class: "t", dir: "auto" }, S[text]), facts(pairs))))),
};

// --- a table of cases

class Cases {
  constructor(place, table, index) {
    this.place = place;
    this.table = table;
    this.index = index;
    this.suite = T[table.suite];
    this.heads = table.heads.map(([title, kind, facet, shown], at) => ({ title: T[title], kind, facet, shown, at }));
    this.shown = this.heads.filter((head) => head.shown);
    this.subjectAt = this.heads.find((head) => head.title === "Subject")?.at;
    this.idAt = this.heads.find((head) => head.kind === "id").at;
    this.outcomeAt = this.heads.find((head) => head.kind === "outcome").at;
    this.chosen = new Map();
    this.sorting = null;
    this.order = table.rows.map((_, at) => at);
    this.texts = null;
    this.build();
    this.apply();
  }

  build() {
    const name = this.place.dataset.suite;
    this.input = h("input", { type: "search", placeholder: "Text, id, rule …", autocomplete: "off", spellcheck: "false",
      "aria-keyshortcuts": "/", oninput: () => this.apply(), onfocus: () => this.index_texts() });
    this.reset = h("button", { class: "clear", type: "button", disabled: "", onclick: () => this.clear() }, "Clear");
    this.selects = this.heads.filter((head) => head.facet).map((head) => this.facet(head)).filter(Boolean);
    this.count = h("p", { class: "count", "aria-live": "polite" });
    this.paper = h("p", { class: "paper" });
    this.body = h("tbody");
    this.headings = this.shown.map((head) => h("th", { scope: "col", class: "k-" + head.kind, "aria-sort": "none" },
      h("button", { class: "sort", type: "button", onclick: () => this.sort(head) }, head.title)));
    this.next = h("button", { class: "moreb", type: "button", onclick: () => this.more() });
    const list = h("div", { class: "list" }, h("table", { "aria-label": "Cases of " + name }, this.widths(),
      h("thead", {}, h("tr", {}, this.headings)), this.body), this.next);
    this.body.addEventListener("click", (event) => this.clicked(event));
    list.addEventListener("keydown", (event) => this.keyed(event));
    this.place.replaceChildren(
      h("div", { class: "tools", role: "search", "aria-label": "Filter: " + name }, h("h3", {}, "Cases"),
        h("label", { class: "find" }, "Find", this.input), this.selects.map((one) => one.label)),
      h("div", { class: "found" }, this.count, this.reset), this.paper, list);
  }

  // Room for a column as its texts need it, within bounds.
  widths() {
    const most = { outcome: 18, id: 40, tag: 24, flag: 16, text: 40 };
    const frame = { outcome: 10, id: 7, tag: 7, flag: 6, text: 3 };
    const rows = this.table.rows.slice(0, 2000);
    const wanted = this.shown.map(({ title, kind, at }) => {
      const sizes = rows.map(([cells]) => S[cells[at]].length).filter(Boolean).sort((a, b) => a - b);
      const usual = (sizes[Math.floor(sizes.length * 0.95)] || 0) + frame[kind];
      return Math.min(most[kind], Math.max(title.length + 2, usual));
    });
    const all = wanted.reduce((sum, one) => sum + one, 0);
    const columns = wanted.map((one) => [h("col"), one / all]);
    for (const [column, share] of columns) column.style.width = (100 * share).toFixed(2) + "%";
    return h("colgroup", {}, columns.map(([column]) => column));
  }

  facet(head) {
    const counts = new Map();
    for (const [cells] of this.table.rows) counts.set(cells[head.at], (counts.get(cells[head.at]) || 0) + 1);
    if (counts.size < 2 || counts.size > 400) return null;
    const options = [...counts].sort((a, b) => head.kind === "outcome"
      ? SEVERITY.indexOf(S[a[0]]) - SEVERITY.indexOf(S[b[0]]) : collator.compare(S[a[0]], S[b[0]]));
    const select = h("select", { "aria-label": head.title, onchange: () => {
      if (select.value === "") this.chosen.delete(head.at); else this.chosen.set(head.at, Number(select.value));
      select.classList.toggle("on", select.value !== "");
      this.apply();
    } }, h("option", { value: "" }, "all"),
    options.map(([text, n]) => h("option", { value: text }, (S[text].slice(0, 60) || "–") + " (" + number(n) + ")")));
    return { select, label: h("label", {}, head.title, select) };
  }

  // Which texts a row holds: asked for once, when somebody is about to search.
  index_texts() {
    if (this.texts) return;
    lower ||= S.map((text) => text.toLowerCase());
    this.texts = this.table.rows.map(([cells, blocks]) => {
      const all = new Set(cells);
      for (const [kind, , rest] of blocks) {
        if (kind === "k" || kind === "w") for (const [, text] of rest) all.add(text);
        else if (kind === "x") all.add(rest);
        else if (kind === "r") for (const [id, about, text] of rest) all.add(id).add(about).add(text);
        else if (kind === "p") for (const [, , , text, pairs] of rest) { all.add(text); for (const [, one] of pairs) all.add(one); }
      }
      return Uint32Array.from(all);
    });
  }

  apply() {
    const words = this.input.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length) this.index_texts();
    const holding = words.map((word) => Uint8Array.from(lower, (text) => text.includes(word)));
    const facets = [...this.chosen];
    this.found = this.order.filter((at) => {
      const cells = this.table.rows[at][0];
      if (!facets.every(([column, value]) => cells[column] === value)) return false;
      return holding.every((holds) => this.texts[at].some((text) => holds[text]));
    });
    const total = this.table.rows.length, n = this.found.length;
    this.count.textContent = n === total ? number(total) + (total === 1 ? " case" : " cases") : number(n) + " of " + number(total) + " cases";
    const filtered = words.length || facets.length;
    this.reset.disabled = !filtered;
    this.drawn = 0;
    this.body.replaceChildren();
    if (!n) this.body.append(h("tr", {}, h("td", { class: "nothing", colspan: this.shown.length }, "No case is like that.")));
    this.more(FIRST);
  }

  clear() {
    this.input.value = "";
    this.chosen.clear();
    for (const { select } of this.selects) { select.value = ""; select.classList.remove("on"); }
    this.apply();
    this.input.focus();
  }

  sort(head) {
    const before = this.sorting;
    const turn = before && before.at === head.at ? (before.turn === 1 ? -1 : 0) : 1;
    this.sorting = turn ? { at: head.at, turn } : null;
    const rows = this.table.rows;
    this.order = rows.map((_, at) => at);
    if (turn) {
      const distinct = [...new Set(rows.map(([cells]) => cells[head.at]))];
      distinct.sort((a, b) => head.kind === "outcome" ? SEVERITY.indexOf(S[a]) - SEVERITY.indexOf(S[b]) : collator.compare(S[a], S[b]));
      const rank = new Map(distinct.map((text, at) => [text, at]));
      this.order.sort((a, b) => turn * (rank.get(rows[a][0][head.at]) - rank.get(rows[b][0][head.at])) || a - b);
    }
    this.headings.forEach((th, at) => th.setAttribute("aria-sort",
      turn && this.shown[at].at === head.at ? (turn === 1 ? "ascending" : "descending") : "none"));
    this.apply();
  }

  more(step = MORE) {
    const rows = document.createDocumentFragment();
    for (const at of this.found.slice(this.drawn, this.drawn + step)) rows.append(this.row(at));
    this.body.append(rows);
    this.drawn = Math.min(this.found.length, this.drawn + step);
    const left = this.found.length - this.drawn;
    this.next.hidden = !left;
    this.next.textContent = "Show " + number(Math.min(left, MORE)) + " more of " + number(left);
    this.paper.textContent = this.on_paper(left);
  }

  // What a sheet of paper has to say of the rows on it: which were chosen, and whether all are there.
  on_paper(left) {
    const chosen = this.selects.filter(({ select }) => select.value !== "")
      .map(({ select }) => select.getAttribute("aria-label") + ": " + S[Number(select.value)]);
    if (this.input.value.trim()) chosen.unshift("with the text “" + this.input.value.trim().slice(0, 200) + "”");
    const said = chosen.length ? ["Only " + chosen.join(", ") + "."] : [];
    if (left) said.push("The first " + number(this.drawn) + " of " + number(this.found.length) +
      ": filter the cases, or show more of them, to have others on paper.");
    return said.join(" ");
  }

  // Paper gets what can be seen, and more where that is little; the screen gets back what it had.
  to_paper() {
    this.screen = [this.drawn, this.body.lastElementChild];
    this.more(Math.max(0, PAPER - this.drawn));
  }

  from_paper() {
    const [drawn, last] = this.screen;
    while (this.body.lastElementChild !== last) this.body.lastElementChild.remove();
    this.drawn = drawn;
    this.more(0);
  }

  row(at) {
    const [cells, blocks] = this.table.rows[at];
    const outcome = slug(S[cells[this.outcomeAt]]);
    return h("tr", { class: "row", "data-at": at }, this.shown.map((head) => {
      const text = S[cells[head.at]];
      const cell = (...content) => h("td", { class: "k-" + head.kind, dir: head.kind === "text" ? "auto" : null }, ...content);
      if (!text) return cell();
      if (head.kind === "outcome") return cell(h("span", { class: "tag out o-" + outcome }, text));
      if (head.kind === "id") return cell(blocks.length ? h("button", { class: "open", type: "button", "aria-expanded": "false", title: text.slice(0, 300) }, text) : h("span", { class: "name" }, text));
      if (head.kind === "tag" || head.kind === "flag") return cell(h("span", { class: "tag v-" + slug(text) }, text));
      return cell(text.slice(0, 200));
    }));
  }

  clicked(event) {
    const row = event.target.closest("tr.row");
    if (row && (event.target.closest("button.open") || !String(window.getSelection()))) this.toggle(row);
  }

  toggle(row, open) {
    const button = row.querySelector("button.open");
    if (!button) return;
    const is = button.getAttribute("aria-expanded") === "true";
    if (is === open) return;
    button.setAttribute("aria-expanded", String(!is));
    if (is) { row.nextElementSibling.remove(); return; }
    const blocks = this.table.rows[Number(row.dataset.at)][1];
    row.after(h("tr", { class: "detail" }, h("td", { colspan: this.shown.length },
      h("div", { class: "d" }, blocks.map((one) => block[one[0]](one))))));
    row.nextElementSibling.querySelectorAll(".t").forEach(reach);
  }

  keyed(event) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    if (!event.target.classList.contains("open")) return;
    const buttons = [...this.body.querySelectorAll("button.open")];
    const to = buttons[buttons.indexOf(event.target) + (event.key === "ArrowDown" ? 1 : -1)];
    if (to) { to.focus(); event.preventDefault(); }
  }

  // Shows one case, whatever was filtered before.
  show(subject, id) {
    const at = this.table.rows.findIndex(([cells]) => S[cells[this.idAt]] === id &&
      (this.subjectAt === undefined || S[cells[this.subjectAt]] === subject));
    if (at < 0) return;
    this.chosen.clear();
    for (const { select } of this.selects) { select.value = ""; select.classList.remove("on"); }
    this.input.value = id;
    this.apply();
    if (this.found.indexOf(at) >= this.drawn) this.more(this.found.length);
    const row = this.body.querySelector('tr[data-at="' + at + '"]');
    if (!row) return;
    this.toggle(row, true);
    row.scrollIntoView({ block: "center" });
    row.querySelector("button.open")?.focus({ preventScroll: true });
  }
}

const tables = [...document.querySelectorAll(".cases")].map((place) => {
  const index = Number(place.dataset.table);
  return new Cases(place, data.tables[index], index);
});

function follow() {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
  const found = /^#case=([^/]*)\/([^/]*)\/(.*)$/.exec(location.hash);
  if (!found) return;
  const [suite, subject, id] = found.slice(1).map(decodeURIComponent);
  tables.find((table) => table.suite === suite)?.show(subject, id);
}
window.addEventListener("hashchange", follow);
// A link that was followed before does not change the address again.
document.addEventListener("click", (event) => {
  const link = event.target.closest && event.target.closest('a[href^="#case="]');
  if (link && link.getAttribute("href") === location.hash) follow();
});
follow();

document.addEventListener("keydown", (event) => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && tables.length) {
    const near = tables.find((table) => table.place.getBoundingClientRect().bottom > 80) || tables[0];
    near.input.focus();
    event.preventDefault();
  } else if (event.key === "Escape" && event.target.type === "search") {
    tables.find((table) => table.input === event.target)?.clear();
  }
});

// Nothing can be unfolded on paper.
let folded = null;
window.addEventListener("beforeprint", () => {
  if (folded) return;
  folded = [...document.querySelectorAll("details:not([open])")];
  for (const one of folded) one.open = true;
  for (const table of tables) table.to_paper();
});
window.addEventListener("afterprint", () => {
  for (const one of folded || []) one.open = false;
  if (folded) for (const table of tables) table.from_paper();
  folded = null;
});
// What a search needs is made while nobody waits for it.
(window.requestIdleCallback || window.setTimeout)(() => { for (const table of tables) table.index_texts(); });
document.documentElement.dataset.ready = "yes";
})();
