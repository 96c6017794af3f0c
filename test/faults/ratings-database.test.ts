/**
 * Is damage to a database of ratings detected, whichever of its bytes or pages it affects? Text that is not UTF-8 would end
 * the process. Every second damage replaces one or several sectors or pages.
 * SEMQREL_DAMAGES is the number of damaged databases (300 take some minutes), SEMQREL_FAULT_SEED the seed.
 */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runInProcess } from "../cli/run-in-process.ts";
import { startRating } from "../support/rating-process.ts";
import { newStore, pairs as poolPairs, rated } from "../support/rating-store.ts";
import { runCli, temporaryFolder } from "../support/run-cli.ts";
import { below, randomOfCase } from "./mutate.ts";

const damages = Number(process.env["SEMQREL_DAMAGES"] ?? 10);
const seed = Number(process.env["SEMQREL_FAULT_SEED"] ?? 1);
/** Every so many databases, one is also served. */
const servedEach = 10;

const undamaged = join(temporaryFolder(), "ratings.db");
const made = newStore();
const raters = ["Ann", "Bob", "Çağla"];
for (const [place, rater] of raters.entries()) {
  for (const pair of poolPairs.keys()) {
    const grade = 1 + ((pair * 7 + place * (pair % 3)) % 5);
    const note = pair % 4 === 0 ? `a note of ${rater}` : "";
    made.save({ ...rated, rater, pair, grade, note, seconds: 2 + pair });
    if (pair % 5 === 0)
      made.save({ ...rated, rater, pair, grade: 6 - grade, seconds: 4, ratedAt: "2026-02-02T03:04:05Z" });
  }
}
made.close();
copyFileSync(made.path, undamaged);

const someBytes = (length: number, random: () => number) =>
  Array.from({ length: 1 + below(4, random) }, () => below(length, random));

function somePages(length: number, random: () => number): number[] {
  const size = 512 << below(5, random);
  const begin = below(Math.ceil(length / size), random) * size;
  return Array.from({ length: Math.min(size, length - begin) }, (_, place) => begin + place);
}

async function resultsOf(folder: string): Promise<string | null> {
  const apart = await runCli(["gold", "ratings.db", "-o", "gold.csv", "--json"], { cwd: folder });
  // Null after a signal: native code that crashed, and would end the tests.
  expect(apart.exitCode).not.toBeNull();
  const here = await runInProcess(["gold", "--agreement", "ratings.db", "--samples", "20", "--json"], { cwd: folder });
  const ran = [apart, here];
  const said = ran.map(({ exitCode, stderr }) => `${exitCode} ${stderr}`).join("\n");
  const codes = new Set(ran.map(({ exitCode }) => exitCode));
  if (codes.has(0) && codes.size === 1) {
    return [...ran.map(({ stdout }) => stdout), readFileSync(join(folder, "gold.csv"), "utf8")].join("\n");
  }
  // Both read the same.
  expect(codes, said).toEqual(new Set([2]));
  for (const { stderr } of ran) expect(stderr).toMatch(/^semqrel: Opening the ratings database ratings\.db: .*\w\.$/m);
  return null;
}

it(
  `reading detects each of ${damages} damages to a ratings database, or returns the same results`,
  async () => {
    const whole = readFileSync(undamaged);
    const folder = temporaryFolder();
    copyFileSync(undamaged, join(folder, "ratings.db"));
    const expected = await resultsOf(folder);
    let refused = 0;
    let served = 0;
    for (let number = 0; number < damages; number++) {
      const random = randomOfCase(seed, number);
      const bytes = Buffer.from(whole);
      const places = number % 2 === 0 ? someBytes(bytes.length, random) : somePages(bytes.length, random);
      for (const place of places) bytes[place] = (whole[place] ?? 0) ^ (1 + below(255, random));
      const what = `damage ${number} of ${places.length} bytes from ${places[0]}`;
      const damaged = temporaryFolder();
      writeFileSync(join(damaged, "ratings.db"), bytes);
      const results = await resultsOf(damaged).catch((error: unknown) => {
        throw new Error(what, { cause: error });
      });
      if (results === null) refused++;
      else expect(results, what).toBe(expected);
      if (number % servedEach !== 0) continue;
      const server = await startRating(["--db", join(damaged, "ratings.db")], temporaryFolder()).catch(String);
      if (typeof server === "string") {
        expect(server, what).toMatch(/ended with 2: (.*\n)?semqrel: Opening the ratings database/);
        continue;
      }
      served++;
      const session = await server.request("/api/session?rater=Ann");
      expect(session.status, what).toBe(200);
      server.child.kill("SIGTERM");
      await server.ended;
    }
    if (process.env["SEMQREL_DAMAGES"] === undefined) return;
    process.stderr.write(
      `${damages} damages, seed ${seed}: ${refused} named with exit 2, all others with the same results (bytes that hold ` +
        `nothing); ${Math.ceil(damages / servedEach)} also by the server, of which ${served} began\n`,
    );
  },
  60_000 + damages * 20_000,
);
