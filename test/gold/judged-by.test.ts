import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { judgedBy } from "../../src/gold/gold-grades.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const beside = (document: unknown) =>
  join(temporaryFolder({ "a.qrels": "", "a.qrels.provenance.json": JSON.stringify(document) }), "a.qrels");
const pairs = [{ by: "m" }, { by: "gold.qrels" }, { by: null }, { by: "m" }];

describe("judgedBy", () => {
  it("distinguishes the model's grades from existing ones", () => {
    const path = beside({ schema: "semqrel.judge-provenance/1", llm: "m", sameAs: ["rerank"], pairs });
    expect(judgedBy(path)).toEqual({ llm: "m", judged: 2, existing: 1, sameAs: ["rerank"] });
  });
  it("returns null for judgments by people", () => {
    expect(judgedBy(join(temporaryFolder(), "a.qrels"))).toBeNull();
    expect(judgedBy(beside({ schema: "semqrel.gold-provenance/1", pairs }))).toBeNull();
  });
  it("refuses a damaged provenance", () => {
    expect(() => judgedBy(beside({ schema: "semqrel.judge-provenance/1", pairs }))).toThrow(/llm/);
  });
});
