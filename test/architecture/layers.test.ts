/**
 * Does the code keep to its layers?
 * Every file of src/ has a level and may import what its level may; packages, Node's modules and side effects have their
 * doors. Each rule stands in a table with its reason; the last tests plant violations and want them named.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { describe, expect, it, test } from "vitest";
import { root } from "../support/run-cli.ts";

/** Parts of src/ and what they may import beside themselves. A part is a folder, or a file at the top. */
interface PartRule {
  readonly part: string;
  readonly level: string;
  readonly mayImport: readonly string[];
  readonly because: string;
}

const ground = ["types.ts", "types", "ports.ts", "errors.ts", "warnings.ts"];
const tools = [...ground, "text", "statistics"];
const formulas = [...tools, "relevance", "measures", "lists", "graph", "regression", "estimates"];
const shapes = [...formulas, "match", "gold", "trust", "rerank", "calibration", "report"];
const joined = [...shapes, "plots", "run-report", "report-page", "stages", "io", "files"];
const edge = [
  ...joined,
  "pipeline.ts",
  "label-folder.ts",
  "collect",
  "collect-lists.ts",
  "stored-labels.ts",
  "measuring",
  "judging",
  "reranking",
  "validating",
  "estimating",
  "reporting",
  "rating",
  "embed",
  "vector-index",
  "bench",
];

