/** Does every option take its value from flag, environment, file or default, and say so where it is wrong? */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildProgram } from "../../src/cli/run.ts";
import { runCli, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

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
  expect(result.stderr).toMatch(/^semqrel: [^\n]*\n$/);
  return result.stderr;
}

const ofFile = (value: unknown) => ({ value, source: "configuration file" });

describe("semqrel.config.json", () => {
  it("may hold the options that must be there", async () => {
    const settings = { reference: "ref.csv", candidates: ["cand.csv"], embedder: "hash", "no-cache": true, json: true };
    const { exitCode, stdout, stderr } = await at(["label"], settings);
    expect(exitCode, stderr).toBe(0);
    expect(Object.keys(JSON.parse(stdout).engines)).toEqual(["cand"]);
  });

  it("without them, anywhere: says which is missing", async () => {
    const { exitCode, stderr } = await at(["label", "--candidates", "cand.csv"]);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^semqrel: .*--reference.*not specified.*SEMQREL_REFERENCE.*\n$/);
  });

  it.each([
    ["f1=0.2", [{ measure: "f1", bound: 0.2 }]],
    [["f1=0.2", "recall=0.3"], ["f1", "recall"].map((measure, at) => ({ measure, bound: at === 0 ? 0.2 : 0.3 }))],
  ])("--fail-under %j", async (given, expected) => {
    expect((await printed({ "fail-under": given }))["fail-under"]).toEqual(ofFile(expected));
  });

  it.each([
    [{ "no-cache": true }, true],
    [{ cache: false }, true],
    [{ cache: true }, false],
    [{ "no-cache": false }, false],
    [{ label: { "no-cache": true } }, true],
  ])("%j says whether there is a cache", async (settings, isOff) => {
    expect((await printed(settings))["no-cache"]).toEqual(ofFile(isOff));
  });

  it("that switches the cache off is obeyed", async () => {
    const cache = temporaryFolder();
    const args = ["label", ...inputs, "--embedder", "hash"];
    const done = await at(args, { cache: false }, { SEMQREL_CACHE: join(cache, "c") });
    expect(done.exitCode, done.stderr).toBe(0);
    expect(() => readFileSync(join(cache, "c"))).toThrow("ENOENT");
  });

  it("may hold lists for options that take names between commas", async () => {
    const values = await printed({ "match-on": ["id", "title"], "title-column": ["Paper", "title"] });
    expect(values["match-on"]).toEqual(ofFile(["id", "title"]));
    expect(values["title-column"]).toEqual(ofFile(["Paper", "title"]));
  });

  it("may hold an object for a command with subcommands", async () => {
    const { stdout } = await at(["index", "ls"], { index: { indexes: "elsewhere" } });
    expect(stdout).toBe("No indexes in elsewhere.\n");
  });

  it.each([
    [{ lable: { depth: 3 } }, ['"lable"', 'Did you mean "label"?']],
    [{ label: { depth: { deep: 3 } } }, ['"depth"']],
    [{ treshold: 0.5 }, ['"treshold"', 'Did you mean "threshold"?']],
    [{ exact: "yes" }, ['"exact" takes true or false']],
    [{ "no-cache": "yes" }, ['"no-cache" takes true or false']],
    [{ depth: null }, ['"depth" takes text or a number, not null']],
    [{ titles: [["a"]] }, ['"titles" takes text or a number']],
    [{ "fail-under": "f1" }, ['"fail-under"', "MEASURE=NUMBER"]],
  ])("%j is refused", async (settings, says) => {
    const stderr = await refused(settings);
    for (const words of [...says, "semqrel.config.json"]) expect(stderr).toContain(words);
  });
});

