/** Are outcomes of this run there, and those of an earlier one not? */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { passingOutcomes } from "../../src/jobs/outcome-store.ts";
import { temporaryFolder } from "../support/run-cli.ts";

const ticket = { number: 3, key: "a".repeat(64), queries: [0, 1], rows: 1 } as const;

describe("passingOutcomes", () => {
  it("has what was saved, under its number and its key", async () => {
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
