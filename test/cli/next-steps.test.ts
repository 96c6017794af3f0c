/** Can every next step be run as printed, from the first look at lists to the second round of ratings? */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { makeLabelFolder } from "../support/make-label-folder.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { runInProcess } from "./run-in-process.ts";

let lists: Record<string, string>;
let grades: ReadonlyMap<string, string>;
beforeAll(async () => {
  const folder = await makeLabelFolder({ engines: 3, queries: 12 });
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  lists = Object.fromEntries(["reference.csv", "e0.csv", "e1.csv", "e2.csv"].map((name) => [name, read(name)]));
  const lines = read("gold.qrels").trim().split("\n");
  grades = new Map(
    lines.map((line) => {
      const [query, , id, grade = ""] = line.split(" ");
      return [`${query} ${id}`, grade];
    }),
  );
});

function openFolder() {
  const cwd = temporaryFolder(lists);
  const run = async (line: string) => {
    const [, ...args] = line.split(" ");
    const isOfModel = ["check", "estimate", "suggest"].includes(args[0] ?? "");
    const found = await runInProcess([...args, ...(isOfModel ? ["--embedder", "hash", "--no-cache"] : [])], { cwd });
    expect(found.exitCode, `${line}\n${found.stderr}`).toBe(0);
    const said = `${found.stdout}${found.stderr}`;
    return { said, next: /^Next: .*\n {2}(semqrel .*)$/m.exec(said)?.[1] ?? "" };
  };
  /** Rates all of a pool, or a part. */
  const rate = async (line: string, isRated = (_: unknown, _place: number) => true) => {
    const [, pool = "", database = ""] = /^semqrel rate (\S+) --db (\S+)$/.exec(line) ?? expect.fail(line);
    const pairs = readFileSync(join(cwd, pool), "utf8")
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text));
    const rows = pairs
      .filter(isRated)
      .map(({ queryId, query, id }) => `${query},${id},${grades.get(`${queryId} ${id}`) ?? 0},ann`);
    writeFileSync(join(cwd, "ratings.csv"), ["query,id,label,rater", ...rows, ""].join("\n"));
    return run(`semqrel rate ${pool} --import ratings.csv --db ${database} --scale 0-4`);
  };
  const check = () => run("semqrel check reference.csv e0.csv e1.csv e2.csv --force");
  return { cwd, run, rate, check };
}

