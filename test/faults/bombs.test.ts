/**
 * Do small or endless inputs, made to fill memory or time, end with a clear message or a correct result?
 * SEMQREL_BOMBS is the number of inputs (all kinds in turn, of random sizes), SEMQREL_FAULT_SEED the seed.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, it } from "vitest";
import { collidingNames } from "../support/colliding-names.ts";
import { mainFile, temporaryFolder } from "../support/run-cli.ts";
import { below, randomOfCase } from "./mutate.ts";

const bombs = Number(process.env["SEMQREL_BOMBS"] ?? 3);
const seed = Number(process.env["SEMQREL_FAULT_SEED"] ?? 1);

const MIB = 1 << 20;
/** Far above the limits for a line, an archive and a row, but far below what these inputs would need without limits. */
const MOST_MEMORY_MIB = 1536;

/** `times` gzip members of the same text, after a first one. */
const packed = (first: string, text: Buffer | string, times: number) =>
  Buffer.concat([gzipSync(first), ...new Array<Buffer>(times).fill(gzipSync(text))]);

interface Bomb {
  readonly name: string;
  readonly file: string;
  content(random: () => number): Uint8Array;
  /** Target format for convert; without it, label reads the file as a reference. */
  readonly to?: string;
}

const bytes = (character: string) => Buffer.alloc(16 * MIB, character);
const lines = (line: string) => line.repeat(Math.floor((4 * MIB) / line.length));
const times = (random: () => number) => 20 + below(60, random);
const columns = (random: () => number) =>
  Array.from({ length: 100_001 + below(400_000, random) }, (_, column) => `c${column}`);

const kinds: readonly Bomb[] = [
  { name: "zeros", file: "a.csv.gz", content: (random) => packed("", bytes("\0"), times(random)) },
  {
    name: "an endless cell",
    file: "a.csv.gz",
    content: (random) => packed("query,title\nq,", bytes("x"), times(random)),
  },
  {
    name: "a quoted cell with many lines",
    file: "a.csv.gz",
    content: (random) => packed('query,title\nq,"', lines("xyz\n"), 4 * times(random)),
  },
  {
    name: "an endless JSON line",
    file: "a.jsonl.gz",
    content: (random) => packed('{"query":"', bytes("x"), times(random)),
  },
  {
    name: "nested JSON",
    file: "a.jsonl.gz",
    content: (random) => packed('{"query":', bytes("["), 1 + below(3, random)),
  },
  {
    name: "many empty JSON objects",
    file: "a.jsonl.gz",
    content: (random) => packed('{"query":[', lines("{},"), 4 + below(10, random)),
  },
  {
    name: "one Parquet row many times",
    file: "a.parquet",
    content: (random) => {
      const rows = (17 + below(20, random)) * 1_000_000;
      const columnData = [{ name: "query", data: new Int32Array(rows) }];
      return new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: rows }));
    },
  },
  {
    name: "an endless line of judgments",
    file: "a.qrels.gz",
    to: "b.csv",
    content: (random) => packed("q 0 d 1\n", bytes("x"), times(random)),
  },
  {
    name: "empty lines",
    file: "a.qrels.gz",
    to: "b.csv",
    content: (random) => packed("q 0 d 1\n", bytes("\n"), times(random)),
  },
  {
    name: "columns in CSV",
    file: "a.csv",
    content: (random) => Buffer.from(`${columns(random).join(",")}\n`),
  },
  {
    name: "keys in JSON",
    file: "a.jsonl",
    content: (random) => Buffer.from(JSON.stringify(Object.fromEntries(columns(random).map((column) => [column, 1])))),
  },
  {
    name: "the same judgment many times",
    file: "a.qrels.gz",
    to: "b.csv",
    content: (random) => packed("", lines("q 0 d 1\n"), 1 + below(8, random)),
  },
];

interface Ended {
  readonly exitCode: number | null;
  readonly stderr: string;
  readonly memoryMib: number;
  readonly seconds: number;
}

