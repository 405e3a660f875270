// Sorting and finding in the card table; the page is complete without it.
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
  const find = table.closest("section").querySelector(".find input");
  find.addEventListener("input", () => {
    const words = find.value.toLowerCase();
    for (const row of body.rows) row.hidden = !row.cells[0].textContent.toLowerCase().includes(words);
  });
}
