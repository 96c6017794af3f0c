/** Are runs distinguished from measures, even if a file has a measure's name? */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { measureKinds } from "../../src/measure/measures/registry.ts";
import { measuresOf, sortArguments } from "../../src/measure/sort-arguments.ts";
import { runInProcess } from "../cli/run-in-process.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const files = {
  "qrels.txt": "q1 0 a 1\n",
  "a.run": "q1 Q0 a 1 1 t\n",
  "b.run": "q1 Q0 a 1 1 t\n",
  rr: "q1 Q0 a 1 1 t\n",
  P: "q1 Q0 a 1 1 t\n",
};

function run(command: string, ...args: readonly string[]) {
  return runInProcess([command, "qrels.txt", ...args], { cwd: temporaryFolder(files) });
}

describe("sortArguments", () => {
  it("separates runs and measures, and keeps their order", () => {
    const { runs, measures, warnings } = sortArguments(["b=x/b.run", "AP", "-", "p_10"], ["RR"], measureKinds, "9");
    expect(runs).toEqual([
      { path: "x/b.run", engine: "b" },
      { path: "-", engine: null },
    ]);
    expect(measures.map(({ name }) => name)).toEqual(["AP", "P@10"]);
    expect(warnings).toEqual([]);
    expect(sortArguments(["-"], ["RR"], measureKinds, "9").measures.map(({ name }) => name)).toEqual(["RR"]);
  });

  it("refuses a file that is given twice, whatever its name or path", () => {
    const folder = temporaryFolder(files);
    symlinkSync("a.run", join(folder, "link.run"));
    const sort = (...given: readonly string[]) =>
      sortArguments(
        given.map((name) => name.replace("/", `${folder}/`)),
        ["RR"],
        measureKinds,
        "9",
      );
    expect(() => sort("a=/a.run", "b=/a.run")).toThrow("is given twice");
    expect(() => sort("/a.run", "/link.run")).toThrow("is given twice");
    expect(() => sort("-", "x=-")).toThrow("is given twice");
    expect(sort("/a.run", "/rr").runs).toHaveLength(2);
  });

  it("names the file that was read as a measure if no run is left", async () => {
    const { exitCode, stderr } = await run("measure", "rr", "AP");
    expect(exitCode).toBe(2);
    expect(stderr).toContain('no run is given. "rr" was read as the measure RR; write ./rr for the file.');
    // P needs a cutoff, but it is a measure.
    expect((await run("measure", "P")).stderr).toContain('"P" was read as the measure P; write ./P for the file.');
    expect((await run("measure", "AP")).stderr).not.toContain("was read as");
  });

  it("warns about a file that was read as a measure if there are runs", async () => {
    const note = '"rr" was read as the measure RR, but a file has the same name. Write ./rr for the file.';
    const measured = await run("measure", "a.run", "rr", "--json");
    expect(measured.exitCode).toBe(0);
    expect(measured.stderr).toContain(note);
    expect(JSON.parse(measured.stdout).warnings).toContainEqual({
      kind: "file-read-as-measure",
      file: "rr",
      measure: "RR",
    });
    expect((await run("compare", "a.run", "b.run", "rr")).stderr).toContain(note);
    expect((await run("measure", "a.run", "./rr", "RR")).stderr).not.toContain("was read as");
  });
});

describe("measuresOf", () => {
  it("uses trec_eval's release for measures that depend on it, and keeps their names and other parameters", () => {
    const [precision, average, other] = measuresOf(
      ["IPrec(rel=2,judged_only=True)@0.5", "11pt_avg", "P@5"],
      measureKinds,
      "10",
    );
    expect(precision?.name).toBe("IPrec(rel=2,judged_only=True)@0.5");
    expect(precision?.parameters).toEqual({ rel: 2, judged_only: true, trec_eval: 10 });
    expect(precision?.at).toBe(0.5);
    expect(average?.parameters).toEqual({ rel: 1, judged_only: false, trec_eval: 10 });
    expect(other?.parameters).not.toHaveProperty("trec_eval");
    expect(measuresOf(["11pt_avg"], measureKinds, "9")[0]?.parameters["trec_eval"]).toBe(9);
  });

  it("returns each measure once", () => {
    expect(measuresOf(["RR", "map", "recip_rank", "AP"], measureKinds, "9").map(({ name }) => name)).toEqual([
      "RR",
      "AP",
    ]);
  });
});
