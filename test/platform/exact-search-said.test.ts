/** How often does semqrel say that search is exact, if hnswlib-node could not be built? */
import { describe, expect, it, vi } from "vitest";
import { openTools } from "../../src/model/open-tools.ts";
import { temporaryFolder } from "../support/run-cli.ts";

vi.mock("../../src/model/index/hnsw.ts", async (original) => ({
  ...(await original<typeof import("../../src/model/index/hnsw.ts")>()),
  findHnsw: () => ({ hnsw: null, missing: { fact: "It is missing.", remedy: "Build it.", cause: null } }),
}));

async function kinds(options: Parameters<typeof openTools>[0]): Promise<string[]> {
  const { tools, close } = await openTools({ embedder: "hash", ...options });
  await close();
  return tools.warnings().map(({ kind }) => kind);
}

describe("the note on exact search", () => {
  it("is shown once for each cache folder", async () => {
    const [one, other] = [temporaryFolder(), temporaryFolder()];
    const said = [];
    for (const cacheFolder of [one, one, one, other, other]) said.push(await kinds({ cacheFolder }));
    expect(said).toEqual([["exact-search-instead"], [], [], ["exact-search-instead"], []]);
  });

  it("is shown every time without a cache, and never if an option requests exact search", async () => {
    for (const _ of [1, 2]) expect(await kinds({ cacheFolder: null })).toEqual(["exact-search-instead"]);
    expect(await kinds({ cacheFolder: temporaryFolder(), exact: true })).toEqual([]);
  });
});
