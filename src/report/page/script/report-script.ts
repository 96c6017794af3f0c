/**
 * Sorts and filters queries, unfolds details, and draws lines between lists. The page is complete without this script.
 * Text never becomes markup.
 */

export {};

type Child = Node | string;

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

const all = <Kind extends Element = HTMLElement>(selector: string, within: ParentNode = document) => [
  ...within.querySelectorAll<Kind>(selector),
];

/** Parses a number as the page shows it; NaN for a dash. */
function numberOf(text: string): number {
  return Number.parseFloat(text.replace("−", "-").replaceAll(",", ""));
}

/** Missing values are last in both directions. */
function order(one: number, other: number, isDown: boolean): number {
  const missing = (value: number) => Number(Number.isNaN(value));
  return missing(one) - missing(other) || (isDown ? other - one : one - other);
}

// Tables of sections have a button in each heading that sorts by its column.

for (const table of all<HTMLTableElement>("table:not(.measures)")) {
  const [body] = table.tBodies;
  if (!body || body.rows.length < 3) continue;
  const heads = all("thead th", table);
  heads.forEach((head, column) => {
    if (head.textContent === "") return;
    const isNumber = head.className === "n";
    const button = make("button", { type: "button" }, ...head.childNodes);
    button.addEventListener("click", () => {
      // The first click sorts numbers from the largest, and words from A.
      const isDown = head.ariaSort === null ? isNumber : head.ariaSort === "ascending";
      for (const other of heads) other.ariaSort = null;
      head.ariaSort = isDown ? "descending" : "ascending";
      const keyed = [...body.rows].map((row) => ({ row, text: row.cells[column]?.textContent ?? "" }));
      keyed.sort(({ text: one }, { text: other }) =>
        isNumber
          ? order(numberOf(one), numberOf(other), isDown)
          : one.localeCompare(other, "en", { numeric: true }) * (isDown ? -1 : 1),
      );
      body.append(...keyed.map(({ row }) => row));
    });
    head.append(button);
  });
}

// Only tables that scroll get the keyboard focus. Lines between lists are redrawn if the lists change their size.

const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries)
    if (target.className === "lists") drawLines(target);
    else target.setAttribute("tabindex", target.scrollWidth > target.clientWidth ? "0" : "-1");
});
for (const region of all("section:not(#queries) .wide")) sizes.observe(region);

// In the table of contents, marks the section that is in view.

const places = new Map(all<HTMLAnchorElement>("nav a").map((link) => [link.hash.slice(1), link]));
const inView = new Set<string>();
const sections = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) inView[isIntersecting ? "add" : "delete"](target.id);
    const first = [...places.keys()].find((id) => inView.has(id));
    for (const [id, link] of places) link.ariaCurrent = id === first ? "true" : null;
  },
  { rootMargin: "-15% 0px -70%" },
);
for (const section of all("main > section")) sections.observe(section);

// Lines between the reference and the engine beside it, drawn only for lists in view.

const drawn = (tag: string) => document.createElementNS("http://www.w3.org/2000/svg", tag);

function drawLines(lists: Element): void {
  lists.querySelector(".lines")?.remove();
  const [left, right] = all(":scope > .list", lists);
  if (!left || !right) return;
  const box = lists.getBoundingClientRect();
  const from = left.getBoundingClientRect().right - box.left + lists.scrollLeft;
  const to = right.getBoundingClientRect().left - box.left + lists.scrollLeft;
  // On narrow pages, lists are below each other.
  if (to - from < 24) return;
  const svg = drawn("svg");
  svg.setAttribute("class", "lines");
  svg.ariaHidden = "true";
  for (const item of all("li", right)) {
    const partner = document.getElementById(referenceOf(item) ?? "");
    if (!partner) continue;
    const [start, end] = [partner, item].map((row) => row.getBoundingClientRect().top - box.top + 12);
    const middle = (from + to) / 2;
    const path = drawn("path");
    path.setAttribute("d", `M${from} ${start}C${middle} ${start} ${middle} ${end} ${to} ${end}`);
    path.setAttribute("class", `${partner.id} ${item.querySelector("p.e") === null ? "s" : "e"}`);
    svg.append(path);
  }
  lists.append(svg);
}

function referenceOf(item: Element): string | undefined {
  return item.querySelector<HTMLAnchorElement>(".list:not(.ref) p>a[href],p.t>a[href]")?.hash.slice(1);
}

const listsInView = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries)
    if (isIntersecting) {
      addChoices(target);
      sizes.observe(target);
    } else sizes.unobserve(target);
});
for (const lists of all(".lists")) listsInView.observe(lists);

function addChoices(lists: Element): void {
  const [reference, ...others] = all(":scope > .list", lists);
  if (others.length < 2 || lists.querySelector(".beside") !== null) return;
  for (const other of others) {
    const button = make("button", { type: "button", className: "beside" }, "Beside the reference");
    button.addEventListener("click", () => {
      reference?.after(other);
      drawLines(lists);
      button.focus();
    });
    other.querySelector("h4")?.append(button);
  }
}

let lit: readonly Element[] = [];