const partRules: readonly PartRule[] = [
  ...ground.map((part) => ({
    part,
    level: "0",
    mayImport: ground,
    because: "records, ports, errors and warnings are what all others share: they know nobody",
  })),
  { part: "text", level: "1", mayImport: ground, because: "pure functions of strings, and no others" },
  { part: "statistics", level: "1", mayImport: ground, because: "pure functions of numbers, and no others" },
  { part: "relevance", level: "2", mayImport: tools, because: "labels do not know how they are measured" },
  { part: "measures", level: "2", mayImport: tools, because: "measures do not know where labels come from" },
  { part: "lists", level: "2", mayImport: tools, because: "lists are put together before anybody labels or measures" },
  { part: "graph", level: "2", mayImport: tools, because: "graphs of numbered nodes, whatever the nodes stand for" },
  {
    part: "regression",
    level: "2",
    mayImport: tools,
    because: "numbers from numbers, whatever they stand for",
  },
  { part: "estimates", level: "2", mayImport: tools, because: "means of values by query, whoever measured them" },
  { part: "plots", level: "2", mayImport: tools, because: "pictures of numbers, whatever they stand for" },
  {
    part: "files",
    level: "2b",
    mayImport: ["errors.ts"],
    because: "what io, embed and vector-index share of the file system",
  },
  { part: "io", level: "3", mayImport: [...tools, "files"], because: "an adapter: any format, no meaning" },
  {
    part: "collect",
    level: "3b",
    mayImport: [...tools, "files", "io"],
    because: "an adapter: asks a search interface, and reads its answers as io reads saved ones",
  },
  { part: "embed", level: "3", mayImport: [...tools, "files"], because: "an adapter: the model can be replaced alone" },
  { part: "vector-index", level: "3", mayImport: [...tools, "files"], because: "an adapter: so can the index" },
  { part: "match", level: "4", mayImport: formulas, because: "meets model and index only through ports" },
  {
    part: "gold",
    level: "4",
    mayImport: formulas,
    because: "pools, ratings and agreement are data, whoever keeps them",
  },
  {
    part: "rerank",
    level: "4",
    mayImport: formulas,
    because: "an experiment on lists, labels and features, wherever they come from",
  },
  {
    part: "trust",
    level: "4a",
    mayImport: [...formulas, "match", "gold"],
    because: "judges labels as data, whoever made them",
  },
  {
    part: "calibration",
    level: "4b",
    mayImport: [...formulas, "match", "gold", "trust"],
    because: "learns from ratings as data, whoever gave them",
  },
  {
    part: "report",
    level: "4b",
    mayImport: [...formulas, "gold", "trust", "rerank"],
    because: "renders what it is given, wherever it comes from",
  },
  {
    part: "rating",
    level: "4c",
    mayImport: [...formulas, "gold", "files"],
    because: "an adapter: the database of ratings, the page and its server",
  },
  {
    part: "run-report",
    level: "4c",
    mayImport: [...shapes, "plots"],
    because: "says what a run came to, however it is shown",
  },
  {
    part: "report-page",
    level: "4d",
    mayImport: [...tools, "plots", "run-report"],
    because: "shows a report that is there, and computes nothing",
  },
  { part: "stages", level: "4c", mayImport: shapes, because: "stages meet adapters only through ports" },
  {
    part: "pipeline.ts",
    level: "5",
    mayImport: joined,
    because: "the only joiner of stages; model and index are arguments",
  },
  {
    part: "stored-labels.ts",
    level: "5",
    mayImport: joined,
    because: "joins an earlier folder of labels as io reads it with the lists that it holds",
  },
  {
    part: "measuring",
    level: "5",
    mayImport: joined,
    because: "joins judgments, runs and folders of labels as io reads them with what measures make of them",
  },
  {
    part: "judging",
    level: "5",
    mayImport: [...joined, "rating"],
    because: "joins lists and ratings as they are read with the pools and judgments that gold makes of them",
  },
  {
    part: "reranking",
    level: "5b",
    mayImport: [...joined, "stored-labels.ts"],
    because: "joins graphs, features and stored labels with the experiments made of them",
  },
  {
    part: "validating",
    level: "5b",
    mayImport: [...joined, "stored-labels.ts", "pipeline.ts", "judging"],
    because: "joins stored labels and judgments with what trust says of both",
  },
  {
    part: "estimating",
    level: "5b",
    mayImport: [...joined, "stored-labels.ts", "judging"],
    because: "joins stored labels and a few ratings with what calibration and estimates make of both",
  },
  {
    part: "reporting",
    level: "5b",
    mayImport: [...joined, "stored-labels.ts"],
    because: "joins a folder of labels and what other commands said of it with the report that shows both",
  },
  {
    part: "label-folder.ts",
    level: "5b",
    mayImport: [...joined, "pipeline.ts"],
    because: "joins what report renders with what files writes",
  },
  {
    part: "collect-lists.ts",
    level: "5",
    mayImport: [...joined, "collect"],
    because: "joins queries as io reads them with the lists that collect gets for them",
  },
  {
    part: "bench",
    level: "6",
    mayImport: [...joined, "pipeline.ts", "label-folder.ts", "embed", "vector-index"],
    because: "measures the real parts, so it may hold any of them",
  },
  {
    part: "jobs",
    level: "8",
    mayImport: [...edge, "adapters.ts"],
    because: "the same pipeline block by block, in as many processes as there are",
  },
  {
    part: "entries",
    level: "7",
    mayImport: [...shapes, "stages"],
    because: "public names that run anywhere: no adapter is below them",
  },
  { part: "adapters.ts", level: "7", mayImport: edge, because: "opens the real model, cache and indexes" },
  {
    part: "label-candidates.ts",
    level: "7",
    mayImport: [...edge, "adapters.ts"],
    because: "the main job as one function",
  },
  {
    part: "index.ts",
    level: "7",
    mayImport: [...edge, "adapters.ts", "label-candidates.ts"],
    because: "the public names, from anywhere below",
  },
  {
    part: "cli",
    level: "9",
    mayImport: [...edge, "adapters.ts", "jobs", "label-candidates.ts", "index.ts"],
    because: "the outermost: chooses adapters and hands them to the pipeline",
  },
];

/** Folders whose modules become the script of a page: nothing else of src/ goes there, and they go nowhere else. */
const pageScripts = ["rating/page/", "report-page/script/"];

/** Parts of the rating page's script, each of which may import those before it. */
const pageLayers = ["facts/", "state.ts", "kept/", "screen/", "server/", "rater/", "page.ts"].map(
  (layer) => `rating/page/${layer}`,
);

