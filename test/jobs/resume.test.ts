import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { killJobs } from "../support/kill-block-job.ts";
import {
  type BlockJob,
  contentBelow,
  hasSaid,
  jobFiles,
  runBlockJob,
  startBlockJob,
} from "../support/run-block-job.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { smallDisk } from "../support/small-disk.ts";

const files = jobFiles(120);
let undisturbed: Map<string, string>;
let blocks = 0;
let seconds = 0;

beforeAll(async () => {
  const out = temporaryFolder();
  const begin = performance.now();
  const ended = await runBlockJob({ ...files, out });
  expect(ended).toMatchObject({ exitCode: 0, error: null });
  blocks = doneBlocks(ended.stdout);
  seconds = (performance.now() - begin) / 1000;
  undisturbed = contentBelow(out);
});

/** Starts a job and kills it after some blocks. */
async function killedJob(more: Partial<BlockJob> = {}): Promise<BlockJob> {
  const job = { ...files, out: temporaryFolder(), ...more };
  const started = startBlockJob(job);
  await hasSaid(started, /done 5\n/);
  started.process.kill("SIGKILL");
  await started.ended;
  expect(readdirSync(join(job.out, ".semqrel"))).toContain("plan.json");
  return job;
}

function keptOf(stdout: string): number {
  return Number(/kept (\d+)/.exec(stdout)?.[1]);
}

describe("a job that was killed and is resumed", () => {
  it("has rows in many blocks, so that some blocks are unfinished", () => {
    expect(undisturbed.get("labels.csv")?.split("\n").length).toBeGreaterThan(900);
    expect([...undisturbed.keys()]).toEqual(expect.arrayContaining(["measures.csv", "reference.csv", "summary.json"]));
  });

  it.each([1, 2])("writes the bytes of an uninterrupted run with %i processes", async (jobs) => {
    let state = jobs;
    const random = () => {
      state = (state * 48271) % 2147483647;
      return state / 2147483647;
    };
    const losses = await killJobs({ ...files, jobs }, undisturbed, { kills: 4, seconds, random });
    expect(losses).toMatchObject({ kills: 4, wrongRows: 0, halfFiles: 0, orphans: 0 });
  });

  it("does not repeat finished blocks", async () => {
    const job = await killedJob();
    const { exitCode, stdout } = await runBlockJob({ ...job, resume: true });
    expect(exitCode).toBe(0);
    expect(keptOf(stdout)).toBeGreaterThanOrEqual(5);
    expect(keptOf(stdout) + doneBlocks(stdout)).toBe(blocks);
    expect(contentBelow(job.out)).toEqual(undisturbed);
  });

  it("can continue with another number of processes", async () => {
    const job = await killedJob({ jobs: 2 });
    expect(await runBlockJob({ ...job, resume: true, jobs: 1 })).toMatchObject({ exitCode: 0 });
    expect(contentBelow(job.out)).toEqual(undisturbed);
  });

  it("repeats blocks that are damaged, missing or incomplete", async () => {
    const job = await killedJob();
    const work = join(job.out, ".semqrel");
    const [first = "", second = ""] = readdirSync(join(work, "outcomes"));
    const whole = readFileSync(join(work, "outcomes", first));
    whole[whole.length >> 1] = (whole[whole.length >> 1] ?? 0) ^ 1;
    writeFileSync(join(work, "outcomes", first), whole);
    writeFileSync(join(work, "outcomes", second), "");
    const journal = readFileSync(join(work, "journal"));
    writeFileSync(join(work, "journal"), journal.subarray(0, journal.length - 20));
    const outcomes = journal.toString().match(/\{/g)?.length ?? 0;
    const { exitCode, stdout } = await runBlockJob({ ...job, resume: true });
    expect(exitCode).toBe(0);
    expect(outcomes - keptOf(stdout)).toBeGreaterThanOrEqual(2);
    expect(contentBelow(job.out)).toEqual(undisturbed);
  });

  it("starts again without --resume, whatever is left", async () => {
    const job = await killedJob({ depth: 2 });
    const { exitCode, stdout } = await runBlockJob({ ...files, out: job.out });
    expect([exitCode, keptOf(stdout)]).toEqual([0, 0]);
    expect(contentBelow(job.out)).toEqual(undisturbed);
  });

  it("is refused if an option, the version or an input differs", async () => {
    const job = await killedJob(jobFiles(120));
    const refusal = async (more: Partial<BlockJob>) => {
      const { exitCode, error } = await runBlockJob({ ...job, ...more, resume: true });
      return [exitCode, error?.code, error?.message];
    };
    const naming = (what: string) => [2, "DIFFERENT_CONDITIONS", expect.stringContaining(what)];
    expect(await refusal({ depth: 3 })).toEqual(naming("--depth"));
    expect(await refusal({ version: "2" })).toEqual(naming("semqrel"));
    writeFileSync(job.reference, `${readFileSync(job.reference)}query 1,9,New\n`);
    expect(await refusal({})).toEqual(naming(job.reference));
  });

  it("keeps its work if the disk is full, and continues when there is space", async ({ skip }) => {
    const small = smallDisk(4);
    if (small === null) return skip("no small disk may be mounted here");
    const out = join(small, "out");
    writeFileSync(join(small, "filler"), Buffer.alloc((4 << 20) - 400_000));
    const job = { ...files, out };
    const full = await runBlockJob(job);
    expect(full).toMatchObject({ exitCode: 2, error: { message: expect.stringContaining("ENOSPC") } });
    writeFileSync(join(small, "filler"), "");
    const { exitCode, stdout, error } = await runBlockJob({ ...job, resume: true });
    expect([exitCode, error]).toEqual([0, null]);
    expect(keptOf(stdout)).toBeGreaterThan(0);
    expect(contentBelow(out)).toEqual(undisturbed);
  });
});

describe("two commands on one folder", () => {
  it("do not run at the same time, and the second command names the first", async () => {
    const job = { ...files, out: temporaryFolder() };
    const first = startBlockJob(job);
    await hasSaid(first, /new/);
    // On a busy machine, the first could otherwise end before the second starts.
    first.process.kill("SIGSTOP");
    const second = await runBlockJob({ ...job, resume: true });
    first.process.kill("SIGCONT");
    expect(second).toMatchObject({
      exitCode: 2,
      error: { code: "OUTPUT_UNWRITABLE", message: expect.stringContaining(`process ${first.process.pid} `) },
    });
    expect(await first.ended).toMatchObject({ exitCode: 0 });
    expect(contentBelow(job.out)).toEqual(undisturbed);
  });
});

function doneBlocks(stdout: string): number {
  return Number(/done (\d+)\n$/.exec(stdout)?.[1]);
}
