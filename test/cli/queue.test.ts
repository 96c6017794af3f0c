/** Do workers in separate processes write the same files, and is the password never shown? */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasPostgres, PASSWORD, startPostgres, type TestServer } from "../support/postgres.ts";
import { type CliResult, mainFile, root, runCli, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const things = [
  ...["pears", "quinces", "rivers", "old bridges", "moss", "night trains"],
  ...["bees", "tides", "clocks", "salt", "maps", "the north wind"],
];
const titles = ["A history of", "The care of", "Painting", "A guide to", "Why we love", "Songs about", "The price of"];

/** Twelve queries with seven titles each, some of which the engines share. */
function listOf(begin: string): string {
  const rows = things.flatMap((thing, query) =>
    titles.map((title, rank) => `query ${query},${rank},${rank % 3 === 0 ? begin : ""}${title} ${thing}`),
  );
  return `query,rank,title\n${rows.join("\n")}\n`;
}

const lists = { "reference.csv": listOf("Of old: "), "candidate.csv": listOf("Today: ") };
const inputs = ["--reference", "reference.csv", "--candidates", "candidate.csv"];

interface Worker {
  readonly child: ChildProcess;
  /** Everything written so far. */
  said(): string;
  /** Resolves once the text is written. */
  says(what: RegExp): Promise<void>;
  readonly ended: Promise<number | null>;
}

function startWorker(args: readonly string[]): Worker {
  const child = spawn(process.execPath, [mainFile, "system", "worker", ...args], {
    env: { ...process.env, SEMQREL_CACHE: temporaryFolder() },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  let heard = () => {};
  const hear = (piece: Buffer) => {
    said += piece;
    heard();
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return {
    child,
    said: () => said,
    says: (what) =>
      new Promise((resolve, reject) => {
        heard = () => {
          if (what.test(said)) resolve();
        };
        heard();
        ended.then((code) => reject(new Error(`it ended with ${code}: ${said}`)));
      }),
    ended,
  };
}

/** Runs in the background, only for its blocks. */
function startLabel(args: readonly string[], cwd: string): ChildProcess {
  return spawn(process.execPath, [mainFile, "label", ...args], { cwd, stdio: "ignore" });
}

/** Every file except the manifest, which describes the machine. */
function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "manifest.json")
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** A query of a table that does not exist yet counts as false. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await condition().catch(() => false)); tries++) {
    if (tries > 400) throw new Error("it did not come about");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe.skipIf(!hasPostgres)("semqrel label --queue, worker and queue", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server.stop());

  it("writes the files of a local run even if a worker is killed, shares vectors, and hides the password", async () => {
    const cwd = temporaryFolder(lists);
    const queue = ["--queue", server.address, "--queue-schema", "killed", "--debug"];
    const beat = ["--heartbeat", "1", "--threads", "1", "--no-cache"];
    // Looking up vectors waits for this lock, in the middle of a block.
    await runInProcess(["system", "queue", "status", ...queue], { cwd: root });
    const holder = new pg.Client({ connectionString: server.address });
    await holder.connect();
    await holder.query("begin; lock table killed.vector");
    const labelled = runCli(["label", ...inputs, "--out", "queued", "--rows-per-block", "28", ...queue], { cwd });
    const victim = startWorker([...queue, ...beat, "--concurrency", "2"]);
    await until(async () => {
      const rows = await server.query(
        "select kind from killed.block join killed_jobs._private_jobs using (key) where locked_at is not null",
      );
      return rows.some(({ kind }) => kind === "label");
    });
    const commandLine = `/proc/${victim.child.pid}/cmdline`;
    if (existsSync(commandLine)) expect(readFileSync(commandLine, "utf8")).not.toContain(PASSWORD);
    victim.child.kill("SIGKILL");
    await victim.ended;
    await holder.end();
    const heirs = [startWorker([...queue, ...beat]), startWorker([...queue, ...beat])];
    const result = await labelled;
    for (const heir of heirs) heir.child.kill("SIGINT");
    const codes = await Promise.all(heirs.map(({ ended }) => ended));
    expect([result.exitCode, ...codes], heirs.map(({ said }) => said()).join()).toEqual([0, 0, 0]);
    const local = await runInProcess(["label", ...inputs, "--out", "local"], { cwd });
    expect(local.exitCode).toBe(0);
    const files = filesOf(join(cwd, "queued"));
    expect(files).toEqual(filesOf(join(cwd, "local")));
    // Its lists went to queries of other blocks, and so to other workers.
    expect(JSON.parse(files["summary.json"] ?? "").unrelated.engines).toHaveLength(1);

    const status = await runInProcess(["system", "queue", "status", ...queue], { cwd });
    expect(status.stdout).toMatch(/No jobs\.\nWorkers: none\nVectors: 12\d, \d\.\d MB\n/);
    const removed = await runInProcess(["system", "queue", "rm", "--all", ...queue], { cwd });
    expect(removed.stdout).toMatch(/^removed 0 jobs, 0 blocks, 12\d vectors\n$/);
    const printed = [result, local, status, removed].map(({ stdout, stderr }) => stdout + stderr);
    const manifest = readFileSync(join(cwd, "queued", "manifest.json"), "utf8");
    for (const text of [...printed, manifest, victim.said(), ...heirs.map(({ said }) => said())]) {
      expect(text).not.toContain(PASSWORD);
    }
  });

  it("makes workers embed cleaned titles, with one vector for all spellings of a title", async () => {
    const rows = (spell: (title: string) => string) =>
      things
        .slice(0, 4)
        .map((thing, place) => `query ${place % 2},${place},${spell(`A history of ${thing}`)}`)
        .join("\n");
    const cwd = temporaryFolder({
      "reference.csv": `query,rank,title\n${rows((title) => title)}\n`,
      "candidate.csv": `query,rank,title\n${rows((title) => `<i>${title.replaceAll(" ", "\u00a0")}</i>.`)}\n`,
    });
    const queue = ["--queue", server.address, "--queue-schema", "cleaned"];
    const [queued, worked] = await Promise.all([
      runCli(["label", ...inputs, "--out", "queued", "--rows-per-block", "4", ...queue], { cwd }),
      (async () => {
        await until(async () => (await server.query("select from cleaned.block where kind = 'label'")).length === 2);
        return runCli(["system", "worker", ...queue, "--until-idle", "--no-cache"]);
      })(),
    ]);
    expect([queued.exitCode, worked.exitCode], queued.stderr + worked.stderr).toEqual([0, 0]);
    const [vectors] = await server.query("select count(*)::integer as count from cleaned.vector");
    expect(vectors).toEqual({ count: 4 });
    await runInProcess(["label", ...inputs, "--out", "local"], { cwd });
    expect(filesOf(join(cwd, "queued"))).toEqual(filesOf(join(cwd, "local")));
  });

  it("returns a worker's block after Ctrl-C without counting a try, even if this takes long", async () => {
    const queue = ["--queue", server.address, "--queue-schema", "stopped"];
    await runInProcess(["system", "queue", "status", ...queue], { cwd: root });
    const holder = new pg.Client({ connectionString: server.address });
    await holder.connect();
    // Looking up vectors waits for this lock, in the middle of a block, and ignores signals.
    await holder.query("begin; lock table stopped.vector");
    const cwd = temporaryFolder(lists);
    const waiting = startLabel([...inputs, "--out", "out", "--rows-per-block", "56", ...queue], cwd);
    const worker = startWorker([...queue, "--no-cache", "--threads", "1"]);
    await until(async () => (await server.query("select from pg_locks where not granted")).length > 0);
    worker.child.kill("SIGINT");
    await worker.says(/Returning unfinished/);
    // Longer than the time that other commands get to end.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(worker.child.exitCode).toBeNull();
    await holder.end();
    expect(await worker.ended).toBe(0);
    expect(worker.said()).toMatch(/given back/);
    const tried = "select from stopped_jobs._private_jobs where attempts > 0 or locked_at is not null";
    expect(await server.query(tried)).toEqual([]);
    expect(await server.query("select from stopped_jobs._private_jobs")).not.toEqual([]);
    waiting.kill("SIGKILL");
  });

  it("prints the error of a block after three tries, and queue retry allows further tries", async () => {
    const cwd = temporaryFolder(lists);
    const queue = ["--queue", server.address, "--queue-schema", "poisoned"];
    const label = ["label", ...inputs, "--embedder", "hash", "--out", "out", "--rows-per-block", "28", ...queue];
    const labelled = runCli(label, { cwd });
    const blocks = "poisoned.block where kind = 'label'";
    await until(async () => (await server.query(`select from ${blocks}`)).length === 6);
    // Not what gzip makes, so every worker fails on this block.
    await server.query(`create table poisoned.kept as select key, input from ${blocks} order by queued_at limit 1`);
    await server.query(`update poisoned.block set input = 'x' where key = (select key from poisoned.kept)`);
    const hurry = setInterval(() => {
      server.query("update poisoned_jobs._private_jobs set run_at = now() where run_at > now()").catch(() => {});
    }, 200);
    const worked = await runCli(["system", "worker", "--until-idle", ...queue]);
    clearInterval(hurry);
    expect(worked.exitCode).toBe(0);
    expect(worked.stderr).toMatch(/failed, try 3: unexpected end of file/);
    const { exitCode, stderr } = await labelled;
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /workers failed at 1 block: block 0, 3 tries, queries ".*unexpected end of file.*queue retry/,
    );

    const status = await runInProcess(["system", "queue", "status", ...queue], { cwd });
    expect(status.stdout).toMatch(
      /Failed \(to try again: semqrel system queue retry\):\n {2}block [0-9a-f]{8}, 3 tries, queries "query 0"/,
    );
    await server.query("update poisoned.block set input = kept.input from poisoned.kept where kept.key = block.key");
    expect((await runInProcess(["system", "queue", "retry", ...queue], { cwd })).stdout).toBe(
      "1 block of queries and 0 blocks of titles are waiting again.\n",
    );
    const [resumed] = await Promise.all([
      runInProcess([...label, "--resume"], { cwd }),
      runCli(["system", "worker", "--until-idle", ...queue]),
    ]);
    expect(resumed).toMatchObject({ exitCode: 0 });
    await runInProcess(["label", ...inputs, "--embedder", "hash", "--out", "local"], { cwd });
    expect(filesOf(join(cwd, "out"))).toEqual(filesOf(join(cwd, "local")));
  });

  it("prints errors without the password, even with --debug and in --print-config", async () => {
    const wrong = server.address.replace(PASSWORD, `${PASSWORD}-wrong`);
    const address = (queue: string, ...further: string[]) => ["--queue", queue, "--debug", ...further];
    const results: CliResult[] = [];
    const here = async (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
      results.push(await runInProcess(args, { cwd: temporaryFolder(lists), environment }));
    results.push(await runCli(["system", "worker", ...address(wrong)]));
    await here(["system", "queue", "status", ...address(wrong)]);
    await here(["system", "queue", "status", ...address(`postgres://ann:${PASSWORD}@127.0.0.1:1/x`)]);
    await here(["system", "queue", "status", ...address(`postgres://ann:${PASSWORD}@[127.0.0.1:1/x`)]);
    await here(["system", "queue", "status", ...address(`postgres://ann:${PASSWORD}@127.0.0.1/x?sslmod=require`)]);
    results.push(await runCli(["system", "queue", "status", "--debug"], { env: { SEMQREL_QUEUE: wrong } }));
    await here(["label", ...inputs, "--embedder", "hash", "--out", "out", ...address(wrong)]);
    await here(["system", "queue", "status", ...address(wrong, "--print-config")]);
    await here(["label", ...inputs, "--out", "out", ...address(wrong, "--print-config")]);
    expect(results.map(({ exitCode }) => exitCode)).toEqual([2, 2, 2, 2, 2, 2, 2, 0, 0]);
    for (const { stdout, stderr } of results) expect(stdout + stderr).not.toContain(PASSWORD);
    expect(results[7]?.stdout).toContain(`"postgres://semqrel_tests@127.0.0.1:${server.port}/tests"`);
    expect(results[4]?.stderr).toContain('there is no parameter "sslmod". Did you mean "sslmode"?');
  });

  it("reads the address from variables such as PGHOST if --queue is missing", async () => {
    const env = {
      ...{ PGHOST: "127.0.0.1", PGPORT: String(server.port), PGUSER: "semqrel_tests" },
      ...{ PGPASSWORD: PASSWORD, PGDATABASE: "tests" },
    };
    const { exitCode, stdout } = await runCli(["system", "queue", "status", "--json"], { env });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      schema: "semqrel.queue-status/1",
      database: `postgres://semqrel_tests@127.0.0.1:${server.port}/tests`,
      queueSchema: "semqrel",
      jobs: [],
      failed: [],
      workers: [],
      vectors: { count: 0, sizeBytes: expect.any(Number) },
    });
  });
});
