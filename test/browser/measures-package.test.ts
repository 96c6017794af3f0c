/**
 * Is the package of the measures self-contained: small, without dependencies, with types, in Node and in a browser without
 * a network?
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, openBrowser } from "../support/browser.ts";
import { root, temporaryFolder } from "../support/run-cli.ts";

const app = temporaryFolder();
const installed = join(app, "node_modules/semqrel-measures");

// A user's program, with the numbers of ir_measures 0.4.3 for these judgments and this run.
const program = `
import { evaluate } from "semqrel-measures";
const judgments = "q1 0 a 3\\nq1 0 b 0\\nq1 0 c 1\\nq1 0 d -1\\nq1 0 e 2\\nq2 0 a 1\\nq2 0 f 2\\nq3 0 a 0\\nq3 0 b 0\\nq4 0 b 1";
const run = { q1: ["b", "a", "x", "c", "d"], q2: ["x", "f", "a"], q3: ["a"], q9: ["a"] };
const { measures } = evaluate(judgments, run, ["AP", "RR", "P@2", "nDCG@2", "SetP"]);
export const values: number[] = Object.values(measures).map(({ value }) => value);
`;
const values = [0.22916666666666663, 0.25, 0.25, 0.23093694989626518, 0.26666666666666666].map((value) =>
  expect.closeTo(value, 12),
);

beforeAll(() => {
  execFileSync(process.execPath, [join(root, "scripts/build-measures-package.mjs")]);
  mkdirSync(join(app, "node_modules"));
  cpSync(join(root, "dist/measures-package"), installed, { recursive: true });
  writeFileSync(join(app, "package.json"), '{ "type": "module" }');
  writeFileSync(join(app, "program.ts"), program);
});

describe("semqrel-measures", () => {
  it("is smaller than 100 kB, and imports no other module", () => {
    const module = join(installed, "index.js");
    expect(statSync(module).size).toBeLessThan(100_000);
    expect(ts.preProcessFile(readFileSync(module, "utf8")).importedFiles).toEqual([]);
    expect(JSON.parse(readFileSync(join(installed, "package.json"), "utf8"))).not.toHaveProperty("dependencies");
  });

  it("has types that need neither Node's types nor a browser's", () => {
    const options = {
      strict: true,
      types: [],
      lib: ["lib.es2022.d.ts"],
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      outDir: app,
    };
    const compiled = ts.createProgram([join(app, "program.ts")], options);
    const found = ts.getPreEmitDiagnostics(compiled).map(({ messageText }) => messageText);
    expect(found).toEqual([]);
    compiled.emit();
  });

  it("computes the numbers of ir_measures in Node", async () => {
    expect((await import(pathToFileURL(join(app, "program.js")).href)).values).toEqual(values);
  });

  it("prints in Node the numbers that its README shows", () => {
    const page = readFileSync(join(installed, "README.md"), "utf8");
    const [, example = ""] = /```js\n(.*?)```/s.exec(page) ?? [];
    const [, said] = /\/\/ (\S+)$/m.exec(example) ?? [];
    writeFileSync(join(app, "example.js"), example);
    expect(execFileSync(process.execPath, [join(app, "example.js")], { encoding: "utf8" }).trim()).toBe(said);
  });

  it.skipIf(!hasBrowser)("computes the same numbers in a browser without a network", async () => {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.route("http://page.test/**", (route) => {
        const { pathname } = new URL(route.request().url());
        if (pathname === "/") return route.fulfill({ contentType: "text/html", body: "<!doctype html>" });
        return route.fulfill({ path: join(app, pathname), contentType: "text/javascript" });
      });
      await page.goto("http://page.test/");
      await page.setContent(
        '<script type="importmap">{"imports":{"semqrel-measures":"/node_modules/semqrel-measures/index.js"}}</script>',
      );
      // As text, because vitest rewrites imports in code.
      const found = await page.evaluate('import("http://page.test/program.js").then(({ values }) => values)');
      expect(found).toEqual(values);
    } finally {
      await browser.close();
    }
  });
});