/** The files (or folders, with a closing slash) that may name a package. */
const doors: readonly { readonly package: string; readonly files: readonly string[]; readonly because: string }[] = [
  { package: "csv-parse", files: ["io/read-csv.ts"], because: "one reader of CSV, one way to name its errors" },
  { package: "csv-stringify", files: ["io/write-csv.ts"], because: "one way to quote" },
  { package: "hyparquet", files: ["io/read-parquet.ts"], because: "loaded only where a file is Parquet" },
  { package: "hyparquet-compressors", files: ["io/read-parquet.ts"], because: "loaded only where a file is Parquet" },
  { package: "lmdb", files: ["embed/vector-store.ts"], because: "native: loaded only where vectors are kept" },
  {
    package: "@xenova/transformers",
    // The build writes the first into dist/ with all that it imports, the tokenizer names a type, the .d.ts describes
    // the part used; the stock pipeline is what bench compares with, where the package is installed.
    files: [
      "embed/bundled-tokenizers.ts",
      "embed/tokenizer.ts",
      "embed/xenova-tokenizers.d.ts",
      "embed/stock-pipeline.ts",
    ],
    because: "its installation downloads from another host: only what is bundled comes with semqrel",
  },
  { package: "onnxruntime-node", files: ["embed/onnx-session.ts"], because: "native: loaded only to compute vectors" },
  {
    package: "hnswlib-node",
    files: ["vector-index/hnsw.ts"],
    because: "native and optional, with traps that are closed there",
  },
  { package: "pg", files: ["jobs/postgres-drivers.ts"], because: "optional: loaded only where there is a queue" },
  {
    package: "graphile-worker",
    files: ["jobs/postgres-drivers.ts"],
    because: "optional: loaded only where there is a queue",
  },
  { package: "commander", files: ["cli/"], because: "arguments exist only on the command line" },
  { package: "picocolors", files: ["cli/"], because: "colours exist only in a terminal" },
  { package: "p-limit", files: ["pipeline.ts"], because: "one limiter, never nested" },
  {
    package: "libsql",
    files: ["rating/open-rating-database.ts"],
    because: "native: loaded only where ratings are kept",
  },
  { package: "hono", files: ["rating/rating-server.ts"], because: "only the rating page has a server" },
  { package: "@hono/node-server", files: ["rating/rating-server.ts"], because: "only the rating page has a server" },
  {
    package: "markdown-it",
    files: ["rating/render-guidelines.ts"],
    because: "Markdown of users becomes HTML in one place, where it is made inert",
  },
  { package: "d3-array", files: ["plots/"], because: "bins and ticks, not written again" },
  { package: "d3-scale", files: ["plots/"], because: "scales with round ends, not written again" },
  { package: "ml-matrix", files: ["regression/solve-symmetric.ts"], because: "one way to solve normal equations" },
  { package: "ml-random-forest", files: ["regression/forest.ts"], because: "one of several models, no more" },
  { package: "pure-rand", files: ["statistics/seeded-random.ts"], because: "chance comes from a seed, from one place" },
];

const pureParts = [
  ...formulas.filter((part) => !ground.includes(part)),
  "match",
  "gold",
  "trust",
  "rerank",
  "calibration",
  "report",
  "plots",
  "run-report",
  "report-page",
];

/** Words of code (not of comments or strings) and the places that may use them. */
interface WordRule {
  /** An expression as it is written, or a keyword. */
  readonly word: string;
  /** Parts that the rule holds for; null for all. */
  readonly parts: readonly string[] | null;
  /** Parts or files that may, all the same. */
  readonly except: readonly string[];
  readonly because: string;
}

