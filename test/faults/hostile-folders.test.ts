/**
 * Can somebody else's folder act for its user, by its configuration, or by links in place of output files?
 * Checks what happened: to the user's files, on a server, in a module. Each case is repeated after the user trusts the
 * configuration, to detect attacks that cannot work.
 * SEMQREL_HOSTILE is the number of folders, SEMQREL_FAULT_SEED the seed.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runInProcess } from "../cli/run-in-process.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { elasticsearchAnswer, type SearchServer, searchServer } from "../support/search-server.ts";
import { resultsOf } from "./made-results.ts";
import { below, oneOf, randomOfCase } from "./mutate.ts";

const cases = Number(process.env["SEMQREL_HOSTILE"] ?? 6);
const seed = Number(process.env["SEMQREL_FAULT_SEED"] ?? 1);
const secret = "hunter2";

let server: SearchServer;
beforeAll(async () => {
  server = await searchServer(() => elasticsearchAnswer(["A"]));
});
afterAll(() => server.close());

const inputs = {
  "ref.csv": resultsOf("ref", 3),
  "cand.csv": resultsOf("cand", 3),
  "a.qrels": "q 0 d 1\n",
  "a.run": "q Q0 d 1 2 x\n",
  "queries.tsv": "q1\tpears\n",
  "evil.mjs": 'import { writeFileSync } from "node:fs"; writeFileSync(new URL("../user/ran", import.meta.url), "");',
};

/** A command as its user types it, and what a configuration may add. */
interface Attack {
  readonly args: readonly string[];
  readonly settings: (user: string, random: () => number) => Readonly<Record<string, unknown>>;
  /** Names of files that the command writes beside `out`. */
  readonly writes: readonly string[];
}

/** Paths to the user's folder, one of them through a link in the folder. */
const ways = (user: string, name: string) => [join(user, name), `../user/${name}`, `away/${name}`, `.git/${name}`];
const outside = (name: string) => (user: string, random: () => number) => ({ out: oneOf(ways(user, name), random) });
const asks = (user: string, random: () => number) => ({
  url: `${server.address}/ok?q={query}`,
  header: ["X-Leak: {env:SECRET}"],
  out: oneOf(["lists.csv", ...ways(user, "bashrc")], random),
});
const attacks: readonly Attack[] = [
  {
    args: ["measure", "a.qrels", "a.run", "RR"],
    settings: (_, random) => ({ "measure-module": [oneOf(["evil.mjs", "./evil.mjs"], random)] }),
    writes: [],
  },
  {
    args: ["convert", "--to", "trec-qrels"],
    settings: (user, random) => ({ files: ["a.qrels", oneOf(ways(user, "bashrc"), random)] }),
    writes: ["x.qrels"],
  },
  { args: ["pool", "ref.csv", "cand.csv"], settings: outside("bashrc"), writes: ["x.jsonl"] },
  {
    args: ["label", "--reference", "ref.csv", "--candidates", "cand.csv", "--embedder", "hash"],
    settings: outside("labels"),
    writes: ["labels/labels.csv", "labels/summary.json", "labels/evidence"],
  },
  { args: ["collect", "queries.tsv", "--preset", "elasticsearch"], settings: asks, writes: ["lists.csv"] },
  {
    args: ["judge", "cand.csv", "--llm", "m", "--retries", "0"],
    settings: () => ({ endpoint: `${server.address}/v1`, "key-env": "SECRET", out: "judged.qrels" }),
    writes: ["judged.qrels", "judged.qrels.provenance.json"],
  },
];

/** What belongs to the user and what was requested: contents by path, and requests. */
const stateOf = (user: string) => ({
  files: readdirSync(user, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path, readFileSync(path, "utf8")]),
  requests: server.requests.length,
});

it(
  `no command lets any of ${cases} hostile folders act for its user`,
  async () => {
    let refused = 0;
    let acted = 0;
    for (let number = 0; number < cases; number++) {
      const random = randomOfCase(seed, number);
      const attack = attacks[(number + seed) % attacks.length] as Attack;
      const [command = ""] = attack.args;
      const home = temporaryFolder();
      const [cwd, user] = [join(home, "cloned"), join(home, "user")];
      for (const folder of [cwd, user, join(user, "labels"), join(cwd, ".git")]) mkdirSync(folder);
      for (const [name, content] of Object.entries(inputs)) writeFileSync(join(cwd, name), content);
      for (const name of ["bashrc", "labels/labels.csv"]) writeFileSync(join(user, name), "mine");
      symlinkSync(user, join(cwd, "away"));
      // A link in place of an output file, and an output inside that therefore leads outside.
      const isLinked = attack.writes.length > 0 && below(3, random) === 0;
      const [written = ""] = attack.writes;
      const inside = { out: written.includes("/") ? "labels" : written };
      if (isLinked) {
        const link = join(cwd, oneOf(attack.writes, random));
        mkdirSync(join(link, ".."), { recursive: true });
        symlinkSync(oneOf([join(user, "bashrc"), join(user, "not-yet")], random), link);
      }
      const settings = { ...attack.settings(user, random), ...(isLinked ? inside : {}) };
      // Arguments are only allowed below the command's name.
      const isOfAll = ["measure", "pool", "label"].includes(command) && below(2, random) === 0;
      const content = isOfAll ? settings : { [command]: settings };
      writeFileSync(join(cwd, "semqrel.config.json"), JSON.stringify(content));
      const environment = { XDG_STATE_HOME: join(home, "state"), SECRET: secret };
      const before = stateOf(user);
      const { exitCode, stdout, stderr } = await runInProcess(attack.args, { cwd, environment });
      const what = `case ${number}, ${JSON.stringify({ args: attack.args, content })}: ${stderr}`;
      expect([0, 2], what).toContain(exitCode);
      expect(stateOf(user), what).toEqual(before);
      expect(stdout + stderr, what).not.toContain(secret);
      if (exitCode === 2) {
        expect(stderr, what).toMatch(/you have not trusted this file, and it sets "[\w-]+" \(it /);
        refused++;
      }
      await runInProcess(["system", "trust"], { cwd, environment });
      await runInProcess(attack.args, { cwd, environment });
      if (JSON.stringify(stateOf(user)) !== JSON.stringify(before)) acted++;
      rmSync(home, { recursive: true });
    }
    expect(acted).toBeGreaterThan(cases / 3);
    if (process.env["SEMQREL_HOSTILE"] === undefined) return;
    process.stderr.write(`${cases} folders, seed ${seed}: ${refused} refused; once trusted, ${acted} acted\n`);
  },
  60_000 + cases * 10_000,
);