describe("the environment", () => {
  it("has a variable for every option of every command", async () => {
    const io = {
      stdout: process.stdout,
      stderr: process.stderr,
      environment: {},
      signal: new AbortController().signal,
    };
    const program = await buildProgram(io, { exitCode: 0 }, true);
    const label = program.commands.find((command) => command.name() === "label");
    for (const option of label?.options ?? []) {
      if (["--print-config", "--debug"].includes(option.long ?? "")) continue;
      const name = option.long?.slice(2) ?? "";
      const isSwitch = option.isBoolean() || option.negate;
      const examples: Environment = {
        "match-on": "id,title",
        "fail-under": "f1=0.5",
        threshold: "0.5",
        queue: "postgres://",
      };
      const value = isSwitch ? "yes" : (option.argChoices?.[0] ?? examples[name] ?? "7");
      const variable = `SEMQREL_${name.toUpperCase().replaceAll("-", "_")}`;
      const shown = (await printed({}, { [variable]: value }))[name];
      expect(shown?.source, variable).toBe("environment");
      if (isSwitch) expect(shown.value, variable).toBe(true);
    }
    const folder = await at(["index", "ls"], {}, { SEMQREL_INDEXES: "there", SEMQREL_JSON: "1" });
    expect(JSON.parse(folder.stdout)).toMatchObject({ folder: "there" });
  });

  it("stands between flag and file", async () => {
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
  ])("switches: SEMQREL_QUIET=%s", async (text, value) => {
    expect((await printed({ quiet: !value }, { SEMQREL_QUIET: text }))["quiet"]).toEqual({
      value,
      source: "environment",
    });
  });

  it("SEMQREL_CACHE is a folder, SEMQREL_NO_CACHE the option", async () => {
    expect((await printed({}, { SEMQREL_CACHE: "0" }))["no-cache"]).toEqual({ value: false, source: "default" });
    const off = { value: true, source: "environment" };
    expect((await printed({}, { SEMQREL_NO_CACHE: "1" }))["no-cache"]).toEqual(off);
  });

  it.each([
    ["SEMQREL_QUIET", "maybe", "takes 1, true, yes, 0, false or no"],
    ["SEMQREL_DEPTH", "deep", "whole number >= 1"],
    ["SEMQREL_FORMAT", "xml", "takes table"],
    ["SEMQREL_NO_CACHE", "2", "takes 1"],
  ])("%s=%s is refused", async (variable, value, says) => {
    const stderr = await refused({}, { [variable]: value });
    expect(stderr).toContain(variable);
    expect(stderr).toContain(says);
  });

  it("empty is not there", async () => {
    expect((await printed({}, { SEMQREL_DEPTH: "" }))["depth"]).toEqual({ value: null, source: "default" });
  });

  it("is explained once in every help", async () => {
    for (const command of [[], ["label"], ["index", "ls"]]) {
      const { stdout } = await at([...command, "--help"]);
      expect(stdout.match(/SEMQREL_/g)).toHaveLength(1);
      expect(stdout).not.toContain("(env:");
    }
  });
});

describe("of label", () => {
  it("the functions' formulas stand in the help, and where a function is wrong", async () => {
    const { stdout } = await at(["label", "--help"]);
    expect(stdout).toMatch(/^ {2}inverse\(top=5\) +top \/ \(rank \+ 1\)$/m);
    expect(stdout).toMatch(/^ {2}linear\(top=5,depth=20\) +top \* /m);
    expect(await refused({ label: "cubic" })).toContain("inverse(top=5): top / (rank + 1); linear");
  });

  it.each(["--queries", "--titles"])("%s may be standard input, one file at most", async (flag) => {
    const twice = await at(["label", "--reference", "ref.csv", "--candidates", "-", flag, "-"]);
    expect(twice.exitCode).toBe(2);
    expect(twice.stderr).toContain("- may stand for one file");
    const cwd = temporaryFolder(lists);
    const stdin = flag === "--queries" ? "pears\n" : "d1\tGrowing pears\nd2\tPears in winter\n";
    const args = ["label", ...inputs, flag, "-", "--embedder", "hash", "--no-cache"];
    const once = await runCli(args, { cwd, stdin });
    expect(once.exitCode, once.stderr).toBe(0);
  });

  it("the manifest holds all options that shape the result", async () => {
    const cwd = temporaryFolder(lists);
    const args = ["label", ...inputs, "--embedder", "hash", "--out", "out", "--exact", "--no-cache"];
    const further = ["--threads", "2", "--depth", "9", "--title-column", "title", "--rank-base", "1"];
    expect((await runInProcess([...args, ...further], { cwd })).exitCode).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, "out/manifest.json"), "utf8")).options).toEqual({
      depth: 9,
      referenceDepth: null,
      labelFunction: "inverse(top=5)",
      labelColumn: null,
      matchOn: ["title"],
      threshold: null,
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