const wordRules: readonly WordRule[] = [
  ...["process", "Date", "Math.random", "async", "Promise"].map((word) => ({
    word,
    parts: pureParts,
    except: [],
    because: "pure folders are synchronous, and get time, chance and progress as arguments",
  })),
  { word: "console", parts: null, except: ["cli"], because: "warnings are values; only the command line prints" },
  { word: "Math.random", parts: null, except: ["cli"], because: "chance comes from a seed" },
  {
    word: "Date.now",
    parts: null,
    except: ["cli", "rating/page/rater/give.ts"],
    because: "time comes from the clock that is handed in",
  },
  {
    word: "new Error",
    parts: null,
    except: ["errors.ts"],
    because: "what the caller got wrong is a SemqrelError with a code",
  },
];

const nodeModules: readonly { readonly part: string; readonly allowed: readonly string[]; readonly because: string }[] =
  [
    ...[...pureParts, ...ground].map((part) => ({ part, allowed: [], because: "pure: runs anywhere" })),
    { part: "stages", allowed: [], because: "meets the outside world through ports" },
    {
      part: "files",
      allowed: ["node:fs", "node:crypto", "node:path", "node:os"],
      because: "knows the file system and where the user's part of it is, and no more",
    },
  ];

/** A path below src/ and its text. */
type Sources = ReadonlyMap<string, string>;

/** One sentence for each violation: the file, what it does, and the reason of the rule. */
function findViolations(sources: Sources): string[] {
  const violations: string[] = [];
  const importsOf = new Map<string, string[]>();
  for (const [file, text] of sources) {
    const rule = partRules.find(({ part }) => part === partOf(file));
    if (rule === undefined) {
      violations.push(`${file}: has no level. Give its folder one in the table of this test.`);
      continue;
    }
    const report = (what: string, because: string) => violations.push(`${file}: ${what} (${because})`);
    const code = readCode(file, text);
    const imports = new Set([...ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName), ...code.loaded]);
    for (const name of imports) {
      if (name.startsWith(".")) checkPart(file, rule, name, report);
      else if (name.startsWith("node:")) checkNodeModule(file, name, report);
      else checkDoor(file, name, report);
    }
    // createRequire and computed imports hide from the compiler: a package's name in a string is as good as an import.
    for (const name of code.strings)
      if (!imports.has(name) && doorOf(name) !== undefined) checkDoor(file, name, report);
    for (const { word, parts, except, because } of wordRules) {
      const isMeant = parts === null || parts.includes(partOf(file));
      if (isMeant && !except.includes(partOf(file)) && !except.includes(file) && code.words.has(word))
        report(`uses ${word}`, because);
    }
    const relative = [...imports].filter((name) => name.startsWith("."));
    importsOf.set(
      file,
      relative.map((name) => resolveImport(file, name)),
    );
  }
  return [...violations, ...findCycles(importsOf)];
}

type Report = (what: string, because: string) => void;

function checkPart(file: string, rule: PartRule, name: string, report: Report): void {
  const target = resolveImport(file, name);
  const part = partOf(target);
  checkPageScript(file, target, report);
  if (target.startsWith("..")) report(`imports ${name}`, "nothing outside src/ is part of the program");
  else if (part !== rule.part && !rule.mayImport.includes(part)) {
    report(`imports ${target}, which level ${rule.level} may not`, rule.because);
  }
}

function checkPageScript(file: string, target: string, report: Report): void {
  const pageOf = (path: string) => pageScripts.find((folder) => path.startsWith(folder));
  const layerOf = (path: string) => pageLayers.findIndex((layer) => path.startsWith(layer));
  if (pageOf(file) !== pageOf(target)) {
    report(`imports ${target}`, "the script of a page runs in the browser, and is compiled by itself");
  } else if (layerOf(file) < layerOf(target)) {
    report(`imports ${target}, which is above it`, `the layers of the page are ${pageLayers.join(" ")}`);
  }
}

function checkNodeModule(file: string, name: string, report: Report): void {
  const rule = nodeModules.find(({ part }) => part === partOf(file));
  if (rule !== undefined && !rule.allowed.includes(name)) report(`imports ${name}`, rule.because);
}

