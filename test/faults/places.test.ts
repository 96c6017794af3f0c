/**
 * What happens if files cannot be written, if two commands write the same ones at once, and if the clock jumps?
 * Full disks need permission to mount one, and folders of others a second user. Root has both; otherwise, tests are skipped.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseRatingScale } from "../../src/gold/agreement/combine-ratings.ts";
import { ratingApp } from "../../src/gold/rating/rating-server.ts";
import { RatingStore, readRatingSet } from "../../src/gold/rating/rating-store.ts";
import { runInProcess } from "../cli/run-in-process.ts";
import { hasHnsw } from "../support/hnsw.ts";
import { poolOf } from "../support/rating-process.ts";
import { type CliResult, mainFile, runCli, temporaryFolder } from "../support/run-cli.ts";
import { resultsOf } from "./made-results.ts";

const inputs = {
  "ref.csv": resultsOf("ref", 20),
  "cand.csv": resultsOf("cand", 20),
  "other.csv": resultsOf("other", 20),
};
const ratings = (rater: string) =>
  `query,id,grade,rater\n${Array.from({ length: 400 }, (_, row) => `query ${row % 20},d${row},${row % 4},${rater}\n`).join("")}`;
const label = ["label", "--reference", "ref.csv", "--candidates", "cand.csv", "--embedder", "hash", "--indexes", "ix"];
const results = ["labels.csv", "measures.csv", "summary.json", "reference.csv", "labels.qrels"];

let undisturbed: string;
beforeAll(async () => {
  undisturbed = temporaryFolder(inputs);
  await finish(undisturbed, [...label, "--out", "out"]);
  await finish(undisturbed, ["pool", "ref.csv", "cand.csv", "-o", "pool.jsonl"]);
}, 60_000);

type Environment = Readonly<Record<string, string>>;

/** In this process. */
async function finish(cwd: string, args: readonly string[], environment: Environment = {}): Promise<void> {
  const { exitCode, stderr } = await runInProcess([...args, "-q"], { cwd, environment });
  expect(exitCode, stderr).toBe(0);
}

/** In a separate process, which reads the environment when it starts. */
async function finishApart(cwd: string, args: readonly string[], env: Environment): Promise<void> {
  const { exitCode, stderr } = await runCli([...args, "-q"], { cwd, env });
  expect(exitCode, stderr).toBe(0);
}

function expectResults(folder: string): void {
  for (const file of results) {
    const same = readFileSync(join(folder, file)).equals(readFileSync(join(undisturbed, "out", file)));
    expect(same, join(folder, file)).toBe(true);
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The contents of a folder by path. */
function contentsOf(folder: string): ReadonlyMap<string, string> {
  return new Map(filesBelow(folder).map((path) => [path, readFileSync(path, "latin1")]));
}

/** A file system of this many kilobytes; null if this machine cannot make one. */
function mountSmallDisk(kilobytes: number): string | null {
  const folder = temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "semqrel-test", folder], { stdio: "ignore" });
    return folder;
  } catch {
    return null;
  }
}

const disk = mountSmallDisk(400);
afterAll(() => {
  if (disk !== null) execFileSync("umount", ["-l", disk]);
});

