import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { historyFiles, reportFiles, reportText, writeReport, writeReportInto } from "../../src/report/report-files.ts";
import { makeLabelFolder } from "../support/make-label-folder.ts";
import { temporaryFolder } from "../support/run-cli.ts";

let made = "";
beforeAll(async () => {
  made = join(await makeLabelFolder({ engines: 2, queries: 12 }), "labels");
});

/** Copies the folder, with changed files. null removes a file. */
function copyWith(changes: Readonly<Record<string, ((text: string) => string) | null>> = {}): string {
  const folder = join(temporaryFolder(), "labels");
  cpSync(made, folder, { recursive: true });
  for (const [name, change] of Object.entries(changes)) {
    const path = join(folder, name);
    if (change === null) rmSync(path);
    else writeFileSync(path, change(existsSync(path) ? readFileSync(path, "utf8") : ""));
  }
  return folder;
}

const textOf = (pieces: Iterable<string>) => [...pieces].join("");
const withoutLastLines = (count: number) => (text: string) =>
  `${text.trimEnd().split("\n").slice(0, -count).join("\n")}\n`;

describe("reportFiles", () => {
  it("returns the engines, the reference and every query of the folder, with its name as title", async () => {
    const report = await reportFiles(made);
    expect(report).toMatchObject({ schema: "semqrel.report/1", engines: ["e0", "e1"], reference: "reference" });
    expect(report.title).toContain("labels");
    expect(report.queries.map(({ name }) => name).sort()).toEqual(
      Array.from({ length: 12 }, (_, query) => `question ${query}`).sort(),
    );
  });

  it("shows the requested number of results, and counts the hidden results", async () => {
    const { queries } = await reportFiles(made, { results: 3 });
    for (const { engines, reference, hiddenReference } of queries) {
      expect([reference.length, hiddenReference]).toEqual([3, 7]);
      expect(engines.map(({ results, hidden }) => [results.length, hidden])).toEqual([
        [3, 7],
        [3, 7],
      ]);
    }
  });

  it("returns the values of measures.csv for every query", async () => {
    const { measures, queries } = await reportFiles(made);
    const [header = "", ...rows] = readFileSync(join(made, "measures.csv"), "utf8").trimEnd().split("\n");
    const column = header.split(",").indexOf(measures[0] ?? "");
    expect(column).toBeGreaterThan(1);
    expect(rows).toHaveLength(24);
    for (const row of rows) {
      const cells = row.split(",");
      const ofQuery = queries.find(({ name }) => name === cells[1]);
      const value = ofQuery?.engines.find(({ engine }) => engine === cells[0])?.values[0];
      expect(value).toBeCloseTo(Number(cells[column]), 12);
    }
  });

  it("reads the same report from a folder with escaped cells as from a folder without", async () => {
    const guarded = (text: string) => text.replaceAll(/^e0,/gm, "'-e0,");
    const named = (text: string) => text.replaceAll(/^e0,/gm, "-e0,");
    const manifestWith = (spreadsheetSafe: boolean) => (text: string) => {
      const manifest = JSON.parse(text.replaceAll('"e0"', '"-e0"'));
      return JSON.stringify({ ...manifest, options: { ...manifest.options, spreadsheetSafe } });
    };
    const summary = (text: string) => text.replaceAll('"e0"', '"-e0"');
    const common = { "summary.json": summary };
    const one = await reportFiles(
      copyWith({ ...common, "labels.csv": guarded, "measures.csv": guarded, "manifest.json": manifestWith(true) }),
    );
    const other = await reportFiles(
      copyWith({ ...common, "labels.csv": named, "measures.csv": named, "manifest.json": manifestWith(false) }),
    );
    expect(one.engines).toEqual(["-e0", "e1"]);
    expect(one.queries).toEqual(other.queries);
  });

  it("writes the same bytes for the same folder, in every format", async () => {
    const [one, other] = [await reportFiles(made), await reportFiles(copyWith())];
    for (const format of ["html", "md", "json", "csv"] as const) {
      expect(textOf(reportText(one, format))).toBe(textOf(reportText(other, format)));
    }
  });

  describe("errors", () => {
    it.each([
      ["no manifest", { "manifest.json": null }, "FILE_NOT_FOUND", /no manifest\.json.*label --out/],
      ["no labels", { "labels.csv": null }, "FILE_NOT_FOUND", /no labels\.csv/],
      ["no measures", { "measures.csv": null }, "FILE_NOT_FOUND", /measures\.csv/],
      ["no summary", { "summary.json": null }, "FILE_NOT_FOUND", /no summary\.json/],
      [
        "a manifest cut short",
        { "manifest.json": (text: string) => text.slice(0, 200) },
        "INVALID_FORMAT",
        /cut short/,
      ],
      ["a summary cut short", { "summary.json": (text: string) => text.slice(0, 200) }, "INVALID_FORMAT", /cut short/],
      [
        "labels cut short at a line",
        { "labels.csv": withoutLastLines(3) },
        "INVALID_FORMAT",
        /labels\.csv: it has 117 rows of e1, but manifest\.json records 120/,
      ],
      [
        "labels cut short inside a line",
        { "labels.csv": (text: string) => text.slice(0, -40) },
        "INVALID_ROW",
        /labels\.csv/,
      ],
      [
        "a reference cut short",
        { "reference.csv": withoutLastLines(1) },
        "INVALID_FORMAT",
        /reference\.csv: it has 119 rows, but manifest\.json records 120/,
      ],
      ["a missing reference", { "reference.csv": null }, "INVALID_FORMAT", /reference\.csv: it has 0 rows/],
      [
        "measures cut short at a line",
        { "measures.csv": withoutLastLines(2) },
        "INVALID_FORMAT",
        /measures\.csv: it does not fit labels\.csv, because it has no row of e1 for the query "question 10"/,
      ],
      [
        "measures without an engine",
        { "measures.csv": (text: string) => text.replaceAll(/^e1,.*\n/gm, "") },
        "INVALID_FORMAT",
        /measures\.csv.*engine e1/,
      ],
      [
        "measures of another engine",
        { "measures.csv": (text: string) => text.replaceAll(/^e1,/gm, "e9,") },
        "INVALID_FORMAT",
        /measures\.csv.*engine e1/,
      ],
      [
        "measures of another query",
        { "measures.csv": (text: string) => text.replaceAll("question 3", "question x") },
        "INVALID_FORMAT",
        /measures\.csv.*query "question x"/,
      ],
      [
        "a measure that is not a number",
        { "measures.csv": (text: string) => text.replace(/^(e1,[^,]+,)[^,]+/m, "$1many") },
        "INVALID_ROW",
        /measures\.csv:14: .*"many" is not a number/,
      ],
      [
        "another schema",
        { "manifest.json": (text: string) => text.replace("manifest/1", "manifest/2") },
        "INVALID_FORMAT",
        /manifest\/2.*reads semqrel\.manifest\/1/,
      ],
      [
        "a summary of another schema",
        { "summary.json": (text: string) => text.replace("label/1", "label/2") },
        "INVALID_FORMAT",
        /label\/2.*reads semqrel\.label\/1/,
      ],
    ])("reportFiles refuses a folder with %s", async (_, changes, code, message) => {
      await expect(reportFiles(copyWith(changes))).rejects.toMatchObject({
        code,
        message: expect.stringMatching(message),
      });
    });

    it("reportFiles refuses the path of a file, and a missing folder", async () => {
      await expect(reportFiles(join(made, "labels.csv"))).rejects.toMatchObject({
        code: "FILE_NOT_FOUND",
        message: `Reading ${join(made, "labels.csv")}: it is a file of the labels in ${made}. Give that folder: ${made}.`,
      });
      await expect(reportFiles("nowhere")).rejects.toThrow(/there is no such folder/);
    });
  });
});

