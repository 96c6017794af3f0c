/**
 * Does the code keep to its layers?
 * Every file of src/ has a level and may import what its level may. Only listed files may use packages, Node's modules
 * and side effects. Each rule is in a table with its reason. The last tests break the rules, which must be reported.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { describe, expect, it, test } from "vitest";
import { root } from "../support/run-cli.ts";

/** A room of src/ (a folder, or a file at its top), and the lower rooms that it may import. */
interface RoomRule {
  readonly room: string;
  readonly level: number;
  readonly mayImport: readonly string[];
  readonly because: string;
}

const ground = ["core", "maths", "lists"];
const adapters = ["io", "model", "command"];

const capabilities: readonly RoomRule[] = [
  { room: "core", level: 1, mayImport: [], because: "every room shares it, so it knows none of them" },
  { room: "maths", level: 2, mayImport: ["core"], because: "numbers from numbers, whatever they stand for" },
  { room: "io", level: 2, mayImport: ["core"], because: "an adapter: any format, any server, no meaning" },
  {
    room: "command",
    level: 3,
    mayImport: ["core", "io"],
    because: "it knows how a command is said, and none of the commands",
  },
  { room: "lists", level: 3, mayImport: ["core", "maths"], because: "lists are complete before they are labelled" },
  {
    room: "model",
    level: 4,
    mayImport: ["core", "maths", "io", "command"],
    because: "an adapter: model and index can be replaced",
  },
  {
    room: "collect",
    level: 5,
    mayImport: ["core", "io", "lists", "command"],
    because: "an adapter: it asks a search interface",
  },
  {
    room: "measure",
    level: 5,
    mayImport: [...ground, ...adapters],
    because: "measures do not know where labels come from",
  },
  {
    room: "label",
    level: 6,
    mayImport: [...ground, ...adapters, "measure"],
    because: "the main job stands alone: what is made of its labels is above it",
  },
  {
    room: "gold",
    level: 7,
    mayImport: [...ground, ...adapters, "measure", "label"],
    because: "ratings are data of their own, whoever gave them: people or a language model",
  },
  {
    room: "rerank",
    level: 7,
    mayImport: [...ground, "io", "command", "measure", "label"],
    because: "an experiment on labels and features, wherever they come from",
  },
  { room: "jobs", level: 7, mayImport: [...ground, ...adapters, "label"], because: "the main job, block by block" },
  {
    room: "trust",
    level: 8,
    mayImport: [...ground, ...adapters, "measure", "label", "gold"],
    because: "it judges labels by ratings, whoever made either",
  },
  {
    room: "estimate",
    level: 9,
    mayImport: [...ground, ...adapters, "measure", "label", "gold", "trust"],
    because: "it combines labels and ratings, and says how far both can be trusted",
  },
  {
    room: "report",
    level: 10,
    mayImport: [...ground, "io", "command", "measure", "label", "gold", "rerank", "trust", "estimate"],
    because: "it shows what every other room found",
  },
];
const roomRules: readonly RoomRule[] = [
  ...capabilities,
  {
    room: "check",
    level: 11,
    mayImport: capabilities.map((capability) => capability.room),
    because: "lists in, verdict and report out: it puts labels, blocks and report together",
  },
  ...["cli", "entries", "index.ts"].map((room) => ({
    room,
    level: 12,
    mayImport: [...capabilities.map((capability) => capability.room), "check"],
    because: "the outermost: commands, and the names that programs import",
  })),
];

/**
 * What is pure: no I/O, no clock, no randomness, nothing asynchronous. A room that reads files names the files that do so
 * here; all its others are pure.
 */