describe.skipIf(disk === null)("a disk with little space, skipped if none can be mounted", () => {
  const filler = () => join(disk ?? "", "filler");
  /** Empties the disk, lets a command fill it, and then leaves this much space. */
  async function leaving(kilobytes: number, prepare: (folder: string) => Promise<void> = async () => {}) {
    const folder = disk ?? "";
    for (const name of readdirSync(folder)) execFileSync("rm", ["-rf", join(folder, name)]);
    await prepare(folder);
    const { bavail, bsize } = statfsSync(folder);
    const available = bavail * bsize;
    writeFileSync(filler(), Buffer.alloc(Math.max(0, available - kilobytes * 1024)));
    return folder;
  }

  it.each([0, 60])("of %i kB: label writes the whole folder, or leaves the existing folder unchanged", async (room) => {
    const folder = await leaving(room, async (at) => {
      mkdirSync(join(at, "out"));
      for (const file of ["manifest.json", "summary.json", "measures.csv"])
        cpSync(join(undisturbed, "out", file), join(at, "out", file));
    });
    const before = contentsOf(join(folder, "out"));
    const { exitCode, stderr } = await runInProcess([...label, "--out", join(folder, "out")], { cwd: undisturbed });
    if (exitCode === 0) return expectResults(join(folder, "out"));
    expect(exitCode, stderr).toBe(2);
    expect(stderr).toMatch(/ENOSPC/);
    expect(contentsOf(join(folder, "out"))).toEqual(before);
  });

  it.each([0, 60])("of %i kB: label runs without the indexes and vectors that it cannot store", async (room) => {
    const folder = await leaving(room);
    const out = join(temporaryFolder(), "out");
    const args = [...label.slice(0, -1), join(folder, "ix"), "--out", out, "-q"];
    const environment = { SEMQREL_CACHE: join(folder, "cache") };
    const first = await runInProcess(args, { cwd: undisturbed, environment });
    expect(first.exitCode, first.stderr).toBe(0);
    expectResults(out);
    // With space again, incomplete files are not read as indexes.
    execFileSync("rm", ["-f", filler()]);
    await finish(undisturbed, args.slice(0, -1), environment);
    expectResults(out);
  });

  it.each([0])("of %i kB: pool leaves the earlier pool unchanged", async (room) => {
    const folder = await leaving(room, async (at) => writeFileSync(join(at, "pool.jsonl"), "earlier\n"));
    const args = ["pool", "ref.csv", "cand.csv", "--force", "-o", join(folder, "pool.jsonl")];
    const { exitCode, stderr } = await runInProcess(args, { cwd: undisturbed });
    expect(exitCode, stderr).toBe(2);
    expect(stderr).toMatch(/ENOSPC/);
    expect(readFileSync(join(folder, "pool.jsonl"), "utf8")).toBe("earlier\n");
    expect(readdirSync(folder).sort()).toEqual(["filler", "pool.jsonl"]);
  });

  it.each([0, 16])("of %i kB: rate imports all ratings or none", async (room) => {
    const given = temporaryFolder({ "ann.csv": ratings("Ann"), "bob.csv": ratings("Bob") });
    const importOf = (name: string) => [
      "rate",
      "--import",
      `${name}.csv`,
      "--db",
      join(disk ?? "", "r.db"),
      "--scale",
      "0-3",
    ];
    const folder = await leaving(room, () => finish(given, importOf("ann")));
    const { exitCode, stderr } = await runCli(importOf("bob"), { cwd: given });
    const { ratings: kept } = readRatingSetOf(join(folder, "r.db"));
    if (exitCode === 0) return expect(kept).toHaveLength(800);
    expect(exitCode, stderr).toBe(2);
    expect(stderr).toMatch(/full/);
    expect(kept).toHaveLength(400);
  });

  /** A full disk has no space for a lock file either, so the copy is read. */
  function readRatingSetOf(path: string) {
    const copy = temporaryFolder();
    for (const name of readdirSync(join(path, "..")).filter((one) => one.startsWith("r.db"))) {
      cpSync(join(path, "..", name), join(copy, name));
    }
    return readRatingSet(join(copy, "r.db"));
  }
});

/** As "nobody", who cannot read files of root. */
const stranger = 65_534;

function runAsStranger(args: readonly string[], cwd: string): CliResult {
  const { status, stdout, stderr } = spawnSync(process.execPath, [mainFile, ...args, "-q"], {
    cwd,
    ...(process.getuid?.() === 0 ? { uid: stranger, gid: stranger } : {}),
    env: { ...process.env, SEMQREL_CACHE: join(cwd, "cache") },
    encoding: "utf8",
  });
  return { exitCode: status, stdout, stderr };
}

