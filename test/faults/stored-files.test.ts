/**
 * Is damage to what semqrel stores between runs detected, whichever byte it affects: indexes, vectors, verified sums?
 * SEMQREL_DAMAGES is the number of damaged files (200 take some minutes), SEMQREL_FAULT_SEED the seed.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { runInProcess } from "../cli/run-in-process.ts";
import { hasHnsw } from "../support/hnsw.ts";
import { type CliResult, runCli, temporaryFolder } from "../support/run-cli.ts";
import { resultsOf } from "./made-results.ts";
import { below, oneOf, randomOfCase } from "./mutate.ts";

const damages = Number(process.env["SEMQREL_DAMAGES"] ?? 8);
const seed = Number(process.env["SEMQREL_FAULT_SEED"] ?? 1);

/** What a run stores in `cache` and `ix`, made once and copied for each damage. */
const undisturbed = temporaryFolder({ "ref.csv": resultsOf("ref", 5), "cand.csv": resultsOf("cand", 5) });
const results = ["labels.csv", "measures.csv", "summary.json", "reference.csv", "labels.qrels"];

const labelled = [
  "label",
  "--reference",
  "ref.csv",
  "--candidates",
  "cand.csv",
  "--indexes",
  "ix",
  "--threads",
  "1",
  "-q",
];

async function label(folder: string, out: string): Promise<Manifest> {
  const env = { SEMQREL_CACHE: join(folder, "cache") };
  return manifestOf(folder, out, await runCli([...labelled, "--out", out], { cwd: folder, env }));
}

function manifestOf(folder: string, out: string, { exitCode, stderr }: CliResult): Manifest {
  // Null after a signal: native code that crashed.
  expect(exitCode, stderr).toBe(0);
  const { model, timings } = JSON.parse(readFileSync(join(folder, out, "manifest.json"), "utf8"));
  return { model, ...timings };
}

/** A folder with a copy of it. */
function copyOf(...parts: readonly string[]): string {
  const folder = temporaryFolder();
  for (const part of ["ref.csv", "cand.csv", "cache", ...(hasHnsw ? ["ix"] : []), ...parts]) {
    cpSync(join(undisturbed, part), join(folder, part), { recursive: true, preserveTimestamps: true });
  }
  return folder;
}

interface Manifest {
  readonly model: { readonly sha256: string };
  readonly machine: readonly { readonly kind: string; readonly reason?: string }[];
  readonly indexes: { readonly reused: number; readonly built: number };
  readonly embeddedTitles: number;
}

function storedFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /^(cache|ix)\/.*\.(hnsw|json|bin)$/.test(name))
    .sort();
}

/** Always different content: bits flipped, cut, a span of zeros, or a span of the same file in another place. */
function damaged(bytes: Buffer, random: () => number): Buffer {
  const made = Buffer.from(bytes);
  const kind = below(4, random);
  if (kind === 0) return made.subarray(0, below(made.length, random));
  const from = below(made.length, random);
  const to = Math.min(made.length, from + 1 + below(5000, random));
  if (kind === 1) made.fill(0, from, to);
  if (kind === 2) made.copy(made, from, below(made.length, random));
  if (kind === 3 || made.equals(bytes)) made[from] = (made[from] ?? 0) ^ (1 << below(8, random));
  return made;
}

let first: Manifest;
beforeAll(async () => {
  first = await label(undisturbed, "first");
}, 60_000);

