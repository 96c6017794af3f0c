/**
 * Do the examples of CONTRIBUTING.md work? Writes each file into a copy of src/ and each line into its list, compiles
 * the result, and runs it.
 */
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { root, temporaryFolder } from "../support/run-cli.ts";

const page = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
const files = [...page.matchAll(/^`(src\/\S+)`\n```ts\n([\s\S]*?)^```$/gm)].map(([, path = "", text = ""]) => ({
  path,
  text,
}));
const entries = [...page.matchAll(/^In `(src\/\S+)`, in `(\w+)`[^\n]*\n```ts\n {2}(\w+),\n```$/gm)].map(
  ([, path = "", list = "", name = ""], place) => ({ path, list, name, from: files[place]?.path ?? "" }),
);

describe("the examples of CONTRIBUTING.md", () => {
  const folder = temporaryFolder({ "package.json": '{ "type": "module" }' });

  beforeAll(() => {
    cpSync(join(root, "src"), join(folder, "src"), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    for (const { path, text } of files) writeFileSync(join(folder, path), text);
    for (const { path, list, name, from } of entries) {
      const text = readFileSync(join(folder, path), "utf8");
      const place = new RegExp(`(export const ${list}: [^=]+ = \\[)`);
      expect(text).toMatch(place);
      const specifier = `./${posix.relative(posix.dirname(path), from)}`;
      writeFileSync(
        join(folder, path),
        `import { ${name} } from "${specifier}";\n${text.replace(place, `$1${name},`)}`,
      );
    }
  });

  it("are a measure, a label function, a format, a section and a plot, each in one file and one line", () => {
    expect(files.map(({ path }) => path)).toEqual([
      "src/measure/measures/binary/junk.ts",
      "src/label/label-functions/power.ts",
      "src/io/tables/formats/carets.ts",
      "src/report/content/sections/size-section.ts",
      "src/report/plots/render-bars.ts",
    ]);
    expect(entries.map(({ list }) => list)).toEqual([
      ...["measureKinds", "labelFunctionKinds", "tableFormats", "reportSections", "plotKinds"],
    ]);
  });

  it("compile with the right types", () => {
    const { options } = ts.parseJsonConfigFileContent(
      ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config,
      ts.sys,
      folder,
    );
    const paths = [...files, ...entries].map(({ path }) => join(folder, path));
    const program = ts.createProgram(paths, options);
    const problems = paths.flatMap((path) => ts.getPreEmitDiagnostics(program, program.getSourceFile(path)));
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  });

  it("compute and draw what the page describes", () => {
    writeFileSync(join(folder, "results.txt"), "query^rank^title\nfruit^0^Red apples, fresh\n");
    const program = `
      import { evaluate } from "./src/entries/measures.ts";
      import { parseLabelFunction } from "./src/label/label-functions/label-function.ts";
      import { readTable } from "./src/io/tables/read-table.ts";
      import { reportSections } from "./src/report/content/build-run-report.ts";
      import { renderPlot } from "./src/report/plots/render-plot.ts";
      const { measures } = evaluate({ q: { a: 1, b: 0, c: 0 } }, { q: { b: 4, a: 3, x: 2, c: 1 } }, ["Junk@1", "Junk@4"]);
      const power = parseLabelFunction("power");
      const table = await readTable("results.txt", () => true, null);
      const [section] = reportSections;
      const size = section({ stored: { engines: [{ lists: { engine: "explorer", queryOfRow: [0, 0, 1] } }] } });
      const bars = [{ name: "a & b", value: 1 }, { name: "c", value: 2 }];
      const svg = renderPlot({ shape: "bars", title: "Bars", description: "Two.", bars }, { idPrefix: "x" });
      console.log(JSON.stringify({
        junk: [measures["Junk@1"].perQuery.q, measures["Junk@4"].perQuery.q],
        name: power.name,
        labels: [0, 1, 4].map(power.labelOf),
        format: table.format,
        titles: table.columns.get("title"),
        section: [size.title, size.blocks[0].rows],
        widths: [...svg.matchAll(/<rect .*?width="([0-9]+)"/g)].map(([, width]) => Number(width)),
      }));`;
    writeFileSync(join(folder, "try.ts"), program);
    const printed = execFileSync(process.execPath, ["--import", "tsx", "try.ts"], { cwd: folder, encoding: "utf8" });
    // By hand: b, then c, of four results, with x unjudged; 5 / 1, 5 / 4, 5 / 25.
    expect(JSON.parse(printed)).toEqual({
      junk: [1, 0.5],
      name: "power(top=5,exponent=2)",
      labels: [5, 1.25, 0.2],
      format: "carets",
      titles: ["Red apples, fresh"],
      section: ["What it rests on", [["explorer", 3]]],
      widths: [256, 512],
    });
  });
});