const readOnly = temporaryFolder(inputs);
mkdirSync(join(readOnly, "cache"));
for (const folder of [join(readOnly, "cache"), readOnly]) chmodSync(folder, 0o555);
// Other users cannot enter the tests' own folder.
if (process.getuid?.() === 0 && tmpdir() !== "/tmp") chmodSync(tmpdir(), 0o711);
const strangerCanRun = process.platform !== "win32" && runAsStranger(["--version"], readOnly).exitCode === 0;

describe.skipIf(!strangerCanRun)(
  "folders with only read permission, skipped if others cannot enter the checkout",
  () => {
    afterAll(() => {
      for (const folder of [readOnly, join(readOnly, "cache")]) chmodSync(folder, 0o755);
    });

    it.each([
      ["label --out", [...label, "--out", "out"], "out"],
      ["pool -o", ["pool", "ref.csv", "-o", "pool.jsonl"], "pool.jsonl"],
      ["rate --import --db", ["rate", "--import", "ref.csv", "--db", "r.db"], "ref.csv|r.db"],
    ])("%s names what cannot be written, and changes no file", (_, args, name) => {
      const { exitCode, stderr } = runAsStranger(args, readOnly);
      expect(exitCode, stderr).toBe(2);
      expect(stderr).toMatch(new RegExp(name));
      expect(stderr).not.toMatch(/bug/);
      expect(readdirSync(readOnly).sort()).toEqual(["cache", "cand.csv", "other.csv", "ref.csv"]);
    });

    it.each([0o000, 0o444])(
      "init skips and reports a folder that the user may not read or enter: permissions %i in decimal",
      (mode) => {
        const cwd = temporaryFolder(inputs);
        mkdirSync(join(cwd, "closed"));
        writeFileSync(join(cwd, "closed/lists.csv"), "query,title\n");
        chmodSync(join(cwd, "closed"), mode);
        chmodSync(cwd, 0o755);
        const { exitCode, stdout, stderr } = runAsStranger(["system", "init", "--dry-run", "--json"], cwd);
        chmodSync(join(cwd, "closed"), 0o755);
        expect(exitCode, stderr).toBe(0);
        expect(JSON.parse(stdout).skipped).toEqual([
          { path: "closed", reason: "you do not have permission to read it" },
        ]);
      },
    );

    it("init reports that the working folder itself cannot be read", () => {
      const cwd = temporaryFolder(inputs);
      chmodSync(cwd, 0o311);
      const { exitCode, stderr } = runAsStranger(["system", "init", "--dry-run"], cwd);
      chmodSync(cwd, 0o755);
      expect(exitCode, stderr).toBe(2);
      expect(stderr).toMatch(/Reading \.: it cannot be read \(EACCES.*\)\. Check its permissions\./);
    });

    it.skipIf(!hasHnsw)(
      "label works without a cache or indexes that it cannot write, and the manifest records this",
      () => {
        const out = temporaryFolder();
        chmodSync(out, 0o777);
        const { exitCode, stderr } = runAsStranger([...label, "--out", join(out, "out")], readOnly);
        expect(exitCode, stderr).toBe(0);
        expectResults(join(out, "out"));
        expect(readFileSync(join(out, "out/manifest.json"), "utf8")).toMatch(/EACCES|EPERM/);
      },
    );
  },
);

