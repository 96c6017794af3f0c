import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunReport } from "../../../src/report/content/run-report.ts";
import { renderReportPage } from "../../../src/report/page/render-report-page.ts";
import { makeRunReport } from "../../support/make-report.ts";
import { runs } from "../../support/property.ts";
import { hash, pageOf, script } from "./page-of.ts";
import { readPage } from "./read-page.ts";

const made = makeRunReport();
const html = pageOf(made);
const page = readPage(html);
const valuesOf = (name: string) =>
  page.elements.map(({ attributes }) => attributes.get(name)).filter((value) => value !== undefined);

/** A small report with the given text wherever a report contains text. */
function reportOf(text: string): RunReport {
  const [query] = made.queries;
  const [engine] = query?.engines ?? [];
  const [result] = engine?.results ?? [];
  const [row] = query?.reference ?? [];
  if (query === undefined || engine === undefined || result === undefined || row === undefined)
    throw new Error("the made report has no query");
  const table = {
    ...{ kind: "table" as const, id: "a-table", caption: text, folded: true, links: [text] },
    columns: [{ name: text, as: "text" as const }],
    rows: [[text]],
  };
  const axis = { title: text, from: null, to: null };
  return {
    ...made,
    title: text,
    headline: [{ kind: "text", tone: "verdict", text }],
    sections: [
      {
        ...{ id: "one", title: text },
        blocks: [
          { kind: "text", tone: "caution", text },
          table,
          {
            ...{ kind: "plot", id: "a-plot", table: { ...table, id: "another" } },
            plot: {
              ...{ shape: "distribution", title: text, description: text, axis, marks: [{ value: 1, label: text }] },
              groups: [{ name: text, values: [1, 2] }],
            },
          },
        ],
      },
    ],
    measures: [text],
    engines: [text],
    reference: text,
    labelRule: text,
    queries: [
      {
        ...{
          ...query,
          name: `name ${text}`,
          id: text,
          reference: [{ ...row, title: text, id: text, engine: "another engine" }],
        },
        engines: [
          { ...engine, engine: text, results: [{ ...result, title: text, id: text, doubt: text, origin: "o" }] },
        ],
      },
    ],
  };
}

it("the list of contents counts the queries, and omits queries if there are none", () => {
  expect(html).toContain(`<a href="#queries"><bdi>Queries</bdi> <small>${made.queries.length}</small></a>`);
  expect(pageOf({ ...made, queries: [] })).not.toContain('href="#queries"');
});

describe("renderReportPage", () => {
  it("allows only its own style and script, by their hashes", () => {
    const policy = page.elements.find(({ attributes }) => attributes.get("http-equiv") === "Content-Security-Policy");
    expect(policy?.attributes.get("content")).toBe(
      `default-src 'none'; style-src 'sha256-${hash(page.style)}'; script-src 'sha256-${hash(page.script)}'; ` +
        "img-src data:; base-uri 'none'; form-action 'none'",
    );
    expect(page.script).toBe(script);
    // The policy comes before everything that it restricts.
    expect(html.indexOf("Content-Security-Policy")).toBeLessThan(html.indexOf("<style"));
  });

  it("contains no style attributes and no inline handlers, because its policy refuses them", () => {
    const names = new Set(page.elements.flatMap(({ attributes }) => [...attributes.keys()]));
    expect([...names].filter((name) => name === "style" || name.startsWith("on"))).toEqual([]);
    expect(page.elements.filter(({ tag }) => tag === "script" || tag === "style")).toHaveLength(2);
  });

  it("loads nothing, and has no links to other pages", () => {
    const addresses = ["src", "srcset", "action", "data", "poster", "xlink:href"].flatMap(valuesOf);
    expect(addresses).toEqual([]);
    expect(valuesOf("href").filter((address) => !address.startsWith("#"))).toEqual([]);
    expect(page.elements.filter(({ tag }) => ["link", "iframe", "object", "embed", "base"].includes(tag))).toEqual([]);
    expect(page.style).not.toMatch(/url\(|@import|@font-face/);
    expect(script).not.toMatch(/\bimport\b|fetch|XMLHttpRequest|eval|innerHTML|https?:(?!\/\/www\.w3\.org\/2000\/svg)/);
  });

  it("uses unique ids, and links only to existing ids", () => {
    const identifiers = valuesOf("id");
    expect(identifiers.length).toBeGreaterThan(50);
    expect(identifiers.filter((id, place) => identifiers.indexOf(id) !== place)).toEqual([]);
    const known = new Set(identifiers);
    const asked = [
      ...valuesOf("href").map((address) => address.slice(1)),
      ...["aria-labelledby", "aria-describedby", "for"].flatMap(valuesOf).flatMap((ids) => ids.split(" ")),
    ];
    expect(asked.filter((id) => !known.has(id))).toEqual([]);
  });

  it("links from the contents to each section and to the queries", () => {
    const nav = html.slice(html.indexOf("<nav"), html.indexOf("</nav>"));
    const ids = [...nav.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(["headline", ...made.sections.map(({ id }) => id), "queries"]);
  });

  it("yields the page in pieces, at least one per query, with the same bytes each time", () => {
    const pieces = [...renderReportPage(made, { script, hash })];
    expect(pieces.length).toBeGreaterThanOrEqual(made.queries.length + made.sections.length);
    expect(pieces.join("")).toBe(html);
  });

  it("has a script of less than 11 kB that contains no text that would end the script element", () => {
    expect(script.length).toBeLessThan(11_000);
    expect(script).not.toMatch(/<\/script|<!--/i);
  });

  it("contains the same elements whatever the texts of the report are, and shows these texts", () => {
    const dangerous = fc.constantFrom(
      "<",
      ">",
      "&",
      '"',
      "'",
      "</script>",
      "<!--",
      "\u202e",
      "\u0000",
      "`",
      "=",
      "ä",
      "字",
    );
    const texts = fc.array(fc.oneof(dangerous, fc.string({ maxLength: 4 })), { minLength: 1, maxLength: 12 });
    const shape = (report: RunReport) => readPage(pageOf(report)).elements.map(({ tag }) => tag);
    const plain = shape(reportOf("plain"));
    fc.assert(
      fc.property(texts, (parts) => {
        // Starts with a letter, because a name of only spaces is shown differently, as is a very long word.
        const text = `x${parts.join("")}`;
        const read = readPage(pageOf(reportOf(text)));
        // Plots shorten names, so only the number of their text elements may differ.
        const outside = (tags: readonly string[]) =>
          tags.filter((tag) => !["text", "tspan", "title", "desc"].includes(tag));
        expect(outside(read.elements.map(({ tag }) => tag))).toEqual(outside(plain));
        const shown = text.replace(
          /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
          "\ufffd",
        );
        expect(read.text.split(shown).length).toBeGreaterThan(8);
      }),
      { ...runs, numRuns: 60 },
    );
  });

  it("contains no control characters or characters that change the writing direction", () => {
    expect(html.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
  });

  it("returns a complete page without sections and queries", () => {
    const bare = readPage(pageOf({ ...made, headline: [], sections: [], queries: [], measures: [], engines: [] }));
    expect(bare.elements.filter(({ tag }) => tag === "details")).toEqual([]);
    expect(bare.elements.filter(({ tag }) => tag === "main")).toHaveLength(1);
  });
});
