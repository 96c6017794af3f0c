import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { childrenOf, outlive } from "../support/kill-block-job.ts";
import {
  type BlockJob,
  contentBelow,
  hasSaid,
  jobFiles,
  runBlockJob,
  startBlockJob,
} from "../support/run-block-job.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const files = jobFiles();
let undisturbed: Map<string, string>;

beforeAll(async () => {
  const out = temporaryFolder();
  expect(await runBlockJob({ ...files, out })).toMatchObject({ exitCode: 0, error: null });
  undisturbed = contentBelow(out);
});

function newJob(more: Partial<BlockJob> = {}): BlockJob {
  return { ...files, out: temporaryFolder(), jobs: 2, ...more };
}

describe("childProcesses", () => {
  it.each([
    [2, 40],
    [50, 160],
  ])(
    "gives the result of one process with %i children for blocks of %i rows, even with fewer blocks than children",
    async (jobs, rowsPerBlock) => {
      const job = newJob({ jobs, rowsPerBlock });
      expect(await runBlockJob(job)).toMatchObject({ exitCode: 0, error: null });
      expect(contentBelow(job.out)).toEqual(undisturbed);
    },
  );

  it("replaces children after they have embedded enough texts, with the same result", async () => {
    const job = newJob({ recycleAfterTexts: 1, rowsPerBlock: 80 });
    const started = startBlockJob(job);
    const seen = new Set<number>();
    const watch = setInterval(() => {
      for (const child of childrenOf(started.process.pid ?? 0)) seen.add(child);
    }, 30);
    expect(await started.ended).toMatchObject({ exitCode: 0, error: null });
    clearInterval(watch);
    expect(seen.size).toBeGreaterThan(5);
    expect(contentBelow(job.out)).toEqual(undisturbed);
  });

  it.each(["SIGSEGV", "throw", "exit"] as const)(
    "retries a block if its child dies by %s, with the same result",
    async (how) => {
      const job = newJob();
      expect(await runBlockJob(job, { at: "query 30", how, times: 1 })).toMatchObject({ exitCode: 0, error: null });
      expect(contentBelow(job.out)).toEqual(undisturbed);
    },
  );

  it("survives children that are killed while they wait or work", async () => {
    const job = newJob();
    const started = startBlockJob(job);
    await hasSaid(started, /done 2\n/);
    for (const child of childrenOf(started.process.pid ?? 0)) process.kill(child, "SIGKILL");
    expect(await started.ended).toMatchObject({ exitCode: 0, error: null });
    expect(contentBelow(job.out)).toEqual(undisturbed);
  });

  it("ends its children on Ctrl-C, keeps finished blocks, and exits 130", async () => {
    const job = newJob();
    const started = startBlockJob(job);
    await hasSaid(started, /done 2\n/);
    const children = childrenOf(started.process.pid ?? 0);
    expect(children).toHaveLength(2);
    // Like a terminal, which signals every process of the group.
    for (const child of [...children, started.process.pid ?? 0]) process.kill(child, "SIGINT");
    expect(await started.ended).toMatchObject({ exitCode: 130, error: { code: "INTERRUPTED" } });
    expect(await outlive(children)).toBe(0);
    const work = readdirSync(join(job.out, ".semqrel"));
    expect(work.filter((name) => name.startsWith("exchange"))).toEqual([]);
    const { exitCode, stdout } = await runBlockJob({ ...job, resume: true });
    expect(exitCode).toBe(0);
    expect(Number(/kept (\d+)/.exec(stdout)?.[1])).toBeGreaterThanOrEqual(2);
    expect(contentBelow(job.out)).toEqual(undisturbed);
  });

  it("ends its children when it is killed itself", async () => {
    const started = startBlockJob(newJob());
    await hasSaid(started, /done 2\n/);
    const children = childrenOf(started.process.pid ?? 0);
    expect(children).toHaveLength(2);
    started.process.kill("SIGKILL");
    await started.ended;
    expect(await outlive(children)).toBe(0);
  });

  describe("in case of errors", () => {
    it.each([
      ["SIGKILL", "signal SIGKILL", ""],
      ["exit", "exit code 3", ""],
      ["throw", "exit code 1", "no memory left"],
    ] as const)(
      "names a block that killed two children by %s, and continues with --resume",
      async (how, said, words) => {
        const job = newJob();
        const { exitCode, stdout, error } = await runBlockJob(job, { at: "query 30", how });
        expect(exitCode).toBe(2);
        expect(error).toMatchObject({
          code: "BLOCK_FAILED",
          message: expect.stringContaining(said),
          details: { how: said, queries: [expect.stringMatching(/^query \d+$/), expect.stringMatching(/^query \d+$/)] },
        });
        const [first = Number.NaN, last = Number.NaN] = namesIn(error?.details["queries"]).map((name) =>
          Number(name.slice("query ".length)),
        );
        expect(first).toBeLessThanOrEqual(30);
        expect(last).toBeGreaterThanOrEqual(30);
        expect(error?.details["lastWords"]).toContain(words);
        expect(error?.message).toMatch(/\d+ texts, such as "/);
        const done = Number(/done (\d+)\n$/.exec(stdout)?.[1]);
        const again = await runBlockJob({ ...job, resume: true });
        expect(again).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`kept ${done}\n`) });
        expect(contentBelow(job.out)).toEqual(undisturbed);
      },
    );
  });
});

function namesIn(names: unknown): string[] {
  return Array.isArray(names) ? names : [];
}
