/** Does every format restore what it can store? */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitJudgments, type JudgmentCapabilities } from "../../../src/io/fit.ts";
import type { JudgmentRow } from "../../../src/io/format.ts";
import { formats, writers } from "../../../src/io/formats.ts";
import { fileWith, judgmentsOf, plainly, readRows, rowsOf, textOf } from "../../support/judged-rows.ts";
import { runs } from "../../support/property.ts";

/** Texts in any script, with characters that are special in other formats. Quepid escapes = with a space. */
const anyText = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
    fc.constantFrom(
      'a "quoted" title',
      "=1+1",
      "-x",
      "@you",
      "+49",
      "a,b;c",
      "größe",
      "日本語 検索",
      "שלום",
      "it's",
      "a\tb",
      "a\nb",
      "a\r\nb",
      "__proto__",
      "12",
      "null",
      "#",
    ),
  )
  .filter((text) => text.trim() !== "" && !/^ [-=+@]/.test(text) && !text.includes("\ufeff"));
const word = anyText.map((text) => text.replace(/\s+/g, "")).filter((text) => text !== "" && !text.startsWith("#"));
const label = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ min: 0, max: 5, noNaN: true }));

/** Generates rows that the format can store. */
function rowsFor(holds: JudgmentCapabilities): fc.Arbitrary<JudgmentRow[]> {
  const name = holds.whiteSpace ? anyText : word;
  const labels = [
    holds.fractions ? label : fc.integer({ min: 0, max: 5 }),
    ...(holds.negatives ? [fc.constantFrom(-1, -2)] : []),
    ...(holds.unrated ? [fc.constant(Number.NaN)] : []),
  ];
  return fc
    .record({
      rows: fc.array(
        fc.record({
          query: holds.queryIds === "numbers" ? fc.nat(9).map(String) : name,
          document: name,
          label: fc.oneof(...labels),
          rater: name,
          iteration: name,
          title: anyText,
        }),
        { minLength: 1, maxLength: 12 },
      ),
      texts: fc.array(holds.queryIds === "numbers" ? anyText.map(oneLine) : anyText, { minLength: 10, maxLength: 10 }),
      withTexts: fc.boolean(),
    })
    .map(({ rows, texts, withTexts }) =>
      rows.map(({ query, document, label, rater, iteration, title }) => ({
        query,
        document,
        label,
        ...(holds.queryTexts && holds.queryIds !== "none" && withTexts
          ? { queryText: texts[query.length % texts.length] ?? "" }
          : {}),
        ...(holds.raters ? { rater: Number.isNaN(label) && !holds.titles ? "" : rater } : {}),
        ...(holds.iterations ? { iteration } : {}),
        ...(holds.titles ? { title } : {}),
      })),
    )
    .filter((rows) => holds.repeats || distinct(rows, holds));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function distinct(rows: readonly JudgmentRow[], holds: JudgmentCapabilities): boolean {
  const keys = rows.map(({ query, document, rater, label }) => [
    query,
    document,
    holds.raters && rater,
    holds.raters && Number.isNaN(label),
  ]);
  // A book has one row per pair, so an unrated row only exists if there is no rating.
  const pairs = new Set(rows.map(({ query, document }) => JSON.stringify([query, document])));
  const hasUnrated = rows.some((row) => Number.isNaN(row.label));
  return (
    new Set(keys.map((key) => JSON.stringify(key))).size === rows.length && (!hasUnrated || pairs.size === rows.length)
  );
}

/** Sorts the rows, because JSON objects and books group them by query. */
function sorted(rows: readonly JudgmentRow[]): string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
}

describe("judgmentWriters", () => {
  it("have readers with the same names", () => {
    const readers = formats.judgments.map(({ name }) => name);
    for (const { name } of writers.judgments) expect(readers).toContain(name);
  });

  it.each(writers.judgments.map((writer) => [writer.name, writer] as const))(
    "%s writes judgments that can be read again without loss",
    async (name, writer) => {
      await fc.assert(
        fc.asyncProperty(rowsFor(writer.holds), async (rows) => {
          const made = judgmentsOf(rows);
          const { judgments, lost } = fitJudgments(made, writer.holds);
          expect(lost).toEqual([]);
          expect(rowsOf(judgments)).toEqual(rowsOf(made));
          const text = textOf(writer.write(judgments, plainly));
          const { rows: read } = await readRows(fileWith(text), { format: name });
          expect(sorted(read)).toEqual(sorted(rowsOf(made)));
        }),
        { ...runs, numRuns: 100 },
      );
    },
  );

  it.each(writers.judgments.filter(({ name }) => name !== "rre-flat").map((writer) => [writer.name, writer] as const))(
    "%s writes judgments whose format is recognised",
    async (name, { write, holds }) => {
      const rows = [
        {
          query: holds.queryIds === "numbers" ? "1" : "q1",
          document: "d1",
          label: 3,
          ...(holds.raters ? { rater: "Ann" } : {}),
        },
        {
          query: holds.queryIds === "numbers" ? "2" : "q2",
          document: "d=2",
          label: 1,
          ...(holds.raters ? { rater: "Bob" } : {}),
        },
      ];
      const text = textOf(write(judgmentsOf(rows), plainly));
      expect((await readRows(fileWith(text))).format).toBe(name);
    },
  );
});
