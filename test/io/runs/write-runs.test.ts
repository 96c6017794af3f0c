/** Does every run format restore what it can store? */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeNames } from "../../../src/core/titles/name-table.ts";
import { fitRun, type RunCapabilities } from "../../../src/io/fit.ts";
import type { RunRow } from "../../../src/io/format.ts";
import { writers } from "../../../src/io/formats.ts";
import { readRuns } from "../../../src/io/runs/read-run.ts";
import { fileWith, plainly, rowsOfRun, runOf, textOf } from "../../support/judged-rows.ts";
import { runs } from "../../support/property.ts";

const anyText = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
    fc.constantFrom('"x"', "=1+1", "-x", "a,b;c", "größe", "日本語 検索", "a\tb", "a\r\nb", "__proto__", "12"),
  )
  .filter((text) => text.trim() !== "" && !text.includes("\ufeff"));
const word = anyText.map((text) => text.replace(/\s+/g, "")).filter((text) => text !== "" && !text.startsWith("#"));

function rowsFor(holds: RunCapabilities): fc.Arbitrary<RunRow[]> {
  const name = holds.whiteSpace ? anyText : word;
  const row = fc.record({
    query: name,
    document: name,
    score: fc.double({ noNaN: true, noDefaultInfinity: true }),
    title: anyText,
  });
  return fc.array(row, { minLength: 1, maxLength: 12 }).map((rows) => {
    const kept = holds.repeats
      ? rows
      : [...new Map(rows.map((each) => [JSON.stringify([each.query, each.document]), each])).values()];
    return kept.map(({ title, ...others }) => (holds.titles ? { ...others, title } : others));
  });
}

function sorted(rows: readonly RunRow[]): string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
}

describe("runWriters", () => {
  it.each(writers.run.map((writer) => [writer.name, writer] as const))(
    "%s writes a run that is recognised and can be read again without loss",
    async (name, writer) => {
      await fc.assert(
        fc.asyncProperty(rowsFor(writer.holds), fc.boolean(), async (rows, isNamed) => {
          const made = runOf(rows);
          const { run, lost } = fitRun(made, writer.holds);
          expect(lost).toEqual([]);
          const path = fileWith(textOf(writer.write([run], plainly)), "engine.txt");
          // A comma in the first row would make a TREC run look like a table.
          const hasComma = rows.some(({ query, document }) => `${query}${document}`.includes(","));
          const asked = isNamed || (name === "trec-run" && hasComma) ? name : null;
          const read = await readRuns({ path, engine: null }, makeNames(), asked);
          expect(read.file.format).toBe(name);
          expect(read.runs.map((each) => each.name)).toEqual(["engine"]);
          expect(sorted(read.runs.flatMap(rowsOfRun))).toEqual(sorted(rowsOfRun(made)));
        }),
        { ...runs, numRuns: 100 },
      );
    },
  );

  it.each(writers.run.filter(({ holds }) => holds.engines).map((writer) => [writer.name, writer] as const))(
    "%s keeps engines separate",
    async (name, { write }) => {
      const one = runOf([{ query: "q", document: "a", score: 2, queryText: "apples" }], "one, two");
      const other = runOf([{ query: "q", document: "b", score: 1.5, title: "B" }], "=x");
      const path = fileWith(textOf(write([one, other], plainly)));
      const { runs: read } = await readRuns({ path, engine: null }, makeNames(), name);
      expect(read.map((run) => [run.name, rowsOfRun(run)])).toEqual([
        ["one, two", [{ query: "q", document: "a", score: 2, queryText: "apples", title: "" }]],
        [
          "=x",
          [{ query: "q", document: "b", score: 1.5, title: "B", queryText: "apples" }].map(
            ({ queryText: _, ...row }) => row,
          ),
        ],
      ]);
    },
  );

  it.each(["csv", "tsv", "jsonl"])(
    "writes the rows of each query in %s by score, because readers use the order of rows as ranks",
    (name) => {
      const writer = writers.run.find((one) => one.name === name);
      const made = runOf([
        { query: "p", document: "late", score: 1 },
        { query: "q", document: "only", score: 5 },
        { query: "p", document: "early", score: 2 },
      ]);
      const text = textOf(writer?.write([made], plainly) ?? []);
      expect(text.match(/late|early|only/g)).toEqual(["early", "only", "late"]);
    },
  );

  it("writes the lists of a TREC run by score, whatever the order of rows", () => {
    const writer = writers.run.find(({ name }) => name === "trec-run");
    const run = runOf(
      [
        { query: "q", document: "low", score: 0.5 },
        { query: "p", document: "only", score: 1 },
        { query: "q", document: "high", score: 7 },
      ],
      "my engine",
    );
    expect(textOf(writer?.write([run], plainly) ?? [])).toBe(
      "q Q0 high 1 7 my-engine\nq Q0 low 2 0.5 my-engine\np Q0 only 1 1 my-engine\n",
    );
  });
});