/** Highlights a reference result, all results that matched it, and their lines. */
function light({ target }: Event): void {
  for (const element of lit) element.classList.remove("lit");
  const item = target instanceof Element ? target.closest(".lists li") : null;
  const key = item === null ? "" : CSS.escape(referenceOf(item) ?? item.id);
  lit =
    key === ""
      ? []
      : all<Element>(`#${key}, li:has(> p > a[href="#${key}"]), .lines .${key}`, item?.closest(".lists") ?? document);
  for (const element of lit) element.classList.add("lit");
}
document.addEventListener("pointerover", light);
document.addEventListener("focusin", light);

// Queries: search, order, filter. The choice is in the address, so that it can be shared.

/** If a report has no queries, this element is not on the page, so the controls before it are not added either. */
const list = document.getElementById("query-list") ?? make("div");
const queries = all<HTMLDetailsElement>(":scope > details", list).map((element) => ({
  element,
  values: new Map(
    all<HTMLTableRowElement>(".measures tbody tr", element).map((row) => [
      row.querySelector("bdi")?.textContent ?? "",
      [...row.cells].slice(1).map((cell) => numberOf(cell.textContent)),
    ]),
  ),
  /** All text of the element in lower case, set at the first search. */
  words: "",
}));
const measures = all("details:first-child .measures thead .n", list).map((head) => head.textContent);
const engines = [...new Set(queries.flatMap(({ values }) => [...values.keys()]))];

const choice = (name: string, ...options: readonly string[]) =>
  make("select", { name }, ...options.map((text, place) => make("option", { value: `${place || ""}` }, text)));
const box = (name: string) => make("input", { name, type: "checkbox" });
const by = choice("by", "order of the report", ...measures);
const of = choice("of", "mean of engines", ...engines);
const minus = choice("minus", "none", ...engines);
const down = box("down");
const differ = box("differ");
const search = make("input", { name: "find", type: "search", autocomplete: "off", spellcheck: false });
const unfold = make("button", { type: "button" }, "Expand all shown");
const status = make("p", { role: "status" });
const label = (...children: readonly Child[]) => make("label", {}, ...children);
const form = make(
  "form",
  { className: "controls", role: "search" },
  make("div", {}, label("Search queries and titles ", search), status),
  make(
    "div",
    {},
    label("Sort by ", by),
    label("engine ", of),
    label("minus engine ", minus),
    label(down, " descending"),
    label(differ, " only where engines differ"),
    unfold,
  ),
);

const measureOf = (values: readonly number[] = []) => values[Math.max(0, by.selectedIndex - 1)] ?? Number.NaN;

function keyOf(values: ReadonlyMap<string, number[]>): number {
  const chosen = (select: HTMLSelectElement) => measureOf(values.get(engines[select.selectedIndex - 1] ?? ""));
  const known = [...values.values()].map(measureOf).filter((value) => !Number.isNaN(value));
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return (of.value ? chosen(of) : mean) - (minus.value ? chosen(minus) : 0);
}

function show(): void {
  const isGiven = !by.value;
  of.disabled = minus.disabled = isGiven;
  const keyed = queries.map(({ element, values }, place) => ({ element, key: isGiven ? place : keyOf(values) }));
  keyed.sort((one, other) => order(one.key, other.key, down.checked));
  // Moving an element takes time, even if its position does not change.
  if (keyed.some(({ element }, place) => list.children[place] !== element))
    list.append(...keyed.map(({ element }) => element));
  const wanted = search.value.trim().toLowerCase();
  for (const query of queries) {
    if (wanted !== "") query.words ||= query.element.textContent.toLowerCase();
    const isSame = new Set([...query.values.values()].map((values) => `${measureOf(values)}`)).size < 2;
    query.element.hidden = !query.words.includes(wanted) || (differ.checked && isSame);
  }
  status.textContent = `${queries.filter(({ element }) => !element.hidden).length} of ${queries.length} queries`;
}

function reveal(element?: Element | null): boolean {
  const folded = element?.closest("details");
  if (!folded) return false;
  folded.open = true;
  return reveal(folded.parentElement) || true;
}

/** Shows what the address contains: an anchor, or the state of the controls. */
function goThere(): void {
  const address = location.hash.slice(1);
  const target = document.getElementById(address);
  const query = target?.closest<HTMLDetailsElement>(".query");
  if (query) query.hidden = false;
  if (reveal(target)) target?.scrollIntoView();
  if (!address.includes("=")) return;
  const state = new URLSearchParams(address);
  for (const control of [search, by, of, minus]) {
    control.value = state.get(control.name) ?? "";
    // An unknown value leaves nothing selected. The value "" then selects the first option.
    control.value ||= "";
  }
  for (const control of [down, differ]) control.checked = state.has(control.name);
  show();
  reveal(list);
  list.parentElement?.scrollIntoView();
}

let waiting = 0;
form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    show();
    const chosen = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const state = new URLSearchParams(chosen.filter(([, value]) => value !== ""));
    try {
      history.replaceState(null, "", `#${state.size > 0 ? state : "queries"}`);
    } catch {
      // Some file viewers have no address.
    }
  }, 150);
});
form.addEventListener("submit", (event) => event.preventDefault());
unfold.addEventListener("click", () => {
  const shown = queries.map(({ element }) => element).filter(({ hidden }) => !hidden);
  const isOpening = shown.some(({ open }) => !open);
  for (const element of shown) element.open = isOpening;
  unfold.textContent = isOpening ? "Collapse all" : "Expand all shown";
});
list.before(form);
show();
goThere();
addEventListener("hashchange", goThere);