function checkDoor(file: string, name: string, report: Report): void {
  const door = doorOf(name);
  if (door === undefined) report(`imports ${name}`, "a package needs a door in the table of this test");
  else if (!door.files.some((allowed) => file === allowed || (allowed.endsWith("/") && file.startsWith(allowed)))) {
    report(`reaches ${door.package}, whose door is ${door.files.join(", ")}`, door.because);
  }
}

function doorOf(name: string) {
  return doors.find((door) => name === door.package || name.startsWith(`${door.package}/`));
}

function partOf(file: string): string {
  return file.split("/")[0] ?? file;
}

function resolveImport(file: string, name: string): string {
  return posix.normalize(posix.join(posix.dirname(file), name));
}

interface Code {
  /** Given to import() or to a function made by createRequire. */
  readonly loaded: readonly string[];
  readonly strings: readonly string[];
  /** Names, keywords and the expressions of `wordRules`, as written. */
  readonly words: ReadonlySet<string>;
}

/** Walks the syntax tree, so that comments and strings never count as code. */
function readCode(file: string, text: string): Code {
  const loaded: string[] = [];
  const strings: string[] = [];
  const words = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) strings.push(node.text);
    if (ts.isIdentifier(node) && !isPropertyName(node)) words.add(node.text);
    if (node.kind === ts.SyntaxKind.AsyncKeyword) words.add("async");
    if (ts.isPropertyAccessExpression(node)) words.add(`${node.expression.getText()}.${node.name.text}`);
    if (ts.isNewExpression(node)) words.add(`new ${node.expression.getText()}`);
    if (ts.isCallExpression(node)) {
      const [argument] = node.arguments;
      const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
      const isRequire = ts.isCallExpression(node.expression) || node.expression.getText() === "require";
      if ((isImport || isRequire) && argument !== undefined && ts.isStringLiteralLike(argument)) {
        loaded.push(argument.text);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return { loaded, strings, words };
}

/** The `now` of `Date.now`, the `process` of `{ process: 1 }`: a name that stands for no global. */
function isPropertyName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) &&
    parent.name === node
  );
}

/** Each cycle once, from the file of it that comes first in the alphabet. */
function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles = new Set<string>();
  const finished = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const start = path.indexOf(file);
    if (start >= 0) {
      const cycle = path.slice(start);
      const first = cycle.indexOf(cycle.toSorted()[0] ?? "");
      cycles.add([...cycle.slice(first), ...cycle.slice(0, first)].join(" -> "));
      return;
    }
    if (finished.has(file)) return;
    path.push(file);
    for (const target of imports.get(file) ?? []) visit(target);
    path.pop();
    finished.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return [...cycles].map((cycle) => `${cycle} -> …: a cycle (whoever reads one file must read all)`);
}

function readSources(): Map<string, string> {
  const folder = join(root, "src");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    );
  return new Map(files.sort().map((file) => [file, readFileSync(join(folder, file), "utf8")]));
}