const pureRooms: Readonly<Record<string, readonly string[]>> = {
  core: ["files/"],
  maths: [],
  lists: [],
  measure: [
    "compare-files.ts",
    "compare.ts",
    "convert/",
    "evaluation-settings.ts",
    "measure-files.ts",
    "measure-runs.ts",
    "measure.ts",
    "sort-arguments.ts",
  ],
  label: ["folder/label-files.ts", "label-folder.ts", "label-options.ts", "pipeline.ts", "stages/", "stored-labels.ts"],
  gold: [
    "agreement/agree.ts",
    "agreement/read-rated-table.ts",
    "gold-files.ts",
    "gold.ts",
    "gold-grades.ts",
    "gold-settings.ts",
    "import-ratings.ts",
    "judge/judge-files.ts",
    "judge/judge-options.ts",
    "judge/judge-settings.ts",
    "judge/judge.ts",
    "judge/judge-pairs.ts",
    "judge/kept-answers.ts",
    "pool-files.ts",
    "pool-view.ts",
    "pool.ts",
    "pools/pool-format.ts",
    "rating/",
    "ratings-beside.ts",
  ],
  rerank: [
    "correlate-features.ts",
    "correlate.ts",
    "features-files.ts",
    "features.ts",
    "read-features.ts",
    "read-features.ts",
    "read-features.ts",
    "rerank-files.ts",
    "rerank.ts",
  ],
  trust: [
    "fidelity/fidelity-files.ts",
    "fidelity/fidelity.ts",
    "policies/policies-files.ts",
    "policies/policies.ts",
    "read-proxies.ts",
    "validate-files.ts",
    "validate.ts",
  ],
  estimate: [
    "apply-calibration.ts",
    "calibrate.ts",
    "calibrated-study.ts",
    "draw-next.ts",
    "estimate-files.ts",
    "estimate.ts",
    "plan/plan-files.ts",
    "plan/plan.ts",
    "rated-sample.ts",
    "relabelled-folder.ts",
    "suggest-next.ts",
    "study-settings.ts",
    "suggest.ts",
    "threshold-files.ts",
  ],
  report: [
    "doubtful-pairs.ts",
    "page/script/",
    "pool-doubtful.ts",
    "report-documents.ts",
    "report-files.ts",
    "report.ts",
  ],
};

function isPure(file: string): boolean {
  const room = roomOf(file);
  const others = pureRooms[room];
  if (others === undefined) return false;
  return !others.some(
    (other) => file === `${room}/${other}` || (other.endsWith("/") && file.startsWith(`${room}/${other}`)),
  );
}

/** Folders whose modules become the script of a page. They import nothing else of src/, and nothing else imports them. */
const pageScripts = ["gold/rating/page/", "report/page/script/"];

/** Parts of the rating page's script, each of which may import earlier ones. */
const pageLayers = ["facts.ts", "words.ts", "state.ts", "screen.ts", "server.ts", "rater.ts", "page.ts"].map(
  (layer) => `gold/rating/page/${layer}`,
);