/** Prints its largest resident size, which on some systems only the process itself knows. */
function readBy(folder: string, { file, to }: Bomb): Promise<Ended> {
  const hook = join(folder, "hook.cjs");
  const said = join(folder, "memory");
  const save = `require("fs").writeFileSync(${JSON.stringify(said)}, String(process.resourceUsage().maxRSS))`;
  writeFileSync(hook, `process.on("exit", () => ${save});`);
  const begun = performance.now();
  const label = ["label", "--reference", file, "--candidates", file, "--out", "out"];
  const args = to === undefined ? label : ["convert", file, to];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--require", hook, mainFile, ...args], { cwd: folder });
    let stderr = "";
    child.stderr.on("data", (piece: Buffer) => {
      stderr += piece;
    });
    child.on("error", reject);
    child.on("close", (exitCode) => {
      const memoryMib = existsSync(said) ? Number(readFileSync(said, "utf8")) / 1024 : Number.POSITIVE_INFINITY;
      resolve({ exitCode, stderr, memoryMib, seconds: (performance.now() - begun) / 1000 });
    });
  });
}

it(
  `a command ends for each of ${bombs} bombs with a clear message or a correct result, in bounded memory`,
  async () => {
    const most = { memoryMib: 0, memoryOf: "", seconds: 0, secondsOf: "" };
    let refused = 0;
    for (let number = 0; number < bombs; number++) {
      const random = randomOfCase(seed, number);
      // If only few are tried, the seed determines which kinds.
      const kind = kinds[(number + seed) % kinds.length] as Bomb;
      const folder = temporaryFolder({ [kind.file]: kind.content(random) });
      const { exitCode, stderr, memoryMib, seconds } = await readBy(folder, kind);
      const what = `bomb ${number}, ${kind.name}: ${stderr.slice(0, 1000)}`;
      if (process.env["SEMQREL_BOMBS_SHOWN"] !== undefined) {
        console.error(
          `${kind.name}: ${exitCode}, ${memoryMib.toFixed(0)} MiB, ${seconds.toFixed(1)} s: ${stderr.slice(0, 300)}`,
        );
      }
      expect([0, 2], what).toContain(exitCode);
      if (exitCode === 2) {
        expect(stderr, what).toMatch(/^semqrel: .*Reading a\.[^:]+(:\d+)?: .{10}/m);
        expect(existsSync(join(folder, kind.to ?? "out")), what).toBe(false);
        refused++;
      } else {
        // Each contains one judgment, repeated.
        const [row, ...others] = new Set(
          readFileSync(join(folder, kind.to ?? ""), "utf8")
            .trimEnd()
            .split("\n"),
        );
        expect([row, ...others].at(-1), what).toMatch(/^(q 0 d 1|q,d,1.*)$/);
        expect(others.length, what).toBeLessThan(2);
      }
      expect(memoryMib, what).toBeLessThan(MOST_MEMORY_MIB);
      if (memoryMib > most.memoryMib) Object.assign(most, { memoryMib, memoryOf: kind.name });
      if (seconds > most.seconds) Object.assign(most, { seconds, secondsOf: kind.name });
      rmSync(folder, { recursive: true });
    }
    if (process.env["SEMQREL_BOMBS"] === undefined) return;
    process.stderr.write(
      `${bombs} bombs, seed ${seed}: ${refused} refused, ${bombs - refused} read; at most ${most.memoryMib.toFixed(0)} MiB ` +
        `(${most.memoryOf}) and ${most.seconds.toFixed(1)} s (${most.secondsOf})\n`,
    );
  },
  60_000 + bombs * 60_000,
);

it("a command reads ids that would collide in a hash without a seed about as fast as other ids", async () => {
  const blocks = process.env["SEMQREL_BOMBS"] === undefined ? 8 : 16;
  const colliding = collidingNames(blocks);
  const others = colliding.map((_, place) => String(place).padStart(colliding[0]?.length ?? 0, "0"));
  const seconds: number[] = [];
  for (const ids of [others, colliding]) {
    const bomb: Bomb = { name: "ids", file: "a.qrels", to: "b.qrels", content: () => Buffer.alloc(0) };
    const text = ids.map((id) => `q 0 ${id} 1\n`).join("");
    const folder = temporaryFolder({ [bomb.file]: text });
    const ended = await readBy(folder, bomb);
    expect(ended.exitCode, ended.stderr).toBe(0);
    expect(readFileSync(join(folder, "b.qrels"), "utf8")).toBe(text);
    seconds.push(ended.seconds);
  }
  if (blocks < 16) return;
  const [plain = 1, made = 1] = seconds;
  process.stderr.write(
    `${colliding.length} ids that collide, seed ${seed}: ${(made / plain).toFixed(2)} times as long\n`,
  );
  // Comparing each id with all others took fifty times longer.
  expect(made / plain).toBeLessThan(10);
}, 600_000);