it.skipIf(!hasHnsw)(
  `a run detects each of ${damages} damages to indexes, manifest, vectors and verified sums, and gives the same results`,
  async () => {
    /** By kind of file: how often a run reported damage or embedded again, and the number of runs. */
    const noticed: Record<string, readonly [times: number, all: number]> = {};
    for (let number = 0; number < damages; number++) {
      const random = randomOfCase(seed, number);
      const folder = copyOf();
      // There are many indexes, so each kind of file gets its turn.
      const names = storedFiles(folder);
      const kind = oneOf([".hnsw", "manifest.json", "vectors.bin", "verified-models.json"], random);
      const name = oneOf(
        names.filter((one) => one.endsWith(kind)),
        random,
      );
      const path = join(folder, name);
      const whole = readFileSync(path);
      writeFileSync(path, damaged(whole, random));
      const what = `damage ${number} of ${name}`;

      const run = await label(folder, "second");
      for (const file of results) {
        const [before, after] = [undisturbed, folder].map((one, at) => join(one, at === 0 ? "first" : "second", file));
        expect(readFileSync(after ?? "").equals(readFileSync(before ?? "")), `${what}: ${file}`).toBe(true);
      }
      expect(run.model, what).toEqual(first.model);
      const kinds = run.machine.map((warning) => warning.kind);
      if (kind === ".hnsw") {
        expect(kinds, what).toContain("indexes-rebuilt");
        expect(run.indexes, what).toMatchObject({ built: 1, reused: 4 });
        // Repaired for the next run.
        expect(readFileSync(path).equals(whole), what).toBe(true);
      }
      if (kind === "verified-models.json") {
        // Verified again without a message.
        expect(JSON.parse(readFileSync(path, "utf8")), what).toMatchObject(JSON.parse(whole.toString()));
      }
      const isNoticed = kinds.some((one) => /cache|indexes/.test(one)) || run.embeddedTitles > 0;
      const [times = 0, all = 0] = noticed[kind] ?? [];
      noticed[kind] = [times + (isNoticed ? 1 : 0), all + 1];
    }
    if (process.env["SEMQREL_DAMAGES"] === undefined) return;
    const counts = Object.entries(noticed).map(([kind, [times, all]]) => `${times} of ${all} ${kind}`);
    process.stderr.write(
      `${damages} damages, seed ${seed}: all results right; a run warned or embedded again for ${counts.join(", ")} ` +
        "(sums are verified again without a word; bytes that nobody reads, such as free pages, change nothing)\n",
    );
  },
  60_000 + damages * 20_000,
);

const pageBytes = 4096;
const pageDamages: readonly ((bytes: Buffer, random: () => number) => void)[] = [
  // Four bytes, at any place, with which another store's native code read beyond its file.
  (bytes, random) => {
    Buffer.from([0o342, 0o141, 0o056, 0o131]).copy(bytes, below(bytes.length - 4, random));
  },
  (bytes, random) => {
    for (let times = 0; times < 1255; times++) flip(bytes, below(bytes.length, random), random);
  },
  (bytes, random) => {
    bytes.fill(0, ...pageOf(bytes, random));
  },
  (bytes, random) => {
    const [begin, end] = pageOf(bytes, random);
    for (let place = begin; place < end; place++) bytes[place] = below(256, random);
  },
  (bytes, random) => {
    bytes.copy(bytes, pageOf(bytes, random)[0], ...pageOf(bytes, random));
  },
  // In a block's header, or its first keys.
  (bytes, random) => flip(bytes, below(100, random), random),
];

function flip(bytes: Buffer, place: number, random: () => number): void {
  bytes[place] = bytes.readUInt8(place) ^ (1 + below(255, random));
}

function pageOf(bytes: Buffer, random: () => number): [begin: number, end: number] {
  const begin = pageBytes * below(Math.ceil(bytes.length / pageBytes), random);
  return [begin, Math.min(bytes.length, begin + pageBytes)];
}

it(
  `a run gives the same results after each of ${damages} damages to stored vectors, which it repairs`,
  async () => {
    const folder = copyOf("first");
    const environment = { SEMQREL_CACHE: join(folder, "cache") };
    const vectors = join(folder, "cache/vectors.bin");
    const whole = readFileSync(vectors);
    const counts = { setAside: 0, embeddedAgain: 0 };
    for (let number = 0; number < damages; number++) {
      const random = randomOfCase(seed, number);
      const bytes = Buffer.from(whole);
      oneOf(pageDamages, random)(bytes, random);
      writeFileSync(vectors, bytes);
      const what = `damage ${number} to pages`;
      const run = await label(folder, "second");
      for (const file of results) {
        const [before, after] = ["first", "second"].map((out) => readFileSync(join(folder, out, file)));
        expect(before?.equals(after ?? Buffer.alloc(0)), `${what}: ${file}`).toBe(true);
      }
      const isSetAside = run.machine.some(({ kind }) => kind === "cache-rebuilt");
      if (isSetAside) expect(readFileSync(`${vectors}.damaged`).equals(bytes), what).toBe(true);
      if (isSetAside) counts.setAside++;
      if (run.embeddedTitles > 0) counts.embeddedAgain++;
      // A repaired store ends no process.
      const third = await runInProcess([...labelled, "--out", "third"], { cwd: folder, environment });
      expect(manifestOf(folder, "third", third).embeddedTitles, what).toBe(0);
      rmSync(vectors);
    }
    if (process.env["SEMQREL_DAMAGES"] === undefined) return;
    const { setAside, embeddedAgain } = counts;
    process.stderr.write(
      `${damages} damages to pages, seed ${seed}: all results right; ${embeddedAgain} runs embedded again, ` +
        `${setAside} of them set the file aside\n`,
    );
  },
  60_000 + damages * 30_000,
);