/** The files (or folders, with a trailing slash) that may name a package. */
const doors: readonly { readonly package: string; readonly files: readonly string[]; readonly because: string }[] = [
  { package: "csv-parse", files: ["io/tables/read-csv.ts"], because: "one reader of CSV, one way to name its errors" },
  { package: "csv-stringify", files: ["io/tables/write-csv.ts"], because: "one way to quote" },
  { package: "hyparquet", files: ["io/tables/read-parquet.ts"], because: "loaded only where a file is Parquet" },
  {
    package: "hyparquet-compressors",
    files: ["io/tables/read-parquet.ts"],
    because: "loaded only where a file is Parquet",
  },
  {
    package: "hyparquet-writer",
    files: ["io/tables/write-parquet.ts"],
    because: "loaded only where Parquet is asked for",
  },
  {
    package: "@modelcontextprotocol/sdk",
    files: ["cli/mcp-server.ts"],
    because: "optional: loaded only by system mcp",
  },
  {
    package: "@huggingface/transformers",
    files: ["model/embed/stock-pipeline.ts"],
    because: "optional: loaded only if the user asks for its pipeline",
  },
  {
    package: "@xenova/transformers",
    // The build writes the first into dist/ with all that it imports, the tokenizer names a type, the .d.ts describes
    // the part used; the stock pipeline runs where the package is installed.
    files: [
      "model/embed/bundled-tokenizers.ts",
      "model/embed/tokenizer.ts",
      "model/embed/xenova-tokenizers.d.ts",
      "model/embed/stock-pipeline.ts",
    ],
    because: "its installation downloads from another host: only what is bundled comes with semqrel",
  },
  {
    package: "onnxruntime-node",
    files: ["model/embed/onnx-session.ts"],
    because: "native: loaded only to compute vectors",
  },
  {
    package: "onnxruntime-web",
    files: ["check/page/page-embedder.ts", "check/page/write-page.ts"],
    because: "only the page runs the model in WebAssembly; the command copies its binary",
  },
  {
    package: "hnswlib-node",
    files: ["model/index/hnsw.ts"],
    because: "native and optional, with traps that are closed there",
  },
  {
    package: "pg",
    files: ["jobs/postgres/postgres-drivers.ts"],
    because: "optional: loaded only where there is a queue",
  },
  {
    package: "pg-connection-string",
    files: ["jobs/postgres/postgres-drivers.ts"],
    because: "optional: loaded only where there is a queue",
  },
  {
    package: "graphile-worker",
    files: ["jobs/postgres/postgres-drivers.ts"],
    because: "optional: loaded only where there is a queue",
  },
  {
    package: "valibot",
    files: ["core/schema.ts"],
    because: "every shape says what it expects in our words, and one function tells all misfits alike",
  },
  { package: "commander", files: ["cli/"], because: "arguments exist only on the command line" },
  { package: "picocolors", files: ["cli/"], because: "colours exist only in a terminal" },
  { package: "p-limit", files: ["label/pipeline.ts"], because: "one limiter, never nested" },
  {
    package: "libsql",
    files: ["gold/rating/open-rating-database.ts"],
    because: "native: loaded only where ratings are kept",
  },
  { package: "hono", files: ["gold/rating/rating-server.ts"], because: "only the rating page has a server" },
  {
    package: "@hono/node-server",
    files: ["gold/rating/rating-server.ts"],
    because: "only the rating page has a server",
  },
  {
    package: "entities",
    files: ["core/titles/clean-title.ts"],
    because: "titles are cleaned in one place",
  },
  {
    package: "markdown-it",
    files: ["gold/rating/rating-page.ts"],
    because: "Markdown of users becomes HTML in one place, where it is made inert",
  },
  { package: "d3-array", files: ["report/plots/"], because: "bins and ticks, not written again" },
  { package: "d3-scale", files: ["report/plots/"], because: "scales with round ends, not written again" },
  {
    package: "ml-matrix",
    files: ["maths/regression/ridge.ts"],
    because: "one way to solve normal equations",
  },
  { package: "ml-random-forest", files: ["maths/regression/forest.ts"], because: "one of several models, no more" },
  {
    package: "pure-rand",
    files: ["maths/random.ts"],
    because: "chance comes from a seed, from one place",
  },
];

/** Words in code (not in comments or strings) and the places that may use them. */
interface WordRule {
  /** An expression as written, or a keyword. */
  readonly word: string;
  /** Whether it only applies to pure files. */
  readonly inPureFiles: boolean;
  /** Rooms or files that may use it anyway. */
  readonly except: readonly string[];
  readonly because: string;
}

const wordRules: readonly WordRule[] = [
  ...["process", "Date", "async", "Promise"].map((word) => ({
    word,
    inPureFiles: true,
    except: [],
    because: "pure files are synchronous, and get time, chance and progress as arguments",
  })),
  {
    word: "console",
    inPureFiles: false,
    except: ["cli"],
    because: "warnings are values; only the command line prints",
  },
  { word: "Math.random", inPureFiles: false, except: ["cli"], because: "chance comes from a seed" },
  {
    word: "Date.now",
    inPureFiles: false,
    except: ["cli", "gold/rating/page/rater.ts"],
    because: "time comes from the clock that is handed in",
  },
  {
    word: "new Error",
    inPureFiles: false,
    except: ["core/errors.ts"],
    because: "what the caller got wrong is a SemqrelError with a code",
  },
];

/** The declarations of asynchronous ports are only types, and run nothing. */
const portTypes = ["core/ports.ts"];

const nodeModulesOfFiles = ["node:fs", "node:crypto", "node:path", "node:os", "node:url"];

/** A path below src/ and its text. */
type Sources = ReadonlyMap<string, string>;