describe("the next step", () => {
  it("leads from lists to an estimate and to a second round, whether or not check and report run in between", async () => {
    const { cwd, run, rate, check } = openFolder();
    const first = await check();
    expect(first.said).toContain("The labels point to e0.");
    expect(first.next).toBe("semqrel pool check --by spread --minutes 30 -o pool.jsonl");
    expect((await run("semqrel pool check --by spread --ratings 25 -o pool.jsonl")).said).toContain(
      "Rate it with: semqrel rate pool.jsonl --db ratings.db",
    );
    const drawn = await check();
    await rate(drawn.next);
    const rated = await check();
    expect(rated.said).not.toContain("semqrel rate");
    expect(rated.next).toBe("semqrel gold ratings.db -o gold.qrels");
    const estimate = "semqrel estimate check --gold gold.qrels --pool pool.jsonl";
    expect((await run(rated.next)).next).toBe(estimate);
    expect((await check()).next).toBe(estimate);
    expect((await run("semqrel report check")).next).toBe(estimate);
    const { next } = await run(estimate);
    expect(next).toBe("semqrel pool check --by spread --minutes 30 --add pool.jsonl -o next.jsonl");
    await run(next.replace("--minutes 30", "--ratings 5"));
    await rate((await check()).next);
    const again = await run((await check()).next);
    const grown = "semqrel estimate check --gold gold.qrels --pool next.jsonl";
    expect(again.next).toBe(grown);
    // The results of the first round are now out of date, and below they are of other labels.
    for (const line of ["semqrel report check", grown]) await run(line);
    appendFileSync(join(cwd, "e2.csv"), "q0,question 0,10,d99,Another title\n");
    const relabelled = await check();
    expect(relabelled.next).toBe(grown);
    await run(relabelled.next);
  });

  it("rates further pairs in the existing database, whatever the database's name", async () => {
    const { run, rate, check } = openFolder();
    await check();
    await run("semqrel pool check --by spread --ratings 25 -o pool.jsonl");
    await rate("semqrel rate pool.jsonl --db ann.db");
    await run("semqrel gold ann.db -o ann.qrels");
    const estimated = await run("semqrel estimate check --gold ann.qrels --pool pool.jsonl");
    expect((await run(estimated.next)).said).toContain("Rate it with: semqrel rate next.jsonl --db ann.db");
    const further = "--gold ann.qrels --pool pool.jsonl -n 5 -o n.jsonl --anyway --embedder hash --no-cache";
    const suggested = await run(`semqrel pool check --next ${further}`);
    expect(suggested.said).toContain("Rate it with: semqrel rate n.jsonl --db ann.db");
  });

  it("draws again if queries were added, and decides nothing from the earlier draw", async () => {
    const { cwd, run, rate, check } = openFolder();
    await check();
    await run("semqrel pool check --by spread --ratings 500 -o pool.jsonl");
    await rate("semqrel rate pool.jsonl --db ratings.db");
    await run("semqrel gold ratings.db -o gold.qrels");
    for (const [place, file] of ["reference", "e0", "e1", "e2"].entries()) {
      const rows = Array.from(
        { length: 4 },
        (_, rank) => `new,a new question,${rank},n${(rank + place) % 4},New ${(rank + place) % 4}\n`,
      );
      appendFileSync(join(cwd, `${file}.csv`), rows.join(""));
    }
    const { next } = await check();
    const { said, next: last } = await run(next);
    expect(said).toContain("Caution: 1 query was added after the results were drawn.");
    expect(said).not.toContain("You can stop rating");
    expect(last).toBe("semqrel pool check --by spread --minutes 30 --add pool.jsonl -o next.jsonl");
    await run(last);
    await rate((await check()).next);
    const again = await run((await check()).next);
    expect((await run(again.next)).said).not.toContain("added after the results were drawn");
  });

  it("asks for the rest of a draw's ratings before drawing more", async () => {
    const { cwd, run, rate, check } = openFolder();
    await check();
    await run("semqrel pool check --by spread --ratings 60 -o pool.jsonl");
    await rate("semqrel rate pool.jsonl --db ben.db", (_, place) => place < 25);
    await run("semqrel gold ben.db -o ben.qrels");
    const known = "--gold ben.qrels --pool pool.jsonl";
    const rest = "semqrel rate pool.jsonl --db ben.db";
    expect((await run(`semqrel estimate check ${known}`)).next).toBe(rest);
    // A folder without labels is refused, even though the pool of the ratings is in it.
    const { stderr } = await runInProcess(["estimate", ".", "--gold", "ben.qrels"], { cwd });
    expect(stderr).toContain("Reading .: ");
    const suggested = await run(`semqrel pool check --next ${known} -o n.jsonl --embedder hash --no-cache`);
    expect(suggested.said).toMatch(/: 25 of \d+ pairs rated\./);
    expect(suggested.said).toContain(`To be sure, rate the rest (${rest}).`);
    expect(suggested.said).toContain("Nothing is drawn, so n.jsonl is not written.");
  });

  it("asks for complete ratings of drawn queries before estimating or drawing", async () => {
    const { cwd, run, rate, check } = openFolder();
    await check();
    await run("semqrel pool check --sample 6 --depth 10 -o pool.jsonl");
    await rate("semqrel rate pool.jsonl --db half.db", (_, place) => place % 2 === 0);
    const rest = "semqrel rate pool.jsonl --db half.db";
    expect((await run("semqrel gold half.db -o half.qrels")).next).toBe(rest);
    const next = "pool check --next --gold half.qrels --pool pool.jsonl --embedder hash --no-cache";
    const { exitCode, stderr } = await runInProcess(next.split(" "), { cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("0 queries are rated, but at least three are needed");
    expect(stderr).toContain(`To be sure, rate the rest (${rest}).`);
  });
});
