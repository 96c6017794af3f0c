import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../../src/core/files/read-whole.ts";
import { renderWarning } from "../../../src/core/warnings.ts";
import { keepEvidence, readEvidence } from "../../../src/io/labels/evidence.ts";
import { temporaryFolder } from "../../support/run-cli.ts";

const document = { schema: "semqrel.validate/1", verdict: "usable" };

function folderOfLabels() {
  const folder = temporaryFolder();
  const files = {
    ...{ "labels/labels.csv": "engine\n", "labels/reference.csv": "title\n", "labels/manifest.json": "{}" },
    "gold.qrels": "q 0 d 1\n",
  };
  mkdirSync(join(folder, "labels"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return { labels: join(folder, "labels"), gold: join(folder, "gold.qrels") };
}

describe("keepEvidence", () => {
  it("adds the hashes of its inputs to the stored document, and does not change other files", async () => {
    const { labels, gold } = folderOfLabels();
    const before = readdirSync(labels);
    expect(await keepEvidence(labels, document, { gold })).toEqual([]);
    expect(JSON.parse(readFileSync(join(labels, "evidence/validate.json"), "utf8"))).toEqual({
      ...document,
      evidence: {
        labels: { "labels.csv": sha256(sha256("engine\n")), "reference.csv": sha256("title\n") },
        inputs: [{ role: "gold", path: "../gold.qrels", sha256: sha256("q 0 d 1\n") }],
        step: 1,
      },
    });
    expect(readdirSync(labels).sort()).toEqual([...before, "evidence"].sort());
    expect(readdirSync(join(labels, "evidence"))).toEqual(["validate.json"]);
  });

  it("does not store a document if semqrel label did not write the folder", async () => {
    const { labels, gold } = folderOfLabels();
    rmSync(join(labels, "manifest.json"));
    expect(await keepEvidence(labels, document, { gold })).toEqual([]);
    expect(await keepEvidence(gold, document, { gold })).toEqual([]);
    expect(existsSync(join(labels, "evidence"))).toBe(false);
  });

  it("warns instead of failing if the folder cannot be written", async () => {
    const { labels, gold } = folderOfLabels();
    // A file in place of the folder prevents even root from writing.
    writeFileSync(join(labels, "evidence"), "");
    const [warning] = await keepEvidence(labels, document, { gold });
    expect(warning).toMatchObject({ kind: "evidence-not-kept", folder: labels });
    expect(warning && renderWarning(warning)).toContain(`is not kept in ${labels}`);
  });
});

describe("readEvidence", () => {
  it("returns no documents if no command stored a document", async () => {
    const { labels } = folderOfLabels();
    expect(await readEvidence(labels)).toEqual({ documents: [], stale: [], judgments: null, pools: [] });
  });

  it("returns documents about these labels, and the path of their judgments", async () => {
    const { labels, gold } = folderOfLabels();
    await keepEvidence(labels, document, { gold });
    const found = await readEvidence(labels);
    expect(found).toMatchObject({ documents: [{ kind: "validate", content: document }], stale: [] });
    expect(found.judgments).toBe(gold);
    expect(found.pools).toEqual([]);
  });

  it("returns the pools of the latest document about the judgments, even if the labels have changed since", async () => {
    const { labels, gold } = folderOfLabels();
    const pools = ["first.jsonl", "second.jsonl"].map((name) => join(labels, "..", name));
    for (const pool of pools) writeFileSync(pool, "{}\n");
    await keepEvidence(labels, { schema: "semqrel.suggest/1" }, { gold, pools });
    await keepEvidence(labels, { schema: "semqrel.estimate/1" }, { gold, pools: pools.slice(1) });
    await keepEvidence(labels, document, { gold });
    appendFileSync(join(labels, "labels.csv"), "more\n");
    expect(await readEvidence(labels)).toMatchObject({ documents: [], judgments: gold, pools: pools.slice(1) });
  });

  it.each([
    {
      name: "labels",
      file: "labels/labels.csv",
      says: /^The labels have changed, so the earlier results of gold and validate are left out here/,
    },
    { name: "a reference", file: "labels/reference.csv", says: /^The labels have changed/ },
    {
      name: "judgments",
      file: "gold.qrels",
      says: /^gold\.qrels has changed, so the earlier results of gold and validate are left out here/,
    },
  ])("leaves out documents if $name changed, and explains why", async ({ file, says }) => {
    const { labels, gold } = folderOfLabels();
    await keepEvidence(labels, document, { gold });
    await keepEvidence(labels, { schema: "semqrel.gold/1" }, { gold });
    appendFileSync(join(labels, "..", file), "more\n");
    const { documents, stale } = await readEvidence(labels);
    expect(documents).toEqual([]);
    expect(stale).toEqual([expect.stringMatching(says)]);
  });

  it("leaves out an estimate that is older than the latest judgments of gold", async () => {
    const { labels, gold } = folderOfLabels();
    await keepEvidence(labels, { schema: "semqrel.estimate/1" }, { gold });
    await keepEvidence(labels, document, { gold });
    const second = join(labels, "second.qrels");
    writeFileSync(second, "1 0 d 1\n1 0 e 0\n");
    await keepEvidence(labels, { schema: "semqrel.gold/1" }, { gold: second });
    const { documents, stale, judgments } = await readEvidence(labels);
    expect(documents.map(({ kind }) => kind)).toEqual(["gold", "validate"]);
    expect(stale).toEqual([
      expect.stringMatching(/^semqrel gold wrote new judgments, so the earlier results of estimate are left out here/),
    ]);
    expect(judgments).toBe(second);
    await keepEvidence(labels, { schema: "semqrel.estimate/1" }, { gold });
    expect((await readEvidence(labels)).documents).toHaveLength(3);
  });

  it("accepts another order of engines, but not another order of results", async () => {
    const { labels, gold } = folderOfLabels();
    const write = (rows: readonly string[]) => writeFileSync(join(labels, "labels.csv"), rows.join("\n"));
    write(["engine,rank", "a,0", "a,1", "b,0"]);
    await keepEvidence(labels, document, { gold });
    write(["engine,rank", "b,0", "a,0", "a,1"]);
    expect((await readEvidence(labels)).documents).toHaveLength(1);
    write(["engine,rank", "b,0", "a,1", "a,0"]);
    expect((await readEvidence(labels)).stale).toHaveLength(1);
  });

  it("accepts documents whose input file is missing", async () => {
    const { labels, gold } = folderOfLabels();
    await keepEvidence(labels, document, { gold });
    rmSync(gold);
    expect((await readEvidence(labels)).documents).toHaveLength(1);
  });

  it("rejects an incomplete document", async () => {
    const { labels, gold } = folderOfLabels();
    await keepEvidence(labels, document, { gold });
    writeFileSync(join(labels, "evidence/validate.json"), '{"schema":"semqrel.validate/1"');
    await expect(readEvidence(labels)).rejects.toMatchObject({ code: "INVALID_FORMAT" });
  });
});