/** One sentence per violation: the file, what it does, and the reason of the rule. */
function findViolations(sources: Sources): string[] {
  const violations: string[] = [];
  const importsOf = new Map<string, string[]>();
  for (const [file, text] of sources) {
    const rule = roomRules.find(({ room }) => room === roomOf(file));
    if (rule === undefined) {
      violations.push(`${file}: has no level. Give its room one in the table of this test.`);
      continue;
    }
    const report = (what: string, because: string) => violations.push(`${file}: ${what} (${because})`);
    const code = readCode(file, text);
    const imports = new Set([...ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName), ...code.loaded]);
    for (const name of imports) {
      if (name.startsWith(".")) checkRoom(file, rule, name, report);
      else if (name.startsWith("node:")) checkNodeModule(file, name, report);
      else checkDoor(file, name, report);
    }
    // createRequire and computed imports are invisible to the compiler, so a package's name in a string counts as an import.
    for (const name of code.strings)
      if (!imports.has(name) && doorOf(name) !== undefined) checkDoor(file, name, report);
    for (const { word, inPureFiles, except, because } of wordRules) {
      const isMeant = !inPureFiles || (isPure(file) && !portTypes.includes(file));
      if (isMeant && !except.includes(roomOf(file)) && !except.includes(file) && code.words.has(word))
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

function checkRoom(file: string, rule: RoomRule, name: string, report: Report): void {
  const target = resolveImport(file, name);
  const room = roomOf(target);
  checkPageScript(file, target, report);
  if (target.startsWith("..")) report(`imports ${name}`, "nothing outside src/ is part of the program");
  else if (room !== rule.room && !rule.mayImport.includes(room)) {
    report(`imports ${target}, which level ${rule.level} may not`, rule.because);
  } else if (isPure(file) && !isPure(target)) {
    report(`imports ${target}, which is not pure`, "who imports what reads files can do so, too");
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
  if (isPure(file)) report(`imports ${name}`, "pure: runs anywhere");
  else if (file.startsWith("core/files/") && !nodeModulesOfFiles.includes(name))
    report(`imports ${name}`, "knows the file system and where the user's part of it is, and no more");
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

function roomOf(file: string): string {
  return file.split("/")[0] ?? file;
}

function resolveImport(file: string, name: string): string {
  return posix.normalize(posix.join(posix.dirname(file), name));
}

interface Code {
  /** Passed to import() or to a function made by createRequire. */
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

/** The `now` of `Date.now`, the `process` of `{ process: 1 }`: a name that is not a global. */
function isPropertyName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) &&
    parent.name === node
  );
}

/** Each cycle once, starting with its first file in alphabetical order. */
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

describe("the layer rules", () => {
  it("are respected by every file of src/", () => {
    const sources = readSources();
    expect(sources.size).toBeGreaterThan(80);
    expect(findViolations(sources)).toEqual([]);
  });

  it("let a folder of src/ import only folders of lower levels", () => {
    const levelOf = (room: string) => roomRules.find((rule) => rule.room === room)?.level ?? Number.NaN;
    const upwards = roomRules.flatMap(({ room, level, mayImport }) =>
      mayImport.filter((other) => !(levelOf(other) < level)).map((other) => `${room} may import ${other}`),
    );
    expect(upwards).toEqual([]);
  });

  it("name only existing files", () => {
    const sources = [...readSources().keys()];
    const named = [
      ...Object.entries(pureRooms).flatMap(([room, files]) => files.map((file) => `${room}/${file}`)),
      ...doors.flatMap(({ files }) => files),
      ...wordRules.flatMap(({ except }) => except),
      ...portTypes,
    ];
    expect(named.filter((name) => !sources.some((file) => file.startsWith(name)))).toEqual([]);
  });

  it("cover every dependency, and no other package", () => {
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
      readFileSync(join(root, "package.json"), "utf8"),
    );
    const declared = Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies }).sort();
    expect(doors.map((door) => door.package).sort()).toEqual(declared);
  });

  describe("a violation is reported", () => {
    test.each([
      {
        name: "an upward import",
        files: { "core/text/a.ts": 'import { labelFiles } from "../../label/pipeline.ts";', "label/pipeline.ts": "" },
        expected: /^core\/text\/a\.ts: imports label\/pipeline\.ts, which level 1 may not/,
      },
      {
        name: "an upward import of a type only",
        files: { "measure/a.ts": 'import type { X } from "../label/match/x.ts";', "label/match/x.ts": "" },
        expected: /^measure\/a\.ts: imports label\/match\/x\.ts, which level 5 may not/,
      },
      {
        name: "an upward dynamic import",
        files: { "io/a.ts": 'export const later = () => import("../model/x.ts");', "model/x.ts": "" },
        expected: /^io\/a\.ts: imports model\/x\.ts, which level 2 may not/,
      },
      {
        name: "a room that imports its neighbour",
        files: { "rerank/a.ts": 'export { goldSet } from "../gold/gold-set.ts";', "gold/gold-set.ts": "" },
        expected: /^rerank\/a\.ts: imports gold\/gold-set\.ts, which level 7 may not/,
      },
      {
        name: "a capability that imports the report",
        files: { "trust/a.ts": 'import "../report/x.ts";', "report/x.ts": "" },
        expected: /^trust\/a\.ts: imports report\/x\.ts, which level 8 may not/,
      },
      {
        name: "a report that imports the model",
        files: { "report/report-files.ts": 'import { x } from "../model/index/x.ts";', "model/index/x.ts": "" },
        expected: /^report\/report-files\.ts: imports model\/index\/x\.ts, which level 10 may not/,
      },
      {
        name: "a pure file that imports an adapter",
        files: { "label/match/a.ts": 'import { x } from "../../model/index/hnsw.ts";', "model/index/hnsw.ts": "" },
        expected: /^label\/match\/a\.ts: imports model\/index\/hnsw\.ts, which is not pure/,
      },
      {
        name: "a pure file that imports a reader",
        files: { "trust/a.ts": 'import "./validate-files.ts";', "trust/validate-files.ts": "" },
        expected: /^trust\/a\.ts: imports trust\/validate-files\.ts, which is not pure/,
      },
      {
        name: "an import from outside src/",
        files: { "cli/a.ts": 'import { x } from "../../test/support/x.ts";' },
        expected: /^cli\/a\.ts: imports \.\.\/\.\.\/test\/support\/x\.ts/,
      },
      {
        name: "a package in the wrong file",
        files: { "io/read-jsonl.ts": 'import { parse } from "csv-parse";' },
        expected: /^io\/read-jsonl\.ts: reaches csv-parse, whose door is io\/tables\/read-csv\.ts/,
      },
      {
        name: "a part of a package in the wrong file",
        files: { "maths/a.ts": 'import { x } from "pure-rand/generator/x";' },
        expected: /^maths\/a\.ts: reaches pure-rand, whose door is maths\/random\.ts/,
      },
      {
        name: "a native package through createRequire",
        files: {
          "cli/a.ts": 'import { createRequire } from "node:module";\ncreateRequire(import.meta.url)("hnswlib-node");',
        },
        expected: /^cli\/a\.ts: reaches hnswlib-node, whose door is model\/index\/hnsw\.ts/,
      },
      {
        name: "a page's script with other imports",
        files: { "gold/rating/page/facts.ts": 'import "../../../core/text/x.ts";', "core/text/x.ts": "" },
        expected: /^gold\/rating\/page\/facts\.ts: imports core\/text\/x\.ts \(the script of a page/,
      },
      {
        name: "an import of a page's script",
        files: { "gold/rating/a.ts": 'import "./page/facts.ts";', "gold/rating/page/facts.ts": "" },
        expected: /^gold\/rating\/a\.ts: imports gold\/rating\/page\/facts\.ts \(the script of a page/,
      },
      {
        name: "an upward import in the rating page",
        files: { "gold/rating/page/screen.ts": 'import "./rater.ts";', "gold/rating/page/rater.ts": "" },
        expected: /^gold\/rating\/page\/screen\.ts: imports gold\/rating\/page\/rater\.ts, which is above it/,
      },
      {
        name: "a package whose name is only a string",
        files: { "model/embed/a.ts": 'const name = "onnxruntime-node";\nexport const x = import(name);' },
        expected: /^model\/embed\/a\.ts: reaches onnxruntime-node, whose door is model\/embed\/onnx-session\.ts/,
      },
      {
        name: "a package without a rule",
        files: { "io/a.ts": 'import lodash from "lodash";' },
        expected: /^io\/a\.ts: imports lodash \(a package needs a door/,
      },
      {
        name: "a package through createRequire",
        files: { "io/a.ts": 'createRequire(import.meta.url)("lodash");' },
        expected: /^io\/a\.ts: imports lodash/,
      },
      {
        name: "a module of Node in a pure file",
        files: { "report/content/a.ts": 'import { createHash } from "node:crypto";' },
        expected: /^report\/content\/a\.ts: imports node:crypto/,
      },
      {
        name: "a network module in core/files/",
        files: { "core/files/a.ts": 'import { get } from "node:http";' },
        expected: /^core\/files\/a\.ts: imports node:http/,
      },
      {
        name: "console in a pure file",
        files: { "measure/a.ts": 'export function a() {\n  console.log("a");\n}' },
        expected: /^measure\/a\.ts: uses console/,
      },
      {
        name: "console in an adapter",
        files: { "io/a.ts": 'console.warn("a");' },
        expected: /^io\/a\.ts: uses console/,
      },
      {
        name: "the process in a pure file",
        files: { "lists/a.ts": "export const a = process.argv;" },
        expected: /^lists\/a\.ts: uses process/,
      },
      {
        name: "a date in a pure file",
        files: { "report/content/a.ts": "export const a = new Date();" },
        expected: /^report\/content\/a\.ts: uses Date /,
      },
      {
        name: "randomness without a seed",
        files: { "model/a.ts": "export const a = Math.random();" },
        expected: /^model\/a\.ts: uses Math\.random/,
      },
      {
        name: "the clock outside the command line",
        files: { "label/pipeline.ts": "export const a = Date.now();" },
        expected: /^label\/pipeline\.ts: uses Date\.now/,
      },
      {
        name: "an async function in a pure file",
        files: { "label/match/a.ts": "export const a = async () => 1;" },
        expected: /^label\/match\/a\.ts: uses async/,
      },
      {
        name: "a promise in a type of a pure file",
        files: { "label/match/a.ts": "export type A = Promise<number>;" },
        expected: /^label\/match\/a\.ts: uses Promise/,
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
          "core/text/c.ts": 'import "./a.ts";',
          "core/text/a.ts": 'import { b } from "./b.ts";',
          "core/text/b.ts": 'export { c } from "./c.ts";',
        },
        expected: /^core\/text\/a\.ts -> core\/text\/b\.ts -> core\/text\/c\.ts -> …: a cycle/,
      },
      {
        name: "a cycle through types only",
        files: {
          "core/text/a.ts": 'import { b } from "./b.ts";',
          "core/text/b.ts": 'import type { A } from "./a.ts";',
        },
        expected: /^core\/text\/a\.ts -> core\/text\/b\.ts -> …: a cycle/,
      },
      {
        name: "a file that imports itself dynamically",
        files: { "core/text/a.ts": 'export const again = () => import("./a.ts");' },
        expected: /^core\/text\/a\.ts -> …: a cycle/,
      },
    ])("$name", ({ files, expected }) => {
      expect(findViolations(new Map(Object.entries(files)))).toEqual([expect.stringMatching(expected)]);
    });
  });

  describe("an allowed use is not reported", () => {
    test.each([
      {
        name: "words in comments and strings",
        files: { "core/text/a.ts": '/** process.exit, new Error( */\nexport const a = "Date.now()";' },
      },
      {
        name: "a property with a global's name",
        files: { "core/text/a.ts": "export const a = (b: { process: number }) => b.process;" },
      },
      {
        name: "a sentence that starts with a package",
        files: { "io/a.ts": 'export const a = "hnswlib-node is missing";' },
      },
      {
        name: "an import of core/text in lists",
        files: { "lists/a.ts": 'import "../core/text/x.ts";', "core/text/x.ts": "" },
      },
      {
        name: "a package in the file that may name it",
        files: { "model/index/hnsw.ts": 'createRequire(import.meta.url)("hnswlib-node");' },
      },
    ])("$name", ({ files }) => {
      expect(findViolations(new Map(Object.entries(files)))).toEqual([]);
    });
  });
});
