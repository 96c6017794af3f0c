/** Can a configuration file that came with a folder act for the user without permission? */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/run-cli.ts";
import { elasticsearchAnswer, searchServer } from "../support/search-server.ts";
import { runInProcess } from "./run-in-process.ts";

const file = "semqrel.config.json";
const runs = { "a.qrels": "q 0 d 1\n", "a.run": "q Q0 d 1 2 x\n" };
const measure = ["measure", "a.qrels", "a.run", "RR", "--format", "csv"];

/** A folder with a configuration, and a user whose trust is recorded elsewhere. */
function cloned(settings: unknown, files: Readonly<Record<string, string>> = {}) {
  const cwd = temporaryFolder({ ...files, [file]: JSON.stringify(settings) });
  const user = temporaryFolder();
  const semqrel = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    runInProcess(args, { cwd, environment: { XDG_STATE_HOME: join(user, "state"), ...environment } });
  const records = () => {
    const folder = join(user, "state/semqrel/trusted");
    return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  };
  return { cwd, user, semqrel, records };
}

/** A module that leaves a trace. */
function withModule() {
  const place = cloned(
    { measure: { "measure-module": ["evil.mjs"] } },
    {
      ...runs,
      "evil.mjs": 'import { writeFileSync } from "node:fs"; writeFileSync(new URL("ran", import.meta.url), "");',
    },
  );
  return { ...place, hasRun: () => existsSync(join(place.cwd, "ran")) };
}

describe("code that a configuration file names", () => {
  it("is not run, and the error names the key, the file and the remedy", async () => {
    const { semqrel, hasRun } = withModule();
    const { exitCode, stdout, stderr } = await semqrel(measure);
    expect([exitCode, stdout, hasRun()]).toEqual([2, "", false]);
    for (const words of ['"measure-module"', file, "semqrel system trust", "--measure-module on the command line"]) {
      expect(stderr).toContain(words);
    }
  });

  it("does not affect a command that lacks the option", async () => {
    const { semqrel } = withModule();
    expect((await semqrel(["convert", "a.qrels", "b.qrels"])).exitCode).toBe(0);
  });

  it("is run if the user names it, or trusts the file", async () => {
    const byFlag = withModule();
    await byFlag.semqrel([...measure, "--measure-module", "evil.mjs"]);
    expect(byFlag.hasRun()).toBe(true);
    const trusted = withModule();
    expect((await trusted.semqrel(["system", "trust"])).exitCode).toBe(0);
    await trusted.semqrel(measure);
    expect(trusted.hasRun()).toBe(true);
  });

  it("cannot be named by an environment variable, and a warning says that it is ignored", async () => {
    const { semqrel, hasRun, cwd } = withModule();
    writeFileSync(join(cwd, file), "{}");
    const { exitCode, stderr } = await semqrel(measure, { SEMQREL_MEASURE_MODULE: "evil.mjs" });
    expect([exitCode, hasRun()]).toEqual([0, false]);
    expect(stderr).toContain("SEMQREL_MEASURE_MODULE in the environment is ignored");
  });
});

describe("an output that a configuration file names", () => {
  it("does not replace a file outside its folder", async () => {
    const { cwd, user, semqrel } = cloned({}, runs);
    const target = join(user, "bashrc");
    writeFileSync(target, "mine");
    writeFileSync(join(cwd, file), JSON.stringify({ convert: { files: ["a.qrels", target] } }));
    const refused = await semqrel(["convert"]);
    expect([refused.exitCode, readFileSync(target, "utf8")]).toEqual([2, "mine"]);
    expect(refused.stderr).toContain('"files" (it is an output outside the folder of the file)');
    await semqrel(["system", "trust"]);
    expect((await semqrel(["convert", "--to", "trec-qrels"])).exitCode).toBe(0);
    expect(readFileSync(target, "utf8")).toBe("q 0 d 1\n");
  });

  it("needs no trust if it is inside the folder, or if an environment variable names it", async () => {
    const { semqrel, cwd, user } = cloned({ pool: { out: "pools/a.jsonl" } }, { "a.csv": "query,title\nq,A\n" });
    expect((await semqrel(["pool", "a.csv"])).exitCode).toBe(0);
    expect(existsSync(join(cwd, "pools/a.jsonl"))).toBe(true);
    expect((await semqrel(["pool", "a.csv"], { SEMQREL_OUT: join(user, "b.jsonl") })).exitCode).toBe(0);
  });
});

describe("an address and headers that a configuration file names", () => {
  const inForce = (url: string) => ({
    collect: { url, header: ["X-Leak: {env:AWS_SECRET}"], preset: "elasticsearch", out: "lists.csv" },
  });

  it("are not used unless the file is trusted", async () => {
    const server = await searchServer(() => elasticsearchAnswer(["A"]));
    const url = `${server.address}/ok?q={query}`;
    const { semqrel } = cloned(inForce(url), { "queries.tsv": "q1\tpears\n" });
    const collect = ["collect", "queries.tsv"];
    const secret = { AWS_SECRET: "hunter2" };
    try {
      const refused = await semqrel(collect, secret);
      expect([refused.exitCode, server.requests.length]).toEqual([2, 0]);
      expect(refused.stderr).toContain('"url" (it is an address to contact), "header" (it is sent');
      expect(refused.stderr).not.toContain("hunter2");
      const half = await semqrel([...collect, "--url", url], secret);
      expect([half.exitCode, server.requests.length]).toEqual([2, 0]);
      await semqrel(["system", "trust"]);
      expect((await semqrel(collect, secret)).exitCode).toBe(0);
      expect(server.requests[0]?.headers["x-leak"]).toBe("hunter2");
    } finally {
      await server.close();
    }
  });
});

