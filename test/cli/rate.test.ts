import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { PooledPair } from "../../src/core/types.ts";
import { poolText } from "../../src/gold/pools/pool-format.ts";
import { ownNames } from "../../src/gold/rating/rating-host.ts";
import { readRatingSet } from "../../src/gold/rating/rating-store.ts";
import { poolOf, type RatingCommand, startRating, startRatingHere } from "../support/rating-process.ts";
import { runCli, temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

const Database = createRequire(import.meta.url)("libsql");

/** A folder with a pool file, and names for files beside it. */
function newFolder(pairs: readonly PooledPair[] = poolOf(4, 10)) {
  const folder = temporaryFolder({ "pool.jsonl": [...poolText(pairs)].join("") });
  return { folder, pool: join(folder, "pool.jsonl"), db: join(folder, "ratings.db"), cache: temporaryFolder() };
}

async function end(server: RatingCommand): Promise<number | null> {
  server.interrupt();
  return server.ended;
}

async function rate(server: RatingCommand, pair: number, grade = 4, rater = "Ann"): Promise<Response> {
  const { pool } = (await (await server.request("/api/session")).json()) as { pool: string };
  const rating = { pool, rater, pair, occasion: 0, state: "rated", grade, note: "", seconds: 3 };
  return server.request("/api/ratings", rating);
}

describe("semqrel rate", () => {
  it("prints its address and the number of ratings, and leaves a single database file at the end", async () => {
    const { folder, pool, db, cache } = newFolder();
    const server = await startRating([pool, "--db", db], cache);
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]{32}$/);
    expect((await fetch(server.address)).status).toBe(200);
    expect((await fetch(`${server.origin}/page.js`)).headers.get("Content-Type")).toMatch(/javascript/);
    expect((await rate(server, 3)).status).toBe(200);
    expect(await end(server)).toBe(0);
    expect(existsSync(join(folder, "ratings.db-wal"))).toBe(false);
    expect(server.stderr()).toMatch(/40 results for 4 queries.*42 ratings.*about 8 minutes/s);
    expect(server.stderr()).toMatch(/Stop with Ctrl-C/);
    expect(server.stderr()).toMatch(
      /Stopped\.\nAnn has done 1 of 42\.\nNext: .*\n {2}semqrel gold .*ratings\.db -o gold\.qrels/,
    );
    expect(readRatingSet(db).ratings).toEqual([
      expect.objectContaining({ pair: 3, rater: "Ann", grade: 4, seconds: 3 }),
    ]);
    expect(readRatingSet(db).ratings[0]?.ratedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it("continues without the pool file at the same address, where an open page finds it again", async () => {
    const { pool, db, cache } = newFolder();
    const first = await startRating([pool, "--db", db, "--scale", "0-3", "--seed", "7"], cache);
    await rate(first, 0, 3);
    first.child.kill("SIGKILL");
    await first.ended;
    const second = await startRatingHere(["--db", db], cache);
    expect(second.address).toBe(first.address);
    expect(await (await second.request("/api/session?rater=Ann")).json()).toMatchObject({
      done: 1,
      total: 42,
      scale: { name: "0-3" },
    });
    await end(second);
    expect(second.stderr()).toMatch(/Ann has done 1 of 42/);
  });

  it("makes a new token if another port is given or another program has taken the port", async () => {
    const { pool, db, cache } = newFolder();
    const first = await startRatingHere([pool, "--db", db], cache);
    const port = Number(new URL(first.origin).port);
    await end(first);
    const same = await startRatingHere(["--db", db, "--port", String(port)], cache);
    expect(same.address).toBe(first.address);
    await end(same);
    const stranger = createServer();
    await new Promise<void>((resolve) => stranger.listen(port, "127.0.0.1", resolve));
    const second = await startRatingHere(["--db", db], cache);
    expect([second.origin === first.origin, second.token === first.token]).toEqual([false, false]);
    await end(second);
    await new Promise((resolve) => stranger.close(resolve));
    // The other program may have received the first token, so no later server accepts it.
    const third = await startRatingHere(["--db", db, "--port", String(port)], cache);
    expect(third.origin).toBe(first.origin);
    expect([first.token, second.token]).not.toContain(third.token);
    await end(third);
    const fourth = await startRatingHere(["--db", db], cache);
    expect(fourth.address).toBe(third.address);
    await end(fourth);
  });

  it("makes a new token even if --port names the port that is taken", async () => {
    const { pool, db, cache } = newFolder();
    const first = await startRatingHere([pool, "--db", db], cache);
    const { port } = new URL(first.origin);
    await end(first);
    const stranger = createServer();
    await new Promise<void>((resolve) => stranger.listen(Number(port), "127.0.0.1", resolve));
    await expect(startRatingHere(["--db", db, "--port", port], cache)).rejects.toThrow(
      /another program is using this port/,
    );
    await new Promise((resolve) => stranger.close(resolve));
    const second = await startRatingHere(["--db", db, "--port", port], cache);
    expect([second.origin === first.origin, second.token === first.token]).toEqual([true, false]);
    await end(second);
  });

  it("lets two servers share a database, each with its own address", async () => {
    const { pool, db, cache } = newFolder();
    const one = await startRating([pool, "--db", db], cache);
    const other = await startRating([pool, "--db", db], cache);
    expect(other.origin).not.toBe(one.origin);
    expect(other.token).not.toBe(one.token);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, pair) =>
        rate(pair % 2 === 0 ? one : other, pair, 2, pair % 3 === 0 ? "Ann" : "Bob"),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await (await one.request("/api/session?rater=Ann")).json()).toMatchObject({ done: 14 });
    expect(await (await other.request("/api/session?rater=Bob")).json()).toMatchObject({ done: 26 });
    expect([await end(one), await end(other)]).toEqual([0, 0]);
    expect(readRatingSet(db).ratings).toHaveLength(40);
  });

  it.skipIf(ownNames().length === 0)("keeps the address of a rater on a network in later runs", async () => {
    const { pool, db, cache } = newFolder();
    const [name = ""] = ownNames();
    const args = ["--host", name, "--rater", "Ann", "--rater", "Ben"];
    const first = await startRatingHere([pool, "--db", db, ...args], cache);
    expect(new URL(first.origin).hostname).toBe(name);
    expect((await rate(first, 3)).status).toBe(200);
    expect((await rate(first, 3, 2, "Ben")).status).toBe(403);
    await expect(fetch(`http://127.0.0.1:${new URL(first.origin).port}/`)).rejects.toThrow();
    await end(first);
    expect(first.stderr()).toMatch(/This uses plain HTTP/);
    const second = await startRatingHere(["--db", db, ...args], cache);
    expect(second.address).toBe(first.address);
    await end(second);
    expect(readRatingSet(db).ratings).toHaveLength(1);
  });

  it.each([
    [["--host", "0.0.0.0", "--rater", "Ann"], /opens the page to every network .* or add --every-network/],
    [["--host", "::", "--rater", "Ann"], /opens the page to every network/],
    [["--host", "192.0.2.77"], /reached from other machines\. Give --rater NAME for each person/],
    [["--host", "192.0.2.77", "--rater", "Ann"], /Listening on 192\.0\.2\.77, .*an address of this machine/],
    [["--host", "no-such-host.invalid", "--rater", "Ann"], /not a name or address of this machine/],
    [["--rater", "A\nB"], /--rater: A rater's name has 1 to 60 characters/],
    [["--rater", "Ann", "--open"], /--open opens one page/],
    [["--every-network"], /needs --host 0\.0\.0\.0 or ::/],
  ])("refuses %s", async (args, said) => {
    const { pool, db, folder } = newFolder();
    const { exitCode, stderr } = await runInProcess(["rate", pool, "--db", db, ...args], { cwd: folder });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(said);
  });

  it("prints which labels of grades have changed", async () => {
    const { pool, db, cache } = newFolder();
    const shared = [pool, "--db", db, "--scale", "0-1", "--labels"];
    const first = await startRatingHere([...shared, "no|yes"], cache);
    await rate(first, 5, 1);
    await end(first);
    expect(first.stderr()).not.toContain("The label");
    const second = await startRatingHere([...shared, "no|very much"], cache);
    await end(second);
    expect(second.stderr().match(/The label.*/g)).toEqual(['The label of grade 1 was "yes"; now it is "very much".']);
  });

  it("accepts labels of grades and guidelines, and a pool that was extended", async () => {
    const { folder, pool, db, cache } = newFolder();
    writeFileSync(join(folder, "how.md"), "# Be strict\n");
    const shared = [pool, "--db", db, "--scale", "0-1", "--labels", "no|yes"];
    const first = await startRatingHere(
      [...shared, "--guidelines", join(folder, "how.md"), "--repeat-share", "0"],
      cache,
    );
    await rate(first, 5, 1);
    await end(first);
    writeFileSync(pool, [...poolText(poolOf(5, 10))].join(""));
    const second = await startRatingHere([pool, "--db", db], cache);
    const session = await (await second.request("/api/session?rater=Ann")).json();
    expect(session).toMatchObject({ done: 1, total: 50, scale: { grades: [{ label: "no" }, { label: "yes" }] } });
    expect(session.guidelines).toContain("Be strict");
    await end(second);
    expect(second.stderr()).toMatch(/grown by 10 pairs/);
  });

  it("prints a single JSON document with --json, and no messages with --quiet", async () => {
    const { pool, db, cache } = newFolder();
    const run = await runCli(["rate", pool, "--db", db, "--json", "--quiet"], {
      env: { SEMQREL_CACHE: cache },
      interruptAt: /"raters"[\s\S]*\n}\n/,
    });
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toBe("");
    expect(JSON.parse(run.stdout)).toMatchObject({
      schema: "semqrel.rate/1",
      address: expect.stringMatching(/^http:/),
      pairs: 40,
      queries: 4,
      ratingsPerRater: 42,
      raters: [],
    });
  });

  it.skipIf(process.platform !== "linux")(
    "opens a browser with --open, and prints a message if there is no browser",
    async () => {
      const { folder, pool, db, cache } = newFolder();
      const bin = join(folder, "bin");
      mkdirSync(bin);
      writeFileSync(
        join(bin, "xdg-open"),
        `#!/bin/sh\ncp "\${1#file://}" ${join(folder, "page")}; stat -c %a "\${1#file://}" > ${join(folder, "rights")}; echo "$1" > ${join(folder, "opened")}\n`,
      );
      chmodSync(join(bin, "xdg-open"), 0o755);
      const opening = await startRating([pool, "--db", db, "--open"], cache, { PATH: `${bin}:/bin:/usr/bin` });
      await waitFor(
        () => existsSync(join(folder, "opened")) && readFileSync(join(folder, "opened"), "utf8").endsWith("\n"),
      );
      // `ps` shows arguments to every user of the machine, so they must not contain the token.
      const opened = readFileSync(join(folder, "opened"), "utf8").trim();
      expect(opened).toMatch(/^file:\/\/.*\/rate\.html$/);
      expect(opened).not.toMatch(/token|[0-9a-f]{32}/);
      expect(readFileSync(join(folder, "rights"), "utf8")).toBe("600\n");
      expect(/url=([^"]*)"/.exec(readFileSync(join(folder, "page"), "utf8"))?.[1]).toBe(opening.address);
      expect(await end(opening)).toBe(0);
      expect(existsSync(dirname(fileURLToPath(opened)))).toBe(false);

      const alone = await startRating(["--db", db, "--open"], cache, { PATH: join(folder, "nothing") });
      await waitFor(() => /No browser could be opened/.test(alone.stderr()));
      expect((await fetch(alone.address)).status).toBe(200);
      expect(await end(alone)).toBe(0);
    },
  );

  // Node 24 itself takes about 20 MB more than Node 20 and 22.
  it.skipIf(process.platform !== "linux" || Number.parseInt(process.versions.node, 10) >= 24)(
    "needs less than 150 MB of memory with 20,000 pairs and two raters",
    async () => {
      const { pool, db, cache } = newFolder(poolOf(1000, 20));
      const server = await startRating([pool, "--db", db], cache);
      for (const rater of ["Ann", "Bob"]) {
        expect((await rate(server, 7, 4, rater)).status).toBe(200);
        for (let group = 0; group < 8; group++) {
          await (await server.request(`/api/session?rater=${rater}`)).text();
          await (await server.request(`/api/group/${group}?rater=${rater}`)).text();
        }
      }
      const status = readFileSync(`/proc/${server.child.pid}/status`, "utf8");
      expect((Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / 1e6).toBeLessThan(150);
      await end(server);
    },
  );

  describe("imports", () => {
    it("fill a database without starting a server", async () => {
      const folder = temporaryFolder({ "book.csv": "query,docid,Ann,Bob\nshoes,d1,1,5\n" });
      const run = await runInProcess(["rate", "--import", "book.csv", "--db", "r.db", "--json"], { cwd: folder });
      expect(run.exitCode, run.stderr).toBe(0);
      expect(JSON.parse(run.stdout)).toMatchObject({ schema: "semqrel.rate-import/1", ratings: 2, pairs: 1 });
      expect(run.stderr).toMatch(/Imported 2 ratings by 2 raters \(Ann, Bob\) on the scale 1-5/);
      expect(readRatingSet(join(folder, "r.db")).ratings).toHaveLength(2);
      const serving = await runInProcess(["rate", "--db", "r.db"], { cwd: folder });
      expect([serving.exitCode, serving.stderr]).toEqual([2, expect.stringMatching(/imported ratings but no pool/)]);
    });

    it("leave no database behind if they fail", async () => {
      const folder = temporaryFolder({ "book.csv": "query,docid,Ann,Bob\nshoes,d1,1,3\n" });
      const run = await runInProcess(["rate", "--import", "book.csv", "--db", "r.db"], { cwd: folder });
      expect([run.exitCode, run.stderr]).toEqual([
        2,
        expect.stringMatching(
          /because the grades are 1, 3\. Correct wrong grades, or give --scale 1-5 if 1 is the lowest possible grade, or --scale 0-3 or --scale 0-4 or --scale 0-10 if 0 is the lowest possible grade\./,
        ),
      ]);
      expect(existsSync(join(folder, "r.db"))).toBe(false);
      writeFileSync(join(folder, "book.csv"), "query,docid,Ann\nshoes,d1,1\n");
      const ones = await runInProcess(["rate", "--import", "book.csv", "--db", "r.db"], { cwd: folder });
      expect(ones.stderr).toContain(
        "--scale 1-5 if 1 is the lowest possible grade, or --scale 0-1 or --scale 0-2 or --scale 0-3 if 0 is",
      );
    });

    it.each(["--port 4000", "--open", "--every-network", "--guidelines no.md", "--seed 3", "--repeat-share 0.1"])(
      "refuse options of the page: %s",
      async (given) => {
        const folder = temporaryFolder({ "book.csv": "query,docid,Ann,Bob\nshoes,d1,1,5\n" });
        const option = given.split(" ");
        const run = await runInProcess(["rate", "--import", "book.csv", "--db", "r.db", ...option], { cwd: folder });
        expect([run.exitCode, run.stderr]).toEqual([2, expect.stringContaining(`${option[0]} is for the page`)]);
        expect(existsSync(join(folder, "r.db"))).toBe(false);
      },
    );

    it("print the number of new pairs, and how many of them are not in the pool", async () => {
      const folder = temporaryFolder({
        "pool.jsonl": [...poolText(poolOf(1, 3))].join(""),
        "book.csv": "query,docid,Ann\nquery 0,d1,5\nquery 0,d9,1\n",
      });
      const run = await runInProcess(["rate", "pool.jsonl", "--import", "book.csv", "--db", "r.db"], { cwd: folder });
      expect([run.exitCode, run.stderr]).toEqual([
        0,
        "Imported 2 ratings by 1 rater on the scale 1-5 into r.db. New pairs: 3 of pool.jsonl, and 1 other.\n" +
          "Next: Turn the ratings into judgments.\n  semqrel gold r.db -o gold.qrels\n",
      ]);
      const same = await runInProcess(["rate", "pool.jsonl", "--import", "book.csv", "--db", "r.db"], { cwd: folder });
      expect(same.stderr).toContain("r.db already has these ratings; nothing was added.");
      // A file of ratings is not a pool.
      const again = await runInProcess(["rate", "book.csv", "--import", "book.csv", "--db", "r.db"], { cwd: folder });
      expect([again.exitCode, again.stderr]).toEqual([2, expect.stringMatching(/pool/)]);
    });
  });

  describe("refusals before any file is changed", () => {
    const refused = async (args: readonly string[], cwd: string) => {
      const run = await runInProcess(["rate", ...args], { cwd });
      expect(run.exitCode, run.stderr).toBe(2);
      expect(run.stdout).toBe("");
      expect(run.stderr).not.toMatch(/this is a bug/);
      return run.stderr;
    };

    it.each([
      [["pool.jsonl"], /--db/],
      [["--db", "new.db"], /no database new\.db yet, so a pool is needed/],
      [["no.jsonl", "--db", "new.db"], /no\.jsonl/],
      [["edited.jsonl", "--db", "new.db"], /edited\.jsonl:2/],
      [["pool.jsonl", "--db", "new.db", "--scale", "five"], /scale "five"/],
      [["pool.jsonl", "--db", "new.db", "--labels", "a|b"], /2 labels were given/],
      [
        ["pool.jsonl", "--db", "new.db", "--guidelines", "no.md"],
        /Reading no\.md: there is no such file.*--guidelines/,
      ],
      [["pool.jsonl", "--db", "new.db", "--guidelines", "latin.md"], /not UTF-8/],
      [["pool.jsonl", "--db", "new.db", "--port", "70000"], /port from 0/],
      [["pool.jsonl", "--db", "new.db", "--seed", "x"], /whole number/],
      [["pool.jsonl", "--db", "new.db", "--seed", "-5"], /whole number >= 0/],
      [["pool.jsonl", "--db", "new.db", "--repeat-share", "2"], /number from 0 to 1/],
      [["pool.jsonl", "--db", "new.db", "--queries", "nope.csv"], /--queries needs --import/],
      [["pool.jsonl", "--db", "pool.jsonl"], /is a pool\. Rate it first: semqrel rate pool\.jsonl --db ratings\.db/],
      [["pool.jsonl", "--db", "."], /it is a folder/],
      [["pool.jsonl", "--db", "no/folder/r.db"], /folder exists/],
    ])("refuses %j", async (args, message) => {
      const { folder } = newFolder();
      const [first = ""] = [...poolText(poolOf(1, 1))];
      writeFileSync(join(folder, "edited.jsonl"), `${first.trimEnd()}\n{"query": "q"\n`);
      writeFileSync(join(folder, "latin.md"), Buffer.from([0x6e, 0xf6]));
      expect(await refused(args, folder)).toMatch(message);
      expect(existsSync(join(folder, "new.db"))).toBe(false);
    });

    it("refuses a database of another pool, of a newer version, or of another program", async () => {
      const { folder, pool, db, cache } = newFolder();
      const server = await startRatingHere([pool, "--db", db], cache);
      await rate(server, 0);
      await end(server);
      writeFileSync(join(folder, "other.jsonl"), [...poolText(poolOf(3, 10))].join(""));
      expect(await refused(["other.jsonl", "--db", "ratings.db"], folder)).toMatch(
        /10 of its 40 pairs are not in this pool/,
      );
      const retitled = poolOf(4, 10).map((pair) => ({ ...pair, title: pair.title.replace("Title 2 3", "Other") }));
      writeFileSync(join(folder, "retitled.jsonl"), [...poolText(retitled)].join(""));
      expect(await refused(["retitled.jsonl", "--db", "ratings.db"], folder)).toMatch(
        /"Title 2 3" in the database, "Other" in/,
      );
      expect(await refused(["pool.jsonl", "--db", "ratings.db", "--scale", "0-3"], folder)).toMatch(
        /use the scale 1-5/,
      );
      expect(await refused(["pool.jsonl", "--db", "ratings.db", "--seed", "9"], folder)).toMatch(
        /already use --seed 1/,
      );
      expect(await refused(["--db", "ratings.db", "--seed", "9"], folder)).toMatch(/--seed needs a pool/);
      expect(readRatingSet(db).ratings).toHaveLength(1);
      new Database(db).exec("PRAGMA user_version = 9");
      expect(await refused(["pool.jsonl", "--db", "ratings.db"], folder)).toMatch(/version 9/);
      new Database(join(folder, "foreign.db")).exec("CREATE TABLE a (b)");
      expect(await refused(["pool.jsonl", "--db", "foreign.db"], folder)).toMatch(/belongs to another program/);
    });

    it("refuses a port that is in use", async () => {
      const { folder } = newFolder();
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
      const { port } = other.address() as { port: number };
      const args = ["pool.jsonl", "--db", "ratings.db", "--port", String(port)];
      expect(await refused(args, folder)).toMatch(new RegExp(`port ${port}: another program is using this port`));
      other.close();
    });
  });
});

async function waitFor(isThere: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !isThere(); tries++) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isThere()).toBe(true);
}
