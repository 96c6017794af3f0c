/** Does every option take its value from option, environment, file or default, and report where it is wrong? */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildProgram } from "../../../src/cli/run.ts";
import { runCli, temporaryFolder } from "../../support/run-cli.ts";
import { runInProcess } from "../run-in-process.ts";

type Environment = Readonly<Record<string, string>>;

const lists = {
  "ref.csv": "query,title,id\npears,Growing pears,d1\npears,Pears in winter,d2\n",
  "cand.csv": "query,title,id\npears,Pears in the winter,d2\npears,A pear tree,d9\n",
};
const inputs = ["--reference", "ref.csv", "--candidates", "cand.csv"];

function at(args: readonly string[], settings: unknown = {}, environment: Environment = {}) {
  const cwd = temporaryFolder({ ...lists, "semqrel.config.json": JSON.stringify(settings) });
  return runInProcess(args, { cwd, environment });
}

async function printed(settings: unknown, environment: Environment = {}, args: readonly string[] = []) {
  const result = await at(["label", "--print-config", ...args], settings, environment);
  expect(result.exitCode, result.stderr).toBe(0);
  return JSON.parse(result.stdout);
}

async function refused(settings: unknown, environment: Environment = {}): Promise<string> {
  const result = await at(["label", ...inputs, "--embedder", "hash"], settings, environment);
  expect(result).toMatchObject({ exitCode: 2, stdout: "" });
  expect(result.stderr).toMatch(/^(?:semqrel: options come from [^\n]*\n)?semqrel: Reading [^\n]*\n$/);
  return result.stderr;
}

const ofFile = (value: unknown) => ({ value, source: "configuration file" });

describe("semqrel.config.json", () => {
  it("may contain required options", async () => {
    const settings = { reference: "ref.csv", candidates: ["cand.csv"], embedder: "hash", "no-cache": true, json: true };
    const { exitCode, stdout, stderr } = await at(["label"], settings);
    expect(exitCode, stderr).toBe(0);
    expect(Object.keys(JSON.parse(stdout).engines)).toEqual(["cand"]);
  });

  it("may lack a required option, and the error then names this option", async () => {
    const { exitCode, stderr } = await at(["label", "--candidates", "cand.csv"]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/\nsemqrel: Labelling: no reference is given\. .*--reference FILE\.\n$/);
  });

  it.each([
    ["f1=0.2", [{ measure: "f1", bound: 0.2 }]],
    [["f1=0.2", "recall=0.3"], ["f1", "recall"].map((measure, at) => ({ measure, bound: at === 0 ? 0.2 : 0.3 }))],
  ])("may contain --fail-under %j", async (given, expected) => {
    expect((await printed({ "fail-under": given }))["fail-under"]).toEqual(ofFile(expected));
  });

  it("applies a general key, or a variable, only to the commands that accept its value", async () => {
    const plan = async (settings: unknown, environment: Environment = {}) => {
      const result = await at(["pool", "--plan", "labels", "--print-config"], settings, environment);
      return result.exitCode === 0 ? JSON.parse(result.stdout).queries : result.stderr;
    };
    // For `pool --plan`, the option is a list of numbers.
    const unset = { value: null, source: "default" };
    expect(await plan({ queries: "queries.tsv" })).toEqual(unset);
    expect(await plan({}, { SEMQREL_QUERIES: "queries.tsv" })).toEqual(unset);
    const args = ["pool", "--plan", "labels", "--print-config"];
    const withoutFile = await runInProcess(args, { cwd: temporaryFolder(), environment: { SEMQREL_QUERIES: "q.tsv" } });
    expect(JSON.parse(withoutFile.stdout).queries).toEqual(unset);
    expect((await printed({ queries: "queries.tsv" })).queries).toEqual(ofFile("queries.tsv"));
    expect(await plan({ queries: [10, 20] })).toEqual(ofFile([10, 20]));
    expect(await plan({ queries: true })).toContain('"queries" takes text or a number, not true.');
    expect(await plan({ "pool --plan": { queries: "queries.tsv" } })).toContain('"queries": Give a whole number >= 1.');
  });

  it.each([
    [{ "no-cache": true }, true],
    [{ cache: false }, true],
    [{ cache: true }, false],
    [{ "no-cache": false }, false],
    [{ label: { "no-cache": true } }, true],
  ])("switches the cache on or off with %j", async (settings, isOff) => {
    expect((await printed(settings))["no-cache"]).toEqual(ofFile(isOff));
  });

  it("prevents the cache from being written if it sets cache to false", async () => {
    const cache = temporaryFolder();
    const args = ["label", ...inputs, "--embedder", "hash"];
    const done = await at(args, { cache: false }, { SEMQREL_CACHE: join(cache, "c") });
    expect(done.exitCode, done.stderr).toBe(0);
    expect(() => readFileSync(join(cache, "c"))).toThrow("ENOENT");
  });

  it("may contain lists for options that take comma-separated names", async () => {
    const values = await printed({ "match-on": ["id", "title"], "title-column": ["Paper", "title"] });
    expect(values["match-on"]).toEqual(ofFile(["id", "title"]));
    expect(values["title-column"]).toEqual(ofFile(["Paper", "title"]));
  });

  it("may contain an object for a command with subcommands", async () => {
    const { stdout } = await at(["system", "index", "ls"], { index: { indexes: "elsewhere" } });
    expect(stdout).toBe("No indexes in elsewhere.\n");
  });

  it.each([
    [{ lable: { depth: 3 } }, ['"lable"', 'Did you mean "label"?']],
    [{ label: { depth: { deep: 3 } } }, ['"depth"']],
    [{ treshold: 0.5 }, ['"treshold"', 'Did you mean "threshold"?']],
    [{ label: { treshold: 0.5 } }, ['no option "treshold" of label', 'Did you mean "threshold"?']],
    [{ label: { baseline: "a" } }, ['no option "baseline" of label', "Other commands have it"]],
    [{ measure: { qrel: "a" } }, ['no option "qrel" of measure', 'Did you mean "qrels"?']],
    [{ qrels: "a" }, ['no option "qrels"']],
    [{ format: "tabel" }, ['takes table, csv, tsv, md, json, not "tabel"', 'Did you mean "table"?']],
    [{ exact: "yes" }, ['"exact" takes true or false']],
    [{ "no-cache": "yes" }, ['"no-cache" takes true or false']],
    [{ depth: null }, ['"depth" takes text or a number, not null']],
    [{ titles: [["a"]] }, ['"titles" takes text or a number']],
    [{ "fail-under": "f1" }, ['"fail-under"', "MEASURE=NUMBER"]],
  ])("is refused if it contains %j", async (settings, says) => {
    const stderr = await refused(settings);
    for (const words of [...says, "semqrel.config.json"]) expect(stderr).toContain(words);
  });
});