describe("trust in a configuration file", () => {
  it("applies to one content at one path: not to a changed file, a link, or a copy elsewhere", async () => {
    const { semqrel, cwd, user, hasRun } = withModule();
    const path = join(cwd, file);
    const content = readFileSync(path);
    await semqrel(["system", "trust"]);
    writeFileSync(path, Buffer.concat([content, Buffer.from("\n")]));
    const changed = await semqrel(measure);
    expect(changed.stderr).toContain("you have not trusted this file since it changed");
    writeFileSync(join(user, "same.json"), content);
    unlinkSync(path);
    symlinkSync(join(user, "same.json"), path);
    const linked = await semqrel(measure);
    expect(linked.stderr).toContain("a symbolic link is never trusted");
    const refused = await semqrel(["system", "trust"]);
    expect([refused.exitCode, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toContain("it is a symbolic link");
    unlinkSync(path);
    writeFileSync(path, content);
    renameSync(cwd, `${cwd}-moved`);
    const moved = await runInProcess(measure, {
      cwd: `${cwd}-moved`,
      environment: { XDG_STATE_HOME: join(user, "state") },
    });
    expect([changed.exitCode, linked.exitCode, moved.exitCode, hasRun()]).toEqual([2, 2, 2, false]);
  });

  it("ends with --remove, even if the file does not exist any more", async () => {
    const { semqrel, cwd, records } = withModule();
    await semqrel(["system", "trust"]);
    expect((await semqrel(["system", "trust", "--remove"])).stdout).toContain("is no longer trusted");
    expect((await semqrel(measure)).exitCode).toBe(2);
    await semqrel(["system", "trust"]);
    unlinkSync(join(cwd, file));
    expect((await semqrel(["system", "trust", "--remove"])).exitCode).toBe(0);
    expect(records()).toEqual([]);
  });

  it.skipIf(process.platform === "win32")(
    "is recorded only for this user, once per file, outside the folder",
    async () => {
      const { semqrel, cwd, records } = withModule();
      await semqrel(["system", "trust"]);
      writeFileSync(join(cwd, file), "{}");
      await semqrel(["system", "trust"]);
      expect(records()).toHaveLength(1);
      expect(records().map((record) => statSync(record).mode & 0o777)).toEqual([0o600]);
      const home = temporaryFolder();
      await semqrel(["system", "trust"], { XDG_STATE_HOME: "here", HOME: home });
      expect(existsSync(join(cwd, "here"))).toBe(false);
      expect(readdirSync(join(home, ".local/state/semqrel/trusted"))).toHaveLength(1);
    },
  );

  it("is not recorded with --dry-run, which prints what the file sets and what needs trust", async () => {
    const sneaky = "http://good.example/\u001b[2K\u202e";
    const { semqrel, records, cwd } = cloned({ depth: 5, collect: { url: sneaky, body: "{}" } });
    const { stdout, stderr } = await semqrel(["system", "trust", "--dry-run"]);
    expect(stdout).toBe(
      `${join(cwd, file)} sets\n  depth: 5\n  collect: url: "http://good.example/\\u001b[2K\\u{202e}"\n` +
        '    needs trust because it is an address to contact\n  collect: body: "{}"\n',
    );
    expect(stderr).toBe("1 of them needs trust. The file is not trusted.\n");
    expect(records()).toEqual([]);
  });

  it("is described as JSON with --json", async () => {
    const { semqrel } = withModule();
    const { stdout } = await semqrel(["system", "trust", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      schema: "semqrel.trust/1",
      trusted: true,
      settings: [{ section: "measure", key: "measure-module", value: ["evil.mjs"], reason: "is loaded and run" }],
    });
  });

  it.each([
    [["system", "trust"], "there is no such file"],
    [["system", "trust", "other.json"], "semqrel only reads a file called semqrel.config.json"],
  ])("cannot be recorded in an empty folder: %j", async (args, says) => {
    const { exitCode, stderr } = await runInProcess(args, { cwd: temporaryFolder() });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(says);
  });

  it("leads to exit code 2 and a remedy if it cannot be recorded", async () => {
    const { semqrel, user } = withModule();
    writeFileSync(join(user, "state"), "");
    const { exitCode, stderr } = await semqrel(["system", "trust"]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("Set XDG_STATE_HOME");
    expect((await semqrel(measure)).exitCode).toBe(2);
  });

  it("is suggested by doctor if the file needs it", async () => {
    const { semqrel } = withModule();
    expect((await semqrel(["system", "doctor"])).stdout).toContain(`${file} sets "measure-module" and is not trusted`);
  });
});

describe("the first line of a run", () => {
  it("names the configuration file that was read, unless the user gives --quiet", async () => {
    const { semqrel, cwd } = cloned({ quiet: true }, runs);
    const line = `semqrel: options come from ${join(cwd, file)}`;
    expect((await semqrel(measure)).stderr).toBe(`${line}\n`);
    await semqrel(["system", "trust"]);
    expect((await semqrel(measure)).stderr).toBe(`${line} (trusted)\n`);
    expect((await semqrel([...measure, "--quiet"])).stderr).toBe("");
    expect((await semqrel(measure, { SEMQREL_QUIET: "1" })).stderr).toBe("");
    mkdirSync(join(cwd, "below"));
    unlinkSync(join(cwd, file));
    expect((await semqrel(measure)).stderr).toBe("");
  });
});
