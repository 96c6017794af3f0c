/** Do blocks on PostgreSQL give the same bytes as here, whatever happens to workers, and is each run once? */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SemqrelError } from "../../../src/core/errors.ts";
import { sha256 } from "../../../src/core/files/read-whole.ts";
import type { Embedder } from "../../../src/core/ports.ts";
import type { EmbeddedTitles, ModelIdentity } from "../../../src/core/types.ts";
import type { BlockSettings, BlockTicket } from "../../../src/jobs/block.ts";
import { PostgresAddress } from "../../../src/jobs/postgres/postgres-address.ts";
import { openQueueDatabase } from "../../../src/jobs/postgres/postgres-database.ts";
import { type PostgresQueueOptions, postgresQueue } from "../../../src/jobs/postgres/postgres-queue.ts";
import { workOnQueue } from "../../../src/jobs/postgres/postgres-worker.ts";
import {
  queueStatus,
  releaseDeadWorkers,
  removeFromQueue,
  retryQueue,
} from "../../../src/jobs/postgres/queue-commands.ts";
import { postgresVectors, type WorkerEvent, type WorkerOptions } from "../../../src/jobs/postgres/work-on-block.ts";
import { runBlock } from "../../../src/jobs/run-block.ts";
import { keepingEmbedder } from "../../../src/model/embed/cached-embedder.ts";
import { hashEmbedder } from "../../../src/model/embed/hash-embedder.ts";
import { cutInput, plainOptions, plainTools, settingsOf } from "../../support/blocks.ts";
import { makeRaw, type Row } from "../../support/make-lists.ts";
import { hasPostgres, startPostgres, type TestServer } from "../../support/postgres.ts";

const version = "0.0.0-test";
const never = new AbortController().signal;

/** Two engines over some queries, with one block per query. */
function makeJob(queries: number, salt = "") {
  const rows = (engine: string): Row[] =>
    Array.from({ length: queries * 4 }, (_, place) => {
      const query = Math.floor(place / 4);
      return [query, place % 4, `${engine}${salt} title ${(place * 7) % 5} of query ${query}`, `d${place % 4}`];
    });
  const input = {
    references: [makeRaw("reference", rows("one"))],
    candidates: [makeRaw("candidate", rows("other"))],
    queries: null,
  };
  const settings: BlockSettings = { ...settingsOf(input, plainOptions), model: { embedder: "hash", exact: true } };
  const cut = cutInput(
    input,
    Array.from({ length: queries }, (_, query) => query),
  );
  const tickets = cut.blocks.map(
    (bytes, number): BlockTicket => ({ number, key: sha256(bytes), queries: [number, number + 1], rows: 8 }),
  );
  return { settings, tickets, blocks: cut.blocks };
}

type Job = ReturnType<typeof makeJob>;

/** Hashes of outcomes, without the section that differs between machines. */
function sectionsOf(outcome: Uint8Array): Map<string, string> {
  const bytes = Buffer.from(outcome);
  const end = bytes.indexOf("\n");
  const { sections } = JSON.parse(bytes.toString("utf8", 0, end)) as { sections: [string, number][] };
  let at = end + 1;
  const all = new Map<string, string>();
  for (const [name, length] of sections) {
    all.set(name, sha256(bytes.subarray(at, at + length)));
    at += length;
  }
  all.delete("machine");
  return all;
}

async function hereOutcomes({ blocks, settings }: Job): Promise<Map<string, string>[]> {
  const outcomes: Map<string, string>[] = [];
  for (const block of blocks) outcomes.push(sectionsOf(await runBlock(block, settings, plainTools())));
  return outcomes;
}

