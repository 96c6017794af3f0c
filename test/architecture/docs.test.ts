/** Is the documentation right? Commands are run, examples compiled, options and links checked. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandRows } from "../../src/cli/commands.ts";
import { buildProgram, run } from "../../src/cli/run.ts";
import { root, sharedCache } from "../support/run-cli.ts";
import {
  firstDifference,
  isHelp,
  optionsOf,
  shownCommandRunner,
  shownCommands,
  withOutputs,
  withoutOptions,
} from "../support/shown-commands.ts";

const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name))
    .sort(),
];
const text = new Map(pages.map((page) => [page, readFileSync(join(root, page), "utf8")]));
const readme = text.get("README.md") ?? "";

/** The code blocks in one language. */
function blocks(page: string, language: string): string[] {
  return [...page.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, "g"))].map(([, code]) => code ?? "");
}

/** Options that a page of a command links to instead of showing them. */
function sharedOptions(page: string): ReadonlySet<string> {
  const [, options = ""] = (text.get(page) ?? "").split("\n## Options\n");
  const linked = [...options.matchAll(/\]\((\.\.\/options\.md|[a-z]+\.md#options)\)/g)];
  const shared = linked.map(([, path = ""]) =>
    readFileSync(join(root, dirname(page), path.replace(/#.*/, "")), "utf8"),
  );
  return new Set(shared.flatMap((each) => blocks(each, "text")).flatMap((block) => [...optionsOf(block)]));
}

describe("the README", () => {
  it("shows each of the two set-up commands on a line of its own in a code block", () => {
    const lines = blocks(readme, "sh").map((block) => block.trimEnd());
    expect(lines).toContain("npm ci && npm run demo");
    expect(lines).toContain("npm ci && npm test");
  });

  it("has at most 100 lines", () => {
    expect(readme.split("\n").length).toBeLessThanOrEqual(100);
  });

  it("shows at least two commands with their output", () => {
    expect(shownCommands(readme).length).toBeGreaterThanOrEqual(2);
  });
});

describe("documented commands", () => {
  it.each([
    { shown: "a\nb\n", difference: "\na\nb\n" },
    { shown: "a\n…\n", difference: null },
    { shown: "…\nb\n…\nc\n", difference: null },
    { shown: "…\n\nc\n", difference: null },
    { shown: "…\na\nc\n", difference: "\na\nc\n" },
    { shown: "…\nb\n", difference: "\nb\n" },
    { shown: "b\n…\n", difference: "\nb\n" },
    { shown: "…\nc\n…\nb\n…\n", difference: "\nb\n" },
    { shown: "a\n\nb\n\nc\n", difference: null },
    { shown: "…\n", difference: null },
  ])("are compared with their output line by line, except lines that … replaces: $shown", ({ shown, difference }) => {
    expect(firstDifference(shown, "a\n\nb\n\nc\n")).toBe(difference);
  });

  it("may omit options that are in docs/options.md, whatever their width and group", () => {
    const model = "Model, for --near:\n  --threads  threads of\n             the model\n";
    const help = `Usage: a\n\n${model}\nTest:\n  --seed\n  --cache    other words\n  --threads  threads of the model\nUsage: b\n`;
    const shared = optionsOf("  --cache  own words\n  -h  help\nModel:\n  --threads  threads of the model\n");
    expect([...shared]).toEqual(["--cache own words", "-h help", "--threads threads of the model"]);
    expect(withoutOptions(help, shared)).toBe("Usage: a\n\nTest:\n  --seed\n  --cache    other words\n\nUsage: b\n");
  });

  const printedBy = shownCommandRunner(sharedCache);
  // Pages that others link to come first, because updating the others reads them.
  const inOrder = new Set([
    ...["options", "commands/label", "commands/measure", "commands/estimate"].map((name) => `docs/${name}.md`),
    ...pages,
  ]);
  const withCommands = [...inOrder].filter((page) => shownCommands(text.get(page) ?? "").length > 0);
  const hasPython = process.env["CI"] !== undefined || spawnSync("python3", ["--version"]).status === 0;

  // If the output changed on purpose: UPDATE_DOCS=1 npx vitest run test/architecture/docs.test.ts
  it.for(withCommands)("print what the page shows: %s", { timeout: 240_000 }, async (page, { skip }) => {
    const blocksOfPage = shownCommands(text.get(page) ?? "");
    if (!hasPython && blocksOfPage.some(({ commands }) => commands.includes("python3"))) skip("there is no python3");
    const outputs: string[] = [];
    for (const [place, { commands, shown }] of blocksOfPage.entries()) {
      const answer = await printedBy(blocksOfPage.slice(0, place + 1).map((block) => block.commands));
      const { exitCode } = answer;
      const printed = isHelp(commands) ? withoutOptions(answer.printed, sharedOptions(page)) : answer.printed;
      const mayChange = process.env["UPDATE_DOCS"] === "1" && !shown.split("\n").includes("…");
      outputs.push(mayChange ? printed : shown);
      expect(exitCode, `${commands}\n${printed}`).toBe(0);
      if (!mayChange) expect(firstDifference(shown, printed), `${commands}\nprinted:\n${printed}`).toBeNull();
    }
    if (process.env["UPDATE_DOCS"] === "1") {
      writeFileSync(join(root, page), withOutputs(text.get(page) ?? "", outputs));
    }
  });
});

// If the labels of the sample change, `npx vitest run test/architecture/docs.test.ts -u` draws it again.
describe("the picture of docs/commands/measure.md", () => {
  it("is the picture that the command above it draws", { timeout: 240_000 }, async () => {
    const page = shownCommands(text.get("docs/commands/measure.md") ?? "").map(({ commands }) => commands);
    const drawing = page.findIndex((commands) => commands.includes("--svg curves.svg"));
    const onStdout = page[drawing]?.replace("--svg curves.svg", "--svg - --quiet") ?? "";
    const { printed } = await shownCommandRunner(sharedCache)([...page.slice(0, drawing), onStdout]);
    await expect(`${printed.trimEnd()}\n`).toMatchFileSnapshot(join(root, "docs/images/curves.svg"));
  });
});

describe("the pages of commands", () => {
  const names = commandRows.map(({ name }) => name);

  it("are one per command, in the order of the help, and docs/README.md links to them", () => {
    const index = text.get("docs/README.md") ?? "";
    const linked = [...index.matchAll(/^\| \[`([\w-]+)`\]\(commands\/([\w-]+)\.md\)/gm)];
    expect(linked.map(([, name]) => name)).toEqual(names);
    expect(linked.map(([, , page]) => page)).toEqual(names);
    const written = pages.filter((page) => page.startsWith("docs/commands/"));
    expect(written).toEqual(names.map((name) => `docs/commands/${name}.md`).sort());
  });

  it.each(names)("name every option of the command and of its jobs: %s", async (name) => {
    const { stdout, stderr } = process;
    const io = { stdout, stderr, environment: {}, signal: new AbortController().signal };
    const { commands } = await buildProgram(io, { exitCode: 0 });
    const jobs = commands.filter((command) => command.name().split(" ")[0] === name);
    const options = jobs.flatMap(withFurther).flatMap((command) => command.options);
    const long = options.filter(({ hidden }) => !hidden).map((option) => option.long ?? "");
    const path = `docs/commands/${name}.md`;
    const page = [text.get(path), ...sharedOptions(path)].join("\n");
    const missing = [...new Set(long)].filter((option) => !new RegExp(`${option}(?![\\w-])`).test(page));
    expect(jobs.length).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  });

  function withFurther(command: Command): readonly Command[] {
    return [command, ...command.commands.flatMap(withFurther)];
  }
});

describe("the words of the documentation", () => {
  /** Words that read as if translated. Usual words instead: is in, continues, is included, warns, random, JSON Lines. */
  const banned = new RegExp(
    `\\b(?:${[
      ...["comes? along", "(?:goes|go) on", "(?:is|are) told of", "tells? of", "joins? in", "(?:has )?in its place"],
      ...["(?:stands?|lies?) (?:in|beside|for|behind|there|above|below|between|within)", "begins? (?:with|so)"],
      ...[
        "holds? (?:no|all|every|what)",
        "(?:is|are) no zero",
        "(?:is|are) said",
        "that (?:is|are) there",
        "turns? round",
      ],
      ...["what was odd", "order of chance", "by (?:lot|luck)", "the fate of"],
      ...["(?:an?|one) \\w+ a (?:line|row)", "whole or not at all", "in an order of", "so many", "likelier"],
      ...["nobody", "anybody", "somebody", "teach(?:es)?", "taught", "under way"],
    ].join("|")})\\b`,
    "gi",
  );
  const others = [
    ...["ARCHITECTURE", "CHANGELOG", "CONTRIBUTING", "SECURITY"],
    ...["data", "data/models", "data/samples", "indexes", "scripts"].map((folder) => `${folder}/README`),
  ].map((name) => `${name}.md`);

  it.each([...pages, ...others])("include no banned words: %s", (page) => {
    const prose = readFileSync(join(root, page), "utf8").replace(/```[\s\S]*?```/g, "");
    expect(prose.match(banned)).toBeNull();
  });

  it("include no banned words in the help of any command or job", async () => {
    const { stderr } = process;
    const help = async (words: readonly string[]) => {
      let printed = "";
      const stdout = { write: (text: string) => (printed += text) };
      const environment = { COLUMNS: "1000" };
      await run(words, { stdout, stderr, environment, signal: new AbortController().signal });
      return printed;
    };
    const io = { stdout: stderr, stderr, environment: {}, signal: new AbortController().signal };
    const { commands } = await buildProgram(io, { exitCode: 0 });
    const namesOf = (command: Command): readonly string[][] => {
      const words = command.name().split(" ");
      return [words, ...command.commands.flatMap(namesOf).map((below) => [...words, ...below])];
    };
    const found: string[] = [];
    for (const words of commands.flatMap(namesOf)) {
      const odd = (await help([...words, "--help"])).match(banned);
      if (odd !== null) found.push(`${words.join(" ")}: ${odd.join(", ")}`);
    }
    expect(found).toEqual([]);
  });

  it("include banned words in an example, which the search finds", () => {
    expect("Nobody is told of it; the model comes along.".match(banned)).toEqual([
      "Nobody",
      "is told of",
      "comes along",
    ]);
  });
});

describe("links", () => {
  it.each(pages)("lead to existing files and headings: %s", (page) => {
    const broken = [...(text.get(page) ?? "").matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(
      ([, target = ""]) => {
        const [path = "", anchor] = target.split("#");
        const file = path === "" ? page : join(dirname(page), path);
        if (!existsSync(join(root, file))) return [target];
        return anchor === undefined || anchors(file).includes(anchor) ? [] : [target];
      },
    );
    expect(broken).toEqual([]);
  });

  /** Makes anchors from headings as GitHub does. */
  function anchors(file: string): string[] {
    return [...readFileSync(join(root, file), "utf8").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replace(/\s/g, "-"),
    );
  }
});

describe("examples in TypeScript", () => {
  const examples = pages.flatMap((page) => blocks(text.get(page) ?? "", "ts").map((code) => ({ page, code })));
  const nameOf = (place: number) => `documented-example-${place}`;
  // Inside the package, so that they can import it by its name.
  const folder = join(root, "dist/documented-examples");
  let compiled: string;
  /** Output of each example, run one after the other in one process, because loading the package takes most of the time. */
  let printed: readonly string[];

  // Compiled together, because most of the work is reading the declarations, which they share.
  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
    for (const [place, { code }] of examples.entries()) writeFileSync(join(folder, `${nameOf(place)}.ts`), code);
    const files = examples.map((_, place) => `${nameOf(place)}.ts`);
    const config = { extends: "../../tsconfig.json", files, include: [], exclude: [] };
    const compilerOptions = { noEmit: false, allowImportingTsExtensions: false, rootDir: ".", outDir: "." };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...config, compilerOptions }));
    const compiler = join(root, "node_modules/@typescript/native/bin/tsc");
    const { stdout, stderr } = spawnSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" });
    compiled = stdout + stderr;
    const run = examples.map((_, place) => `await import("./${nameOf(place)}.js");`).join('console.log("\\f");\n');
    writeFileSync(join(folder, "all.js"), run);
    const env = { ...process.env, SEMQREL_CACHE: sharedCache };
    const ran = spawnSync(process.execPath, [join(folder, "all.js")], { cwd: root, encoding: "utf8", env });
    printed = (ran.stdout + ran.stderr).split("\f");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(examples.map((example, place) => ({ ...example, place })))(
    "compile strictly, and print what their comments promise: $page",
    ({ code, place }) => {
      expect(compiled).toBe("");
      const promised = [...code.matchAll(/console\.log.*\/\/ (.*)$/gm)].map(([, comment]) => comment);
      expect(promised.length).toBeGreaterThan(0);
      expect(printed[place]?.trim().split("\n")).toEqual(promised);
    },
  );
});
