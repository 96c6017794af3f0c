import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { BlockTicket } from "../../src/jobs/block.ts";
import { type JobIdentity, openJournal, passingOutcomes } from "../../src/jobs/journal.ts";
import { runs } from "../support/property.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { smallDisk } from "../support/small-disk.ts";

const identity: JobIdentity = {
  version: "1.2.3",
  model: { name: "mini", sha256: "a".repeat(64), precision: "float32" },
  options: { "--depth": 10, "--threshold": null, "--match-on": ["title"] },
  inputs: [
    { path: "reference.csv", sha256: "1".repeat(64) },
    { path: "candidates.csv", sha256: "2".repeat(64) },
  ],
};

function ticket(number: number): BlockTicket {
  return { number, key: `key ${number}`, queries: [number, number + 1], rows: 1 };
}

const opened: ReturnType<typeof openJournal>[] = [];
afterAll(() => {
  for (const journal of opened) journal.close();
});

function open(out: string, resume: boolean) {
  const journal = openJournal(out, { resume });
  opened.push(journal);
  return journal;
}

/** Creates the folder of an unfinished job with outcomes `bytes of NUMBER`. */
async function leftJob(numbers: readonly number[]): Promise<string> {
  const out = temporaryFolder();
  const journal = open(out, false);
  const outcomes = await journal.begin(identity);
  for (const number of numbers) await outcomes.save(ticket(number), Buffer.from(`bytes of ${number}`));
  journal.close();
  return out;
}

async function resumed(out: string) {
  return open(out, true).begin(identity);
}

const workOf = (out: string) => join(out, ".semqrel");
const journalOf = (out: string) => join(workOf(out), "journal");
const outcomesOf = (out: string) => readdirSync(join(workOf(out), "outcomes"));

