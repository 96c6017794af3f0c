/** Whether hnswlib-node loads. If not, its tests are skipped; REQUIRE_HNSW=1 makes them fail instead. */
import { findHnsw, type Hnsw } from "../../src/model/index/hnsw.ts";

export const hasHnsw = findHnsw().missing === null || process.env["REQUIRE_HNSW"] === "1";

export function loadHnsw(): Hnsw {
  const { hnsw, missing } = findHnsw();
  if (hnsw === null) throw new Error(missing.fact);
  return hnsw;
}