describe("layers", () => {
  it("are kept by every file of src/", () => {
    const sources = readSources();
    expect(sources.size).toBeGreaterThan(80);
    expect(findViolations(sources)).toEqual([]);
  });

  it("point downwards: no rule allows two parts to import each other", () => {
    const pairs = partRules.flatMap(({ part, mayImport }) =>
      mayImport
        .filter((other) => other !== part && !(ground.includes(part) && ground.includes(other)))
        .filter((other) => partRules.find((rule) => rule.part === other)?.mayImport.includes(part))
        .map((other) => `${part} and ${other}`),
    );
    expect(pairs).toEqual([]);
  });

  it("have a door for every dependency, and no door for what is none", () => {
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
      readFileSync(join(root, "package.json"), "utf8"),
    );
    const declared = Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies }).sort();
    expect(doors.map((door) => door.package).sort()).toEqual(declared);
  });

  describe("planted violations are named", () => {
    test.each([
      {
        name: "an upward import",
        files: { "text/a.ts": 'import { labelFiles } from "../pipeline.ts";', "pipeline.ts": "" },
        expected: /^text\/a\.ts: imports pipeline\.ts, which level 1 may not/,
      },
      {
        name: "an upward import of a type alone",
        files: { "measures/a.ts": 'import type { X } from "../match/x.ts";', "match/x.ts": "" },
        expected: /^measures\/a\.ts: imports match\/x\.ts, which level 2 may not/,
      },
      {
        name: "an upward import that waits",
        files: { "io/a.ts": 'export const later = () => import("../embed/x.ts");', "embed/x.ts": "" },
        expected: /^io\/a\.ts: imports embed\/x\.ts, which level 3 may not/,
      },
      {
        name: "a sibling import",
        files: { "relevance/a.ts": 'export { dcg } from "../measures/dcg.ts";', "measures/dcg.ts": "" },
        expected: /^relevance\/a\.ts: imports measures\/dcg\.ts, which level 2 may not/,
      },
      {
        name: "match importing report",
        files: { "match/a.ts": 'import "../report/x.ts";', "report/x.ts": "" },
        expected: /^match\/a\.ts: imports report\/x\.ts, which level 4 may not/,
      },
      {
        name: "a stage that holds an adapter",
        files: { "stages/a.ts": 'import { x } from "../vector-index/x.ts";', "vector-index/x.ts": "" },
        expected: /^stages\/a\.ts: imports vector-index\/x\.ts, which level 4c may not/,
      },
      {
        name: "an import from outside src/",
        files: { "cli/a.ts": 'import { x } from "../../test/support/x.ts";' },
        expected: /^cli\/a\.ts: imports \.\.\/\.\.\/test\/support\/x\.ts/,
      },
      {
        name: "a wrong door",
        files: { "io/read-jsonl.ts": 'import { parse } from "csv-parse";' },
        expected: /^io\/read-jsonl\.ts: reaches csv-parse, whose door is io\/read-csv\.ts/,
      },
      {
        name: "a part of a package at a wrong door",
        files: { "statistics/a.ts": 'import { x } from "pure-rand/generator/x";' },
        expected: /^statistics\/a\.ts: reaches pure-rand, whose door is statistics\/seeded-random\.ts/,
      },
      {
        name: "a native package reached by createRequire",
        files: {
          "cli/a.ts": 'import { createRequire } from "node:module";\ncreateRequire(import.meta.url)("hnswlib-node");',
        },
        expected: /^cli\/a\.ts: reaches hnswlib-node, whose door is vector-index\/hnsw\.ts/,
      },
      {
        name: "a page's script that takes something from elsewhere",
        files: { "rating/page/facts/a.ts": 'import "../../../text/x.ts";', "text/x.ts": "" },
        expected: /^rating\/page\/facts\/a\.ts: imports text\/x\.ts \(the script of a page/,
      },
      {
        name: "something elsewhere that takes a part of a page's script",
        files: { "rating/a.ts": 'import "./page/facts/x.ts";', "rating/page/facts/x.ts": "" },
        expected: /^rating\/a\.ts: imports rating\/page\/facts\/x\.ts \(the script of a page/,
      },
      {
        name: "an upward import within the rating page",
        files: { "rating/page/screen/a.ts": 'import "../rater/x.ts";', "rating/page/rater/x.ts": "" },
        expected: /^rating\/page\/screen\/a\.ts: imports rating\/page\/rater\/x\.ts, which is above it/,
      },
      {
        name: "a package whose name is only a string",
        files: { "embed/a.ts": 'const name = "onnxruntime-node";\nexport const x = import(name);' },
        expected: /^embed\/a\.ts: reaches onnxruntime-node, whose door is embed\/onnx-session\.ts/,
      },
      {
        name: "a package without a door",
        files: { "io/a.ts": 'import lodash from "lodash";' },
        expected: /^io\/a\.ts: imports lodash \(a package needs a door/,
      },
      {
        name: "a package without a door, reached by createRequire",
        files: { "io/a.ts": 'createRequire(import.meta.url)("lodash");' },
        expected: /^io\/a\.ts: imports lodash/,
      },
      {
        name: "a module of Node in a pure folder",
        files: { "report/a.ts": 'import { createHash } from "node:crypto";' },
        expected: /^report\/a\.ts: imports node:crypto/,
      },
      {
        name: "a module of Node that files/ does not need",
        files: { "files/a.ts": 'import { get } from "node:http";' },
        expected: /^files\/a\.ts: imports node:http/,
      },
      {
        name: "console in a pure folder",
        files: { "measures/a.ts": 'export function a() {\n  console.log("a");\n}' },
        expected: /^measures\/a\.ts: uses console/,
      },
      {
        name: "console in an adapter",
        files: { "io/a.ts": 'console.warn("a");' },
        expected: /^io\/a\.ts: uses console/,
      },
      {
        name: "the process in a pure folder",
        files: { "lists/a.ts": "export const a = process.argv;" },
        expected: /^lists\/a\.ts: uses process/,
      },
      {
        name: "a date in a pure folder",
        files: { "report/a.ts": "export const a = new Date();" },
        expected: /^report\/a\.ts: uses Date /,
      },
      {
        name: "chance without a seed",
        files: { "embed/a.ts": "export const a = Math.random();" },
        expected: /^embed\/a\.ts: uses Math\.random/,
      },
      {
        name: "the clock outside the command line",
        files: { "pipeline.ts": "export const a = Date.now();" },
        expected: /^pipeline\.ts: uses Date\.now/,
      },
      {
        name: "an async function in a pure folder",
        files: { "match/a.ts": "export const a = async () => 1;" },
        expected: /^match\/a\.ts: uses async/,
      },
      {
        name: "a promise in a type of a pure folder",
        files: { "match/a.ts": "export type A = Promise<number>;" },
        expected: /^match\/a\.ts: uses Promise/,
      },
      {
        name: "an error without a code",
        files: { "io/a.ts": 'throw new Error("a");' },
        expected: /^io\/a\.ts: uses new Error/,
      },
      {
        name: "a file without a level",
        files: { "helpers/a.ts": "" },
        expected: /^helpers\/a\.ts: has no level/,
      },
      {
        name: "a cycle",
        files: {
          "text/c.ts": 'import "./a.ts";',
          "text/a.ts": 'import { b } from "./b.ts";',
          "text/b.ts": 'export { c } from "./c.ts";',
        },
        expected: /^text\/a\.ts -> text\/b\.ts -> text\/c\.ts -> …: a cycle/,
      },
      {
        name: "a cycle through a type alone",
        files: { "text/a.ts": 'import { b } from "./b.ts";', "text/b.ts": 'import type { A } from "./a.ts";' },
        expected: /^text\/a\.ts -> text\/b\.ts -> …: a cycle/,
      },
      {
        name: "a file that imports itself later",
        files: { "text/a.ts": 'export const again = () => import("./a.ts");' },
        expected: /^text\/a\.ts -> …: a cycle/,
      },
    ])("$name", ({ files, expected }) => {
      expect(findViolations(new Map(Object.entries(files)))).toEqual([expect.stringMatching(expected)]);
    });
  });

  describe("what is allowed stays silent", () => {
    test.each([
      {
        name: "words in comments and strings",
        files: { "text/a.ts": '/** process.exit, new Error( */\nexport const a = "Date.now()";' },
      },
      {
        name: "a property that has a global's name",
        files: { "text/a.ts": "export const a = (b: { process: number }) => b.process;" },
      },
      {
        name: "a sentence that begins with a package",
        files: { "io/a.ts": 'export const a = "hnswlib-node is missing";' },
      },
      { name: "lists using text", files: { "lists/a.ts": 'import "../text/x.ts";', "text/x.ts": "" } },
      { name: "a door", files: { "vector-index/hnsw.ts": 'createRequire(import.meta.url)("hnswlib-node");' } },
    ])("$name", ({ files }) => {
      expect(findViolations(new Map(Object.entries(files)))).toEqual([]);
    });
  });
});