describe("historyFiles", () => {
  it("names folders by their path if their names are equal", async () => {
    const { title, sections, queries } = await historyFiles([made, copyWith()]);
    expect(title).toMatch(/2 runs/);
    expect(queries).toEqual([]);
    expect(JSON.stringify(sections)).toContain(JSON.stringify(made));
  });

  it("requires at least two folders, each with results", async () => {
    await expect(historyFiles([made])).rejects.toMatchObject({ code: "INVALID_OPTION" });
    await expect(historyFiles([made, temporaryFolder()])).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
  });
});

describe("writeReport", () => {
  it("writes the whole file, or leaves the old file unchanged if an error occurs", async () => {
    const report = await reportFiles(made);
    const folder = temporaryFolder({ "report.json": "before" });
    const broken = {
      ...report,
      get queries(): never {
        throw new RangeError("in the middle");
      },
    };
    expect(() => writeReport(broken, "html", join(folder, "report.json"))).toThrow(/in the middle/);
    expect(readdirSync(folder)).toEqual(["report.json"]);
    expect(readFileSync(join(folder, "report.json"), "utf8")).toBe("before");
    writeReport(report, "json", join(folder, "report.json"));
    expect(JSON.parse(readFileSync(join(folder, "report.json"), "utf8"))).toEqual(report);
  });

  it("throws OUTPUT_UNWRITABLE if a path cannot be written", async () => {
    const report = await reportFiles(made);
    expect(() => writeReport(report, "md", "-")).toThrow("Cannot write -: standard output cannot be used here.");
    expect(() => writeReport(report, "md", join(made, "labels.csv", "x.md"))).toThrow(
      expect.objectContaining({ code: "OUTPUT_UNWRITABLE" }),
    );
  });
});

describe("writeReportInto", () => {
  it("adds the page to the manifest once, and does not change other entries", async () => {
    const folder = copyWith();
    const before = readFileSync(join(folder, "manifest.json"), "utf8");
    expect(writeReportInto(folder, await reportFiles(folder))).toBe(join(folder, "report.html"));
    const after = readFileSync(join(folder, "manifest.json"), "utf8");
    expect(after).toBe(before.replace('"manifest.json"\n', '"manifest.json",\n  "report.html"\n'));
    const page = readFileSync(join(folder, "report.html"), "utf8");
    writeReportInto(folder, await reportFiles(folder));
    expect(readFileSync(join(folder, "manifest.json"), "utf8")).toBe(after);
    expect(readFileSync(join(folder, "report.html"), "utf8")).toBe(page);
  });
});
