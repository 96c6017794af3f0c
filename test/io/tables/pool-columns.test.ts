/** Is a pool known by its columns, and nothing else taken for one? */
import { expect, it } from "vitest";
import { poolText } from "../../../src/gold/pools/pool-format.ts";
import { headColumns } from "../../../src/io/tables/table-roles.ts";
import { isPoolTable } from "../../../src/io/unknown-format.ts";
import { makePair } from "../../support/make-pool.ts";

it("knows what semqrel pool writes", () => {
  expect(isPoolTable(headColumns([...poolText([makePair(0)])].join("")) ?? [])).toBe(true);
});

it("takes no list of several engines for one", () => {
  expect(isPoolTable(["query", "query_id", "id", "title", "engine", "probability"])).toBe(false);
});
