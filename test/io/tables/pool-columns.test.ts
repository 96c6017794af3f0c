/** Are pools, and nothing else, recognised by their columns? */
import { expect, it } from "vitest";
import { poolText } from "../../../src/gold/pools/pool-format.ts";
import { headColumns } from "../../../src/io/tables/table-roles.ts";
import { isPoolTable } from "../../../src/io/unknown-format.ts";
import { makePair } from "../../support/make-pool.ts";

it("isPoolTable recognises the output of semqrel pool", () => {
  expect(isPoolTable(headColumns([...poolText([makePair(0)])].join("")) ?? [])).toBe(true);
});

it("isPoolTable rejects a list of several engines", () => {
  expect(isPoolTable(["query", "query_id", "id", "title", "engine", "probability"])).toBe(false);
});
