/** Which jobs run in blocks, what must be the same to resume them, and what is left after one ends? */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { identityOptions, isInBlocks, openBlockWork } from "../../src/check/block-work.ts";
import { SemqrelError } from "../../src/core/errors.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const identity = { version: "1", model: { name: "m", sha256: "0", precision: "float32" }, options: {}, inputs: [] };
const ticket = { number: 0, key: "k", queries: [0, 1], rows: 1 } as const;

describe("isInBlocks", () => {
  it("is true for several processes, resumed jobs, and inputs that may not fit into memory", () => {
    const small = join(temporaryFolder({ "a.csv": "query,title\n" }), "a.csv");
    const large = join(temporaryFolder({ "b.csv": Buffer.alloc((32 << 20) + 1) }), "b.csv");
    expect(isInBlocks({}, [small])).toBe(false);
    expect(isInBlocks({}, [small, large])).toBe(true);
    expect(isInBlocks({}, ["-"])).toBe(true);
    expect(isInBlocks({ jobs: 1 }, [small])).toBe(true);
    expect(isInBlocks({ resume: true }, [small])).toBe(true);
  });
});

describe("identityOptions", () => {
  it("returns the options that can change a byte of the result", () => {
    const flags = { labelColumn: "grade", out: "x", jobs: 2, resume: true, threads: 1, quiet: true, depth: undefined };
    expect(identityOptions({ ...flags, veto: ["year"] })).toEqual({ "--label-column": "grade", "--veto": ["year"] });
  });
});

describe("openBlockWork", () => {
  it("uses a temporary folder, which close removes, if there is no output folder", async () => {
    const work = await openBlockWork({});
    const outcomes = await work.begin(identity);
    await outcomes.save(ticket, Buffer.from("outcome"));
    expect(existsSync(outcomes.path(ticket))).toBe(true);
    work.close();
    expect(existsSync(work.folder)).toBe(false);
  });

  it("removes the temporary folder even if the process ends at once, as after a second Ctrl-C", () => {
    const script = `
      import { openBlockWork } from "${new URL("../../dist/check/block-work.js", import.meta.url)}";
      process.stdout.write(openBlockWork({}).folder);
      process.exit(130);`;
    const { stdout, status } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    expect([status, existsSync(stdout)]).toEqual([130, false]);
    expect(stdout).toMatch(/semqrel-/);
  });

  it("leaves no folder behind if no block was started, but keeps finished blocks", async () => {
    const folder = temporaryFolder();
    const out = join(folder, "out");
    const error = new SemqrelError("INTERRUPTED", "Labelling: interrupted.");
    const early = openBlockWork({ out });
    expect(early.explain(error)).toBe(error);
    early.close();
    expect(readdirSync(folder)).toEqual([]);

    const begun = openBlockWork({ out });
    await (await begun.begin(identity)).save(ticket, Buffer.from("outcome"));
    expect(begun.explain(error)).toMatchObject({ code: "INTERRUPTED", message: expect.stringContaining("--resume") });
    begun.close();
    const said: string[] = [];
    const resumed = openBlockWork({ out, resume: true }, (text) => {
      said.push(text);
    });
    expect((await resumed.begin(identity)).has(ticket)).toBe(true);
    expect(said).toEqual(["Continuing: 1 block already done."]);
    writeFileSync(join(out, "labels.csv"), "");
    resumed.finish();
    resumed.close();
    expect(readdirSync(out)).toEqual(["labels.csv"]);
  });

  it("refuses to resume without an output folder", () => {
    expect(() => openBlockWork({ resume: true })).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});
