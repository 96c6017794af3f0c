import { describe, expect, it } from "vitest";
import * as semqrel from "../../src/index.ts";

/** JavaScript programs can pass anything. */
type Loose = Readonly<Record<string, (...given: unknown[]) => Promise<unknown>>>;
const functions = semqrel as unknown as Loose;

/** Paths, required settings, and one wrong setting with the error message. */
const calls = [
  { name: "agree", paths: 1, needed: {}, wrong: { samples: "9" }, says: "Give a whole number >= 1." },
  {
    name: "calibrate",
    paths: 1,
    needed: { gold: "g" },
    wrong: { beta: "0" },
    says: 'beta is "0". Give a number from 0 to 1.',
  },
  { name: "check", paths: 2, needed: {}, wrong: { depth: 0 }, says: "depth is 0. Give a whole number >= 1." },
  { name: "collect", paths: 1, needed: {}, wrong: { offline: 1 }, says: "offline is 1. Give true or false." },
  { name: "compare", paths: 2, needed: {}, wrong: { moved: "3" }, says: 'moved is "3". Give a whole number >= 0.' },
  { name: "convert", paths: 1, needed: {}, wrong: { to: 1 }, says: "to is 1. Give a text." },
  { name: "correlate", paths: 1, needed: { with: "c" }, wrong: { samples: 0 }, says: "samples is 0. Give a whole" },
  { name: "fidelity", paths: 2, needed: {}, wrong: { examples: 0.5 }, says: "examples is 0.5. Give a whole" },
  { name: "join", paths: 1, needed: {}, wrong: { out: 1 }, says: "out is 1. Give a text." },
  { name: "features", paths: 1, needed: { nodes: "n" }, wrong: { katz: "near" }, says: 'Give "global" or "local".' },
  {
    name: "estimate",
    paths: 1,
    needed: { gold: "g" },
    wrong: { pool: "p" },
    says: 'Give a list of texts, such as ["p"].',
  },
  { name: "gold", paths: 1, needed: { out: "o" }, wrong: { runs: "a,b" }, says: 'such as ["a","b"].' },
  {
    name: "judge",
    paths: 1,
    needed: { out: "o", llm: "m" },
    wrong: { votes: "3" },
    says: 'votes is "3". Give a whole number >= 1.',
  },
  { name: "measure", paths: 2, needed: {}, wrong: { curves: "yes" }, says: 'curves is "yes". Give true or false.' },
  { name: "plan", paths: 1, needed: {}, wrong: { depth: 5 }, says: "Give whole numbers >= 1." },
  { name: "policies", paths: 1, needed: {}, wrong: { seed: -1 }, says: "seed is -1. Give a whole number >= 0." },
  { name: "pool", paths: 1, needed: {}, wrong: { near: "0.9" }, says: 'near is "0.9". Give a number from -1 to 1.' },
  { name: "report", paths: 1, needed: {}, wrong: { with: [1] }, says: "with is [1]. Give a list of texts." },
  { name: "rerank", paths: 2, needed: {}, wrong: { trees: [9] }, says: "trees is [9]. Give a whole number >= 1." },
  { name: "suggest", paths: 1, needed: {}, wrong: { until: "80" }, says: "Give a whole number >= 1." },
  { name: "validate", paths: 1, needed: {}, wrong: { measure: 10 }, says: "measure is 10. Give a text." },
  { name: "verify", paths: 1, needed: {}, wrong: { ratings: 10 }, says: "ratings is 10. Give a text." },
];

async function call(name: string, paths: readonly unknown[], settings: unknown): Promise<unknown> {
  return functions[name]?.(...paths, settings);
}

describe("the functions of semqrel", () => {
  it("are all in this test, except those with tests of their own", () => {
    const others = ["SemqrelError", "label", "labelCandidates", "renderWarning"];
    expect([...calls.map(({ name }) => name), ...others].sort()).toEqual(Object.keys(semqrel).sort());
  });

  it.each(calls)("$name rejects settings of the wrong type", async ({ name, paths, needed, wrong, says }) => {
    await expect(call(name, Array(paths).fill("none"), { ...needed, ...wrong })).rejects.toMatchObject({
      code: "INVALID_OPTION",
      message: expect.stringContaining(says),
      details: { setting: Object.keys(wrong)[0] },
    });
    await expect(call(name, Array(paths).fill("none"), [])).rejects.toMatchObject({ code: "INVALID_OPTION" });
  });

  it.each(calls)("$name rejects a list where it needs one path", async ({ name, paths, needed }) => {
    const takesLists = ["convert", "features", "join", "judge", "pool", "report"];
    if (takesLists.includes(name)) return;
    await expect(call(name, Array(paths).fill(["none"]), needed)).rejects.toMatchObject({
      code: "INVALID_OPTION",
      message: expect.stringMatching(/ is \["none"\]\. Give a path\.$/),
    });
  });

  it.each([
    ["rerank", ["labels", "features.csv"], { model: [] }, "model is []. Give a list of names: ridge, mlp, forest."],
    ["rerank", ["labels", "features.csv"], { model: ["pine"] }, 'model is ["pine"].'],
    ["collect", ["q.tsv"], { results: "a['b']" }, "Give keys with dots between them, such as hits.hits."],
    [
      "pool",
      ["a.csv"],
      { queries: ["one.tsv", "two.tsv"] },
      'queries is ["one.tsv","two.tsv"]. Give a file, or a number and a file.',
    ],
    ["report", [["may", "june"]], { query: ["pears"] }, "query is for one folder, but a list is given."],
    ["report", [["may", "june"]], { with: ["a.json"] }, "with is for one folder, but a list is given."],
    ["report", ["labels"], { format: "md" }, "a report as md needs a file. Give out, too."],
  ])("%s(%j) rejects the settings %j, as the command line does", async (name, paths, settings, says) => {
    await expect(call(name, paths, settings)).rejects.toMatchObject({
      code: "INVALID_OPTION",
      message: expect.stringContaining(says),
    });
  });

  it.each(calls)("$name takes undefined as no settings", async ({ name, paths }) => {
    const error = await call(name, Array(paths).fill("none"), undefined).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ name: "SemqrelError", message: expect.not.stringContaining("the settings are") });
  });

  it.each(calls)("$name rejects an aborted signal before it reads or writes", async ({ name, paths, needed }) => {
    const settings = { ...needed, signal: AbortSignal.abort() };
    await expect(call(name, Array(paths).fill("none"), settings)).rejects.toMatchObject({ code: "INTERRUPTED" });
  });

  it.each(calls)("$name rejects paths that are not texts", async ({ name, paths, needed }) => {
    for (const path of [5, null, undefined, {}, ["a.csv", 5]]) {
      await expect(call(name, Array(paths).fill(path), needed)).rejects.toMatchObject({
        code: "INVALID_OPTION",
        message: expect.stringMatching(/: [\w-]+ is .*\. Give a path\.$/),
      });
    }
  });
});