describe("two commands at once", () => {
  async function both(cwd: string, one: readonly string[], other: readonly string[], cache = temporaryFolder()) {
    const env = { SEMQREL_CACHE: cache };
    return Promise.all([one, other].map((args) => runCli([...args, "-q"], { cwd, env })));
  }
  const expectDone = (all: readonly CliResult[]) => {
    for (const { exitCode, stderr } of all) expect(exitCode, stderr).toBe(0);
  };

  it("write the same folder of labels and indexes completely, and the next run uses the indexes", async () => {
    for (let time = 0; time < 2; time++) {
      const folder = temporaryFolder(inputs);
      const args = [...label, "--out", "out"];
      expectDone(await both(folder, args, args));
      expectResults(join(folder, "out"));
      expect(filesBelow(folder).filter((file) => file.endsWith(".tmp"))).toEqual([]);
      await finish(folder, args);
      expectResults(join(folder, "out"));
      const { indexes, machine } = JSON.parse(readFileSync(join(folder, "out/manifest.json"), "utf8")).timings;
      expect(machine).toEqual([]);
      if (indexes.kind === "hnsw") expect(indexes).toMatchObject({ built: 0, reused: 20 });
    }
  }, 60_000);

  it("share a cache of vectors, write the right labels, and store every vector", async () => {
    const small = {
      "ref.csv": resultsOf("ref", 3),
      "cand.csv": resultsOf("cand", 3),
      "other.csv": resultsOf("other", 3),
    };
    const folder = temporaryFolder(small);
    const of = (candidate: string, out: string) => [
      "label",
      "--reference",
      "ref.csv",
      "--candidates",
      candidate,
      "--exact",
      "--out",
      out,
      "--threads",
      "1",
    ];
    const cache = temporaryFolder();
    expectDone(await both(folder, of("cand.csv", "a"), of("other.csv", "b"), cache));
    for (const [candidate, out] of [
      ["cand.csv", "a"],
      ["other.csv", "b"],
    ] as const) {
      await finish(folder, [...of(candidate, "again"), "--force"], { SEMQREL_CACHE: cache });
      const { timings } = JSON.parse(readFileSync(join(folder, "again/manifest.json"), "utf8"));
      expect([timings.embeddedTitles, timings.machine]).toEqual([0, []]);
      const [first, again] = [out, "again"].map((name) => readFileSync(join(folder, name, "labels.csv"), "utf8"));
      expect(first).toBe(again);
    }
  }, 60_000);

  it("write to the same file, which is then the pool of one of the commands", async () => {
    const folder = temporaryFolder(inputs);
    const of = (file: string, out: string) => ["pool", "ref.csv", file, "--force", "-o", out];
    await finish(folder, of("cand.csv", "one.jsonl"));
    await finish(folder, of("other.csv", "other.jsonl"));
    expectDone(await both(folder, of("cand.csv", "both.jsonl"), of("other.csv", "both.jsonl")));
    const [one, other, found] = ["one", "other", "both"].map((name) =>
      readFileSync(join(folder, `${name}.jsonl`), "utf8"),
    );
    expect([one, other]).toContain(found);
    expect(one).not.toBe(other);
  }, 60_000);

  it("import ratings into the same new database, which then has the ratings of both commands", async () => {
    const folder = temporaryFolder({ "ann.csv": ratings("Ann"), "bob.csv": ratings("Bob") });
    const of = (name: string) => ["rate", "--import", `${name}.csv`, "--db", "r.db", "--scale", "0-3"];
    expectDone(await both(folder, of("ann"), of("bob")));
    const { ratings: kept } = readRatingSet(join(folder, "r.db"));
    expect(kept.filter(({ rater }) => rater === "Ann")).toHaveLength(400);
    expect(kept.filter(({ rater }) => rater === "Bob")).toHaveLength(400);
  }, 60_000);
});