describe("openJournal", () => {
  it("keeps outcomes for the next run, and removes the work folder when the job is done", async () => {
    const out = await leftJob([0, 1]);
    const journal = open(out, true);
    expect(journal.isResumed).toBe(true);
    const outcomes = await journal.begin(identity);
    expect(outcomes.kept).toBe(2);
    expect([0, 1, 2].map((number) => outcomes.has(ticket(number)))).toEqual([true, true, false]);
    expect(readFileSync(outcomes.path(ticket(1)), "utf8")).toBe("bytes of 1");
    await outcomes.save(ticket(2), Buffer.from("bytes of 2"));
    expect(outcomes.has(ticket(2))).toBe(true);
    journal.finish();
    expect(readdirSync(out)).toEqual([]);
  });

  it("continues after a kill with the undamaged outcomes in the journal, and never with wrong bytes", async () => {
    const whole = await leftJob([0, 1, 2, 3]);
    const text = readFileSync(journalOf(whole));
    const lines = text.toString().match(/\{.+\}\n/g) ?? [];
    const first = await resumed(whole);
    const files = [0, 1, 2, 3].map((number) => basename(first.path(ticket(number))));
    opened.at(-1)?.close();
    expect(lines).toHaveLength(4);
    const cases = fc.record({
      length: fc.nat(text.length),
      garbage: fc.uint8Array({ maxLength: 40 }),
      damaged: fc.subarray([0, 1, 2, 3]),
      missing: fc.subarray([0, 1, 2, 3]),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ length, garbage, damaged, missing }) => {
        const out = temporaryFolder();
        execFileSync("cp", ["-r", workOf(whole), workOf(out)]);
        writeFileSync(journalOf(out), Buffer.concat([text.subarray(0, length), garbage]));
        const paths = files.map((file) => join(workOf(out), "outcomes", file));
        for (const number of damaged) truncateSync(paths[number] ?? "", number);
        for (const number of missing) rmSync(paths[number] ?? "", { force: true });
        const journal = open(out, true);
        const outcomes = await journal.begin(identity);
        for (const number of [0, 1, 2, 3]) {
          const isSound = !damaged.includes(number) && !missing.includes(number);
          const hasLine = text.subarray(0, length).includes(lines[number] ?? "");
          if (!isSound) expect(outcomes.has(ticket(number))).toBe(false);
          if (isSound && hasLine) expect(outcomes.has(ticket(number))).toBe(true);
          if (outcomes.has(ticket(number))) {
            expect(readFileSync(outcomes.path(ticket(number)), "utf8")).toBe(`bytes of ${number}`);
          }
          await outcomes.save(ticket(number), Buffer.from(`bytes of ${number}`));
        }
        journal.close();
        expect((await resumed(out)).kept).toBe(4);
        rmSync(out, { recursive: true });
      }),
      { ...runs, numRuns: 60 },
    );
  });

  it("removes outcomes that are not in its journal, and temporary files", async () => {
    const out = await leftJob([0]);
    writeFileSync(join(workOf(out), "outcomes", "f".repeat(64)), "killed before its line");
    writeFileSync(join(workOf(out), "outcomes", `${"e".repeat(64)}.12.tmp`), "killed before it had its name");
    mkdirSync(join(workOf(out), "blocks"));
    writeFileSync(join(workOf(out), "blocks", "1"), "half");
    const outcomes = await resumed(out);
    expect(outcomesOf(out)).toHaveLength(1);
    expect(existsSync(join(workOf(out), "blocks"))).toBe(false);
    expect(outcomes.kept).toBe(1);
  });

  it("discards an earlier job without --resume, but no other files", async () => {
    const out = await leftJob([0, 1]);
    writeFileSync(join(out, "labels.csv"), "of the user");
    const journal = open(out, false);
    expect(journal.isResumed).toBe(false);
    expect(readdirSync(journal.folder)).toEqual(["lock"]);
    expect((await journal.begin(identity)).kept).toBe(0);
    journal.finish();
    expect(readdirSync(out)).toEqual(["labels.csv"]);
  });

  it("starts a new job if there is nothing to resume", async () => {
    const journal = open(join(temporaryFolder(), "new"), true);
    expect(journal.isResumed).toBe(false);
    expect((await journal.begin(identity)).kept).toBe(0);
  });

  it("leaves no folder if it is closed before the job begins", () => {
    const out = temporaryFolder();
    const journal = open(out, false);
    writeFileSync(join(journal.folder, "scratch"), "");
    journal.close();
    expect(readdirSync(out)).toEqual([]);
  });

  it("does not follow links when it removes the work folder", async () => {
    const [out, elsewhere] = [temporaryFolder(), temporaryFolder()];
    writeFileSync(join(elsewhere, "kept"), "");
    symlinkSync(elsewhere, join(out, "outside"));
    const journal = open(out, false);
    symlinkSync(elsewhere, join(journal.folder, "blocks"));
    await journal.begin(identity);
    journal.finish();
    expect(readdirSync(elsewhere)).toEqual(["kept"]);
  });

  describe("in case of errors", () => {
    const changes: readonly [what: string, changed: Partial<JobIdentity>, said: string][] = [
      ["the version", { version: "1.3.0" }, 'semqrel was "1.2.3", now it is "1.3.0"'],
      [
        "the model",
        { model: { ...identity.model, name: "large", sha256: "b".repeat(64) } },
        "the model was mini (float32, aaaaaaaaaaaa), now it is large (float32, bbbbbbbbbbbb)",
      ],
      ["an option", { options: { ...identity.options, "--depth": 20 } }, "--depth was 10, now it is 20"],
      ["a further option", { options: { ...identity.options, "--x": true } }, "--x was not set, now it is true"],
      [
        "an input's content",
        { inputs: identity.inputs.map((input, at) => (at === 1 ? { ...input, sha256: "3".repeat(64) } : input)) },
        "the content of input candidates.csv changed",
      ],
      ["a missing input", { inputs: identity.inputs.slice(0, 1) }, "input candidates.csv is missing"],
      [
        "another file",
        { inputs: [{ path: "other.csv", sha256: "4".repeat(64) }, ...identity.inputs.slice(1)] },
        "input reference.csv is now other.csv, with other content",
      ],
    ];
    it.each(changes)("refuses to resume under different conditions: %s", async (_, changed, said) => {
      const out = await leftJob([0]);
      const journal = open(out, true);
      await expect(journal.begin({ ...identity, ...changed })).rejects.toMatchObject({
        code: "DIFFERENT_CONDITIONS",
        message: expect.stringContaining(said),
        details: { changed: [said] },
      });
      journal.close();
      expect((await resumed(out)).kept, "the earlier job is as it was").toBe(1);
    });

    it("refuses to resume a job that cannot be read", async () => {
      const out = await leftJob([0]);
      truncateSync(join(workOf(out), "plan.json"), 10);
      await expect(resumed(out)).rejects.toMatchObject({ code: "DIFFERENT_CONDITIONS" });
    });

    it("names the process that is using the folder", () => {
      const out = temporaryFolder();
      const journal = open(out, false);
      for (const resume of [false, true]) {
        expect(() => openJournal(out, { resume })).toThrow(
          expect.objectContaining({
            code: "OUTPUT_UNWRITABLE",
            message: expect.stringMatching(new RegExp(`process ${process.pid} on .+ is working there`)),
          }),
        );
      }
      journal.close();
      open(out, false).close();
    });

    it("does not touch another folder that has the name of the work folder", () => {
      const out = temporaryFolder();
      mkdirSync(workOf(out));
      writeFileSync(join(workOf(out), "notes.txt"), "mine");
      expect(() => openJournal(out, { resume: false })).toThrow(
        expect.objectContaining({ code: "OUTPUT_UNWRITABLE", message: expect.stringContaining("notes.txt") }),
      );
      expect(readFileSync(join(workOf(out), "notes.txt"), "utf8")).toBe("mine");
    });

    it("reports that a folder cannot be written", () => {
      const out = temporaryFolder({ file: "" });
      expect(() => openJournal(join(out, "file"), { resume: false })).toThrow(
        expect.objectContaining({ code: "OUTPUT_UNWRITABLE", message: expect.stringMatching(/ENOTDIR|EEXIST/) }),
      );
    });

    it("keeps its outcomes if the disk is full, and continues when there is space", async ({ skip }) => {
      const small = smallDisk();
      if (small === null) return skip("no small disk may be mounted here");
      const out = join(small, "out");
      const journal = open(out, false);
      const outcomes = await journal.begin(identity);
      await outcomes.save(ticket(0), Buffer.from("bytes of 0"));
      await expect(outcomes.save(ticket(1), Buffer.alloc(1 << 21))).rejects.toMatchObject({
        code: "OUTPUT_UNWRITABLE",
        message: expect.stringContaining("ENOSPC"),
      });
      expect(outcomes.has(ticket(1))).toBe(false);
      // Completely full, so that the line of the journal does not fit either.
      const filler = join(small, "filler");
      try {
        for (;;) appendFileSync(filler, Buffer.alloc(4096));
      } catch {}
      for (let number = 2; number < 9; number++) {
        await outcomes.save(ticket(number), Buffer.alloc(0)).catch(() => {});
      }
      journal.close();
      rmSync(filler);
      const again = await resumed(out);
      expect(again.has(ticket(0))).toBe(true);
      expect(readFileSync(again.path(ticket(0)), "utf8")).toBe("bytes of 0");
      await again.save(ticket(1), Buffer.from("bytes of 1"));
      expect(statSync(again.path(ticket(1))).size).toBe(10);
    });
  });
});

describe("passingOutcomes", () => {
  const ticket = { number: 3, key: "a".repeat(64), queries: [0, 1], rows: 1 } as const;

  it("stores outcomes by number and key", async () => {
    const folder = join(temporaryFolder(), "outcomes");
    const store = passingOutcomes(folder);
    expect(store.has(ticket)).toBe(false);
    await store.save(ticket, Buffer.from("outcome"));
    expect(store.has(ticket)).toBe(true);
    expect(store.has({ ...ticket, key: "b".repeat(64) })).toBe(false);
    expect(readFileSync(store.path(ticket), "utf8")).toBe("outcome");
    expect(passingOutcomes(folder).has(ticket)).toBe(false);
  });
});