describe("arguments in semqrel.config.json", () => {
  const files = { "a.qrels": "q 0 d 1\nq 0 e 0\n", "a.run": "q Q0 d 1 2 x\n", "b.run": "q Q0 e 1 2 x\n" };
  const measure = (args: readonly string[], settings: unknown) => {
    const cwd = temporaryFolder({ ...files, "semqrel.config.json": JSON.stringify(settings) });
    return runInProcess(["measure", ...args], { cwd });
  };
  const given = { measure: { qrels: "a.qrels", "runs-and-measures": ["b.run", "P@1"] } };

  it("are used if the command line has no arguments", async () => {
    const { exitCode, stdout, stderr } = await measure(["--json"], given);
    expect(exitCode, stderr).toBe(0);
    expect(JSON.parse(stdout).runs).toMatchObject({ b: { "P@1": { mean: 0, count: 1 } } });
  });

  it("are all replaced if the command line has arguments", async () => {
    const { stdout } = await measure(["a.qrels", "a.run", "P@1", "--json"], given);
    expect(JSON.parse(stdout).runs).toMatchObject({ a: { "P@1": { mean: 1 } } });
    const some = await measure(["a.qrels"], given);
    expect(some.exitCode).toBe(2);
    expect(some.stderr).toContain("semqrel: missing required argument 'runs-and-measures' (runs, and measures as");
  });

  it("are shown by --print-config, with their source", async () => {
    expect(JSON.parse((await measure(["--print-config"], given)).stdout)).toMatchObject({
      qrels: ofFile("a.qrels"),
      "runs-and-measures": ofFile(["b.run", "P@1"]),
    });
    expect(JSON.parse((await measure(["x", "y", "--print-config"], given)).stdout)).toMatchObject({
      qrels: { value: "x", source: "argument" },
      "runs-and-measures": { value: ["y"], source: "argument" },
    });
  });

  it("may be required, and the error names a missing argument as the help does", async () => {
    const missing = await measure([], { measure: { "runs-and-measures": "b.run" } });
    const usage = "Usage: semqrel measure [options] <qrels> <runs-and-measures...> (options: semqrel measure --help)\n";
    expect(missing.exitCode).toBe(2);
    expect(missing.stderr).toMatch(/\nsemqrel: missing required argument 'qrels' \(judgments in any known format, /);
    expect(missing.stderr).toContain(usage);
    expect((await measure(["--help"], {})).stdout).toContain("measure [options] <qrels> <runs-and-measures...>");
    const fetch = await at(["system", "model", "fetch", "--help"]);
    expect(fetch.stdout).toContain("fetch [options] <id>");
    expect(fetch.exitCode).toBe(0);
  });
});

describe("values that may be secret", () => {
  const collect = (args: readonly string[], settings: unknown = {}, environment: Environment = {}) =>
    at(["collect", "ref.csv", ...args], { collect: settings }, environment);

  it("are hidden in the output of --print-config, which only shows their source", async () => {
    const { stdout } = await collect(
      ["--print-config", "--url", "https://me:hunter2@s.example/?token=hunter2&q={query}"],
      { header: ["Authorization: Bearer hunter2", "X-Api-Key: {env:KEY}"], body: '{"password": "hunter2"}' },
    );
    expect(stdout).not.toContain("hunter2");
    expect(JSON.parse(stdout)).toMatchObject({
      url: { value: "https://***@s.example/?token=***&q={query}", source: "flag" },
      header: ofFile(["Authorization: ***", "X-Api-Key: {env:KEY}"]),
      body: ofFile('{"password": "***"}'),
    });
  });

  it("are hidden even if the option does not accept values of their form", async () => {
    const { exitCode, stderr } = await collect([], { header: [{ Authorization: "Bearer hunter2" }] });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('"header" takes text or a number, not ["***"]');
  });
});

describe("a list for an option that can be given several times", () => {
  it("is read value by value, so that values may contain commas", async () => {
    const header = ["Accept-Language: en, de;q=0.5", "X-Trace: 1"];
    const url = "http://s.example/?q={query}";
    const settings = { collect: { header, url, results: "items", title: "name", "dry-run": true } };
    const cwd = temporaryFolder({ ...lists, "semqrel.config.json": JSON.stringify(settings) });
    const environment = { XDG_STATE_HOME: temporaryFolder() };
    expect((await runInProcess(["system", "trust"], { cwd, environment })).exitCode).toBe(0);
    const { exitCode, stdout, stderr } = await runInProcess(["collect", "ref.csv"], { cwd, environment });
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(/\nAccept-Language: en, de;q=0\.5\nX-Trace: 1\n$/);
  });
});

describe("$schema and a byte order mark", () => {
  it("are ignored, because editors add them", async () => {
    expect((await printed({ $schema: "./configuration.schema.json", depth: 3 }))["depth"]).toEqual(ofFile(3));
    const cwd = temporaryFolder({ "semqrel.config.json": '\uFEFF{"depth": 4}' });
    const { stdout } = await runInProcess(["label", "--print-config"], { cwd });
    expect(JSON.parse(stdout).depth).toEqual(ofFile(4));
  });
});

describe("arguments in the file", () => {
  it("have names different from all options of their command, so that each can be given", async () => {
    const write = () => true;
    const signal = new AbortController().signal;
    const io = { stdout: { write }, stderr: { write }, environment: {}, signal };
    const program = await buildProgram(io, { exitCode: 0 });
    const all = program.commands.flatMap((command) => [command, ...command.commands]);
    const clashes = all.flatMap((command) => {
      const options = command.options.map(({ long }) => long?.replace(/^--(?:no-)?/, ""));
      const names = command.registeredArguments.map((argument) => argument.name());
      return names.filter((name) => options.includes(name)).map((name) => `${command.name()} ${name}`);
    });
    expect(clashes).toEqual([]);
  });

  it("may be the labels and the features of rerank", async () => {
    const settings = { rerank: { labels: "there", "features-file": "features.csv", features: ["degree"] } };
    const { stdout } = await at(["rerank", "--print-config"], settings);
    expect(JSON.parse(stdout)).toMatchObject({
      labels: { value: "there", source: "configuration file" },
      "features-file": { value: "features.csv", source: "configuration file" },
      features: { value: ["degree"], source: "configuration file" },
    });
  });

  it("may be a list if the argument can be given several times", async () => {
    const rate = await at(["rate", "--print-config"], { rate: { db: "r.db", rater: ["Ann", "Bob"] } });
    expect(JSON.parse(rate.stdout)).toMatchObject({ rater: ofFile(["Ann", "Bob"]) });
  });
});

describe("the environment", () => {
  it("has a variable for every option, except for options that load code or contact an address", async () => {
    const io = {
      stdout: process.stdout,
      stderr: process.stderr,
      environment: {},
      signal: new AbortController().signal,
    };
    const program = await buildProgram(io, { exitCode: 0 });
    const label = program.commands.find((command) => command.name() === "label");
    for (const option of label?.options ?? []) {
      if (["--print-config", "--debug", "--model", "--queue"].includes(option.long ?? "")) continue;
      const name = option.long?.slice(2) ?? "";
      const isSwitch = option.isBoolean() || option.negate;
      const examples: Environment = {
        "match-on": "id,title",
        "fail-under": "f1=0.5",
        threshold: "0.5",
        without: "once",
        encoding: "windows-1252",
        excel: "de",
      };
      const value = isSwitch ? "yes" : (option.argChoices?.[0] ?? examples[name] ?? "7");
      const variable = `SEMQREL_${name.toUpperCase().replaceAll("-", "_")}`;
      const shown = (await printed({}, { [variable]: value }))[name];
      expect(shown?.source, variable).toBe("environment");
      if (isSwitch) expect(shown.value, variable).toBe(true);
    }
    const folder = await at(["system", "index", "ls"], {}, { SEMQREL_INDEXES: "there", SEMQREL_JSON: "1" });
    expect(JSON.parse(folder.stdout)).toMatchObject({ folder: "there" });
  });

  it("overrides the file, but not the command line", async () => {
    const file = { threshold: 0.1, label: { threshold: 0.2 } };
    const environment = { SEMQREL_THRESHOLD: "0.3" };
    const threshold = async (...given: Parameters<typeof printed>) => (await printed(...given))["threshold"];
    expect(await threshold({})).toEqual({ value: null, source: "default" });
    expect(await threshold(file)).toEqual(ofFile(0.2));
    expect(await threshold(file, environment)).toEqual({ value: 0.3, source: "environment" });
    expect(await threshold(file, environment, ["--threshold", "0.4"])).toEqual({ value: 0.4, source: "flag" });
  });

  it.each([
    ["1", true],
    ["true", true],
    ["YES", true],
    ["0", false],
    ["false", false],
    ["no", false],
  ])("can set a boolean option: SEMQREL_QUIET=%s", async (text, value) => {
    expect((await printed({ quiet: !value }, { SEMQREL_QUIET: text }))["quiet"]).toEqual({
      value,
      source: "environment",
    });
  });

  it("sets the cache's folder with SEMQREL_CACHE, and --no-cache with SEMQREL_NO_CACHE", async () => {
    expect((await printed({}, { SEMQREL_CACHE: "0" }))["no-cache"]).toEqual({ value: false, source: "default" });
    const off = { value: true, source: "environment" };
    expect((await printed({}, { SEMQREL_NO_CACHE: "1" }))["no-cache"]).toEqual(off);
  });

  it.each([
    ["SEMQREL_QUIET", "maybe", "takes 1, true, yes, 0, false or no"],
    ["SEMQREL_DEPTH", "deep", "whole number >= 1"],
    ["SEMQREL_FORMAT", "xml", "takes table"],
    ["SEMQREL_NO_CACHE", "2", "takes 1"],
  ])("is refused if it contains %s=%s", async (variable, value, says) => {
    const stderr = await refused({}, { [variable]: value });
    expect(stderr).toContain(variable);
    expect(stderr).toContain(says);
  });

  it("leads to warnings about misspelt options, but other variables are ignored", async () => {
    const environment = {
      SEMQREL_TRESHOLD: "0.5",
      SEMQREL_CAHCE: "x",
      SEMQREL_MY_SEARCH_KEY: "secret",
      SEMQREL_SEDE: "",
    };
    const { exitCode, stderr } = await at(["label", ...inputs, "--embedder", "hash"], {}, environment);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(
      "SEMQREL_TRESHOLD in the environment is not an option and is ignored. Did you mean SEMQREL_THRESHOLD?",
    );
    expect(stderr).toContain("Did you mean SEMQREL_CACHE?");
    expect(stderr).not.toContain("MY_SEARCH_KEY");
    expect(stderr).not.toContain("SEDE");
    const quiet = await at(["label", ...inputs, "--embedder", "hash", "--quiet"], {}, environment);
    expect(quiet.stderr).toBe("");
  });

  it("does not set an option if the variable is empty", async () => {
    expect((await printed({}, { SEMQREL_DEPTH: "" }))["depth"]).toEqual({ value: null, source: "default" });
  });

  it("is mentioned once in the help of every command", async () => {
    for (const command of [["label"], ["system", "index", "ls"]]) {
      const { stdout } = await at([...command, "--help"]);
      expect(stdout.match(/SEMQREL_/g)).toHaveLength(1);
      expect(stdout).not.toContain("(env:");
    }
  });
});

describe("a typing mistake leads to a suggestion", () => {
  it.each([
    { args: ["lable"], says: "Did you mean label?" },
    { args: ["label", "--referense", "a"], says: "Did you mean --reference?" },
    { args: ["system", "index", "verfy"], says: "Did you mean verify?" },
    { args: ["system", "index", "ls", "--indxes", "a"], says: "Did you mean --indexes?" },
    { args: ["label", "--format", "tabel"], says: 'Did you mean "table"?' },
    { args: ["system", "completion", "bsh"], says: 'Did you mean "bash"?' },
    { args: ["measure", "a.qrels", "a.run", "nDGC@10"], says: 'Did you mean "nDCG' },
    { args: ["label", ...inputs, "--fail-under", "ndgc_reference=0.5"], says: 'Did you mean "ndcg_reference"?' },
    { args: ["label", ...inputs, "--label", "invers"], says: 'Did you mean "inverse"?' },
    { args: ["label", ...inputs, "--title-column", "titel"], says: 'There is "title".' },
    { args: ["label", ...inputs, "--id-column", "yeer"], says: 'There is "year".' },
    { args: ["label", ...inputs, "--queries", "q.csv", "--segment", "knd"], says: 'Did you mean "kind"?' },
  ])("$says For: $args", async ({ args, says }) => {
    const csv = "query,title,year\npears,Growing pears,1999\n";
    const cwd = temporaryFolder({
      "ref.csv": csv,
      "cand.csv": csv,
      "a.run": "q Q0 d 1 2 x\n",
      "a.qrels": "q 0 d 1\n",
      "q.csv": "query_id,query,kind\n1,pears,fruit\n",
    });
    const { exitCode, stdout, stderr } = await runInProcess([...args], { cwd });
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(says);
  });
});

describe("semqrel label", () => {
  it("prints the formulas of label functions in its help, and in the error for an unknown function", async () => {
    const { stdout } = await at(["label", "--help"]);
    expect(stdout).toMatch(/^ {2}inverse\(top=5\) +top \/ \(rank \+ 1\)$/m);
    expect(stdout).toMatch(/^ {2}linear\(top=5,depth=20\) +top \* /m);
    expect(await refused({ label: "cubic" })).toContain("inverse(top=5) = top / (rank + 1); linear");
  });

  it.each(["--queries", "--titles"])("accepts standard input for %s, but only for one file", async (flag) => {
    const twice = await at(["label", "--reference", "ref.csv", "--candidates", "-", flag, "-"]);
    expect(twice.exitCode).toBe(2);
    expect(twice.stderr).toContain("- can be used for one file");
    const cwd = temporaryFolder(lists);
    const stdin = flag === "--queries" ? "pears\n" : "d1\tGrowing pears\nd2\tPears in winter\n";
    const args = ["label", ...inputs, flag, "-", "--embedder", "hash", "--no-cache"];
    const once = await runCli(args, { cwd, stdin });
    expect(once.exitCode, once.stderr).toBe(0);
  });

  it("stores all options that affect the result in the manifest", async () => {
    const cwd = temporaryFolder(lists);
    const args = ["label", ...inputs, "--embedder", "hash", "--out", "out", "--exact", "--no-cache"];
    const further = ["--threads", "2", "--depth", "9", "--title-column", "title", "--rank-base", "1"];
    expect((await runInProcess([...args, ...further], { cwd })).exitCode).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, "out/manifest.json"), "utf8")).options).toEqual({
      depth: 9,
      referenceDepth: null,
      labelFunction: "inverse(top=5)",
      labelColumn: null,
      matchOn: ["identifiers", "title"],
      threshold: 0.4,
      rules: { clean: true, cut: true, equal: true, matched: true, once: true, unknown: true, untitled: true },
      oneToOne: false,
      referenceEngine: null,
      inputFormat: null,
      rankBase: 1,
      columns: { query: null, "query id": null, title: ["title"], rank: null, id: null, url: null, engine: null },
      titleField: null,
      exact: true,
      seed: 100,
      threads: 2,
      spreadsheetSafe: false,
      integerQrels: false,
    });
  });
});
