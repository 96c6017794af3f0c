/**
 * Does `semqrel gold --agreement` report how raters agree, from the database to every form of output?
 */
import { dirname } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { AgreementReport } from "../../src/gold/agreement/rater-agreement.ts";
import { makeRatingSet } from "../support/make-rating-set.ts";
import { makeRatingsDatabase } from "../support/make-ratings-database.ts";
import { temporaryFolder } from "../support/run-cli.ts";
import { threeRaters } from "../support/some-ratings.ts";
import { runInProcess } from "./run-in-process.ts";

describe("semqrel gold --agreement", () => {
  let folder: string;
  beforeAll(() => {
    const [ada, bob, cy] = threeRaters;
    const set = makeRatingSet({
      first: { ada, bob, cy: [...cy, "flag"] },
      again: { ada: [1, 2, 3, 5] },
      seconds: { ada: ada.map((_, item) => item + 1) },
    });
    folder = dirname(makeRatingsDatabase(set));
  });

  async function agree(args: readonly string[], exitCode = 0) {
    const result = await runInProcess(["gold", "--agreement", ...args], { cwd: folder });
    expect(result.exitCode, result.stderr).toBe(exitCode);
    return result;
  }

  const reportOf = async (args: readonly string[]): Promise<AgreementReport> =>
    JSON.parse((await agree(["ratings.db", "--json", ...args])).stdout);

  it("prints as JSON the values that statsmodels, krippendorff and scikit-learn compute", async () => {
    const report = await reportOf([]);
    expect(report).toMatchObject({
      ...{ schema: "semqrel.agree/1", items: 15, raters: ["ada", "bob", "cy"], bootstrap: { seed: 1, samples: 2000 } },
      // statsmodels 0.15.0 and krippendorff 0.9.0, as in the tests of the statistics.
      fleiss: expect.closeTo(0.3603213844252162, 9),
      krippendorff: {
        nominal: expect.closeTo(0.37453646477132263, 9),
        ordinal: expect.closeTo(0.8233812977070132, 9),
        interval: expect.closeTo(0.8178996378685981, 9),
      },
      habits: [{ rater: "ada", self: { items: 4, raw: 0.75 } }, { rater: "bob" }, { rater: "cy", flagged: 1 }],
    });
    // scikit-learn 1.9.1
    expect(report.cohen[0]).toMatchObject({
      ...{ raters: ["ada", "bob"], items: 15, plain: expect.closeTo(0.5, 9) },
      ...{ linear: expect.closeTo(0.7058823529411764, 9), quadratic: expect.closeTo(0.847457627118644, 9) },
    });
    expect(report.cohen).toHaveLength(3);
    expect(report.confusion).toHaveLength(3);
  });

  it.each([
    ["a scale with fewer grades", "judge", "0-3", 3, [{ kind: "other-scale", scale: "1-5", used: "0-3" }]],
    ["a scale with as many grades", "gold", "0-4", 4, []],
    ["no scale, and a label beyond people's scale", null, "", 5, [{ kind: "other-scale", scale: "1-5", used: 5 }]],
    ["no scale, and a label that may be of any scale", null, "", 3, []],
  ])("notes a proxy only if its scale certainly differs: %s", async (_, command, name, highest, expected) => {
    const grades = Array.from({ length: highest + 1 }, (_, grade) => ({ grade, label: "" }));
    const beside = { schema: `semqrel.${command}-provenance/1`, scale: { name, grades }, pairs: [], llm: "m" };
    const proxies = temporaryFolder({
      "proxy.qrels": `q0 0 d0 0\nq0 0 d1 ${highest}\n`,
      ...(command !== null && { "proxy.qrels.provenance.json": JSON.stringify(beside) }),
    });
    const { notes } = await reportOf(["--proxy", `model=${proxies}/proxy.qrels`, "--samples", "5"]);
    expect(notes.filter(({ kind }) => kind === "other-scale")).toMatchObject(expected);
  });

  it("accepts a seed, a number of samples and a number of disagreements to show", async () => {
    const report = await reportOf(["--seed", "3", "--samples", "50", "--show", "2"]);
    expect(report.bootstrap).toEqual({ seed: 3, samples: 50, level: 0.95 });
    expect(report.disagreements).toHaveLength(2);
    expect(report.fleissInterval).not.toEqual((await reportOf(["--samples", "50"])).fleissInterval);
  });

  it("prints the same κ in every format, and no warnings", async () => {
    const table = await agree(["ratings.db"]);
    expect(table.stdout).toMatch(/\nFleiss' κ +0\.360 +0\.\d+ … /);
    expect(table.stderr).toBe("");
    expect((await agree(["ratings.db", "--format", "md"])).stdout).toContain("\n| Fleiss' κ | 0.360 | 0.");
    expect((await agree(["ratings.db", "--format", "csv"])).stdout).toMatch(/\nfleiss,,,0\.3603213844252/);
    expect((await agree(["ratings.db", "--format", "tsv"])).stdout).toMatch(/\nfleiss\t\t\t0\.3603213844252/);
    const bold = await agree(["ratings.db", "--color", "always"]);
    expect(bold.stdout).toContain("\u001b[1mAgreement of all raters");
  });

  it("prints that agreement needs two raters if there is only one, and exits 0", async () => {
    const alone = dirname(makeRatingsDatabase(makeRatingSet({ first: { ada: [1, 2] } })));
    const { exitCode, stdout } = await runInProcess(["gold", "--agreement", "ratings.db"], { cwd: alone });
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Only one rater: agreement needs two");
  });

  it("prints that there are no ratings yet, and exits 0", async () => {
    const pairs = makeRatingSet({ first: { ada: [1] } }).pairs;
    const unrated = dirname(makeRatingsDatabase(makeRatingSet({ first: {}, pairs })));
    const { exitCode, stdout } = await runInProcess(["gold", "--agreement", "ratings.db"], { cwd: unrated });
    expect(exitCode).toBe(0);
    expect(stdout).toBe("There are no ratings yet.\n");
  });

  it.each([
    { args: ["--samples", "0"], expected: /whole number >= 1/ },
    { args: ["--seed", "-1"], expected: /whole number >= 0/ },
    { args: ["--show", "x"], expected: /whole number >= 0/ },
    { args: ["--format", "xml"], expected: /csv, tsv, md, json/ },
  ])("refuses $args", async ({ args, expected }) => {
    expect((await agree(["ratings.db", ...args], 2)).stderr).toMatch(expected);
  });

  it("refuses a missing file and a file that is not a database, and names it", async () => {
    expect((await agree(["missing.db"], 2)).stderr).toMatch(/missing\.db/);
    const cwd = temporaryFolder({ "text.db": "no database at all, though long enough to be looked at".repeat(200) });
    const { exitCode, stderr } = await runInProcess(["gold", "--agreement", "text.db"], { cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/text\.db/);
    expect(stderr).not.toMatch(/bug/);
  });

  it("has examples in its help", async () => {
    expect((await agree(["--help"])).stdout).toContain("semqrel gold --agreement ratings.db --json");
  });
});