describe("a clock that jumps", () => {
  /** Years forward and back at every reading; the monotonic clock is unaffected. */
  const jumping = `const RealDate = Date; let looks = 0;
    globalThis.Date = class extends RealDate {
      constructor(...given) { given.length === 0 ? super(globalThis.Date.now()) : super(...given); }
      static now() { return RealDate.now() + (++looks % 2 === 0 ? 1 : -1) * looks * 31_557_600_000; }
    };`;

  it("does not change labels or a pool, and data that was stored at another time is reused", async () => {
    const folder = temporaryFolder({ ...inputs, "clock.cjs": jumping });
    const env = { NODE_OPTIONS: `--require ${join(folder, "clock.cjs")}`, SEMQREL_CACHE: temporaryFolder() };
    for (let time = 0; time < 2; time++) {
      await finishApart(folder, [...label, "--out", "out"], time === 0 ? env : { ...env, NODE_OPTIONS: "" });
      expectResults(join(folder, "out"));
    }
    const { indexes } = JSON.parse(readFileSync(join(folder, "out/manifest.json"), "utf8")).timings;
    if (indexes.kind === "hnsw") expect(indexes).toMatchObject({ built: 0, reused: 20 });
    await finishApart(folder, ["pool", "ref.csv", "cand.csv", "-o", "pool.jsonl"], env);
    expect(readFileSync(join(folder, "pool.jsonl"), "utf8")).toBe(
      readFileSync(join(undisturbed, "pool.jsonl"), "utf8"),
    );
  }, 60_000);

  it("loses no rating: a rater's last rating counts, even if the clock was set back before it", async () => {
    const store = RatingStore.open(join(temporaryFolder(), "r.db"), { create: true });
    const settings = { scale: parseRatingScale("1-5"), seed: 1, guidelines: "", fingerprint: "pool" };
    store.addPool(poolOf(1, 3), settings);
    let time = Date.UTC(2026, 5, 1);
    const app = ratingApp(store, { token: "t", now: () => new Date(time).toISOString(), pageScript: "", port: 4000 });
    const rate = async (grade: number) => {
      const rating = { rater: "Ann", pair: 1, occasion: 0, state: "rated", grade, note: "", seconds: 1, givenAt: time };
      const answer = await app.request("/api/ratings", {
        method: "POST",
        headers: { Host: "127.0.0.1:4000", "X-Semqrel-Token": "t", "Content-Type": "application/json" },
        body: JSON.stringify({ pool: `${store.id}:${store.fingerprint}`, ...rating }),
      });
      expect(answer.status).toBe(200);
      expect(store.read().ratings.map((one) => one.grade)).toEqual([grade]);
    };
    const days = 86_400_000;
    for (const [step, grade] of [
      [0, 4],
      [-400 * days, 2],
      [1, 3],
      [1, 1],
      [900 * days, 5],
      [-10 * days, 2],
    ] as const) {
      time += step;
      await rate(grade);
    }
    store.close();
  });
});

describe("names that are too long for files", () => {
  const engine = (place: number, letter = "x") => `${letter.repeat(300)}${place}`;
  it.each(["x", "山", "𠀋", ". "])("label accepts engines whose names are 300 times %j", async (letter) => {
    const out = join(temporaryFolder(), "out");
    const [one, two, three, four] = [0, 1, 2, 3].map((place) => engine(place, letter));
    const args = ["--reference", `${one}=ref.csv`, `${two}=other.csv`, "--references", "apart"];
    await finish(undisturbed, [
      "label",
      ...args,
      "--candidates",
      `${three}=cand.csv`,
      `${four}=other.csv`,
      "--embedder",
      "hash",
      "--out",
      out,
    ]);
    expect(readdirSync(join(out, "runs"))).toHaveLength(2);
    expect(readdirSync(join(out, "references"))).toHaveLength(2);
    expect(readFileSync(join(out, "labels.csv"), "utf8")).toContain(three);
    await finish(undisturbed, ["report", out]);
  });

  it("label accepts engines with long names in blocks", async () => {
    const out = join(temporaryFolder(), "out");
    const args = [
      "--reference",
      `${engine(0)}=ref.csv`,
      "--candidates",
      `${engine(1)}=cand.csv`,
      `${engine(2)}=other.csv`,
      "--embedder",
      "hash",
    ];
    await finishApart(undisturbed, ["label", ...args, "--jobs", "2", "--out", out], {});
    expect(readdirSync(join(out, "runs"))).toHaveLength(2);
  }, 60_000);

  it("pool accepts an output whose name nearly has the maximum number of bytes", async () => {
    const out = join(temporaryFolder(), `${"p".repeat(248)}.jsonl`);
    await finish(undisturbed, ["pool", "ref.csv", "cand.csv", "-o", out]);
    expect(readFileSync(out, "utf8")).toBe(readFileSync(join(undisturbed, "pool.jsonl"), "utf8"));
  });
});