describe.skipIf(!hasPostgres)("postgresQueue", () => {
  let server: TestServer;
  let address: PostgresAddress;
  let schemas = 0;

  beforeAll(async () => {
    server = await startPostgres();
    address = new PostgresAddress(server.address);
  }, 60_000);
  afterAll(() => server.stop());

  /** Creates a queue for one test. */
  function makeQueue() {
    const schema = `test_${++schemas}`;
    const events: WorkerEvent[] = [];
    const jobs = `${schema}_jobs`;
    return {
      schema,
      events,
      jobs,
      /** @returns outcomes by block */
      async label(job: Job, options: Partial<PostgresQueueOptions> = {}, tickets = job.tickets) {
        const outcomes: (Map<string, string> | null)[] = job.blocks.map(() => null);
        const executor = postgresQueue(address, { version, schema, ...options });
        const inputs = {
          settings: job.settings,
          read: async (ticket: BlockTicket) => job.blocks[ticket.number] as Uint8Array,
        };
        let calls = 0;
        const keep = async (ticket: BlockTicket, outcome: Uint8Array) => {
          calls += 1;
          outcomes[ticket.number] = sectionsOf(outcome);
        };
        try {
          await executor.run(tickets, inputs, keep, never);
          return { outcomes, calls, error: null };
        } catch (error) {
          if (!(error instanceof SemqrelError)) throw error;
          return { outcomes, calls, error };
        }
      },
      work(options: Partial<WorkerOptions> = {}) {
        return workOnQueue(address, {
          version,
          schema,
          tools: {},
          concurrency: 1,
          untilIdle: true,
          beatSeconds: 10,
          signal: never,
          report: (event) => events.push(event),
          ...options,
        });
      },
      /** Works in the background until it is stopped. */
      start(options: Partial<WorkerOptions> = {}) {
        const stop = new AbortController();
        const ended = this.work({ untilIdle: false, signal: stop.signal, ...options });
        return {
          async stop() {
            stop.abort();
            await ended;
          },
        };
      },
      status: () => queueStatus(address, { schema }),
      retry: () => retryQueue(address, null, { schema }),
      remove: (all: boolean) => removeFromQueue(address, null, all, { schema }),
      /** Returns how many processes wait for jobs. Each has a shared lock. */
      async waiting(): Promise<number> {
        const held = "select from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted";
        return (await server.query(held)).length;
      },
      async count(table: string): Promise<number> {
        const [row] = await server.query(`select count(*)::integer as count from ${schema}.${table}`);
        return Number(row?.["count"]);
      },
      /** Skips the pauses after failures, which take seconds. */
      async hurry(): Promise<void> {
        await server.query(`update ${jobs}._private_jobs set run_at = now() where run_at > now()`).catch(() => {});
      },
      kinds: (kind: WorkerEvent["kind"]) => events.filter((event) => event.kind === kind).length,
    };
  }

  it("gives the same bytes as a local run with two workers, runs each block once, and leaves no rows behind", async () => {
    const job = makeJob(12);
    const queue = makeQueue();
    const workers = [queue.start(), queue.start({ concurrency: 2 })];
    const { outcomes, calls, error } = await queue.label(job);
    for (const worker of workers) await worker.stop();
    expect(error).toBeNull();
    expect(outcomes).toEqual(await hereOutcomes(job));
    expect([calls, queue.kinds("done"), queue.kinds("failed")]).toEqual([12, 12, 0]);
    for (const table of ["block", "job", "job_block", "settings", "worker"]) expect(await queue.count(table)).toBe(0);
    expect(await server.query(`select from ${queue.jobs}._private_jobs`)).toEqual([]);
  });

  it("does not repeat a block of an earlier job that was interrupted", async () => {
    const job = makeJob(4);
    const queue = makeQueue();
    const stop = new AbortController();
    const executor = postgresQueue(address, { version, schema: queue.schema });
    const inputs = {
      settings: job.settings,
      read: async (ticket: BlockTicket) => job.blocks[ticket.number] as Uint8Array,
    };
    const interrupted = executor.run(job.tickets, inputs, async () => stop.abort(), stop.signal);
    const worker = queue.start();
    await expect(interrupted).rejects.toMatchObject({ code: "INTERRUPTED" });
    await worker.stop();
    await queue.work();
    const [{ jobs }, done] = [await queue.status(), queue.kinds("done")];
    expect(jobs).toMatchObject([{ blocks: { waiting: 0, running: 0, done: 4, failed: 0 } }]);
    // A resumed job lacks its finished blocks, but is still the same job.
    const { outcomes, error } = await queue.label(job, {}, job.tickets.slice(1));
    expect(error).toBeNull();
    expect(outcomes).toEqual([null, ...(await hereOutcomes(job)).slice(1)]);
    expect([done, queue.kinds("done")]).toEqual([4, 4]);
    expect(await queue.count("block")).toBe(0);
  });

  it("tries a failing block three times, names it and its queries, finishes the other blocks, and can retry it", async () => {
    const job = makeJob(3);
    const queue = makeQueue();
    const poisoned: typeof runBlock = async (input, ...others) => {
      const [head] = Buffer.from(input).toString("utf8").split("\n");
      if (head?.includes('"query 1"')) throw new RangeError("Invalid array \0 \\u0000 length");
      return runBlock(input, ...others);
    };
    const hurry = setInterval(() => void queue.hurry(), 100);
    const worker = queue.start({ runBlock: poisoned });
    const { outcomes, calls, error } = await queue.label(job);
    clearInterval(hurry);
    await worker.stop();
    const here = await hereOutcomes(job);
    expect(calls).toBe(2);
    expect(outcomes).toEqual([here[0], null, here[2]]);
    expect(error?.code).toBe("BLOCK_FAILED");
    expect(error?.message).toMatch(
      /block 1, 3 tries, queries "[^"]+": Invalid array . .u0000 length.*queue retry.*--resume/,
    );
    expect(queue.kinds("failed")).toBe(3);
    const { failed, jobs } = await queue.status();
    const message = "Invalid array \ufffd \\u0000 length";
    expect(failed).toMatchObject([{ kind: "label", tries: 3, error: message, textsCount: 1 }]);
    expect(jobs).toMatchObject([{ blocks: { waiting: 0, running: 0, done: 2, failed: 1 } }]);

    expect(await queue.retry()).toEqual({ blocks: 1, titles: 0 });
    await queue.work();
    const again = await queue.label(job, {}, job.tickets.slice(1, 2));
    expect(again.error).toBeNull();
    expect(again.outcomes[1]).toEqual(here[1]);
    expect(await queue.count("block")).toBe(0);
  });

  it("reports an error in the input as a local run does, after one try", async () => {
    const job = makeJob(2);
    const queue = makeQueue();
    const failing: typeof runBlock = async () => {
      throw new SemqrelError("INVALID_LABEL", "Reading labels: a.csv:3 says x.", { details: { line: 3 } });
    };
    const worker = queue.start({ runBlock: failing });
    const { error } = await queue.label(job);
    await worker.stop();
    expect(error).toMatchObject({
      code: "INVALID_LABEL",
      message: expect.stringMatching(
        /^Reading labels: a\.csv:3 says x\. \(This is block 0 at .*semqrel system queue retry\.\)$/,
      ),
      details: { line: 3 },
    });
    expect(queue.kinds("failed")).toBe(2);
  });

  it("reports that the job was removed if it is removed while its blocks are added", async () => {
    const job = makeJob(4);
    const queue = makeQueue();
    const executor = postgresQueue(address, { version, schema: queue.schema });
    const read = async (ticket: BlockTicket) => {
      if (ticket.number === 2) await queue.remove(false);
      return job.blocks[ticket.number] as Uint8Array;
    };
    const enqueueing = executor.run(job.tickets, { settings: job.settings, read }, async () => {}, never);
    await expect(enqueueing).rejects.toMatchObject({
      code: "BLOCK_FAILED",
      message: expect.stringMatching(
        /was removed from the queue in the meantime, by semqrel system queue rm.*Run the same command again/,
      ),
    });
    expect([await queue.count("block"), await queue.count("job")]).toEqual([0, 0]);
  });

  describe("a job whose model is missing here", () => {
    const model = { name: "elsewhere", sha256: "f".repeat(64) } as ModelIdentity;

    it("is left to other workers and named once; other jobs are done, and --until-idle ends with an error", async () => {
      const [foreign, own] = [makeJob(3, " foreign"), makeJob(2)];
      const queue = makeQueue();
      const waiting = queue.label(foreign, { model });
      await waitFor(async () => (await queue.count("block").catch(() => 0)) === 3);
      const worker = queue.start({ concurrency: 2 });
      await waitFor(async () => queue.kinds("left") > 0);
      expect((await queue.label(own)).error).toBeNull();
      await worker.stop();
      expect([queue.kinds("left"), queue.kinds("done"), queue.kinds("failed")]).toEqual([1, 2, 0]);
      await expect(queue.work()).rejects.toMatchObject({
        code: "MODEL_MISSING",
        message: expect.stringMatching(/3 blocks are left for a worker that has the model.*elsewhere/),
      });
      expect((await queue.status()).jobs).toMatchObject([{ blocks: { waiting: 3, running: 0, failed: 0 } }]);
      expect(await server.query(`select distinct attempts from ${queue.jobs}._private_jobs`)).toEqual([
        { attempts: 0 },
      ]);
      // A worker with the model: the settings accept any.
      await server.query(
        `update ${queue.schema}.settings set content = replace(content, '${model.sha256}', '${hashEmbedder().model.sha256}')`,
      );
      await queue.work();
      expect(await waiting).toMatchObject({ error: null, outcomes: await hereOutcomes(foreign) });
    });
  });

  it("returns the block of a stopped worker to the queue at once, without counting a try", async () => {
    const job = makeJob(1);
    const queue = makeQueue();
    const stop = new AbortController();
    const stuck: typeof runBlock = async (_input, _settings, { signal }) => {
      const hears = new Promise((resolve) => signal.addEventListener("abort", resolve));
      stop.abort();
      await hears;
      throw new SemqrelError("INTERRUPTED", "Embedding: interrupted.");
    };
    const labelled = queue.label(job);
    await queue.work({ untilIdle: false, signal: stop.signal, runBlock: stuck });
    expect(queue.kinds("given back")).toBe(1);
    expect(await queue.count("worker")).toBe(0);
    await queue.work();
    expect((await labelled).outcomes).toEqual(await hereOutcomes(job));
    expect(queue.events.at(-1)).toMatchObject({ kind: "done", attempt: 1 });
  });

  it("gives the block of a dead worker to other workers, and reports a block that killed three workers", async () => {
    const job = makeJob(1);
    const queue = makeQueue();
    const labelled = queue.label(job);
    await waitFor(async () => (await queue.count("block").catch(() => 0)) === 1);
    const database = await openQueueDatabase(address, { schema: queue.schema });
    const { schema, jobs } = queue;
    const states: unknown[] = [];
    for (let death = 0; death < 3; death++) {
      // As another machine would have left it: locked, running and silent for a long time.
      await server.query(
        `update ${jobs}._private_jobs
            set locked_by = 'gone', locked_at = now() - interval '1 minute', attempts = attempts + 1`,
      );
      await server.query(
        `insert into ${schema}.worker (key, host, process, version, beat_seconds, beat_at)
          values ('gone', 'elsewhere', 1, $1, 5, now() - interval '16 seconds')`,
        [version],
      );
      const { workers, jobs: before } = await queue.status();
      await releaseDeadWorkers(database, 5);
      const { jobs: after } = await queue.status();
      states.push([workers[0]?.isAlive, before[0]?.blocks.running, after[0]?.blocks.waiting, after[0]?.blocks.failed]);
    }
    await database.close();
    expect(states).toEqual([
      [false, 1, 1, 0],
      [false, 1, 1, 0],
      [false, 1, 0, 1],
    ]);
    const { error } = await labelled;
    expect(error?.message).toMatch(/block 0, 3 tries, .*its worker stopped without a message/);
    expect(await queue.count("worker")).toBe(0);
    await queue.remove(false);
    expect(await server.query(`select from ${jobs}._private_jobs`)).toEqual([]);
  });

  it("returns a block to the queue that the server assigned to a live worker while the connection failed", async () => {
    const job = makeJob(2);
    const queue = makeQueue();
    const labelled = queue.label(job);
    await waitFor(async () => (await queue.count("block").catch(() => 0)) === 2);
    const begins = new Promise<void>((resolve) => {
      const lose: typeof runBlock = async (...all) => {
        // As if the worker had taken the other block, too, without receiving the answer.
        await server.query(
          `update ${queue.jobs}._private_jobs
              set locked_by = (select key from ${queue.schema}.worker), locked_at = now() - interval '1 minute', attempts = 3
            where locked_by is null`,
        );
        resolve();
        return runBlock(...all);
      };
      const worker = queue.start({ beatSeconds: 0.3, runBlock: lose });
      void labelled.finally(() => worker.stop());
    });
    await begins;
    expect(await labelled).toMatchObject({ error: null, outcomes: await hereOutcomes(job) });
  });

  it("takes no block from a live worker", async () => {
    const job = makeJob(1);
    const queue = makeQueue();
    let finish = () => {};
    const waits: typeof runBlock = async (...all) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return runBlock(...all);
    };
    const labelled = queue.label(job);
    const busy = queue.start({ beatSeconds: 0.4, runBlock: waits });
    await waitFor(async () => (await queue.status()).jobs[0]?.blocks.running === 1);
    const other = queue.start({ beatSeconds: 0.4 });
    // Long enough to count as dead without heartbeats.
    await new Promise((resolve) => setTimeout(resolve, 1600));
    expect((await queue.status()).workers).toMatchObject([{ isAlive: true }, { isAlive: true }]);
    finish();
    expect((await labelled).outcomes).toEqual(await hereOutcomes(job));
    await Promise.all([busy.stop(), other.stop()]);
    expect(queue.kinds("done")).toBe(1);
  });

  it("shares blocks between jobs, and keeps blocks that other jobs need when the first job is done", async () => {
    const large = makeJob(5);
    const small = { ...large, tickets: large.tickets.slice(0, 3), blocks: large.blocks.slice(0, 3) };
    const queue = makeQueue();
    const enqueued = (blocks: number) => waitFor(async () => (await queue.count("block").catch(() => 0)) === blocks);
    const first = queue.label(small);
    await enqueued(3);
    // The blocks of the first job and two more.
    const second = queue.label(large);
    await enqueued(5);
    const third = queue.label(large);
    await waitFor(async () => (await queue.waiting()) === 3);
    const worker = queue.start();
    const [here, results] = [await hereOutcomes(large), await Promise.all([first, second, third])];
    await worker.stop();
    expect(results.map(({ error }) => error)).toEqual([null, null, null]);
    expect(results.map(({ outcomes }) => outcomes)).toEqual([here.slice(0, 3), here, here]);
    expect(queue.kinds("done")).toBe(5);
    expect([await queue.count("block"), await queue.count("job")]).toEqual([0, 0]);
  });

  it("runs only blocks of its own version", async () => {
    const job = makeJob(1);
    const queue = makeQueue();
    const labelled = queue.label(job);
    await waitFor(async () => (await queue.count("block").catch(() => 0)) === 1);
    await queue.work({ version: "0.0.0-other" });
    expect(queue.kinds("done")).toBe(0);
    await queue.work();
    expect((await labelled).error).toBeNull();
  });

  it("prints once that there is no worker", async () => {
    const queue = makeQueue();
    const remarks: string[] = [];
    const labelled = queue.label(makeJob(1), { remark: (text) => remarks.push(text) });
    await waitFor(async () => remarks.length > 0);
    await queue.work();
    await labelled;
    expect(remarks).toEqual([
      expect.stringMatching(/^1 block waits at postgres:.* no worker of semqrel 0\.0\.0-test is running/),
    ]);
  });

  it("continues after a short loss of the server, and reports a lasting loss", async () => {
    const job = makeJob(6);
    const queue = makeQueue();
    const slow: typeof runBlock = async (...all) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      return runBlock(...all);
    };
    const labelled = queue.label(job);
    const worker = queue.start({ runBlock: slow });
    await waitFor(async () => queue.kinds("done") > 0);
    await server.restart(300);
    expect(await labelled).toMatchObject({ error: null, outcomes: await hereOutcomes(job) });
    await worker.stop();

    const impatient = queue.label(makeJob(1, " later"), { patienceSeconds: 0.5 });
    await waitFor(async () => (await queue.count("block").catch(() => 0)) === 1);
    await server.restart(2500);
    const { error } = await impatient;
    expect(error?.code).toBe("DATABASE_UNUSABLE");
    expect(error?.message).toMatch(/no server answers there|connection was lost/);
  });

  it("computes the vector of a title once for all workers, and returns this vector to all workers", async () => {
    const queue = makeQueue();
    const database = await openQueueDatabase(address, { schema: queue.schema });
    const inner = hashEmbedder();
    const asked: string[] = [];
    const counting: Embedder = {
      model: inner.model,
      async embed(titles, options) {
        asked.push(...titles);
        // Keys as long as those of a model, which fit an entry.
        return {
          ...(await inner.embed(titles, options)),
          tokenKeys: titles.map((title) => sha256(title).slice(0, 22)),
        };
      },
    };
    const shared = () => keepingEmbedder(counting, postgresVectors(database, never));
    const titles = ["Pears", "", "Quinces\u0000", "日本庭園"];
    const first = await shared().embed(titles);
    const again = await shared().embed([...titles, "Plums"].reverse());
    const both = await Promise.all([shared().embed(["Moss", "Bees"]), shared().embed(["Bees", "Moss"])]);
    // Some known titles are embedded again, to check that the model is unchanged.
    expect(asked.slice(0, 4)).toEqual(titles);
    expect(asked.filter((title) => title === "Plums")).toHaveLength(1);
    const { dimensions } = inner.model;
    const vectorOf = ({ vectors }: EmbeddedTitles, place: number) => [
      ...vectors.subarray(place * dimensions, (place + 1) * dimensions),
    ];
    titles.forEach((_, place) => {
      expect(vectorOf(again, titles.length - place)).toEqual(vectorOf(first, place));
      expect(again.tokenKeys[titles.length - place]).toBe(first.tokenKeys[place]);
    });
    expect(vectorOf(both[0], 0)).toEqual(vectorOf(both[1], 1));
    expect((await queue.status()).vectors.count).toBe(7);
    // The vector is at the end of its entry, as float32, little-endian.
    const [row] = await server.query(
      `select count(*)::integer as count from ${queue.schema}.vector where right(encode(entry, 'hex'), $1) = $2`,
      [8 * dimensions, Buffer.from(first.vectors.buffer, 0, 4 * dimensions).toString("hex")],
    );
    expect(row?.["count"]).toBe(1);
    await database.close();
  });

  it("removes jobs and returns what it removed", async () => {
    const queue = makeQueue();
    const labelled = queue.label(makeJob(2));
    await waitFor(async () => (await queue.count("block").catch(() => 0)) === 2);
    const [job] = (await queue.status()).jobs;
    expect(await queue.remove(false)).toEqual({ jobs: [job?.job], blocks: 2, vectors: 0 });
    expect(await queue.status()).toMatchObject({ jobs: [], failed: [], vectors: { count: 0 } });
    expect(await server.query(`select from ${queue.jobs}._private_jobs`)).toEqual([]);
    expect((await labelled).error?.message).toMatch(/2 blocks were removed from the queue/);
    await expect(removeFromQueue(address, "none", false, { schema: queue.schema })).rejects.toMatchObject({
      code: "INVALID_OPTION",
    });
  });
});

async function waitFor(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await condition()); tries++) {
    if (tries > 200) throw new Error("it did not come about");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
