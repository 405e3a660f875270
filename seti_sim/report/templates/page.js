// Sorting, finding and filtering in tables, folding, and the order of print; the page is complete without it.
"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  const key = (row, at) => {
    if (at === 0) return row.cells[0].textContent;
    const value = row.cells[at].dataset.order;
    return value === undefined ? null : Number(value);
  };
  heads.forEach((head, at) => head.querySelector("button").addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === (at === 0 ? "ascending" : "none")
      || head.getAttribute("aria-sort") === "ascending";
    heads.forEach((other) => other.setAttribute("aria-sort", "none"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = [...body.rows].map((row) => [key(row, at), row]);
    rows.sort(([a], [b]) => {
      if (a === null || b === null) return (a === null) - (b === null); // what is unknown stays last
      const order = at === 0 ? a.localeCompare(b) : a - b;
      return down ? -order : order;
    });
    body.append(...rows.map(([, row]) => row));
  }));
  const tools = table.parentElement.previousElementSibling;
  const find = tools.querySelector("input"), deck = tools.querySelector("select"), count = tools.querySelector(".count");
  const choose = () => {
    const words = find.value.toLowerCase();
    let shown = 0;
    for (const row of body.rows) {
      row.hidden = !row.cells[0].textContent.toLowerCase().includes(words)
        || Boolean(deck && deck.value && row.dataset.deck !== deck.value);
      shown += !row.hidden;
    }
    count.textContent = `{{ tr("{shown} of {all}", shown="${shown}", all="${body.rows.length}") }}`;
  };
  find.addEventListener("input", choose);
  if (deck) deck.addEventListener("change", choose);
}
for (const boards of document.querySelectorAll(".boards")) {
  const moments = [...boards.querySelectorAll("li")], slider = boards.querySelector(".slider"), at = slider.querySelector("input");
  const show = (number) => {
    at.value = number;
    at.setAttribute("aria-valuetext", moments[at.value].querySelector("h3").textContent);
    moments.forEach((one, i) => { one.hidden = i !== Number(at.value); });
  };
  at.addEventListener("input", () => show(at.value));
  for (const button of slider.querySelectorAll("button")) {
    button.addEventListener("click", () => show(Number(at.value) + Number(button.dataset.by)));
  }
  slider.hidden = false;
  show(0);
}
const depths = [...document.querySelectorAll("details.depth")];
for (const button of document.querySelectorAll(".fold button")) {
  button.addEventListener("click", () => depths.forEach((one) => { one.open = Boolean(button.dataset.open); }));
}
const unfold = () => {
  const one = location.hash && document.getElementById(location.hash.slice(1));
  const depth = one && one.querySelector("details.depth");
  if (depth) { depth.open = true; one.scrollIntoView(); }
};
addEventListener("hashchange", unfold);
unfold();

// In print every section is open, and tables stand at the end, under the question that they belong to.
const appendix = document.querySelector(".appendix");
let moved = [], folded = [];
addEventListener("beforeprint", () => {
  if (moved.length) return;
  const pairs = document.createElement("div"), singles = document.createElement("div"), tall = [];
  pairs.className = "pairs";
  folded = depths.filter((one) => !one.open);
  folded.forEach((one) => { one.open = true; });
  for (const depth of depths) {
    const tables = [...depth.querySelectorAll(".wide")];
    if (!tables.length) continue;
    const group = document.createElement("section"), head = document.createElement("h3");
    head.textContent = depth.querySelector("h2").textContent;
    const over = group.cloneNode();
    group.append(head);
    over.append(head.cloneNode(true));
    for (const table of tables) {
      const place = document.createComment("table");
      table.replaceWith(place);
      moved.push([place, table]);
      const wide = table.querySelector("thead tr:last-child").cells.length > 4;
      if (table.classList.contains("tall")) {
        const own = document.createElement("section"), again = head.cloneNode(true);
        own.className = "broad-page";
        own.append(again, table);
        tall.push(own);
      } else (wide ? over : group).append(table);
    }
    if (group.children.length > 1) pairs.append(group);
    if (over.children.length > 1) singles.append(over);
  }
  if (moved.length) {
    const head = document.createElement("h2");
    head.textContent = {{ tr("Appendix: tables") | tojson }};
    appendix.append(head, pairs, singles, ...tall);
  }
});
addEventListener("afterprint", () => {
  moved.forEach(([place, table]) => place.replaceWith(table));
  folded.forEach((one) => { one.open = false; });
  appendix.replaceChildren();
  moved = [];
});
